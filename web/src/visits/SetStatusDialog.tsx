import { showClock } from '@homecare/domain/calendar.ts';
import { planText } from '@homecare/domain/visits/day-list.ts';
import { NOTES_MAX } from '@homecare/domain/visits/office.ts';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../shell/toasts.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Note } from '../ui/Note.tsx';
import { saveVisit } from './office-api.ts';
import { FIRST_REASON, faultOf, ReasonFields, reasonFields } from './ReasonFields.tsx';
import { useNow } from './use-now.ts';
import { useSending } from './use-sending.ts';
import classes from './VisitDialogs.module.css';
import type { VisitDialogProps } from './visit-actions.tsx';
import { dayText } from './visit-words.ts';

/** Set Active and Set Complete: the visit's date with the present time becomes its actual start or end. */
export const SetStatusDialog = ({ visit, zone, onClose }: VisitDialogProps) => {
  const isStart = visit.Status === 'Planned';
  const to = isStart ? 'Active' : 'Complete';
  const now = useNow(5).toZonedDateTimeISO(zone).toPlainTime().toString();
  const [reason, setReason] = useState(FIRST_REASON);
  const [notes, setNotes] = useState(visit.Notes ?? '');
  const [tried, setTried] = useState(false);
  const { sending, refusal, run } = useSending();

  const save = () => {
    setTried(true);
    if (faultOf(reason, 'changeReason')) return;
    const changed = notes.trim() !== (visit.Notes ?? '');
    void run(
      (key) =>
        saveVisit(
          visit,
          { Status: to, ...reasonFields(reason), ...(changed && { Notes: notes.trim() || null }) },
          key,
        ),
      () => {
        toast.success(`Success: Record set to ${to}`);
        onClose();
      },
    );
  };

  return (
    <Dialog
      opened
      title={`Set ${to}: ${visit.ProviderName}`}
      onClose={onClose}
      onMain={save}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" loading={sending} onClick={save}>
            Set {to}
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        {refusal && (
          <Note tone="danger" live>
            {refusal.info}
          </Note>
        )}
        <p>
          {visit.ClientName}, {dayText(visit.Date)}, {planText(visit)}. The actual {isStart ? 'start' : 'end'}{' '}
          becomes {showClock(now)}; Edit corrects it.
        </p>
        <ReasonFields value={reason} tried={tried} autoFocus onChange={setReason} />
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
