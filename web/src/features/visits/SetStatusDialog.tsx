import { planText } from '@homecare/domain/visits/day-list.ts';
import { showMinutes } from '@homecare/domain/visits/findings.ts';
import { type Correction, endDayOf, NOTES_MAX } from '@homecare/domain/visits/office.ts';
import { elapsedMinutes, nextMove, plannedInstants, plannedMinutes } from '@homecare/domain/visits/rules.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import {
  choicesOf,
  endsOf,
  faultOfTime,
  lengthOf,
  presetOf,
  type VisitEnd,
} from '@homecare/domain/visits/status-times.ts';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { useNow } from '../../platform/use-now.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { useSaveVisit, visitInput } from './office-api.ts';
import { nothingPicked, type Picked, pickedStamp } from './picked-time.ts';
import { FIRST_REASON, faultOf, ReasonFields, reasonFields } from './ReasonFields.tsx';
import { TimeChoices } from './TimeChoices.tsx';
import classes from './VisitDialogs.module.css';
import type { VisitDialogProps } from './visit-dialog.ts';
import { dayText } from './visit-words.ts';

const FIELDS = { start: 'startedAt', end: 'endedAt' } as const;

/** The times of a move as they are picked: the present one is chosen beforehand only while it is near the plan. */
const useTimes = (visit: Visit, zone: string) => {
  const now = useNow(5);
  const move = nextMove(visit, 'user');
  const ends = move ? endsOf(move, visit, now, zone) : [];
  const [picked, setPicked] = useState<Readonly<Record<VisitEnd, Picked>>>(() => {
    const isNear = ends.length === 1 && ends.some((end) => presetOf(end, visit, now, zone) !== undefined);
    const first = (date: string): Picked => ({ ...nothingPicked(date), key: isNear ? 'now' : '' });
    return { start: first(visit.Date), end: first(endDayOf(visit)) };
  });
  const stampOf = (end: VisitEnd) =>
    ends.includes(end)
      ? pickedStamp(picked[end], choicesOf(end, visit, visit.Attempts, {}, now, zone), zone)
      : undefined;
  const wanted: Correction = { startedAt: stampOf('start'), endedAt: stampOf('end') };
  const choices = (end: VisitEnd) =>
    choicesOf(end, visit, visit.Attempts, end === 'end' ? { startedAt: wanted.startedAt } : {}, now, zone);
  const errorOf = (end: VisitEnd) =>
    wanted[FIELDS[end]] === undefined
      ? `Choose the actual ${end}.`
      : faultOfTime(end, visit, wanted, now, zone);
  const resultOf = (end: VisitEnd) => (at: string) => {
    const planned = plannedInstants(visit, zone).start;
    if (end === 'start') {
      const minutes = elapsedMinutes(planned, Temporal.Instant.from(at));
      return minutes === 0
        ? undefined
        : `${showMinutes(Math.abs(minutes))} ${minutes < 0 ? 'before' : 'after'} the planned start`;
    }
    const minutes = lengthOf(visit, { ...wanted, endedAt: at });
    return minutes === undefined
      ? undefined
      : `${showMinutes(minutes)}, planned ${showMinutes(plannedMinutes(visit, zone))}`;
  };
  /** Near the plan the present time is the server's own. */
  const sent = (): Correction =>
    Object.fromEntries(
      ends
        .filter(
          (end) =>
            ends.length === 2 || picked[end].key !== 'now' || presetOf(end, visit, now, zone) === undefined,
        )
        .map((end) => [FIELDS[end], wanted[FIELDS[end]]]),
    );
  return { ends, picked, setPicked, choices, errorOf, resultOf, sent };
};

/** Set Active and Set Complete: whose actual time it writes is seen, with its day, before it is saved. */
export const SetStatusDialog = ({ visit, zone, onClose }: VisitDialogProps) => {
  const to = visit.Status === 'Planned' ? 'Active' : 'Complete';
  const times = useTimes(visit, zone);
  const isMissed = times.ends.length === 2;
  const [reason, setReason] = useState(FIRST_REASON);
  const [notes, setNotes] = useState(visit.Notes ?? '');
  const [tried, setTried] = useState(false);
  const { run, pending, refusal } = useSaveVisit(({ Status }) => {
    toast.success(`Success: Record set to ${Status}`);
    onClose();
  });

  const save = () => {
    setTried(true);
    if (faultOf(reason, 'changeReason') || times.ends.some((end) => times.errorOf(end))) return;
    const changed = notes.trim() !== (visit.Notes ?? '');
    const data = {
      Status: to,
      ...times.sent(),
      ...reasonFields(reason),
      ...(changed && { Notes: notes.trim() || null }),
    } as const;
    void run(visitInput(visit, data));
  };

  return (
    <Dialog
      opened
      title={`Set ${to}: ${visit.ProviderName}`}
      onClose={onClose}
      onMain={save}
      actions={
        <SaveActions
          label={isMissed ? 'Save both times' : `Set ${to}`}
          busy={pending}
          onCancel={onClose}
          onSave={save}
        />
      }
    >
      <div className={classes.fields}>
        {refusal && (
          <Note tone="danger" live>
            {refusal.info}
          </Note>
        )}
        <p>
          {visit.ClientName}, {dayText(visit.Date)}, {planText(visit)}.
          {isMissed && ' Nobody checked in, and the visit is over: both times make it Complete.'}
        </p>
        {times.ends.map((end, index) => (
          <TimeChoices
            key={end}
            end={end}
            choices={times.choices(end)}
            value={times.picked[end]}
            zone={zone}
            error={tried ? times.errorOf(end) : undefined}
            resultOf={times.resultOf(end)}
            autoFocus={index === 0}
            onChange={(value) => times.setPicked((old) => ({ ...old, [end]: value }))}
          />
        ))}
        <ReasonFields value={reason} tried={tried} onChange={setReason} />
        <Textarea
          label="Notes"
          rows={3}
          maxLength={NOTES_MAX}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  );
};
