import type { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { IconAlertTriangle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { rowIcon } from '../../ui/icons.ts';
import classes from './CarePlanList.module.css';

interface MarkerProps {
  readonly plan: PlanListRow;
  /** Number of compared plans under this one. */
  readonly count: number;
  readonly open: boolean;
  readonly warns: boolean;
  readonly onTurn: () => void;
}

/** Shown before the ID: unfolds compared plans, shows the number of one, or warns after 11 months. */
export const Marker = ({ plan, count, open, warns, onTurn }: MarkerProps) => {
  if (count > 0) {
    const Chevron = open ? IconChevronDown : IconChevronRight;
    const label = `${count} compared ${count === 1 ? 'plan' : 'plans'} of care plan ${plan.id}`;
    return (
      <button
        type="button"
        className={classes.turn}
        data-tone="info"
        aria-expanded={open}
        aria-label={label}
        data-tip={label}
        onClick={onTurn}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <Chevron {...rowIcon} />
      </button>
    );
  }
  if (plan.order !== null)
    return (
      <span
        className={classes.order}
        data-tone="info"
        data-tip={`Compared with care plan ${plan.comparedTo}`}
      >
        {plan.order}
      </span>
    );
  return warns ? <IconAlertTriangle {...rowIcon} className={classes.warning} /> : null;
};
