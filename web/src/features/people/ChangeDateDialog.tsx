import { PERSON } from '@homecare/domain/people/dictionary.ts';
import { checkChangeDate, type Earlier } from '@homecare/domain/people/history.ts';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useAnswer } from '../../platform/form/use-answer.ts';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';

interface ChangeDateDialogProps {
  /** The values that saving replaces. */
  readonly earlier: readonly Earlier[];
  readonly today: Temporal.PlainDate;
  readonly onSave: (changeDate: string) => void;
  readonly onCancel: () => void;
}

/** Asks from when on a new name or address applies (docs/rules/people.md, rule 28). */
export const ChangeDateDialog = ({ earlier, today, onSave, onCancel }: ChangeDateDialogProps) => {
  const answer = useAnswer({
    values: { changeDate: today.toString() },
    check: ({ changeDate }) => checkChangeDate(changeDate, today),
    onAnswer: ({ changeDate }) => onSave(changeDate),
  });
  const { changeDate } = answer.values;
  // A complete but impossible date shows its error at once.
  const [fault] = isIsoDate(changeDate) ? checkChangeDate(changeDate, today) : [];
  return (
    <FormDialog save={answer} title="Start date of the new information" onClose={onCancel}>
      <p>The history keeps what was true until the day before:</p>
      <ul>
        {earlier.map(({ field, value }) => (
          <li key={field}>
            {PERSON[field].label}: <strong>{value}</strong>
          </li>
        ))}
      </ul>
      <DateBox
        label="Start date"
        required
        data-autofocus
        max={today.toString()}
        {...answer.box('changeDate')}
        error={answer.errorOf('changeDate') ?? fault?.message}
      />
    </FormDialog>
  );
};
