import {
  checkScanError,
  halfName,
  readScanCodes,
  SCAN_ADDED,
  SCAN_EDITED,
  SCAN_ERRORS,
} from '@homecare/domain/timesheets/rules.ts';
import type { PlanScanError } from '@homecare/domain/timesheets/schema.ts';
import { Checkbox, Radio } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { Note } from '../../ui/Note.tsx';
import { readScanAgain, SAVE_SCAN } from './api.ts';
import classes from './ScanErrorDialog.module.css';

interface ScanErrorDialogProps {
  readonly planId: number;
  /** What the plan has when the dialog opens. */
  readonly scans: readonly PlanScanError[];
  /** The row to edit; undefined adds one. */
  readonly scan: PlanScanError | undefined;
  /** What a new one begins with. */
  readonly start?: { readonly date: string; readonly period: 0 | 1; readonly codes: readonly number[] };
  readonly onClose: () => void;
}

const HALVES = [0, 1] as const;
const CODES = Object.keys(SCAN_ERRORS);

/** A half that has begun most lately: what comes back as a scan is of the past. */
const latestHalf = (today: Temporal.PlainDate): 0 | 1 => (today.day < 16 ? 0 : 1);

interface ScanForm {
  readonly date: string;
  readonly period: string;
  readonly error: string[];
}
const wantedOf = ({ date, period, error }: ScanForm) => ({
  date,
  period: period === '0' ? (0 as const) : (1 as const),
  error: error.join(','),
});

const formOf = ({ date, period, error }: PlanScanError): ScanForm => ({
  date,
  period: period === 0 ? '0' : '1',
  error: error.split(','),
});

/** Add/edit TS error: month, half and a checklist of error codes (docs/rules/timesheets.md, rules 2 and 3). */
export const ScanErrorDialog = ({ planId, onClose, ...props }: ScanErrorDialogProps) => {
  const today = useToday();
  // The list below reads again while the dialog is open: what it brings was not seen here, and is not replaced unasked.
  const [{ scan, scans, start }] = useState(props);
  /** What the plan has of this half already. */
  const seenOf = (values: ScanForm) => {
    const half = wantedOf(values);
    return scans.find((one) => one.date === half.date && one.period === half.period);
  };
  const save = useSave({
    ...SAVE_SCAN,
    values: scan
      ? formOf(scan)
      : {
          date: start?.date ?? today.toPlainYearMonth().toString(),
          period: String(start?.period ?? latestHalf(today)),
          error: start?.codes.map(String) ?? [],
        },
    rev: scan?.rev,
    readAgain: async () => {
      const fresh = scan && (await readScanAgain(planId, scan));
      return fresh && { value: formOf(fresh), rev: fresh.rev };
    },
    input: (values, over) => {
      const { date, period, error } = wantedOf(values);
      const codes = readScanCodes(error) ?? [];
      const rev = scan ? over : (seenOf(values)?.rev ?? null);
      return { id: planId, date, period, error: codes.join(','), rev };
    },
    check: (values) => checkScanError(wantedOf(values), today),
    onSaved: ({ info }, values) => {
      toast.success(info ?? (seenOf(values) ? SCAN_EDITED : SCAN_ADDED));
      onClose();
    },
  });
  const { date } = save.values;
  const { period } = wantedOf(save.values);
  const title = scan ? `Edit TS error of ${scan.date}, ${halfName(scan.period)}` : 'Add TS error';
  return (
    <FormDialog save={save} title={title} onClose={onClose} plain>
      {!scan && (
        <div className={classes.half}>
          <MonthBox
            label="Month"
            required
            data-autofocus
            max={today.toPlainYearMonth().toString()}
            {...save.box('date')}
          />
          <Radio.Group label="Period" {...save.box('period')}>
            <div className={classes.choices}>
              {HALVES.map((half) => (
                <Radio key={half} value={String(half)} label={halfName(half)} />
              ))}
            </div>
          </Radio.Group>
        </div>
      )}
      {!scan && seenOf(save.values) && (
        <Note tone="warn">
          {date}, {halfName(period)} already has errors. Saving replaces them with the ones checked here.
        </Note>
      )}
      <Checkbox.Group label="Errors" required {...save.box('error')}>
        <div className={classes.codes}>
          {CODES.map((code) => (
            <Checkbox key={code} value={code} label={SCAN_ERRORS[Number(code)]} />
          ))}
        </div>
      </Checkbox.Group>
    </FormDialog>
  );
};
