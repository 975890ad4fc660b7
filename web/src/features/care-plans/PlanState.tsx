import { Button } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import classes from './PlanState.module.css';

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

const daysText = (conflicts: number, toApprove: number) =>
  [
    conflicts > 0 && count(conflicts, 'conflict', 'conflicts'),
    toApprove > 0 && count(toApprove, 'day to approve', 'days to approve'),
  ]
    .filter(Boolean)
    .join(', ');

const bigIcon = { size: 18, stroke: 1.8, 'aria-hidden': true } as const;

interface PlanStateProps {
  readonly conflicts: number;
  readonly toApprove: number;
  /** Set after a modify: the alternatives to staying (docs/rules/care-plans.md, rule 42). */
  readonly modified: { readonly onExit: () => void; readonly onShow: () => void } | undefined;
}

/** Says in the save bar what prevents saving, or that the plan was saved and where to go next. */
export const PlanState = ({ conflicts, toApprove, modified }: PlanStateProps) => {
  const text = daysText(conflicts, toApprove);
  if (modified)
    return (
      <span className={classes.state} data-tone="ok">
        <IconCircleCheck {...bigIcon} />
        Modified
        <Button size="xs" onClick={modified.onExit}>
          Exit to list
        </Button>
        <Button size="xs" onClick={modified.onShow}>
          Show plan
        </Button>
      </span>
    );
  if (!text) return null;
  return (
    <span className={classes.state} data-tone={conflicts > 0 ? 'danger' : 'warn'}>
      {conflicts > 0 ? <IconAlertCircle {...bigIcon} /> : <IconAlertTriangle {...bigIcon} />}
      {text}
    </span>
  );
};
