import {
  dayBefore,
  hundredthsOf,
  minuteOfDay,
  spanMinutes,
  visitInstants,
  type Weekday,
  weekdayOf,
} from '../calendar.ts';
import { isOpenDay, type PlanDates, runsOn, spanOn, type VisitLimits } from '../care-plans/rules.ts';
import type { CarePlan, PlanWeek } from '../care-plans/schema.ts';
import { oncePerWeek, type PlanWeeks, weekOn } from '../care-plans/weeks.ts';
import { sum } from '../sum.ts';
import type { UnitRule } from '../unit-rules.ts';
import type { Card, CardDay, RateFrom } from './schema.ts';

/**
 * Defines once each the terms that documents, reports, billing, payroll and claims count by (docs/rules/billing.md, rules 1
 * to 13). Days are YYYY-MM-DD and ranges include both ends; lengths are in minutes, hours in hundredths, money in cents.
 */

export interface DayRange {
  readonly from: string;
  readonly through: string;
}
const isIn = ({ from, through }: DayRange, date: string) => from <= date && date <= through;

const MONTHS_KEPT = 1_200;
const months = new Map<string, DayRange>();

/** The first and last day of a month 'YYYY-MM'. Cached, because it is needed for every month of thousands of plans. */
export const daysOfMonth = (month: string): DayRange => {
  const known = months.get(month);
  if (known) return known;
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  const days = { from: first.toString(), through: first.with({ day: first.daysInMonth }).toString() };
  if (months.size >= MONTHS_KEPT) months.clear();
  months.set(month, days);
  return days;
};

// --- Plans ---------------------------------------------------------------------------------------------------------

type DatedPlan = PlanDates & Pick<CarePlan, 'Status'>;

/** 'Plan in month': Active or Archive, and not entirely before or after the month. */
export const isPlanInMonth = (plan: DatedPlan, month: string): boolean => {
  const { from, through } = daysOfMonth(month);
  return (
    plan.Status !== 'Deleted' && plan.StartDate <= through && (plan.EndDate === null || plan.EndDate >= from)
  );
};

/** Whether the plan has a day of service on or after `date`. */
export const runsOnOrAfter = (plan: DatedPlan, date: string): boolean =>
  runsOn(plan, plan.StartDate > date ? plan.StartDate : date);

/** Minutes of one planned day, with travel separate. */
export interface PlannedDay {
  readonly date: string;
  readonly minutes: number;
  readonly travel: number;
}

interface CalendarDay {
  readonly date: string;
  readonly weekday: Weekday;
}
/** More than the months that one list needs: the ledger goes through four years, month by month, for each plan. */
const RANGES_KEPT = 128;
const ranges = new Map<string, readonly CalendarDay[]>();

/** The days of a range with their weekdays. Cached, because lists need the same few ranges for thousands of plans. */
const daysOf = ({ from, through }: DayRange): readonly CalendarDay[] => {
  const key = `${from} ${through}`;
  const known = ranges.get(key);
  if (known) return known;
  const first = Temporal.PlainDate.from(from);
  const count = first.until(through, { largestUnit: 'days' }).days + 1;
  const days = Array.from({ length: Math.max(0, count) }, (_, n) => {
    const day = first.add({ days: n });
    return { date: day.toString(), weekday: weekdayOf(day) };
  });
  if (ranges.size >= RANGES_KEPT) ranges.clear();
  ranges.set(key, days);
  return days;
};

type CountedPlan = DatedPlan & PlanWeeks<Pick<PlanWeek, 'time'>>;

/** The planned days of a plan in a range, in order, with weekday and the times of the week that applies. */
export const openDays = (plan: CountedPlan, range: DayRange, limits: VisitLimits) => {
  if (plan.StartDate > range.through || (plan.EndDate !== null && plan.EndDate < range.from)) return [];
  const spansOf = oncePerWeek(spanOn);
  return daysOf(range).flatMap(({ date, weekday }) => {
    const { time } = weekOn(plan, date);
    const span = spansOf(time).get(weekday);
    return span && isOpenDay(plan, date, limits) ? [{ date, weekday, time, span }] : [];
  });
};

/** The lengths of a plan's planned days in a range, in order. */
export const plannedDays = (plan: CountedPlan, range: DayRange, limits: VisitLimits): PlannedDay[] =>
  openDays(plan, range, limits).map(({ date, weekday, time, span }) => ({
    date,
    minutes: span.end - span.start,
    travel: time[2][weekday],
  }));

/** Hours of a plan's planned days, without travel. Rounded once per month, so that reports of months and of years agree. */
export const plannedHours = (days: readonly PlannedDay[]): number =>
  sum(
    [...Map.groupBy(days, ({ date }) => date.slice(0, 7)).values()].map((ofMonth) =>
      hundredthsOf(ofMonth.reduce((minutes, day) => minutes + day.minutes, 0)),
    ),
  );

/** The same for a part of one month, computed so that parts add up to the month. */
export const plannedHoursIn = (days: readonly PlannedDay[], { from, through }: DayRange): number =>
  plannedHours(days.filter(({ date }) => date <= through)) -
  plannedHours(days.filter(({ date }) => date < from));

// --- Service days --------------------------------------------------------------------------------------------------

/** A day of service according to a card. */
export interface ServiceDay {
  readonly date: string;
  readonly start: string;
  readonly end: string;
  /** Elapsed minutes in the site's time zone: 9 hours for 22:00 to 06:00 when the clocks go back. */
  readonly work: number;
  readonly travel: number;
  readonly billing: boolean;
  readonly payroll: boolean;
}

const elapsed = (date: string, start: string, end: string, zone: string) => {
  const instants = visitInstants(date, start, end, zone);
  return Math.round(instants.end.since(instants.start).total('minutes'));
};

const EVEN_KEPT = 4_000;
const evenDays = new Map<string, boolean>();

/** Whether there is no clock change for this many days from a date on. Cached, because it is needed for every row of thousands of cards. */
export const clocksStand = (date: string, days: number, zone: string): boolean => {
  const key = `${zone} ${days} ${date}`;
  const known = evenDays.get(key);
  if (known !== undefined) return known;
  const day = Temporal.PlainDate.from(date).toZonedDateTime(zone);
  const even = day.add({ days }).since(day).total('hours') === days * 24;
  if (evenDays.size >= EVEN_KEPT) evenDays.clear();
  evenDays.set(key, even);
  return even;
};

/** The clock is enough for the length unless the clocks change, which happens on two days a year. */
const lengthOf = (date: string, start: string, end: string, zone: string) =>
  clocksStand(date, minuteOfDay(end) < minuteOfDay(start) ? 2 : 1, zone)
    ? spanMinutes(start, end)
    : elapsed(date, start, end, zone);

const isServed = (row: CardDay): row is CardDay & { readonly start: string; readonly end: string } =>
  row.start !== null && row.end !== null && row.start !== row.end;

/** The days of a card, and the period within which they count. */
export interface DaysOfCard extends Readonly<Pick<Card, 'startPeriod' | 'endPeriod'>> {
  readonly days: readonly CardDay[];
}

/** Rows with both times inside the card's period. An overnight row counts entirely on the day it starts. */
export const serviceDays = (card: DaysOfCard, zone: string): ServiceDay[] =>
  card.days
    .filter(isServed)
    .filter(({ date }) => isIn({ from: card.startPeriod, through: card.endPeriod }, date))
    .map((row) => ({ ...row, work: lengthOf(row.date, row.start, row.end, zone) }))
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));

export interface Minutes {
  readonly work: number;
  readonly travel: number;
}
const NONE: Minutes = { work: 0, travel: 0 };

export const workedMinutes = (days: readonly ServiceDay[]): Minutes =>
  days.reduce((sum, day) => ({ work: sum.work + day.work, travel: sum.travel + day.travel }), NONE);
export const billedMinutes = (days: readonly ServiceDay[]): Minutes =>
  workedMinutes(days.filter(({ billing }) => billing));
export const paidMinutes = (days: readonly ServiceDay[]): Minutes =>
  workedMinutes(days.filter(({ payroll }) => payroll));
export const totalMinutes = ({ work, travel }: Minutes): number => work + travel;

/** 0 is day 1 to 15, 1 is day 16 to the end of the month. */
export const halfOf = (date: string): 0 | 1 => (Number(date.slice(8, 10)) <= 15 ? 0 : 1);

// --- Units and amounts ---------------------------------------------------------------------------------------------

const UNIT = 15;
const ROUND: Record<UnitRule, (units: number) => number> = {
  up: Math.ceil,
  nearest: Math.round,
  down: Math.floor,
  nearestVisit: Math.round,
};

/** The units of 15 minutes in one length. */
export const unitsOf = (minutes: number, rule: UnitRule): number => ROUND[rule](minutes / UNIT);

/** Units of several lengths, such as visits. They are rounded once as a whole, unless the rule rounds each visit. */
export const unitsOfAll = (lengths: readonly number[], rule: UnitRule): number =>
  rule === 'nearestVisit' ? sum(lengths.map((one) => unitsOf(one, rule))) : unitsOf(sum(lengths), rule);

/** The minutes of a visit that become units. If each visit is rounded on its own, travel does not count. */
export const billableLength = ({ work, travel }: Minutes, rule: UnitRule): number =>
  rule === 'nearestVisit' ? work : work + travel;
const lengthsOf = (days: readonly ServiceDay[], rule: UnitRule) =>
  days.map((day) => billableLength(day, rule));

const isBilled = ({ billing }: ServiceDay) => billing;

/** Units of all billed days of a card. */
export const cardUnits = (days: readonly ServiceDay[], rule: UnitRule): number =>
  unitsOfAll(lengthsOf(days.filter(isBilled), rule), rule);

/**
 * Units of a part of a card (a day, a half, the days inside a PAR year). They are the rounded running minutes at its end
 * less those at its start, so that parts always add up to the card.
 */
export const partUnits = (
  days: readonly ServiceDay[],
  { from, through }: DayRange,
  rule: UnitRule,
): number => {
  const until = (isBefore: (date: string) => boolean) =>
    cardUnits(
      days.filter(({ date }) => isBefore(date)),
      rule,
    );
  return until((date) => date <= through) - until((date) => date < from);
};

/** A card without billed units is stored, but is in no upload and does not count as a billed card. */
export const isNothingToClaim = ({ units }: { readonly units: number | null }): boolean => units === 0;
export const NOTHING_TO_CLAIM = 'Nothing to claim';

/** Cents: units × cents per unit. */
export const amountOf = (units: number, payRate: number): number => units * payRate;

/** The rates of a card: one for all its days, or one by day. */
export interface CardRates {
  /** Cents per unit if `rates` is empty. */
  readonly payRate: number;
  readonly rates: readonly RateFrom[];
}

/** Cents per unit on a day. Days before the first rate get that rate. */
export const rateOn = ({ payRate, rates }: CardRates, day: string): number =>
  (rates.findLast(({ from }) => from <= day) ?? rates[0])?.cents ?? payRate;

/** Cents of a part of a card, with each unit at the rate of its day, so that parts always add up to the card. */
export const partAmount = (
  days: readonly ServiceDay[],
  { from, through }: DayRange,
  card: CardRates & { readonly unitRule: UnitRule },
): number => {
  const later = card.rates.slice(1).filter((rate) => from < rate.from && rate.from <= through);
  const starts = [from, ...later.map((rate) => rate.from)];
  return starts.reduce((sum, start, n) => {
    const next = starts[n + 1];
    const end = next === undefined ? through : dayBefore(next);
    return sum + amountOf(partUnits(days, { from: start, through: end }, card.unitRule), rateOn(card, start));
  }, 0);
};

const ALWAYS: DayRange = { from: '0001-01-01', through: '9999-12-31' };

export const cardAmount = (
  days: readonly ServiceDay[],
  card: CardRates & { readonly unitRule: UnitRule },
): number => partAmount(days, ALWAYS, card);

/** What is stored with a saved card: all worked minutes and units, and how many of them are not billed or not paid. */
export const storedTotals = (days: readonly ServiceDay[], rule: UnitRule) => {
  const worked = workedMinutes(days);
  const unit = unitsOfAll(lengthsOf(days, rule), rule);
  const without = (own: readonly ServiceDay[]) => {
    const counted = workedMinutes(own);
    return {
      working: worked.work - counted.work,
      travel: worked.travel - counted.travel,
      unit: unit - unitsOfAll(lengthsOf(own, rule), rule),
    };
  };
  return {
    working: worked.work,
    travel: worked.travel,
    unit,
    noBilling: without(days.filter(isBilled)),
    noPayroll: without(days.filter(({ payroll }) => payroll)),
  };
};

// --- Hours ---------------------------------------------------------------------------------------------------------

/** Hundredths of an hour, so that a printed total is exactly the sum of its printed lines. */
export interface Hours {
  readonly work: number;
  readonly travel: number;
  readonly total: number;
}

/** Minutes of one card as hours. Work and travel are rounded separately, and the total is their sum. */
export const hoursOfCard = ({ work, travel }: Minutes): Hours => {
  const rounded = { work: hundredthsOf(work), travel: hundredthsOf(travel) };
  return { ...rounded, total: rounded.work + rounded.travel };
};

export const NO_HOURS: Hours = { work: 0, travel: 0, total: 0 };
export const addHours = (a: Hours, b: Hours): Hours => ({
  work: a.work + b.work,
  travel: a.travel + b.travel,
  total: a.total + b.total,
});

/** Hours of a half. The first half is rounded; the second is the rest of the card. */
export const hoursOfHalf = (
  days: readonly ServiceDay[],
  half: 0 | 1,
  minutes: (days: readonly ServiceDay[]) => Minutes = workedMinutes,
): Hours => {
  const card = hoursOfCard(minutes(days));
  const first = hoursOfCard(minutes(days.filter(({ date }) => halfOf(date) === 0)));
  if (half === 0) return first;
  return {
    work: card.work - first.work,
    travel: card.travel - first.travel,
    total: card.total - first.total,
  };
};

/** Hours of a part of a card. As with units, parts always add up to the card. */
export const partHoursOf = (
  days: readonly ServiceDay[],
  { from, through }: DayRange,
  minutes: (days: readonly ServiceDay[]) => Minutes = workedMinutes,
): Hours => {
  const until = (isBefore: (date: string) => boolean) =>
    hoursOfCard(minutes(days.filter(({ date }) => isBefore(date))));
  const [end, start] = [until((date) => date <= through), until((date) => date < from)];
  return { work: end.work - start.work, travel: end.travel - start.travel, total: end.total - start.total };
};

/** 1234 → '12.34' */
export const showHours = (hours: number): string => (hours / 100).toFixed(2);
