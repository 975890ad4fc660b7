import { todayIn } from '@homecare/domain/calendar.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
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
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { Note } from '../../ui/Note.tsx';
import { saveScan } from './api.ts';
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

/** Add/edit TS error: month, half and a checklist of error codes (docs/rules/timesheets.md, rules 2 and 3). */
export const ScanErrorDialog = ({ planId, scans, scan, start, onClose }: ScanErrorDialogProps) => {
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const today = todayIn(zone, serverNow());
  const [date, setDate] = useState(scan?.date ?? start?.date ?? today.toPlainYearMonth().toString());
  const [period, setPeriod] = useState<0 | 1>(
    scan ? (scan.period === 0 ? 0 : 1) : (start?.period ?? latestHalf(today)),
  );
  const [codes, setCodes] = useState<readonly string[]>(
    scan?.error.split(',') ?? start?.codes.map(String) ?? [],
  );
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const attempt = useAttempt();
  const [refusal, setRefusal] = useState<string>();
  const faults = checkScanError({ date, period, error: codes.join(',') }, today);
  const faultOf = (field: FieldError['field']) =>
    tried ? faults.find((fault) => fault.field === field)?.message : undefined;
  const already = scan ?? scans.find((one) => one.date === date && one.period === period);

  const save = async () => {
    setTried(true);
    if (busy || faults.length > 0) return;
    setBusy(true);
    setRefusal(undefined);
    const seen = already;
    const draft = { date, period, codes: readScanCodes(codes.join(',')) ?? [] };
    const sent = await attempt([draft, seen?.rev], (key) => saveScan(planId, draft, seen, key));
    setBusy(false);
    if (sent.ok) {
      toast.success(sent.info ?? (seen ? SCAN_EDITED : SCAN_ADDED));
      onClose();
      return;
    }
    setRefusal(sent.info);
  };
  const title = scan ? `Edit TS error of ${scan.date}, ${halfName(scan.period)}` : 'Add TS error';
  return (
    <Dialog
      opened
      title={title}
      onClose={onClose}
      onMain={() => void save()}
      actions={<SaveActions busy={busy} onCancel={onClose} onSave={() => void save()} />}
    >
      <div className={classes.form}>
        {refusal && (
          <Note tone="danger" live>
            {refusal}
          </Note>
        )}
        {!scan && (
          <div className={classes.half}>
            <MonthBox
              label="Month"
              required
              data-autofocus
              max={today.toPlainYearMonth().toString()}
              value={date}
              error={faultOf('date')}
              onChange={setDate}
            />
            <Radio.Group
              label="Period"
              value={String(period)}
              onChange={(value) => setPeriod(value === '0' ? 0 : 1)}
            >
              <div className={classes.choices}>
                {HALVES.map((half) => (
                  <Radio key={half} value={String(half)} label={halfName(half)} />
                ))}
              </div>
            </Radio.Group>
          </div>
        )}
        {!scan && already && (
          <Note tone="warn">
            {date}, {halfName(period)} has errors already. Saving replaces them by what is ticked here.
          </Note>
        )}
        <Checkbox.Group
          label="Errors"
          required
          value={[...codes]}
          error={faultOf('error')}
          onChange={setCodes}
        >
          <div className={classes.codes}>
            {CODES.map((code) => (
              <Checkbox key={code} value={code} label={SCAN_ERRORS[Number(code)]} />
            ))}
          </div>
        </Checkbox.Group>
      </div>
    </Dialog>
  );
};
