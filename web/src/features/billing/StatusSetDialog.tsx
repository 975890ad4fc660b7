import { NOTHING_TO_CLAIM } from '@homecare/domain/billing/counting.ts';
import {
  BULK_STATUSES,
  RECORDS_UPDATED,
  readStatusSet,
  WRONG_STATUS,
} from '@homecare/domain/billing/moves.ts';
import { SELECT_MONTH } from '@homecare/domain/billing/rules.ts';
import { counted, countedBeside } from '@homecare/domain/counted.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { newAttemptKey } from '../../platform/send.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { Note } from '../../ui/Note.tsx';
import { setStatusOfMonth, undoStatusOfMonth } from './api.ts';
import classes from './BillingPage.module.css';

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

/** Status Set: all records of a calculation month from one status to another, and back (docs/rules/billing.md, rule 30). */
export const StatusSetDialog = ({
  month: opened,
  onClose,
}: {
  readonly month: string;
  readonly onClose: () => void;
}) => {
  const [month, setMonth] = useState(opened);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Made>();
  const [undone, setUndone] = useState<string>();
  const isRight = readStatusSet(from, to) !== undefined;

  const set = async () => {
    setTried(true);
    if (month === '') return toast.error(SELECT_MONTH);
    if (!isRight) return toast.error(WRONG_STATUS);
    if (busy) return;
    setBusy(true);
    const sent = await setStatusOfMonth(month, from, to, newAttemptKey());
    setBusy(false);
    if (!sent.ok) return toast.error(sent.info);
    toast.success(sent.info ?? RECORDS_UPDATED);
    setUndone(undefined);
    const { changed, nothing } = sent.data;
    setMade({ month, from, to, changed, nothing, undo: sent.data.undo });
  };
  const undo = async () => {
    if (!made || busy) return;
    setBusy(true);
    const sent = await undoStatusOfMonth(
      { undo: made.undo, fromStatus: made.from, toStatus: made.to },
      newAttemptKey(),
    );
    setBusy(false);
    if (!sent.ok) return toast.error(sent.info);
    toast.success(sent.info ?? RECORDS_UPDATED);
    const { kept } = sent.data;
    setUndone(
      `${records(sent.data)} back to ${made.from}.${kept > 0 ? ` ${counted(kept, 'record')} changed since stay as they are.` : ''}`,
    );
    setMade(undefined);
  };
  return (
    <Dialog
      opened
      title="Status Set"
      onClose={onClose}
      onMain={() => void set()}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
          <Button size="sm" variant="filled" loading={busy} onClick={() => void set()}>
            Set status
          </Button>
        </>
      }
    >
      <p>Every billing record of the calculation month with the first status gets the second one.</p>
      <div className={classes.form}>
        <MonthBox
          label="Month"
          required
          value={month}
          error={tried && month === '' ? SELECT_MONTH : undefined}
          onChange={setMonth}
        />
        <NativeSelect
          label="From status"
          required
          data-autofocus
          value={from}
          data={CHOICES}
          error={tried && from === '' ? WRONG_STATUS : undefined}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <NativeSelect
          label="To status"
          required
          value={to}
          data={CHOICES}
          error={tried && !isRight && (to === '' || from !== '') ? WRONG_STATUS : undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      {made && (
        <Note
          tone="ok"
          live
          actions={
            made.undo.length > 0 && (
              <Button variant="subtle" onClick={() => void undo()}>
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
    </Dialog>
  );
};
