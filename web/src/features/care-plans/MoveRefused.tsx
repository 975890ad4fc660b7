import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { Note } from '../../ui/Note.tsx';

/** Why a move was refused, with one line for each day that prevents it. */
export const MoveRefused = ({ refusal }: { readonly refusal: Refusal<Reason> }) => {
  const messages = [...new Set(refusal.errors.map(({ message }) => message))];
  return (
    <Note tone="danger" live>
      {messages.length > 1 ? messages.map((message) => <div key={message}>{message}</div>) : refusal.info}
    </Note>
  );
};
