import { showDate } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './CarePlanList.module.css';
import { MoveRefused } from './MoveRefused.tsx';
import type { PlanDialogProps } from './plan-dialog.ts';
import { planName, planPeople } from './plan-words.ts';
import { usePlanMove } from './use-plan-move.ts';

/** Says what will be restored. Reasons that prevent it stay readable (docs/rules/care-plans.md, rule 34). */
export const SetActiveDialog = ({ plan, onClose }: PlanDialogProps) => {
  const { run, pending, refusal } = usePlanMove(onClose).activate;
  const activate = () => void run({ id: plan.id, rev: plan.rev });
  return (
    <Dialog
      opened
      title={`Set ${planName(plan)} active`}
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" loading={pending} data-autofocus onClick={activate}>
            Set Active
          </Button>
        </>
      }
    >
      <p className={classes.sentence}>
        {planPeople(plan)}. {plan.EndDate && `The end date ${showDate(plan.EndDate)} is taken away. `}
        Visits are created for today through 13 days ahead.
      </p>
      {refusal && <MoveRefused refusal={refusal} />}
    </Dialog>
  );
};
