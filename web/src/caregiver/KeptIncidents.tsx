import { Note } from '../ui/Note.tsx';
import { useWaitingRequests } from './requests.ts';
import { useWords } from './words.ts';

/** Incidents that are written down on this phone alone. */
export const KeptIncidents = () => {
  const words = useWords();
  return useWaitingRequests().flatMap(({ serial, request }) =>
    request.kind === 'incident'
      ? [
          <Note key={serial} tone="warn">
            {words.incidentNotSent(request.label)}
          </Note>,
        ]
      : [],
  );
};
