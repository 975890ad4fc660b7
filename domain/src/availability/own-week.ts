import { spanMinutes, visitInstants } from '../calendar.ts';
import { type CategoryTerm, categoryOn } from '../payroll/categories.ts';
import { type ProviderRates, termOn } from '../payroll/rates.ts';
import { payOfWeeks, type Shift } from '../payroll/week-pay.ts';
import type { WeekOf, Workweek } from '../payroll/workweeks.ts';
import { sum } from '../sum.ts';
import type { OwnWeek } from './schema.ts';

/** A visit of the week, or of the days before it that overtime depends on. */
export interface OwnVisit {
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly status: 'Planned' | 'Active' | 'Complete';
  /** The instants of check-in and check-out. */
  readonly startAt: string | null;
  readonly endAt: string | null;
  readonly travel: number;
  /** The pay categories of its type. */
  readonly categories: readonly CategoryTerm[];
}

export interface OwnFacts {
  readonly week: Workweek;
  readonly weekOf: WeekOf;
  readonly zone: string;
  readonly rates: ProviderRates;
  readonly now: Temporal.Instant;
  readonly wishedMinutes: number | null;
}

/**
 * Minutes from check-in to check-out. Without a check-out, they run until now, but at most to the planned end, because it
 * may have been forgotten.
 */
const workedOf = (visit: OwnVisit, { now, zone }: Pick<OwnFacts, 'now' | 'zone'>): number => {
  const { day, start, startAt, endAt } = visit;
  if (startAt === null) return 0;
  const planned = visitInstants(day, start, visit.end, zone).end;
  const soFar = Temporal.Instant.compare(now, planned) < 0 ? now : planned;
  const end = endAt === null ? soFar : Temporal.Instant.from(endAt);
  return Math.max(0, Math.round(Temporal.Instant.from(startAt).until(end).total('minutes')));
};

const shiftOf = (visit: OwnVisit, facts: OwnFacts): Shift => {
  const { rates, zone } = facts;
  const category = categoryOn(visit.categories, visit.day);
  const start = visit.startAt
    ? Temporal.Instant.from(visit.startAt).toZonedDateTimeISO(zone)
    : Temporal.PlainDateTime.from(`${visit.day}T${visit.start}`).toZonedDateTime(zone);
  return {
    date: visit.day,
    start: start.toPlainTime().toString().slice(0, 5),
    work: workedOf(visit, facts),
    travel: visit.travel,
    category,
    rate: (category === null ? undefined : termOn(rates, category, visit.day)?.rate) ?? null,
    card: { calculation: visit.day.slice(0, 7) },
  };
};

/**
 * The caregiver's own workweek: worked, planned and wished hours, and an estimate of the pay for finished visits by
 * payroll's functions. Actual pay follows the billing cards. Without any rate there is no amount.
 */
export const ownWeekOf = (visits: readonly OwnVisit[], facts: OwnFacts): OwnWeek => {
  const { week, weekOf, zone, wishedMinutes } = facts;
  const own = visits.filter(({ day }) => week.from <= day && day <= week.through);
  const shifts = visits.filter(({ status }) => status === 'Complete').map((visit) => shiftOf(visit, facts));
  const pay = payOfWeeks(shifts, weekOf, zone).get(week.from);
  const hasRate = shifts.length === 0 || shifts.some(({ rate }) => rate !== null);
  return {
    from: week.from,
    through: week.through,
    workedMinutes: sum(own.map((visit) => workedOf(visit, facts))),
    plannedMinutes: sum(own.map(({ start, end }) => spanMinutes(start, end))),
    wishedMinutes,
    payCents: hasRate ? Math.round((pay?.value ?? 0) / 60) + (pay?.premium ?? 0) : null,
  };
};
