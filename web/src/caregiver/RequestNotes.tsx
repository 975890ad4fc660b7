import { Button } from '@mantine/core';
import { Note } from '../ui/Note.tsx';
import { dropRequest, type KeptRequest, useKeptRequests } from './requests.ts';
import { useWords } from './words.ts';

/** What waits on the phone, and what the server refused until it was read (docs/rules/screens.md, rule 13). */
export const RequestNotes = ({ kinds }: { readonly kinds: readonly KeptRequest['request']['kind'][] }) => {
  const words = useWords();
  const mine = useKeptRequests().filter(({ request }) => kinds.includes(request.kind));
  const waiting = mine.filter(({ refused }) => refused === null);
  return (
    <>
      {waiting.length > 0 && <Note tone="warn">{words.notSentYet}</Note>}
      {mine
        .filter(({ refused }) => refused !== null)
        .map((kept) => (
          <Note
            key={kept.serial}
            tone="danger"
            live
            actions={
              <Button size="md" onClick={() => void dropRequest(kept)}>
                {words.dismiss}
              </Button>
            }
          >
            <b>{words.notAccepted}</b> <span>{words.sayFault(kept.refused ?? '')}</span>
          </Note>
        ))}
    </>
  );
};
