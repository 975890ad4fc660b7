import { type DayRange, daysOfMonth, halfOf, plannedDays, serviceDays } from '../billing/counting.ts';
import type { Card } from '../billing/schema.ts';
import type { PlanDates, VisitLimits } from '../care-plans/rules.ts';
import type { CarePlan, PlanWeek } from '../care-plans/schema.ts';
import type { PlanWeeks } from '../care-plans/weeks.ts';

/** Finds timesheets that have not come in (docs/rules/timesheets.md, rule 13). */

/** Half a month: period 0 is days 1 to 15, period 1 the rest. */
export interface HalfMonth extends DayRange {
  /** YYYY-MM */
  readonly month: string;
  readonly period: 0 | 1;
}

const halvesOf = (month: string): readonly HalfMonth[] => {
  const { from, through } = daysOfMonth(month);
  return [
    { month, period: 0, from, through: `${month}-15` },
    { month, period: 1, from: `${month}-16`, through },
  ];
};

/** The halves that are entirely within start..end. */
export const halvesInside = (start: string, end: string): HalfMonth[] => {
  const halves: HalfMonth[] = [];
  const last = Temporal.PlainYearMonth.from(end.slice(0, 7));
  for (
    let month = Temporal.PlainYearMonth.from(start.slice(0, 7));
    Temporal.PlainYearMonth.compare(month, last) <= 0;
    month = month.add({ months: 1 })
  )
    halves.push(...halvesOf(month.toString()));
  return halves.filter(({ from, through }) => start <= from && through <= end);
};

/** A half's timesheet can only be missing once its last day is over. */
export const isHalfFinished = ({ through }: Pick<HalfMonth, 'through'>, today: string) => through < today;

type DatedPlan = PlanDates & Pick<CarePlan, 'id' | 'Status'> & PlanWeeks<Pick<PlanWeek, 'time'>>;

export const halfKey = (planId: number, { month, period }: Pick<HalfMonth, 'month' | 'period'>) =>
  `${planId} ${month} ${period}`;

/** The halves with a planned day whose timesheet was not received; `received` contains `halfKey`s. */
export const missingHalves = (
  plan: DatedPlan,
  limits: VisitLimits,
  halves: readonly HalfMonth[],
  received: ReadonlySet<string>,
): HalfMonth[] =>
  halves.filter(
    (half) => !received.has(halfKey(plan.id, half)) && plannedDays(plan, half, limits).length > 0,
  );

/** Without scans, a service day on a card counts as the timesheet. Returns the `halfKey`s of the halves with such days. */
export const servedHalves = (
  cards: readonly (Pick<Card, 'startPeriod' | 'endPeriod' | 'days'> & { readonly planId: number })[],
  zone: string,
): ReadonlySet<string> =>
  new Set(
    cards.flatMap((card) =>
      serviceDays(card, zone).map(({ date }) =>
        halfKey(card.planId, { month: date.slice(0, 7), period: halfOf(date) }),
      ),
    ),
  );
