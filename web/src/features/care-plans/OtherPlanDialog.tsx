import { computeTotals } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { Button } from '@mantine/core';
import { useOpenPage } from '../../platform/page-state.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { showPlanAlone } from './list-view.ts';
import classes from './OtherPlanDialog.module.css';
import { PlanFacts } from './PlanFacts.tsx';
import { PlanHead } from './PlanHead.tsx';
import { PlanTotals } from './PlanTotals.tsx';
import { WeekTable } from './WeekTable.tsx';

interface OtherPlanDialogProps {
  readonly plan: CarePlan | undefined;
  readonly nameOfType: (code: string) => string;
  readonly today: string;
  readonly onClose: () => void;
}

/** Shows the plan of a conflict or short gap over the form, so that no input is lost. */
export const OtherPlanDialog = ({ plan, nameOfType, today, onClose }: OtherPlanDialogProps) => {
  const openPage = useOpenPage();
  if (!plan) return null;
  const toList = () => {
    onClose();
    showPlanAlone(plan.id);
    void openPage('/careplanlist');
  };
  return (
    <Dialog
      opened
      wide
      title={`Care plan ${plan.id}`}
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={toList}>
            Show in the list
          </Button>
          <Button size="sm" variant="filled" onClick={onClose} data-autofocus>
            Back to the form
          </Button>
        </>
      }
    >
      <div className={classes.plan}>
        <PlanHead plan={plan} typeName={nameOfType(plan.Type)} today={today} />
        <PlanFacts plan={plan} />
        <WeekTable week={plan.week} small />
        <PlanTotals {...computeTotals(plan.week)} />
      </div>
    </Dialog>
  );
};
