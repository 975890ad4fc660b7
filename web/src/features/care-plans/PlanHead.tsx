import { showDate } from '@homecare/domain/calendar.ts';
import { isRunningTemporary, isStillRunning } from '@homecare/domain/care-plans/moves.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import type { ReactNode } from 'react';
import { Pill, StatusPill } from '../../ui/Pill.tsx';
import classes from './PlanHead.module.css';
import { headLine } from './stored-plan.ts';

/** A plan with an end date is stored as Archive, although it runs until then. */
const PlanStatus = ({ plan, today }: { readonly plan: CarePlan; readonly today: string }) => {
  if (plan.Status === 'Active') return <Pill tone="ok">Active</Pill>;
  if (isRunningTemporary(plan, today)) return <Pill tone="info">Temporary</Pill>;
  if (isStillRunning(plan, today)) return <Pill tone="info">Ends {showDate(plan.EndDate)}</Pill>;
  return <StatusPill status={plan.Status === 'Archive' ? 'Archived' : 'Deleted'} />;
};

interface PlanHeadProps {
  readonly plan: CarePlan;
  readonly typeName: string;
  readonly today: string;
  readonly actions?: ReactNode;
}

/** Provider, client and the other values that a saved plan never changes, as text. */
export const PlanHead = ({ plan, typeName, today, actions }: PlanHeadProps) => (
  <div className={classes.head}>
    <div className={classes.words}>
      <h2 className={classes.who}>
        {plan.Provider} <span>for</span> {plan.Client}
      </h2>
      <PlanStatus plan={plan} today={today} />
      <p className={classes.line}>{headLine(plan, typeName)}</p>
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </div>
);
