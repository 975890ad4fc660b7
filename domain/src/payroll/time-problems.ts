import { clocksStand, type ServiceDay, serviceDays } from '../billing/counting.ts';
import { payAboveVerified, sayUnverifiedPay, type VerifiedDays } from '../billing/verified.ts';
import { DAY_MINUTES, minuteOfDay, showDate, visitInstants } from '../calendar.ts';
import { remembering } from '../remembering.ts';
import type { PayCard } from './lines.ts';

/** Reports paid time that nothing proves or that is paid twice. It neither blocks nor reduces pay. */

/** A sentence without a period, and the first day it concerns. */
export interface TimeProblem {
  readonly date: string;
  readonly text: string;
}

type Card = Pick<PayCard, 'startPeriod' | 'endPeriod' | 'days'> & {
  readonly planId: number;
  /** The month of service, YYYY-MM. */
  readonly month: string;
};

export interface TimeFacts {
  /** Minutes of a plan's Complete visits by day; null if the plan needs no visits. */
  readonly verifiedOf: (planId: number) => VerifiedDays | null;
  readonly today: string;
  readonly zone: string;
}

const withoutEnd = (sentence: string) => sentence.replace(/\.$/, '');
const lower = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** The cards that pay more than visits prove for their days. */
export const unverifiedCards = (
  cards: readonly Card[],
  { verifiedOf, today, zone }: TimeFacts,
): TimeProblem[] =>
  cards.flatMap((card) => {
    const found = payAboveVerified(serviceDays(card, zone), verifiedOf(card.planId), today);
    if (!found) return [];
    const [first] = found.days;
    const words = lower(withoutEnd(sayUnverifiedPay(found)));
    return [{ date: first?.date ?? card.startPeriod, text: `plan ${card.planId}, ${card.month}: ${words}` }];
  });

interface Paid {
  readonly planId: number;
  readonly day: ServiceDay;
  /** Minutes on the local clock since 1970. */
  readonly from: number;
  readonly to: number;
}

/** The most that a clock change moves the clock, in minutes. */
const HOUR = 60;
const epochDay = remembering((date) => Temporal.PlainDate.from('1970-01-01').until(date).days);

const paidTimes = (cards: readonly Card[], zone: string): Paid[] =>
  cards.flatMap((card) =>
    serviceDays(card, zone)
      .filter(({ payroll }) => payroll)
      .map((day) => {
        const [start, end] = [minuteOfDay(day.start), minuteOfDay(day.end)];
        const from = epochDay(day.date) * DAY_MINUTES + start;
        return {
          planId: card.planId,
          day,
          from,
          to: from + (end > start ? end - start : end + DAY_MINUTES - start),
        };
      }),
  );

/** Local times are enough unless the clocks change that night; then instants are compared. */
const meet = (a: Paid, b: Paid, zone: string) => {
  if (clocksStand(a.day.date, 2, zone) && clocksStand(b.day.date, 2, zone))
    return a.from < b.to && b.from < a.to;
  const [one, other] = [
    visitInstants(a.day.date, a.day.start, a.day.end, zone),
    visitInstants(b.day.date, b.day.start, b.day.end, zone),
  ];
  const isBefore = Temporal.Instant.compare;
  return isBefore(one.start, other.end) < 0 && isBefore(other.start, one.end) < 0;
};

/** Hours of one provider that two rows pay. They come from records older than the check of paid times. */
export const paidTwice = (cards: readonly Card[], zone: string): TimeProblem[] => {
  const times = paidTimes(cards, zone).toSorted((a, b) => a.from - b.from);
  const longest = times.reduce((most, { from, to }) => Math.max(most, to - from), 0);
  return times.flatMap((one, index) => {
    const found: TimeProblem[] = [];
    // Earlier rows that may still be running; rows are sorted by start.
    for (let n = index - 1; n >= 0; n -= 1) {
      const other = times[n];
      if (!other || other.from + longest + HOUR <= one.from) break;
      if (other.to + HOUR <= one.from || !meet(one, other, zone)) continue;
      const plans =
        one.planId === other.planId ? `plan ${one.planId}` : `plans ${other.planId} and ${one.planId}`;
      const { date, start, end } = one.day;
      found.push({ date, text: `${showDate(date)} ${start} – ${end} is paid twice (${plans})` });
    }
    return found;
  });
};
