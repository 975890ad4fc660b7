import { NOTHING_TO_CLAIM } from '@homecare/domain/billing/counting.ts';
import {
  BULK_STATUSES,
  RECORDS_UPDATED,
  readStatusSet,
  WRONG_STATUS,
} from '@homecare/domain/billing/moves.ts';
import { SELECT_MONTH } from '@homecare/domain/billing/rules.ts';
import { counted, countedBeside } from '@homecare/domain/counted.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useAction } from '../../platform/form/use-action.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { Note } from '../../ui/Note.tsx';
import { SET_STATUS, UNDO_STATUS } from './api.ts';

interface Made {
  readonly month: string;
  readonly from: string;
  readonly to: string;
  readonly changed: number;
  readonly nothing: number;
  readonly undo: { readonly id: number; readonly rev: number }[];
}

const CHOICES = [
  { value: '', label: 'Choose' },
  ...BULK_STATUSES.map((status) => ({ value: status, label: status })),
];
const records = ({ changed, nothing }: { readonly changed: number; readonly nothing: number }) =>
  countedBeside(changed, nothing, NOTHING_TO_CLAIM.toLowerCase(), ['record', 'records']);

const faultsOf = ({ month, from, to }: { month: string; from: string; to: string }): FieldError[] =>
  [
    month === '' && { field: 'month', message: SELECT_MONTH },
    from === '' && { field: 'from', message: WRONG_STATUS },
    readStatusSet(from, to) === undefined &&
      (to === '' || from !== '') && { field: 'to', message: WRONG_STATUS },
  ].filter((fault) => fault !== false);

interface StatusSetDialogProps {
  readonly month: string;
  readonly onClose: () => void;
}

/** Status Set: moves all records of a calculation month from one status to another, with Undo (docs/rules/billing.md, rule 30). */
export const StatusSetDialog = ({ month: opened, onClose }: StatusSetDialogProps) => {
  const [made, setMade] = useState<Made>();
  const [undone, setUndone] = useState<string>();
  const save = useSave({
    ...SET_STATUS,
    values: { month: opened, from: '', to: '' },
    live: true,
    input: ({ month: date, from: fromStatus, to: toStatus }) => ({ date, fromStatus, toStatus }),
    check: faultsOf,
    savedAs: (_, value) => ({ value, rev: 0 }),
    onRefused: ({ info }) => {
      toast.error(info);
      return true;
    },
    onSaved: ({ data, info }, values) => {
      toast.success(info ?? RECORDS_UPDATED);
      setUndone(undefined);
      setMade({ ...values, ...data });
    },
  });
  const submit = () => {
    const [fault] = faultsOf(save.form.getValues());
    if (fault) toast.error(fault.message);
    save.submit();
  };
  const undo = useAction({
    ...UNDO_STATUS,
    onDone: ({ data, info }, { fromStatus }) => {
      toast.success(info ?? RECORDS_UPDATED);
      const { kept } = data;
      setUndone(
        `${records(data)} back to ${fromStatus}.${kept > 0 ? ` ${counted(kept, 'record')} changed since stay as they are.` : ''}`,
      );
      setMade(undefined);
    },
  });
  return (
    <FormDialog
      save={{ ...save, submit, pending: save.pending || undo.pending }}
      title="Status Set"
      label="Set status"
      cancelLabel="Close"
      onClose={onClose}
      intro={<p>Changes the status of every billing record in this month.</p>}
    >
      <MonthBox label="Month" required {...save.box('month')} />
      <NativeSelect label="From status" required data-autofocus data={CHOICES} {...save.text('from')} />
      <NativeSelect label="To status" required data={CHOICES} {...save.text('to')} />
      {made && (
        <Note
          tone="ok"
          live
          actions={
            made.undo.length > 0 && (
              <Button
                variant="subtle"
                onClick={() => void undo.run({ undo: made.undo, fromStatus: made.from, toStatus: made.to })}
              >
                Undo
              </Button>
            )
          }
        >
          {records(made)} of {made.month}: {made.from} to {made.to}.
        </Note>
      )}
      {undone && (
        <Note tone="info" live>
          {undone}
        </Note>
      )}
    </FormDialog>
  );
};
