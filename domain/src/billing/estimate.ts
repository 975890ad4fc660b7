import { daysOfMonth } from './counting.ts';
import { needsVisits, openRows } from './opening.ts';
import type { PlanMonth } from './plan-month.ts';
import type { CardDay, EvvVisit } from './schema.ts';

/**
 * Estimates a plan's days that have no card yet: those worked up to today, by the rule that opens a card, and those still
 * planned. A missed day is neither.
 */
export interface EstimatedRows {
  readonly worked: readonly CardDay[];
  readonly toCome: readonly CardDay[];
}

/** The day's visit was moved to another day. */
const isMovedAway = (date: string, visits: readonly EvvVisit[]) =>
  visits.some((visit) => visit.plannedDay === date && visit.date !== date) &&
  !visits.some((visit) => visit.date === date);

const asPlanned = (row: CardDay): CardDay => ({ ...row, billing: true, payroll: true });

/** `around` are planned days of other months, whose times apply to visits moved into this month. */
export const estimatedRows = (
  planned: readonly CardDay[],
  opened: Parameters<typeof openRows>[1],
  around: readonly CardDay[] = [],
): EstimatedRows => {
  const { plan, visits, today } = opened;
  const worked = openRows(planned, opened).filter(({ payroll }) => payroll);
  const done = new Set(worked.map(({ date }) => date));
  const isAhead = (date: string) => date >= today && !done.has(date);
  const stays = planned.filter(
    ({ date }) => isAhead(date) && !(needsVisits(plan) && isMovedAway(date, visits)),
  );
  const taken = new Set(stays.map(({ date }) => date));
  const moved = !needsVisits(plan)
    ? []
    : visits.flatMap(({ date, plannedDay, Status, ClosedCode }) => {
        const row = [...planned, ...around].find((one) => one.date === plannedDay);
        if (
          !row ||
          ClosedCode !== null ||
          Status === 'Complete' ||
          date === plannedDay ||
          !isAhead(date) ||
          taken.has(date)
        )
          return [];
        taken.add(date);
        return [{ ...row, date }];
      });
  const toCome = [...stays, ...moved].map(asPlanned);
  return { worked, toCome: toCome.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)) };
};

/** Estimates a plan's month. A visit moved past the end of a month counts where it is now, with the times of its planned day. */
export const estimatedMonth = (
  month: string,
  { planned, plannedElsewhere, visits, possible }: PlanMonth,
  opened: Pick<Parameters<typeof openRows>[1], 'plan' | 'today' | 'zone'>,
): EstimatedRows => {
  const { from, through } = daysOfMonth(month);
  const isIn = ({ date }: CardDay) => from <= date && date <= through;
  const { worked, toCome } = estimatedRows(planned, { ...opened, visits, possible }, plannedElsewhere);
  return { worked: worked.filter(isIn), toCome: toCome.filter(isIn) };
};
