import type { VisitLimits } from '../care-plans/rules.ts';
import { type DayRange, daysOfMonth } from './counting.ts';
import { type CardPlan, plannedRows, possiblePeriod } from './opening.ts';
import type { CardDay, EvvVisit } from './schema.ts';

/** The records of a plan's month. The billing page, estimates, the ledger of authorized units and the month close all start from it. */
export interface PlanMonth<Visit extends EvvVisit = EvvVisit> {
  /** Days that a card may hold. */
  readonly possible: DayRange | undefined;
  /** The planned days of this month. */
  readonly planned: readonly CardDay[];
  /** Planned days of other months whose visit is now in this one. */
  readonly plannedElsewhere: readonly CardDay[];
  /** Visits that are in this month or were planned for it. */
  readonly visits: readonly Visit[];
}

type PlanOfMonth = Parameters<typeof plannedRows>[0] &
  Pick<CardPlan, 'StartDate' | 'EndDate'> & { readonly limits: VisitLimits };

/** `rowsOf` returns the planned rows of a month. */
export const planMonthOf = <Visit extends EvvVisit>(
  plan: PlanOfMonth,
  month: string,
  visits: readonly Visit[],
  rowsOf: (month: string) => readonly CardDay[] = (each) => plannedRows(plan, each, plan.limits),
): PlanMonth<Visit> => {
  const { from, through } = daysOfMonth(month);
  const isIn = (date: string) => from <= date && date <= through;
  const own = visits.filter(({ date, plannedDay }) => isIn(date) || isIn(plannedDay));
  const movedIn = new Set(own.flatMap(({ plannedDay }) => (isIn(plannedDay) ? [] : plannedDay)));
  const others = new Set([...movedIn].map((day) => day.slice(0, 7)));
  return {
    possible: possiblePeriod(plan, plan.limits.archived, month),
    planned: rowsOf(month),
    plannedElsewhere: [...others].flatMap(rowsOf).filter(({ date }) => movedIn.has(date)),
    visits: own,
  };
};
