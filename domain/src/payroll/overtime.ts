import { daysOfMonth, halfOf } from '../billing/counting.ts';
import { hundredthsOf, instantOf, minuteOfDay, visitInstants, weekdayOf } from '../calendar.ts';
import type { PayCategory } from '../people/dictionary.ts';
import type { Half } from '../plan-documents/rules.ts';
import type { PaidDay, PayCard } from './lines.ts';
import type { OvertimeRule } from './pay-rules.ts';

/**
 * Overtime by workweek (documents-and-reports.md, D4; Colorado COMPS order): of the hours over 40 a week, the sum of those over
 * 12 a day and the sum of those over 12 consecutive the most counts. Lengths are minutes, hours hundredths, money cents.
 */

/** A paid day, as much of it as overtime asks for. */
export interface Shift extends Pick<PaidDay, 'date' | 'start' | 'end' | 'work' | 'travel' | 'rate'> {
  readonly card: Pick<PayCard, 'category' | 'calculation'>;
}

export interface Workweek {
  readonly from: string;
  readonly through: string;
  readonly rule: OvertimeRule;
}

const KEPT = 4_000;
/** Dates repeat for every provider: what is asked of the calendar is kept. */
const remembering = <T>(ask: (key: string) => T) => {
  const kept = new Map<string, T>();
  return (key: string): T => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= KEPT) kept.clear();
    const found = ask(key);
    kept.set(key, found);
    return found;
  };
};

const addDays = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
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

// --- Workweeks

/** The last day on or before `date` on which a week of the rule begins. */
const startOnOrBefore = (date: string, { weekStart }: OvertimeRule) => {
  const back = Array.from({ length: 7 }, (_, days) => addDays(date, -days));
  return back.find((day) => weekdayOf(Temporal.PlainDate.from(day)) === weekStart) ?? date;
};

export type WeekOf = (date: string) => Workweek;

/**
 * The workweek of a day. A rule counts from the first week of its own that begins on or after its day, so no week has two; the
 * week before a change of the first weekday is cut short. The oldest rule counts for all days before it too.
 */
export const workweeks = (rules: readonly OvertimeRule[]): WeekOf => {
  const inForce = rules
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    .map((rule, n) => ({
      rule,
      from: n === 0 ? '' : startOnOrBefore(addDays(rule.validFrom, 6), rule),
    }));
  return remembering((date) => {
    const at = inForce.findLastIndex(({ from }) => from <= date);
    const rule = inForce[at]?.rule;
    if (!rule) throw new Error('There is no overtime rule.');
    const from = startOnOrBefore(date, rule);
    const [end, next] = [addDays(from, 6), inForce[at + 1]?.from];
    return { from, through: next !== undefined && next <= end ? addDays(next, -1) : end, rule };
  });
};

// --- One week

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

/** The stretch before a week is followed back at most seven days. */
const LOOK_BACK = 7;
const lookBack = remembering((date) => addDays(date, -LOOK_BACK));
export const daysBefore = ({ from }: Pick<Workweek, 'from'>): string => lookBack(from);

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
  for (const { card, work, travel } of own.toReversed()) {
    const taken = Math.min(left, work + travel);
    if (taken > 0) found.set(card.category, (found.get(card.category) ?? 0) + taken);
    left -= taken;
  }
  return [...found].map(([category, value]) => ({ category, value }));
};

/** ½ × (value ÷ minutes) × overtime ÷ 60: all of it in one division. */
export const premiumOf = (value: number, minutes: number, overtime: number): number =>
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

// --- A month of calculation

/** Overtime of one week that is paid in a half of a month of calculation. */
export interface OvertimePart {
  readonly half: Half;
  readonly week: Pick<Workweek, 'from' | 'through'>;
  /** The week ended in an earlier month: only what its late cards changed. */
  readonly isLate: boolean;
  /** Hundredths of an hour, and of these by category. */
  readonly hours: number;
  readonly byCategory: readonly OvertimeOfCategory<number>[];
  readonly premium: number;
}

/** Rounded as running hours, so that the categories of a week add up to it. */
const hoursByCategory = (parts: readonly OvertimeOfCategory<number>[]): OvertimeOfCategory<number>[] => {
  let [minutes, hours] = [0, 0];
  return parts.map(({ category, value }) => {
    minutes += value;
    const own = hundredthsOf(minutes) - hours;
    hours += own;
    return { category, value: own };
  });
};

const differences = (
  now: readonly OvertimeOfCategory<number>[],
  before: readonly OvertimeOfCategory<number>[],
): OvertimeOfCategory<number>[] => {
  const of = (list: readonly OvertimeOfCategory<number>[], category: PayCategory | null) =>
    list.find((one) => one.category === category)?.value ?? 0;
  const categories = [...new Set([...now, ...before].map(({ category }) => category))];
  return categories
    .map((category) => ({ category, value: of(now, category) - of(before, category) }))
    .filter(({ value }) => value !== 0);
};

const partOf = (
  week: Workweek,
  isLate: boolean,
  now: WeekPay | undefined,
  before: WeekPay | undefined,
): OvertimePart => ({
  half: halfOf(week.through),
  week: { from: week.from, through: week.through },
  isLate,
  hours: hundredthsOf(now?.overtime ?? 0) - hundredthsOf(before?.overtime ?? 0),
  byCategory: differences(hoursByCategory(now?.lastWorked ?? []), hoursByCategory(before?.lastWorked ?? [])),
  premium: (now?.premium ?? 0) - (before?.premium ?? 0),
});

/**
 * A week is paid with the half in which it ends, worked on its last day or not, from all cards calculated by then. A card that is
 * calculated later works its week out again: the difference is paid with the card, in the half of the week's last day. So the parts
 * of a week add up to its overtime, whenever its cards came.
 */
export const overtimeOfMonth = (
  shifts: readonly Shift[],
  month: string,
  weekOf: WeekOf,
  zone: string,
): OvertimePart[] => {
  const { from, through } = daysOfMonth(month);
  const known = shifts.filter(({ card }) => card.calculation <= month);
  const isHome = (week: Workweek) => from <= week.through && week.through <= through;
  const lateDays = known.filter(({ card, date }) => card.calculation === month && date < from);
  // Without late days only the weeks of the month are asked for, and what went before the first of them.
  const earliest = lateDays.length === 0 ? daysBefore(weekOf(from)) : '';
  const now = payOfWeeks(
    known.filter(({ date }) => date >= earliest),
    weekOf,
    zone,
  );
  const own = [...now.values()]
    .filter(({ week }) => isHome(week))
    .map((pay) => partOf(pay.week, false, pay, undefined));
  if (lateDays.length === 0) return own.filter(isSome).toSorted(byWeek);
  const before = payOfWeeks(
    known.filter(({ card }) => card.calculation < month),
    weekOf,
    zone,
  );
  // A late day also works on the week after it: through midnight, and by the stretch it belongs to.
  const touched = new Set(
    lateDays.flatMap(({ date }) => [weekOf(date).from, weekOf(addDays(date, LOOK_BACK)).from]),
  );
  const late = [...touched]
    .map((start) => weekOf(start))
    .filter((week) => week.through < from)
    .map((week) => partOf(week, true, now.get(week.from), before.get(week.from)));
  return [...own, ...late].filter(isSome).toSorted(byWeek);
};

const isSome = ({ hours, premium, byCategory }: OvertimePart) =>
  hours !== 0 || premium !== 0 || byCategory.length > 0;
const byWeek = (a: OvertimePart, b: OvertimePart) => (a.week.from < b.week.from ? -1 : 1);

export interface OvertimeSum {
  readonly hours: number;
  readonly premium: number;
}
export const sumOvertime = (parts: readonly OvertimePart[], half?: Half): OvertimeSum => {
  const own = parts.filter((part) => half === undefined || part.half === half);
  return { hours: sum(own.map(({ hours }) => hours)), premium: sum(own.map(({ premium }) => premium)) };
};

/** Days of service that overtime of a month needs: its workweeks, and what went before them. */
export const daysForOvertime = (
  month: string,
  weekOf: WeekOf,
): { readonly from: string; readonly through: string } => {
  const { from, through } = daysOfMonth(month);
  return { from: daysBefore(weekOf(from)), through };
};
