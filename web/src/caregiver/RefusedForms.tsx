import { Button } from '@mantine/core';
import { Note } from '../ui/Note.tsx';
import { dropEntries, isForm, isPhoto, type StoredForm, type StoredRequest } from './attempts.ts';
import type { FormFilling } from './FormSheet.tsx';
import { useOutbox } from './outbox.ts';
import type { useForms } from './use-forms.ts';
import { useWords } from './words.ts';

interface Refused {
  readonly form: StoredForm;
  /** With its photos. */
  readonly parts: readonly StoredRequest[];
  readonly words: string;
}

/** A form that was not accepted, or one of its photos. */
const refusedForms = (requests: readonly StoredRequest[]): Refused[] =>
  requests.filter(isForm).flatMap((form) => {
    const { mark } = form.request;
    const parts = requests.filter((one) => (isForm(one) || isPhoto(one)) && one.request.mark === mark);
    const words = parts.find(({ refused }) => refused !== null)?.refused;
    return words ? [{ form, parts, words }] : [];
  });

interface RefusedFormsProps {
  readonly formsAt: ReturnType<typeof useForms>;
  readonly onOpen: (filling: FormFilling) => void;
}

/** What the office does not take stays, and can be filled again from what was answered. */
export const RefusedForms = ({ formsAt, onOpen }: RefusedFormsProps) => {
  const words = useWords();
  return refusedForms(useOutbox().requests).map(({ form: { request }, parts, words: refused }) => {
    const { clientId, input, label: client } = request;
    const { visitId } = input;
    const form = formsAt({ visitId, clientId }).find(({ formId }) => formId === request.formId);
    const said = words.sayFault(refused);
    return (
      <Note
        key={request.mark}
        tone="danger"
        live
        actions={
          <>
            <Button size="md" onClick={() => void dropEntries(parts)}>
              {words.discard}
            </Button>
            {form && (
              <Button size="md" onClick={() => onOpen({ form, visitId, clientId, client, again: parts })}>
                {words.openAgain}
              </Button>
            )}
          </>
        }
      >
        <b>{words.formRefused(request.title, client)} </b>
        <span lang={said === refused ? 'en' : undefined}>{said}</span>
      </Note>
    );
  });
};
