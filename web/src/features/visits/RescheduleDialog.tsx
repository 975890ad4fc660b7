import { addDays, sayTime, showDate, spanMinutes, todayIn } from '@homecare/domain/calendar.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import { showMinutes } from '@homecare/domain/visits/findings.ts';
import { checkReschedule, endDayOf, lastRescheduleDay, movedTo } from '@homecare/domain/visits/office.ts';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { serverNow } from '../../platform/server-time.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox, isClock, isIsoDate, TimeBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { AuthorizationNotes } from '../authorizations/AuthorizationNotes.tsx';
import { MOVE_VISIT } from './office-api.ts';
import classes from './VisitDialogs.module.css';
import type { VisitDialogProps } from './visit-dialog.ts';
import { dayText } from './visit-words.ts';

interface Form {
  readonly startDate: string;
  readonly startTime: string;
  /** Why the client needs the visit at that time, if it exceeds a limit. */
  readonly justification: string;
}

interface RescheduleDialogProps extends VisitDialogProps {
  /** Called after saving, for example to find the visit at its new time. */
  readonly onMoved?: () => void;
  /** Initial time on the same day; without it the form starts with the next day. */
  readonly start?: string | undefined;
}

/** Moves a planned visit to another day or time of the same length, from today to 14 days ahead. */
export const RescheduleDialog = ({ visit, zone, onClose, onMoved, start }: RescheduleDialogProps) => {
  const today = todayIn(zone, serverNow()).toString();
  const [exceeded, setExceeded] = useState<readonly string[]>();
  const movedBy = ({ startDate, startTime }: Form) =>
    isIsoDate(startDate) && isClock(startTime) ? movedTo(visit, startDate, startTime) : visit;
  const save = useSave({
    ...MOVE_VISIT,
    values: start
      ? { startDate: visit.Date, startTime: start, justification: '' }
      : { startDate: addDays(visit.Date, 1), startTime: visit.PlanStartTime, justification: '' },
    input: ({ justification, ...form }: Form) => {
      const { CareID: careId, id, Date: fromDate, rev } = visit;
      const moved = movedBy({ ...form, justification });
      return {
        ...{ careId, id, fromDate, ...form, endDate: endDayOf(moved), endTime: moved.PlanEndTime, rev },
        ...(exceeded && { justification }),
      };
    },
    check: ({ startDate, startTime }: Form) =>
      checkReschedule(visit, { date: startDate, start: startTime }, serverNow(), zone),
    onSaved: ({ info }) => {
      toast.success(`Success: ${info ?? 'Visit was rescheduled'}`);
      onMoved?.();
      onClose();
    },
    onRefused: ({ reason, info, errors }) => {
      if (reason === 'justificationMissing') setExceeded(errors.map(({ message }) => message));
      else toast.error(`Error: ${info}`);
    },
  });
  const moved = movedBy(save.values);

  return (
    <FormDialog
      save={save}
      title={`Reschedule Visit: ${visit.ProviderName}`}
      label="Reschedule"
      onClose={onClose}
      plain
    >
      <p>
        {visit.ClientName}, planned {dayText(visit.Date)}, {planText(visit)}.
      </p>
      <AuthorizationNotes clientId={visit.ClientID} />
      <div className={classes.pair}>
        <DateBox
          label="Start date"
          required
          data-autofocus
          min={today}
          max={lastRescheduleDay(today)}
          {...save.box('startDate')}
        />
        <TimeBox label="Start time" required {...save.box('startTime')} />
      </div>
      <p>
        {moved !== visit
          ? `Ends ${showDate(endDayOf(moved))} at ${sayTime(moved.PlanEndTime)}, ${showMinutes(
              spanMinutes(visit.PlanStartTime, visit.PlanEndTime),
            )} as planned.`
          : 'The end follows from the start.'}
      </p>
      {exceeded && (
        <>
          <Note tone="warn">{exceeded.join('. ')}</Note>
          <Textarea
            label="Justification"
            description="Kept with your name and today’s date."
            required
            rows={3}
            {...save.text('justification')}
          />
        </>
      )}
    </FormDialog>
  );
};
