import { showDate } from '@homecare/domain/calendar.ts';
import { useState } from 'react';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { dateFault } from './ArchivePlanDialog.tsx';
import classes from './CarePlanList.module.css';
import { MoveRefused } from './MoveRefused.tsx';
import type { PlanDialogProps } from './plan-dialog.ts';
import { planName, planPeople } from './plan-words.ts';
import { usePlanMove } from './use-plan-move.ts';

/** Another end for a plan whose end lies ahead: visits go or come with it, so it can be taken back. */
export const ChangeEndDialog = ({ plan, onClose }: PlanDialogProps) => {
  const [endDate, setEndDate] = useState(plan.EndDate ?? '');
  const [tried, setTried] = useState(false);
  const { run, pending, refusal } = usePlanMove(onClose).change;
  const fault = dateFault(plan, endDate) ?? (endDate === plan.EndDate ? 'Choose another day.' : undefined);
  const refused = refusal?.errors.find(({ field }) => field === 'EndDate')?.message;
  const change = () => {
    setTried(true);
    if (!fault) void run({ id: plan.id, data: { Status: 'Archive', EndDate: endDate, rev: plan.rev } });
  };
  const isLater = isIsoDate(endDate) && plan.EndDate !== null && endDate > plan.EndDate;
  return (
    <Dialog
      opened
      title={`Change the end of ${planName(plan)}`}
      onClose={onClose}
      onMain={change}
      actions={<SaveActions label="Change end" busy={pending} onCancel={onClose} onSave={change} />}
    >
      <p className={classes.sentence}>
        {planPeople(plan)}. It ends {showDate(plan.EndDate)}, the first day without service.{' '}
        {isLater
          ? 'Visits are created up to the new end, at most 13 days ahead.'
          : 'Planned visits from the new end on are removed.'}
      </p>
      {refusal && !refused && <MoveRefused refusal={refusal} />}
      <DateBox
        label="End date"
        required
        data-autofocus
        value={endDate}
        min={plan.StartDate}
        error={(tried ? fault : undefined) ?? refused}
        onChange={setEndDate}
      />
    </Dialog>
  );
};
