import { instantOf, minuteOfDay, visitInstants } from '../calendar.ts';
import type { PayCategory } from '../people/dictionary.ts';
import type { PaidDay, PayCard } from './lines.ts';
import { remembering } from './remembering.ts';
import { addDays, daysBefore, type WeekOf, type Workweek } from './workweeks.ts';

/**
 * One workweek (documents-and-reports.md, D4; Colorado COMPS order): of the hours over 40 a week, the sum of those over 12 a day
 * and the sum of those over 12 consecutive the most counts. Lengths are minutes, money cents.
 */

/** A paid day, as much of it as overtime asks for. */
export interface Shift
  extends Pick<PaidDay, 'date' | 'start' | 'end' | 'work' | 'travel' | 'category' | 'rate'> {
  readonly card: Pick<PayCard, 'calculation'>;
}

const dayNumber = remembering((date) =>
  Math.round(Temporal.PlainDate.from('1970-01-01').until(date, { largestUnit: 'days' }).days),
);
const nextDay = remembering((date) => addDays(date, 1));
/** Minutes of a day in its zone; fewer or more than 1440 when the clocks change. The key is 'date zone'. */
const dayLength = remembering((key) => {
  const [date = '', zone = ''] = key.split(' ');
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).hoursInDay * 60;
});
const isEven = (date: string, zone: string) => dayLength(`${date} ${zone}`) === 1440;

export interface OvertimeOfCategory<T> {
  readonly category: PayCategory | null;
  readonly value: T;
}

export interface WeekPay {
  readonly week: Workweek;
  /** Paid, travel included. */
  readonly minutes: number;
  /** Sum of minutes × cents an hour: straight pay × 60, exact. */
  readonly value: number;
  /** The three measures; `overtime` is the greatest, at most all minutes of the week. */
  readonly overWeek: number;
  readonly overDay: number;
  readonly overConsecutive: number;
  readonly overtime: number;
  /** ½ × (straight pay ÷ hours) × overtime hours, half up to the cent, rounded once. */
  readonly premium: number;
  /** Overtime hours are the last ones of the week: by the categories worked last. Minutes. */
  readonly lastWorked: readonly OvertimeOfCategory<number>[];
}

const over = (minutes: number, limit: number | null) => (limit === null ? 0 : Math.max(0, minutes - limit));
const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);

const isOvernight = ({ start, end }: Shift) => minuteOfDay(end) < minuteOfDay(start);

/** Minutes by calendar day: an overnight row is split at midnight, travel stays on the day of its row. */
const minutesByDay = (shifts: readonly Shift[], zone: string): ReadonlyMap<string, number> => {
  const days = new Map<string, number>();
  const add = (date: string, minutes: number) => days.set(date, (days.get(date) ?? 0) + minutes);
  for (const shift of shifts) {
    const { date, start, work, travel } = shift;
    if (!isOvernight(shift)) {
      add(date, work + travel);
      continue;
    }
    const next = nextDay(date);
    const untilMidnight = isEven(date, zone)
      ? 1440 - minuteOfDay(start)
      : Math.round(
          instantOf(next, '00:00', zone)
            .since(instantOf(date, start, zone))
            .total('minutes'),
        );
    add(date, untilMidnight + travel);
    add(next, work - untilMidnight);
  }
  return days;
};

/** A shift on the clock: minutes since a fixed midnight, as local clocks say. */
interface Placed {
  readonly shift: Shift;
  readonly start: number;
  readonly end: number;
  /** The clocks are not changed on its days. */
  readonly isEven: boolean;
}

const placeOn = (shift: Shift, zone: string): Placed => {
  const { date, start, end } = shift;
  const midnight = dayNumber(date) * 1440;
  return {
    shift,
    start: midnight + minuteOfDay(start),
    end: midnight + minuteOfDay(end) + (isOvernight(shift) ? 1440 : 0),
    isEven: isEven(date, zone) && isEven(nextDay(date), zone),
  };
};

/** Minutes between the end of a shift and the start of a later one; less than 0 when they overlap. */
const gapBetween = (earlier: Placed, later: Placed, zone: string): number => {
  if (earlier.isEven && later.isEven) return later.start - earlier.end;
  const { date, start, end } = earlier.shift;
  const until = instantOf(later.shift.date, later.shift.start, zone);
  return Math.round(until.since(visitInstants(date, start, end, zone).end).total('minutes'));
};

/** Minutes of the week's rows that lie beyond the limit of a stretch; travel has no place on the clock and is left out. */
const consecutiveOver = (
  placed: readonly Placed[],
  { from, through, rule: { consecutiveLimit, gap } }: Workweek,
  zone: string,
): number => {
  if (consecutiveLimit === null) return 0;
  const earliest = daysBefore({ from });
  let [stretch, found] = [0, 0];
  let last: Placed | undefined;
  for (const one of placed) {
    const { date, work } = one.shift;
    if (date < earliest || date > through) continue;
    const pause = last ? gapBetween(last, one, zone) : 0;
    if (pause > gap) stretch = 0;
    const before = over(stretch, consecutiveLimit);
    stretch += work;
    if (date >= from) found += over(stretch, consecutiveLimit) - before;
    if (!last || pause + work >= 0) last = one;
  }
  return found;
};

/** The last `overtime` minutes of a week by category, the one worked last first. */
const lastWorked = (own: readonly Shift[], overtime: number): OvertimeOfCategory<number>[] => {
  const found = new Map<PayCategory | null, number>();
  let left = overtime;
  for (const { category, work, travel } of own.toReversed()) {
    const taken = Math.min(left, work + travel);
    if (taken > 0) found.set(category, (found.get(category) ?? 0) + taken);
    left -= taken;
  }
  return [...found].map(([category, value]) => ({ category, value }));
};

/** ½ × (value ÷ minutes) × overtime ÷ 60: all of it in one division. */
const premiumOf = (value: number, minutes: number, overtime: number): number =>
  minutes === 0 ? 0 : Math.round((value * overtime) / (minutes * 120));

const startsBefore = (a: Shift, b: Shift) =>
  a.date < b.date || (a.date === b.date && a.start < b.start) ? -1 : 1;

/** All workweeks of one provider's paid days, all clients together, by their first day. */
export const payOfWeeks = (
  shifts: readonly Shift[],
  weekOf: WeekOf,
  zone: string,
): ReadonlyMap<string, WeekPay> => {
  const inOrder = shifts.toSorted(startsBefore);
  const placed = inOrder.map((shift) => placeOn(shift, zone));
  const byDay = minutesByDay(inOrder, zone);
  const weeks = Map.groupBy(inOrder, ({ date }) => weekOf(date).from);
  return new Map(
    [...weeks].flatMap(([from, own]): [string, WeekPay][] => {
      const [first] = own;
      if (!first) return [];
      const week = weekOf(first.date);
      const minutes = sum(own.map(({ work, travel }) => work + travel));
      const value = sum(own.map(({ work, travel, rate }) => (work + travel) * (rate ?? 0)));
      const overWeek = over(minutes, week.rule.weekLimit);
      const overDay = sum(
        [...byDay].map(([date, spent]) =>
          week.from <= date && date <= week.through ? over(spent, week.rule.dayLimit) : 0,
        ),
      );
      const overConsecutive = consecutiveOver(placed, week, zone);
      const overtime = Math.min(minutes, Math.max(overWeek, overDay, overConsecutive));
      const premium = premiumOf(value, minutes, overtime);
      return [
        [
          from,
          {
            week,
            minutes,
            value,
            overWeek,
            overDay,
            overConsecutive,
            overtime,
            premium,
            lastWorked: lastWorked(own, overtime),
          },
        ],
      ];
    }),
  );
};
