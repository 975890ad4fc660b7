import {
  addHours,
  billedMinutes,
  cardUnits,
  type DayRange,
  daysOfMonth,
  type Hours,
  hoursOfCard,
  isPlanInMonth,
  NO_HOURS,
  plannedDays,
  type ServiceDay,
  serviceDays,
  workedMinutes,
} from '../billing/counting.ts';
import type { Card } from '../billing/schema.ts';
import { monthOf } from '../calendar.ts';
import type { PlanDates, VisitLimits } from '../care-plans/rules.ts';
import type { CarePlan, PlanWeek } from '../care-plans/schema.ts';
import type { PlanWeeks } from '../care-plans/weeks.ts';
import { sum } from '../sum.ts';

/** Last Care Hours of an archived client (docs/rules/people-forms.md, rule 4). */

export interface CarePlanOfClient
  extends PlanDates,
    Pick<CarePlan, 'Status'>,
    PlanWeeks<Pick<PlanWeek, 'time'>> {
  readonly id: number;
  /** The name of the care plan type. */
  readonly type: string;
  /** 'LastName, FirstName M' */
  readonly provider: string;
  readonly limits: VisitLimits;
}

/** A Complete visit with its actual or adjusted local times. */
export interface CompleteVisit {
  readonly planId: number;
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly minutes: number;
}

export interface CareFacts {
  readonly plans: readonly CarePlanOfClient[];
  readonly cards: readonly Card[];
  readonly visits: readonly CompleteVisit[];
  readonly zone: string;
}

const newest = (dates: readonly string[]) => dates.toSorted().at(-1);

/** The last day of service of each plan: the latest of its Complete visits and its billed service days. */
export const lastServiceDays = ({ plans, cards, visits, zone }: CareFacts) =>
  plans
    .flatMap(({ id, type, provider }) => {
      const billed = cards
        .filter((card) => card.planId === id)
        .flatMap((card) => serviceDays(card, zone).filter(({ billing }) => billing));
      const visited = visits.filter((visit) => visit.planId === id);
      const date = newest([...billed, ...visited].map((day) => day.date));
      return date === undefined ? [] : [{ date, provider, type }];
    })
    .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.provider < b.provider ? -1 : 1));

/** What a plan served in a month: the days of its card, or its Complete visits if nothing has been billed yet. */
interface Served {
  readonly month: string;
  readonly plan: CarePlanOfClient;
  readonly days: readonly ServiceDay[];
  readonly card: Card | undefined;
}

const served = ({ plans, cards, visits, zone }: CareFacts): Served[] =>
  plans.flatMap((plan) => {
    const own = cards.filter((card) => card.planId === plan.id);
    const ofCards = own.map((card) => ({ month: card.date, plan, card, days: serviceDays(card, zone) }));
    const unbilled = visits.filter(
      (visit) => visit.planId === plan.id && !own.some((card) => card.date === monthOf(visit.date)),
    );
    const byMonth = Map.groupBy(unbilled, (visit) => monthOf(visit.date));
    const ofVisits = [...byMonth].map(([month, of]) => ({
      month,
      plan,
      card: undefined,
      days: of.map(({ date, start, end, minutes }) => ({
        date,
        start,
        end,
        work: minutes,
        travel: 0,
        billing: false,
        payroll: false,
      })),
    }));
    return [...ofCards, ...ofVisits].filter(({ days }) => days.length > 0);
  });

const plannedHours = (plan: CarePlanOfClient, range: DayRange): Hours =>
  hoursOfCard(
    plannedDays(plan, range, plan.limits).reduce(
      (sum, day) => ({ work: sum.work + day.minutes, travel: sum.travel + day.travel }),
      { work: 0, travel: 0 },
    ),
  );

export interface MonthLine {
  readonly month: string;
  readonly type: string;
  readonly planned: Hours;
  readonly worked: Hours;
  readonly billed: Hours;
  readonly units: number;
}

const MONTHS = 3;

const lineOf = (month: string, type: string, all: readonly Served[], facts: CareFacts): MonthLine => {
  const of = all.filter((one) => one.month === month && one.plan.type === type);
  const plans = facts.plans.filter((plan) => plan.type === type && isPlanInMonth(plan, month));
  const hoursIn = (hours: readonly Hours[]) => hours.reduce(addHours, NO_HOURS);
  return {
    month,
    type,
    planned: hoursIn(plans.map((plan) => plannedHours(plan, daysOfMonth(month)))),
    worked: hoursIn(of.map(({ days }) => hoursOfCard(workedMinutes(days)))),
    billed: hoursIn(of.map(({ days }) => hoursOfCard(billedMinutes(days)))),
    units: sum(of.map(({ days, card }) => (card ? cardUnits(days, card.unitRule) : 0))),
  };
};

/** The last 3 months with service, by month and type, newest first. */
export const lastMonths = (facts: CareFacts): MonthLine[] => {
  const all = served(facts);
  const months = [...new Set(all.map(({ month }) => month))].toSorted().toReversed().slice(0, MONTHS);
  return months.flatMap((month) => {
    const types = [...new Set(all.filter((one) => one.month === month).map(({ plan }) => plan.type))];
    return types.toSorted().map((type) => lineOf(month, type, all, facts));
  });
};

export interface DayLine {
  readonly date: string;
  readonly provider: string;
  readonly start: string;
  readonly end: string;
  /** Hundredths of an hour of work and travel. A plan's days add up exactly to its month. */
  readonly hours: number;
  /** Taken from visits, because nothing has been billed yet. */
  readonly unbilled: boolean;
}

/** Days rounded on their own would not add up to the rounded month, so each gets what it adds to the rounded running sum. */
const roundedDays = (days: readonly ServiceDay[]): number[] => {
  let sum = { work: 0, travel: 0 };
  let printed = 0;
  return days.map(({ work, travel }) => {
    sum = { work: sum.work + work, travel: sum.travel + travel };
    const { total } = hoursOfCard(sum);
    const own = total - printed;
    printed = total;
    return own;
  });
};

/** The daily hours of the last month with service, in order. */
export const lastDays = (facts: CareFacts): DayLine[] => {
  const all = served(facts);
  const month = newest(all.map((one) => one.month));
  return all
    .filter((one) => one.month === month)
    .flatMap(({ plan, days, card }) => {
      const inOrder = days.toSorted((a, b) => (a.date + a.start < b.date + b.start ? -1 : 1));
      const hours = roundedDays(inOrder);
      return inOrder.map(({ date, start, end }, n) => ({
        date,
        provider: plan.provider,
        start,
        end,
        hours: hours[n] ?? 0,
        unbilled: card === undefined,
      }));
    })
    .toSorted((a, b) => (a.date + a.start < b.date + b.start ? -1 : 1));
};
