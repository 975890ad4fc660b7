import { checkReason } from '@homecare/domain/agency-forms/answers.ts';
import { getFilled } from '@homecare/domain/agency-forms/contract.ts';
import { type FilledForm, MOST_REASON } from '@homecare/domain/agency-forms/schema.ts';
import { Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { readNow } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { MARK_MISTAKE } from './api.ts';

const WORDS = {
  mark: {
    title: 'Entered by mistake',
    text: 'The form stays on record, marked. It no longer counts: reports leave it out, and the form is due again.',
    button: 'Mark as mistake',
    done: 'Marked as entered by mistake',
  },
  restore: {
    title: 'Count it again',
    text: 'The form counts again in reports and for what is due. The mark stays in its history.',
    button: 'Count it again',
    done: 'It counts again',
  },
} as const;

/** That a filled form was entered by mistake, or that it counts after all, and why. */
export const MistakeDialog = ({
  form,
  onClose,
}: {
  readonly form: FilledForm;
  readonly onClose: () => void;
}) => {
  const { id, isMistake, corrected, person, definition } = form;
  const words = WORDS[isMistake ? 'restore' : 'mark'];
  const values = { reason: '' };
  const save = useSave({
    ...MARK_MISTAKE,
    values,
    rev: corrected.length,
    input: ({ reason }, rev) => ({ id, rev, isMistake: !isMistake, reason: reason.trim() }),
    check: ({ reason }) => checkReason(reason),
    readAgain: async () => ({ value: values, rev: (await readNow(getFilled, { id })).corrected.length }),
    onSaved: () => {
      toast.success(words.done);
      onClose();
    },
  });
  return (
    <FormDialog
      save={save}
      title={`${words.title}: ${definition.title}, ${person}`}
      label={words.button}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <Textarea label="Why" required rows={2} maxLength={MOST_REASON} {...save.text('reason')} />
    </FormDialog>
  );
};
