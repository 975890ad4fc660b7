import { daysOfMonth } from '../billing/counting.ts';
import type { PayCard } from './lines.ts';
import { type BaseWage, sameCity } from './pay-rules.ts';
import type { Shift } from './week-pay.ts';
import type { WeekOf, Workweek } from './workweeks.ts';

/**
 * The base wage check (docs/rules/payroll.md, rule 10) compares a worker's straight pay for a week with the base wage of the
 * places worked at, hour by hour. Money is in cents.
 */

export interface PlacedShift extends Shift {
  readonly card: Pick<PayCard, 'calculation' | 'clientId'>;
}

/** The base wage in cents per hour on a day: the state's, or the city's if that is higher; undefined if none is known. */
export const baseWageOn = (
  wages: readonly BaseWage[],
  city: string | null,
  date: string,
): number | undefined => {
  const latest = (place: string) =>
    wages
      .filter((wage) => sameCity(wage.city, place) && wage.validFrom <= date)
      .reduce<BaseWage | undefined>(
        (last, wage) => (last && last.validFrom > wage.validFrom ? last : wage),
        undefined,
      )?.cents;
  const found = [latest(''), city?.trim() ? latest(city) : undefined].filter((cents) => cents !== undefined);
  return found.length > 0 ? Math.max(...found) : undefined;
};

/** A week that pays less than the base wage. */
export interface LowWeek {
  readonly week: Pick<Workweek, 'from' | 'through'>;
  readonly minutes: number;
  /** Cents per hour, rounded for display: what is paid, and what the places require on average. */
  readonly paid: number;
  readonly base: number;
  /** The missing amount for the week, rounded half up to the cent, but at least 1. */
  readonly missing: number;
}

export interface WageCheck {
  readonly wages: readonly BaseWage[];
  readonly cityOf: (clientId: number) => string | null;
}

const lowWeek = (week: Workweek, own: readonly PlacedShift[], { wages, cityOf }: WageCheck): LowWeek[] => {
  let [minutes, paid, base] = [0, 0, 0];
  for (const { card, date, work, travel, rate } of own) {
    const spent = work + travel;
    minutes += spent;
    paid += spent * (rate ?? 0);
    base += spent * (baseWageOn(wages, cityOf(card.clientId), date) ?? 0);
  }
  if (paid >= base) return [];
  return [
    {
      week: { from: week.from, through: week.through },
      minutes,
      paid: Math.round(paid / minutes),
      base: Math.round(base / minutes),
      missing: Math.max(1, Math.round((base - paid) / 60)),
    },
  ];
};

/** One provider's weeks that end in the calculation month, and earlier weeks with a late card that is paid in it. */
export const lowWeeksOfMonth = (
  shifts: readonly PlacedShift[],
  month: string,
  weekOf: WeekOf,
  check: WageCheck,
): LowWeek[] => {
  const { from, through } = daysOfMonth(month);
  const known = shifts.filter(({ card }) => card.calculation <= month);
  return [...Map.groupBy(known, ({ date }) => weekOf(date).from).values()]
    .flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const week = weekOf(first.date);
      const isHome = from <= week.through && week.through <= through;
      const isLate = week.through < from && own.some(({ card }) => card.calculation === month);
      return isHome || isLate ? lowWeek(week, own, check) : [];
    })
    .toSorted((a, b) => (a.week.from < b.week.from ? -1 : 1));
};
