import { checkTimes, correct, isChanged, NOT_BILLING, NOTES_MAX } from '@homecare/domain/visits/office.ts';
import { Checkbox, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog, Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { DateBox, TimeBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { useSaveVisit, visitInput } from './office-api.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { type Reason, reasonFields } from './ReasonFields.tsx';
import { TaskTable } from './TaskTable.tsx';
import { TASK_WORDS } from './task-words.ts';
import classes from './VisitDialogs.module.css';
import { VisitFacts } from './VisitFacts.tsx';
import type { VisitDialogProps } from './visit-dialog.ts';
import { correctionOf, formOf, isUnfinished, type VisitForm } from './visit-edit.ts';

const EDITED = 'Success: Record edited';

interface TimesProps {
  readonly form: VisitForm;
  readonly faultOf: (field: string) => string | undefined;
  readonly onChange: (part: Partial<VisitForm>) => void;
}

const Times = ({ form, faultOf, onChange }: TimesProps) => (
  <div className={classes.pairs}>
    <div className={classes.pair}>
      <TimeBox
        label="Actual start"
        data-autofocus
        value={form.startTime}
        error={faultOf('startedAt')}
        onChange={(startTime) => onChange({ startTime })}
      />
      <DateBox label="Start date" value={form.startDate} onChange={(startDate) => onChange({ startDate })} />
    </div>
    <div className={classes.pair}>
      <TimeBox
        label="Actual end"
        value={form.endTime}
        error={faultOf('endedAt')}
        onChange={(endTime) => onChange({ endTime })}
      />
      <DateBox label="End date" value={form.endDate} onChange={(endDate) => onChange({ endDate })} />
    </div>
  </div>
);

type Asking = 'reason' | 'notBilling' | undefined;

/** Corrects a visit: actual times, notes, billing; a change asks for its reason (docs/rules/visits.md, rule 19). */
export const EditVisitDialog = ({ visit, zone, onClose }: VisitDialogProps) => {
  const [before] = useState(() => formOf(visit, zone));
  const [form, setForm] = useState(before);
  // What was sent goes out again with its correction, and what was refused needs nothing but that.
  const [again, setAgain] = useState(
    visit.aggregatorStatus === 'Success' || visit.aggregatorStatus === 'Failed',
  );
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const { run, pending, refusal } = useSaveVisit(() => {
    toast.success(EDITED);
    onClose();
  });
  const sends = useCapabilities()?.sandataEnabled ?? false;

  const change = (part: Partial<VisitForm>) => setForm((old) => ({ ...old, ...part }));
  const wanted = correctionOf(form, before, zone);
  const after = correct(visit, wanted);
  const changed = isChanged(after);
  const faults = checkTimes(visit, after, serverNow(), zone);
  const faultOf = (field: string) =>
    tried ? faults.find((fault) => fault.field === field)?.message : undefined;
  const isUnderWay = visit.aggregatorStatus === 'Pending';
  const mayResend = sends && after.Status === 'Complete' && !isUnderWay;
  const resend = mayResend && again && (changed || visit.aggregatorStatus !== 'Success');

  const send = (reason: Reason | undefined) => {
    const { billVisit, ...times } = wanted;
    const flag = billVisit === undefined ? {} : { IOBSE: `11${Number(billVisit)}00` };
    const data = {
      ...times,
      ...flag,
      ...(reason && reasonFields(reason)),
      ...(resend && { aggregatorStatus: 'Pending' as const }),
    };
    void run(visitInput(visit, data)).finally(() => setAsking(undefined));
  };
  const save = () => {
    setTried(true);
    if (isUnfinished(form) || faults.length > 0) return;
    if (changed) setAsking('reason');
    else if (resend) send(undefined);
    else onClose();
  };

  return (
    <Dialog
      opened
      wide
      forced={asking !== undefined}
      title={`Edit visit of ${visit.ProviderName}`}
      onClose={onClose}
      onMain={save}
      actions={<SaveActions busy={pending} onCancel={onClose} onSave={save} />}
    >
      <div className={classes.fields}>
        {refusal && (
          <Note tone="danger" live>
            {refusal.info}
          </Note>
        )}
        <VisitFacts visit={visit} zone={zone} />
        <Times form={form} faultOf={faultOf} onChange={change} />
        <Textarea
          label="Notes"
          rows={2}
          maxLength={NOTES_MAX}
          value={form.notes}
          onChange={(event) => change({ notes: event.currentTarget.value })}
        />
        <Switch
          label="Bill visit"
          checked={form.billVisit}
          onChange={() => (form.billVisit ? setAsking('notBilling') : change({ billVisit: true }))}
        />
        {mayResend && (
          <Checkbox
            label={visit.aggregatorStatus === null ? 'Send to Sandata' : 'Send to Sandata again'}
            checked={again}
            onChange={(event) => setAgain(event.currentTarget.checked)}
          />
        )}
        {isUnderWay && <p className="ink2">Sending to Sandata. Your changes will be included.</p>}
        <TaskTable visit={visit} words={TASK_WORDS} look={{ table: classes.tasks, group: classes.group }} />
      </div>
      {asking === 'reason' && (
        <ReasonDialog sending={pending} onSave={send} onCancel={() => setAsking(undefined)} />
      )}
      <ConfirmDialog
        opened={asking === 'notBilling'}
        title="Bill visit"
        confirmLabel="Yes"
        cancelLabel="No"
        focusCancel
        onConfirm={() => {
          change({ billVisit: false });
          setAsking(undefined);
        }}
        onCancel={() => setAsking(undefined)}
      >
        {NOT_BILLING}
      </ConfirmDialog>
    </Dialog>
  );
};
