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
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { Note } from '../../ui/Note.tsx';
import { SAVE_SCAN } from './api.ts';
import classes from './ScanErrorDialog.module.css';

interface ScanErrorDialogProps {
  readonly planId: number;
  /** What the plan has already. */
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

/** Add/edit TS error: month, half and a checklist of error codes (docs/rules/timesheets.md, rules 2 and 3). */
export const ScanErrorDialog = ({ planId, scans, scan, start, onClose }: ScanErrorDialogProps) => {
  const today = useToday();
  /** What the plan has of this half already. */
  const seenOf = (values: ScanForm) => {
    const half = wantedOf(values);
    return scan ?? scans.find((one) => one.date === half.date && one.period === half.period);
  };
  const save = useSave({
    ...SAVE_SCAN,
    values: {
      date: scan?.date ?? start?.date ?? today.toPlainYearMonth().toString(),
      period: String(scan ? (scan.period === 0 ? 0 : 1) : (start?.period ?? latestHalf(today))),
      error: scan?.error.split(',') ?? start?.codes.map(String) ?? [],
    },
    input: (values) => {
      const { date, period, error } = wantedOf(values);
      const codes = readScanCodes(error) ?? [];
      return { id: planId, date, period, error: codes.join(','), rev: seenOf(values)?.rev ?? null };
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
