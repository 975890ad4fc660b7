import { Button } from '@mantine/core';
import { Note } from '../ui/Note.tsx';
import { dropEntry } from './attempts.ts';
import { useOutbox } from './outbox.ts';
import type { Request } from './request-entry.ts';
import { useWords } from './words.ts';

/** Refusals of the server stay until they have been read (docs/rules/screens.md, rule 13). */
export const RequestNotes = ({ kinds }: { readonly kinds: readonly Request['kind'][] }) => {
  const words = useWords();
  return useOutbox()
    .requests.filter(({ request }) => kinds.includes(request.kind))
    .flatMap(({ serial, refused, request }) =>
      refused === null
        ? []
        : [{ serial, said: words.sayFault(refused), refused, isAnswer: request.kind === 'answer' }],
    )
    .map(({ serial, said, refused, isAnswer }) => (
      <Note
        key={serial}
        // A yes that came too late is nobody's fault, and the sentence explains it.
        tone={isAnswer ? 'warn' : 'danger'}
        live
        actions={
          <Button size="md" onClick={() => void dropEntry(serial)}>
            {words.dismiss}
          </Button>
        }
      >
        {!isAnswer && <b>{words.notAccepted} </b>}
        <span lang={said === refused ? 'en' : undefined}>{said}</span>
      </Note>
    ));
};
