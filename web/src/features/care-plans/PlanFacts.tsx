import { showDate } from '@homecare/domain/calendar.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import classes from './PlanFacts.module.css';

/** Facts of a plan besides its head and week; empty ones are left out. */
export const PlanFacts = ({ plan }: { readonly plan: CarePlan }) => {
  const facts = [
    ['Remarks', plan.Remarks],
    ['Excluded from', showDate(plan.excluded)],
    ['End Date', showDate(plan.EndDate)],
    ['Archived', plan.Status === 'Archive' ? plan.ArchiveInfo : ''],
    ['Deleted', plan.DeleteInfo],
  ].filter(([, value]) => Boolean(value));
  if (facts.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
