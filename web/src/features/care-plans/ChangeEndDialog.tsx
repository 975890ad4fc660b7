import { showDate } from '@homecare/domain/calendar.ts';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import { checkEndDate, useEndDate } from './ArchivePlanDialog.tsx';
import { MoveRefused } from './MoveRefused.tsx';
import type { PlanDialogProps } from './plan-dialog.ts';
import { planName, planPeople } from './plan-words.ts';
import { usePlanMove } from './use-plan-move.ts';

const SAME_DAY = { field: 'EndDate', message: 'Choose another day.' };

/** Changes the end of a plan that has not ended yet. Visits are added or removed accordingly, and the change can be undone. */
export const ChangeEndDialog = ({ plan, onClose }: PlanDialogProps) => {
  const { run, pending, refusal } = usePlanMove(onClose).change;
  const { answer, refused } = useEndDate({
    values: { EndDate: plan.EndDate ?? '' },
    check: ({ EndDate }) => {
      const faults = checkEndDate(plan, EndDate);
      return faults.length === 0 && EndDate === plan.EndDate ? [SAME_DAY] : faults;
    },
    pending,
    refused: refusal,
    onAnswer: ({ EndDate }) => void run({ id: plan.id, data: { Status: 'Archive', EndDate, rev: plan.rev } }),
  });
  const { EndDate } = answer.values;
  const isLater = isIsoDate(EndDate) && plan.EndDate !== null && EndDate > plan.EndDate;
  return (
    <FormDialog
      save={answer}
      title={`Change the end of ${planName(plan)}`}
      label="Change end"
      onClose={onClose}
      intro={
        <p className="ink2">
          {planPeople(plan)}. It ends {showDate(plan.EndDate)}, the first day without service.{' '}
          {isLater
            ? 'Visits are created up to the new end, at most 13 days ahead.'
            : 'Planned visits from the new end on are removed.'}
        </p>
      }
    >
      {refused && <MoveRefused refusal={refused} />}
      <DateBox label="End date" required data-autofocus min={plan.StartDate} {...answer.box('EndDate')} />
    </FormDialog>
  );
};
