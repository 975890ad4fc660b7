import { Note } from '../ui/Note.tsx';
import type { Request } from './request-entry.ts';
import { useWaitingRequests } from './requests.ts';
import { useWords, type Words } from './words.ts';

const sayKept = (words: Words, request: Request): string | undefined => {
  if (request.kind === 'incident') return words.incidentNotSent(request.label);
  return request.kind === 'form' ? words.formNotSent(request.title, request.label) : undefined;
};

/** Incidents and forms that exist only on this phone so far. */
export const KeptPapers = () => {
  const words = useWords();
  return useWaitingRequests().flatMap(({ serial, request }) => {
    const said = sayKept(words, request);
    return said === undefined
      ? []
      : [
          <Note key={serial} tone="warn">
            {said}
          </Note>,
        ];
  });
};
