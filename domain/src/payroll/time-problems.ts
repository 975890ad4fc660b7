import { clocksStand, type ServiceDay, serviceDays } from '../billing/counting.ts';
import { payAboveVerified, sayUnverifiedPay, type VerifiedDays } from '../billing/verified.ts';
import { DAY_MINUTES, minuteOfDay, showDate, visitInstants } from '../calendar.ts';
import { remembering } from '../remembering.ts';
import type { PayCard } from './lines.ts';

/** Paid time that nothing proves, or that is paid twice: it is named, and neither blocks nor trims pay. */

/** A sentence without its end, and the first day that it is about. */
export interface TimeProblem {
  readonly date: string;
  readonly text: string;
}

type Card = Pick<PayCard, 'startPeriod' | 'endPeriod' | 'days'> & {
  readonly planId: number;
  /** YYYY-MM of service. */
  readonly month: string;
};

export interface TimeFacts {
  /** Minutes of Complete visits of a plan by day; null: the plan needs none. */
  readonly verifiedOf: (planId: number) => VerifiedDays | null;
  readonly today: string;
  readonly zone: string;
}

const withoutEnd = (sentence: string) => sentence.replace(/\.$/, '');
const lower = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** Each card whose pay is above what visits prove of its days. */
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
  /** Minutes of the local clock since 1970. */
  readonly from: number;
  readonly to: number;
}

/** What the change of clocks can move. */
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

/** Local times say it, but for nights in which the clocks change: those are compared as instants. */
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

/** Hours of one provider that two rows pay: records of before the time check asked for paid time. */
export const paidTwice = (cards: readonly Card[], zone: string): TimeProblem[] => {
  const times = paidTimes(cards, zone).toSorted((a, b) => a.from - b.from);
  const longest = times.reduce((most, { from, to }) => Math.max(most, to - from), 0);
  return times.flatMap((one, index) => {
    const found: TimeProblem[] = [];
    // Rows before it that may still run; their starts are in order.
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
