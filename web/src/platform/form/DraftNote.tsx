import { sayStamp } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { Note } from '../../ui/Note.tsx';
import { useZone } from '../use-today.ts';
import type { OfferedDraft } from './use-draft.ts';

/** Of a form, and of a message. */
const UNSAVED = (at: string) => `You made changes here on ${at} and did not save them.`;
export const UNSENT = (at: string) => `You wrote a message here on ${at} and did not send it.`;

interface DraftNoteProps {
  readonly draft: OfferedDraft | undefined;
  /** The caption of a value; one without any is not spoken of. */
  readonly labelOf?: ((name: string) => string | undefined) | undefined;
  readonly said?: (at: string) => string;
}

/** Offers what was typed here before and not saved. */
export const DraftNote = ({ draft, labelOf = () => undefined, said = UNSAVED }: DraftNoteProps) => {
  const zone = useZone();
  if (!draft) return null;
  const both = [...new Set(draft.both.flatMap((name) => labelOf(name) ?? []))].join(', ');
  return (
    <Note
      tone="info"
      actions={
        <>
          <Button onClick={draft.discard}>Discard</Button>
          <Button onClick={draft.restore}>Restore</Button>
        </>
      }
    >
      {said(sayStamp(draft.at, zone))}
      {both && ` Someone changed ${both} since then: Restore replaces it with yours.`}
    </Note>
  );
};
