import { checkReason } from '@homecare/domain/agency-forms/answers.ts';
import { getFilled } from '@homecare/domain/agency-forms/contract.ts';
import { type FilledForm, MOST_REASON } from '@homecare/domain/agency-forms/schema.ts';
import { Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { readNow } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { Note } from '../../ui/Note.tsx';
import { AnswerFields } from './AnswerFields.tsx';
import {
  type AnswerDrafts,
  answersOf,
  draftFaults,
  draftsOf,
  photosOf,
  placeOfAnswer,
} from './answer-draft.ts';
import { ANSWER_WORDS } from './answer-words.ts';
import { CORRECT_FORM, photoAddress } from './api.ts';
import { recordsOf } from './filled-words.ts';
import { usePhotos } from './use-photos.ts';

interface Draft {
  readonly reason: string;
  readonly answers: AnswerDrafts;
}

/** What was filled, with other answers and why; what was answered before stays in the record log. */
export const CorrectDialog = ({
  form,
  onClose,
}: {
  readonly form: FilledForm;
  readonly onClose: () => void;
}) => {
  const { id, corrected, answers, person, definition } = form;
  const { title, questions } = definition;
  const photos = usePhotos();
  const values: Draft = { reason: '', answers: draftsOf(questions, answers) };
  const save = useSave({
    ...CORRECT_FORM,
    draft: `filled form ${id}`,
    values,
    rev: corrected.length,
    input: (draft, rev) => ({ id, rev, answers: answersOf(draft.answers), reason: draft.reason.trim() }),
    check: (draft) => [...checkReason(draft.reason), ...draftFaults(questions, draft.answers)],
    placeOf: placeOfAnswer,
    readAgain: async () => {
      const now = await readNow(getFilled, { id });
      return { value: { reason: '', answers: draftsOf(questions, now.answers) }, rev: now.corrected.length };
    },
    asks: (draft) => photos.goFirst(photosOf(draft.answers), () => save.submit()),
    onSaved: () => {
      toast.success('Correction saved');
      onClose();
    },
  });
  return (
    <FormDialog
      save={{ ...save, pending: save.pending || photos.pending }}
      wide
      title={`Correct ${title}: ${person}`}
      labelOf={(name) => (name === 'reason' ? 'Why it is corrected' : undefined)}
      onClose={onClose}
    >
      {photos.refusal && (
        <Note tone="danger" live>
          The photo was not sent. {photos.refusal}
        </Note>
      )}
      <Textarea
        label="Why it is corrected"
        required
        rows={2}
        maxLength={MOST_REASON}
        {...save.text('reason')}
      />
      <AnswerFields
        questions={questions}
        records={recordsOf(form)}
        words={ANSWER_WORDS}
        size="sm"
        addressOf={(photo) => photoAddress(id, photo)}
        boxOf={(key) => {
          const { value, error, onChange } = save.box(`answers.${key}`);
          return { value, error, onChange, field: `answers.${key}` };
        }}
      />
    </FormDialog>
  );
};
