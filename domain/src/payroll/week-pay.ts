import { addDays, DAY_MINUTES, instantOf, minuteOfDay } from '../calendar.ts';
import { remembering } from '../remembering.ts';
import { sum } from '../sum.ts';
import type { PaidDay, PayCard } from './lines.ts';
import { daysBefore, type WeekOf, type Workweek } from './workweeks.ts';

/**
 * The pay of one workweek (Colorado COMPS order). Overtime is the largest of: hours over 40 per week, the sum of hours over
 * 12 per day, and the sum of hours over 12 consecutive ones. A night across the end of a week is split at midnight. Lengths
 * are in minutes, money in cents.
 */

/** The parts of a paid day that overtime needs. */
export interface Shift extends Pick<PaidDay, 'date' | 'start' | 'work' | 'travel' | 'category' | 'rate'> {
  readonly card: Pick<PayCard, 'calculation'>;
}

const nextDay = remembering((date) => addDays(date, 1));
const minutesOf = (instant: Temporal.Instant) => Math.round(instant.epochMilliseconds / 60_000);
/** The midnight at the start of a day, in minutes of real time. The key is 'date zone'. */
const midnightBefore = remembering((key) => {
  const [date = '', zone = ''] = key.split(' ');
  return minutesOf(instantOf(date, '00:00', zone));
});
const midnight = (date: string, zone: string) => midnightBefore(`${date} ${zone}`);

export interface OvertimeOfCategory<T> {
  readonly category: string | null;
  readonly value: T;
}

export interface WeekPay {
  readonly week: Workweek;
  /** Paid minutes, including travel. */
  readonly minutes: number;
  /** The sum of minutes × cents per hour, which is exactly straight pay × 60. */
  readonly value: number;
  /** The three measures. `overtime` is the largest, but no more than all minutes of the week. */
  readonly overWeek: number;
  readonly overDay: number;
  readonly overConsecutive: number;
  readonly overtime: number;
  /** ½ × (straight pay ÷ hours) × overtime hours, rounded once, half up to the cent. */
  readonly premium: number;
  /** Overtime minutes by category. Overtime hours are the last ones of the week, so they belong to the categories worked last. */
  readonly lastWorked: readonly OvertimeOfCategory<number>[];
}

const over = (minutes: number, limit: number | null) => (limit === null ? 0 : Math.max(0, minutes - limit));
/** A row in real time, or the part of it within one workweek. In minutes of real time clock changes do not matter. */
interface Piece extends Pick<Shift, 'date' | 'work' | 'travel' | 'category' | 'rate'> {
  readonly start: number;
}

const startOf = ({ date, start }: Shift, zone: string): number => {
  const [from, until] = [midnight(date, zone), midnight(nextDay(date), zone)];
  return until - from === DAY_MINUTES ? from + minuteOfDay(start) : minutesOf(instantOf(date, start, zone));
};

/** The parts of a row before and after midnight. Travel stays on the day on which the row starts. */
const atMidnight = (piece: Piece, zone: string): Piece[] => {
  const { date, start, work } = piece;
  const until = midnight(nextDay(date), zone) - start;
  if (work <= until) return [piece];
  return [
    { ...piece, work: until },
    { ...piece, date: nextDay(date), start: start + until, work: work - until, travel: 0 },
  ];
};

/** How a night across the end of a workweek is counted: split between both weeks, or whole in the week in which it starts. */
type Nights = 'split' | 'whole';

const piecesOf = (shifts: readonly Shift[], weekOf: WeekOf, zone: string, nights: Nights): Piece[] =>
  shifts
    .flatMap((shift) => {
      const { date, work, travel, category, rate } = shift;
      const whole = { date, start: startOf(shift, zone), work, travel, category, rate };
      return nights === 'split' && date === weekOf(date).through ? atMidnight(whole, zone) : [whole];
    })
    .toSorted((a, b) => a.start - b.start);

const minutesByDay = (pieces: readonly Piece[], zone: string): ReadonlyMap<string, number> => {
  const days = new Map<string, number>();
  for (const { date, work, travel } of pieces.flatMap((piece) => atMidnight(piece, zone)))
    days.set(date, (days.get(date) ?? 0) + work + travel);
  return days;
};

/** Paid minutes by day as workweeks count them, with a night across the end of a week split at midnight. */
export const paidMinutesByDay = (
  shifts: readonly Shift[],
  weekOf: WeekOf,
  zone: string,
): ReadonlyMap<string, number> => minutesByDay(piecesOf(shifts, weekOf, zone, 'split'), zone);

/** Minutes of the week beyond the limit for a stretch. Travel is left out, because it has no clock times. */
const consecutiveOver = (
  pieces: readonly Piece[],
  { from, through, rule: { consecutiveLimit, gap } }: Workweek,
): number => {
  if (consecutiveLimit === null) return 0;
  const earliest = daysBefore({ from });
  let [stretch, found, end] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const { date, start, work } of pieces) {
    if (date < earliest || date > through) continue;
    if (start - end > gap) stretch = 0;
    const before = over(stretch, consecutiveLimit);
    stretch += work;
    if (date >= from) found += over(stretch, consecutiveLimit) - before;
    end = Math.max(end, start + work);
  }
  return found;
};

/** The last `overtime` minutes of a week by category, the one worked last first. */
const lastWorked = (own: readonly Piece[], overtime: number): OvertimeOfCategory<number>[] => {
  const found = new Map<string | null, number>();
  let left = overtime;
  for (const { category, work, travel } of own.toReversed()) {
    const taken = Math.min(left, work + travel);
    if (taken > 0) found.set(category, (found.get(category) ?? 0) + taken);
    left -= taken;
  }
  return [...found].map(([category, value]) => ({ category, value }));
};

/** ½ × (value ÷ minutes) × overtime ÷ 60, in a single division. */
const premiumOf = (value: number, minutes: number, overtime: number): number =>
  minutes === 0 ? 0 : Math.round((value * overtime) / (minutes * 120));

const payOfWeek = (
  week: Workweek,
  own: readonly Piece[],
  all: readonly Piece[],
  byDay: ReadonlyMap<string, number>,
): WeekPay => {
  const minutes = sum(own.map(({ work, travel }) => work + travel));
  const value = sum(own.map(({ work, travel, rate }) => (work + travel) * (rate ?? 0)));
  const overWeek = over(minutes, week.rule.weekLimit);
  const overDay = sum(
    [...byDay].map(([date, spent]) =>
      week.from <= date && date <= week.through ? over(spent, week.rule.dayLimit) : 0,
    ),
  );
  const overConsecutive = consecutiveOver(all, week);
  const overtime = Math.min(minutes, Math.max(overWeek, overDay, overConsecutive));
  return {
    week,
    minutes,
    value,
    overWeek,
    overDay,
    overConsecutive,
    overtime,
    premium: premiumOf(value, minutes, overtime),
    lastWorked: lastWorked(own, overtime),
  };
};

const weeksBy = (shifts: readonly Shift[], weekOf: WeekOf, zone: string, nights: Nights): WeekPay[] => {
  const pieces = piecesOf(shifts, weekOf, zone, nights);
  const byDay = minutesByDay(pieces, zone);
  return [...Map.groupBy(pieces, ({ date }) => weekOf(date).from)].map(([from, own]) =>
    payOfWeek(weekOf(from), own, pieces, byDay),
  );
};

/** Whether a week's nights are still counted whole, as they were exported. */
export type IsWhole = (week: Workweek) => boolean;
const NONE_WHOLE: IsWhole = () => false;

/** All workweeks of one provider's paid days for all clients together, in order of their first days. */
export const payOfWeeks = (
  shifts: readonly Shift[],
  weekOf: WeekOf,
  zone: string,
  isWhole: IsWhole = NONE_WHOLE,
): ReadonlyMap<string, WeekPay> => {
  const split = weeksBy(shifts, weekOf, zone, 'split').filter(({ week }) => !isWhole(week));
  const whole =
    isWhole === NONE_WHOLE ? [] : weeksBy(shifts, weekOf, zone, 'whole').filter(({ week }) => isWhole(week));
  return new Map(
    [...split, ...whole]
      .toSorted((a, b) => (a.week.from < b.week.from ? -1 : 1))
      .map((pay) => [pay.week.from, pay]),
  );
};
