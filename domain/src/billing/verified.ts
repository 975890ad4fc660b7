import { DAY_MINUTES, hundredthsOf, showDate } from '../calendar.ts';
import { sum } from '../sum.ts';
import { elapsedMinutes } from '../visits/rules.ts';
import { type ServiceDay, showHours } from './counting.ts';
import type { EvvVisit } from './schema.ts';

/** How much of a card's time Complete visits prove. Billed or paid time above that is reported, but never blocked or cut. */

/** Minutes of Complete visits by day. */
export type VerifiedDays = ReadonlyMap<string, number>;

/** Two clocks may round differently by this much, as in the report 'Hours: worked, billed, paid'. */
const TOLERANCE = 15;

/** All visits of a day count. A visit of a day or longer proves nothing until staff correct it. */
export const verifiedDays = (visits: readonly EvvVisit[]): VerifiedDays => {
  const found = new Map<string, number>();
  for (const { Status, date, startedAt, endedAt } of visits) {
    if (Status !== 'Complete' || startedAt === null || endedAt === null) continue;
    const minutes = elapsedMinutes(Temporal.Instant.from(startedAt), Temporal.Instant.from(endedAt));
    if (minutes > 0 && minutes < DAY_MINUTES) found.set(date, (found.get(date) ?? 0) + minutes);
  }
  return found;
};

const sayHours = (minutes: number) => showHours(hundredthsOf(minutes));

/** A sentence about billed time above what Complete visits prove; undefined if there is none. */
export const aboveVerified = (
  billedMinutes: number,
  verified: VerifiedDays,
  period: { readonly startPeriod: string; readonly endPeriod: string },
): string | undefined => {
  const proven = sum(
    [...verified]
      .filter(([date]) => period.startPeriod <= date && date <= period.endPeriod)
      .map(([, minutes]) => minutes),
  );
  if (billedMinutes - proven <= TOLERANCE) return undefined;
  return `Billed ${sayHours(billedMinutes)} h, proven by visits ${sayHours(proven)} h.`;
};

/** Paid work of a card that no visit proves, in minutes. */
export interface UnverifiedPay {
  readonly paid: number;
  readonly verified: number;
  /** Days that are above their own visits; empty if only the sum of all days is. */
  readonly days: readonly UnverifiedDay[];
}
interface UnverifiedDay {
  readonly date: string;
  readonly paid: number;
  readonly verified: number;
}

/**
 * Paid work above verified time: on one day by more than the tolerance, or over all paid days together. If `verified` is
 * null, no visits are needed and every planned day counts as worked, unless it is still to come.
 */
export const payAboveVerified = (
  days: readonly Pick<ServiceDay, 'date' | 'work' | 'payroll'>[],
  verified: VerifiedDays | null,
  today: string,
): UnverifiedPay | undefined => {
  const paidDays = days
    .filter(({ payroll }) => payroll)
    .map(({ date, work }): UnverifiedDay => {
      const proven = verified === null ? work : (verified.get(date) ?? 0);
      return { date, paid: work, verified: date > today ? 0 : proven };
    });
  const [paid, proven] = [sum(paidDays.map((day) => day.paid)), sum(paidDays.map((day) => day.verified))];
  // A day without any visit is reported however short it is.
  const above = paidDays.filter((day) => day.paid - day.verified > (day.verified === 0 ? 0 : TOLERANCE));
  if (above.length === 0 && paid - proven <= TOLERANCE) return undefined;
  return { paid, verified: proven, days: above };
};

const MOST_NAMED = 3;

/** 'Paid above verified time: 11-06 (2.75 h paid, 0.00 h verified).' */
export const sayUnverifiedPay = ({ paid, verified, days }: UnverifiedPay): string => {
  const say = (of: Pick<UnverifiedPay, 'paid' | 'verified'>) =>
    `${sayHours(of.paid)} h paid, ${sayHours(of.verified)} h verified`;
  if (days.length === 0) return `Paid above verified time: ${say({ paid, verified })}.`;
  const named = days.slice(0, MOST_NAMED).map((day) => `${showDate(day.date).slice(0, 5)} (${say(day)})`);
  const rest = days.length - named.length;
  const more = rest > 0 ? ` and ${rest} more ${rest === 1 ? 'day' : 'days'}` : '';
  return `Paid above verified time: ${named.join(', ')}${more}.`;
};
