import { PERSON } from '@homecare/domain/people/dictionary.ts';
import { checkChangeDate, type Earlier } from '@homecare/domain/people/history.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';

interface ChangeDateDialogProps {
  /** What the save replaces. */
  readonly earlier: readonly Earlier[];
  readonly today: Temporal.PlainDate;
  readonly onSave: (changeDate: string) => void;
  readonly onCancel: () => void;
}

/** A new name or address asks from when on it holds (docs/rules/people.md, rule 28). */
export const ChangeDateDialog = ({ earlier, today, onSave, onCancel }: ChangeDateDialogProps) => {
  const [date, setDate] = useState(today.toString());
  const [tried, setTried] = useState(false);
  const [fault] = checkChangeDate(date, today);
  const save = () => {
    setTried(true);
    if (!fault) onSave(date);
  };
  return (
    <Dialog
      opened
      title="Start date of the new information"
      onClose={onCancel}
      onMain={save}
      actions={
        <>
          <Button size="sm" onClick={onCancel}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" onClick={save}>
            Save
          </Button>
        </>
      }
    >
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
        value={date}
        max={today.toString()}
        error={tried || isIsoDate(date) ? fault?.message : undefined}
        onChange={setDate}
      />
    </Dialog>
  );
};
