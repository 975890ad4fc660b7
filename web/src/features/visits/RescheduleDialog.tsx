import { showClock, showDate, spanMinutes } from '@homecare/domain/calendar.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import { showMinutes } from '@homecare/domain/visits/findings.ts';
import { checkReschedule, endDayOf, lastRescheduleDay, movedTo } from '@homecare/domain/visits/office.ts';
import { useState } from 'react';
import { serverNow } from '../../platform/server-time.ts';
import { toast } from '../../platform/toasts.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { DateBox, isClock, isIsoDate, TimeBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { moveVisitTo } from './office-api.ts';
import { useSending } from './use-sending.ts';
import classes from './VisitDialogs.module.css';
import type { VisitDialogProps } from './visit-dialog.ts';
import { dayAfter, dayText } from './visit-words.ts';

/** Another day or time for a planned visit: today to 14 days ahead, at the same length. */
export const RescheduleDialog = ({ visit, zone, onClose }: VisitDialogProps) => {
  const [date, setDate] = useState(dayAfter(visit.Date, 1));
  const [start, setStart] = useState(visit.PlanStartTime);
  const [tried, setTried] = useState(false);
  const { sending, refusal, run } = useSending();
  const today = serverNow().toZonedDateTimeISO(zone).toPlainDate().toString();
  const [fault] = checkReschedule(visit, { date, start }, serverNow(), zone);
  const moved = isIsoDate(date) && isClock(start) ? movedTo(visit, date, start) : undefined;
  const faultOf = (field: string) => (tried && fault?.field === field ? fault.message : undefined);

  const save = () => {
    setTried(true);
    if (fault || !moved) return;
    const to = { startDate: date, startTime: start, endDate: endDayOf(moved), endTime: moved.PlanEndTime };
    void run(
      async (key) => {
        const sent = await moveVisitTo(visit, to, key);
        if (!sent.ok) toast.error(`Error: ${sent.info}`);
        return sent;
      },
      (sent) => {
        toast.success(`Success: ${sent.info ?? 'Visit was rescheduled'}`);
        onClose();
      },
    );
  };

  return (
    <Dialog
      opened
      title={`Reschedule Visit: ${visit.ProviderName}`}
      onClose={onClose}
      onMain={save}
      actions={<SaveActions label="Reschedule" busy={sending} onCancel={onClose} onSave={save} />}
    >
      <div className={classes.fields}>
        {refusal && <Note tone="danger">{refusal.info}</Note>}
        <p>
          {visit.ClientName}, planned {dayText(visit.Date)}, {planText(visit)}.
        </p>
        <div className={classes.pair}>
          <DateBox
            label="Start date"
            required
            data-autofocus
            value={date}
            min={today}
            max={lastRescheduleDay(today)}
            error={faultOf('startDate')}
            onChange={setDate}
          />
          <TimeBox
            label="Start time"
            required
            value={start}
            error={faultOf('startTime')}
            onChange={setStart}
          />
        </div>
        <p>
          {moved
            ? `Ends ${showDate(endDayOf(moved))} at ${showClock(moved.PlanEndTime)}, ${showMinutes(
                spanMinutes(visit.PlanStartTime, visit.PlanEndTime),
              )} as planned.`
            : 'The end follows from the start.'}
        </p>
      </div>
    </Dialog>
  );
};
