import { checkDay } from '@homecare/domain/agency-forms/answers.ts';
import type { BegunForm, FilledForm } from '@homecare/domain/agency-forms/schema.ts';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { DateBox, isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AnswerFields } from './AnswerFields.tsx';
import {
  type AnswerDrafts,
  answersFrom,
  answersOf,
  carriedOver,
  draftFaults,
  photosOf,
  placeOfAnswer,
} from './answer-draft.ts';
import { ANSWER_WORDS } from './answer-words.ts';
import { FILL_FORM, useBegun, type Whom } from './api.ts';
import { usePhotos } from './use-photos.ts';

interface Draft {
  readonly day: string;
  readonly answers: AnswerDrafts;
}

interface FillFormProps {
  readonly begun: BegunForm;
  /** Whose answers it begins with. */
  readonly again?: FilledForm | undefined;
  /** Of which it speaks, unless somebody says another one; today. */
  readonly day?: string | undefined;
  readonly onSaved?: ((id: number) => void) | undefined;
  readonly onClose: () => void;
}

const labelOf = (begun: BegunForm) => (name: string) =>
  name === 'day' ? 'Date' : begun.definition.questions.find(({ key }) => name === `answers.${key}`)?.label;

const FillForm = ({ begun: now, again, day: first, onSaved, onClose }: FillFormProps) => {
  // A version that is saved meanwhile takes no question away under what is being answered.
  const [begun] = useState(now);
  const today = useToday().toString();
  const { formId, versionId, personId, person, visitId, definition } = begun;
  const { title, intro, questions } = definition;
  const photos = usePhotos();
  const values: Draft = { day: first ?? today, answers: answersFrom(questions, again) };
  const save = useSave({
    ...FILL_FORM,
    draft: `form ${formId} about ${personId}`,
    fitDraft: (draft) => ({ ...draft, answers: carriedOver(questions, draft.answers) }),
    values,
    input: ({ day, answers }) => ({ versionId, personId, visitId, day, answers: answersOf(answers) }),
    check: ({ day, answers }) => [
      ...(isIsoDate(day) ? checkDay(day, today) : [{ field: 'day', message: NO_DATE }]),
      ...draftFaults(questions, answers),
    ],
    placeOf: placeOfAnswer,
    asks: ({ answers }) => photos.goFirst(photosOf(answers), () => save.submit()),
    onSaved: ({ data }) => {
      toast.success(`${title} saved`);
      onClose();
      onSaved?.(data.id);
    },
  });
  return (
    <FormDialog
      save={{ ...save, pending: save.pending || photos.pending }}
      wide
      title={`${title}: ${person}`}
      labelOf={labelOf(begun)}
      onClose={onClose}
    >
      {photos.refusal && (
        <Note tone="danger" live>
          The photo was not sent. {photos.refusal}
        </Note>
      )}
      {intro && <p>{intro}</p>}
      <DateBox label="Date" required width={180} {...save.box('day')} />
      <AnswerFields
        questions={questions}
        records={new Map(begun.fields.map(({ key, text }) => [key, text]))}
        words={ANSWER_WORDS}
        size="sm"
        boxOf={(key) => {
          const { value, error, onChange } = save.box(`answers.${key}`);
          return { value, error, onChange, field: `answers.${key}` };
        }}
      />
    </FormDialog>
  );
};

interface FillDialogProps extends Whom, Pick<FillFormProps, 'again' | 'day'> {
  readonly onSaved?: (id: number) => void;
  readonly onClose: () => void;
}

/** The office fills the newest version of a form about somebody. */
export const FillDialog = ({ again, day, onSaved, onClose, ...whom }: FillDialogProps) => {
  const query = useBegun(whom);
  const failure = failureOf(query, 'Couldn’t load the form');
  if (query.data)
    return <FillForm begun={query.data} again={again} day={day} onSaved={onSaved} onClose={onClose} />;
  return (
    <ReadDialog title="Fill a form" onClose={onClose}>
      {failure ? <ErrorState {...failure} /> : <p role="status">Loading the form…</p>}
    </ReadDialog>
  );
};
