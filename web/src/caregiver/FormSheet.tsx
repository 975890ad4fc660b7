import { fillOnPhone, listOwnForms } from '@homecare/domain/agency-forms/contract.ts';
import type { OwnForm } from '@homecare/domain/agency-forms/schema.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { AnswerFields } from '../features/agency-forms/AnswerFields.tsx';
import {
  type AnswerDrafts,
  answersOf,
  draftFaults,
  draftsOf,
  photosOf,
  placeOfAnswer,
} from '../features/agency-forms/answer-draft.ts';
import { FormDialog } from '../platform/form/FormDialog.tsx';
import { useSave } from '../platform/form/use-save.ts';
import { serverNow } from '../platform/server-time.ts';
import { firstName } from './days.ts';
import { keepForm } from './requests.ts';
import { useWords } from './words.ts';

interface FormSheetProps {
  readonly form: OwnForm;
  readonly visit: Visit;
  readonly onClose: () => void;
}

interface Draft {
  readonly answers: AnswerDrafts;
}

/** A form of the agency, filled at a visit; kept on the phone first with its photos, so that no network is needed. */
export const FormSheet = ({ form, visit, onClose }: FormSheetProps) => {
  const words = useWords();
  const { versionId, title, intro, questions } = form;
  const inputOf = ({ answers }: Draft) => ({
    ...{ versionId, visitId: visit.id, answers: answersOf(answers) },
    at: serverNow().toString(),
  });
  const values: Draft = { answers: draftsOf(questions) };
  const save = useSave({
    call: fillOnPhone,
    changes: [listOwnForms],
    values,
    draft: `form ${versionId} at visit ${visit.id}`,
    input: inputOf,
    // What is kept on the phone must be right: a refusal comes when nobody looks at it any more.
    check: ({ answers }) => draftFaults(questions, answers),
    placeOf: placeOfAnswer,
    say: words.sayFault,
    // The outbox sends it: there is nothing to wait for.
    asks: (draft) => {
      const kept = { input: inputOf(draft), title, label: firstName(visit.ClientName) };
      // What was typed stays in the draft until the queue has all of it.
      void keepForm(kept, photosOf(draft.answers)).then(save.giveUp);
      onClose();
      return true;
    },
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={title}
      label={words.sendRequest}
      cancelLabel={words.cancel}
      onClose={onClose}
      plain
    >
      <p>
        <b>{visit.ClientName}</b>
      </p>
      {intro && <p>{intro}</p>}
      <AnswerFields
        questions={questions}
        words={words.formWords}
        size="md"
        boxOf={(key) => {
          const { value, error, onChange } = save.box(`answers.${key}`);
          return { value, error, onChange, field: `answers.${key}` };
        }}
      />
    </FormDialog>
  );
};
