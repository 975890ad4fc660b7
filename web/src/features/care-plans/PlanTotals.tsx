import { showDecimalHours } from '@homecare/domain/calendar.ts';
import type { WeekTotals } from '@homecare/domain/care-plans/schema.ts';
import classes from './PlanTotals.module.css';

/** Hours per week, shown beside the buttons of the form (docs/rules/care-plans.md, rule 43). */
export const PlanTotals = ({ workingHours, travelHours, totalHours }: WeekTotals) => (
  <dl className={classes.totals}>
    {(
      [
        ['Work', workingHours],
        ['Travel', travelHours],
        ['Total', totalHours],
      ] as const
    ).map(([name, hours]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <b>{showDecimalHours(hours)}</b> hours/week
        </dd>
      </div>
    ))}
  </dl>
);
