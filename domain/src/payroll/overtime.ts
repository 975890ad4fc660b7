import { daysOfMonth } from '../billing/counting.ts';
import { addDays, hundredthsOf } from '../calendar.ts';
import { sum } from '../sum.ts';
import { halvesOfMonth, type PeriodPart, partOn } from './periods.ts';
import { type IsWhole, type OvertimeOfCategory, payOfWeeks, type Shift, type WeekPay } from './week-pay.ts';
import { daysBefore, LOOK_BACK, type WeekOf, type Workweek } from './workweeks.ts';

/** The overtime that a calculation month pays. Hours are in hundredths, money in cents. */

/** The overtime of one week that is paid with a half of a calculation month. */
export interface OvertimePart {
  readonly half: number;
  readonly week: Pick<Workweek, 'from' | 'through'>;
  /** The week ended in an earlier month, and this is only what its late cards changed. */
  readonly isLate: boolean;
  /** Hundredths of an hour, in total and by category. */
  readonly hours: number;
  readonly byCategory: readonly OvertimeOfCategory<number>[];
  readonly premium: number;
}

/** Rounded as running hours, so that a week's categories add up to its hours. */
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
  const of = (list: readonly OvertimeOfCategory<number>[], category: string | null) =>
    list.find((one) => one.category === category)?.value ?? 0;
  const categories = [...new Set([...now, ...before].map(({ category }) => category))];
  return categories
    .map((category) => ({ category, value: of(now, category) - of(before, category) }))
    .filter(({ value }) => value !== 0);
};

const partOf = (
  { week, isLate, periods }: { week: Workweek; isLate: boolean; periods: readonly PeriodPart[] },
  now: WeekPay | undefined,
  before: WeekPay | undefined,
): OvertimePart => ({
  half: partOn(periods, week.through),
  week: { from: week.from, through: week.through },
  isLate,
  hours: hundredthsOf(now?.overtime ?? 0) - hundredthsOf(before?.overtime ?? 0),
  byCategory: differences(hoursByCategory(now?.lastWorked ?? []), hoursByCategory(before?.lastWorked ?? [])),
  premium: (now?.premium ?? 0) - (before?.premium ?? 0),
});

/**
 * A week is paid with the half in which it ends, whether or not its last day was worked, from all cards calculated by then.
 * A card that is calculated later causes a recalculation, and the difference is paid with the card, in the half of the
 * week's last day. So the parts of a week add up to its overtime, whenever its cards come in.
 */
export const overtimeOfMonth = (
  shifts: readonly Shift[],
  month: string,
  weekOf: WeekOf,
  zone: string,
  isWhole?: IsWhole,
  periods: readonly PeriodPart[] = halvesOfMonth(month),
): OvertimePart[] => {
  const { from, through } = daysOfMonth(month);
  const known = shifts.filter(({ card }) => card.calculation <= month);
  const isHome = (week: Workweek) => from <= week.through && week.through <= through;
  const lateDays = known.filter(({ card, date }) => card.calculation === month && date < from);
  // Without late days, only the month's weeks and what immediately precedes the first of them are needed.
  const earliest = lateDays.length === 0 ? nightBefore(weekOf(from)) : '';
  const now = payOfWeeks(
    known.filter(({ date }) => date >= earliest),
    weekOf,
    zone,
    isWhole,
  );
  const own = [...now.values()]
    .filter(({ week }) => isHome(week))
    .map((pay) => partOf({ week: pay.week, isLate: false, periods }, pay, undefined));
  if (lateDays.length === 0) return own.filter(isSome).toSorted(byWeek);
  const before = payOfWeeks(
    known.filter(({ card }) => card.calculation < month),
    weekOf,
    zone,
    isWhole,
  );
  // A late day also affects later weeks: past midnight, and through the stretch it belongs to.
  const touched = new Set(
    lateDays.flatMap(({ date }) => DAYS_AFTER.map((days) => weekOf(addDays(date, days)).from)),
  );
  const late = [...touched]
    .map((start) => weekOf(start))
    .filter((week) => week.through < from)
    .map((week) => partOf({ week, isLate: true, periods }, now.get(week.from), before.get(week.from)));
  return [...own, ...late].filter(isSome).toSorted(byWeek);
};

/** A stretch may begin in the night before the first day considered. */
const nightBefore = (week: Workweek) => addDays(daysBefore(week), -1);
/** Weeks up to this many days after a shift may count part of its stretch. */
const DAYS_AFTER = Array.from({ length: LOOK_BACK + 2 }, (_, days) => days);

const isSome = ({ hours, premium, byCategory }: OvertimePart) =>
  hours !== 0 || premium !== 0 || byCategory.length > 0;
const byWeek = (a: OvertimePart, b: OvertimePart) => (a.week.from < b.week.from ? -1 : 1);

export interface OvertimeSum {
  readonly hours: number;
  readonly premium: number;
}
export const sumOvertime = (parts: readonly OvertimePart[], half?: number): OvertimeSum => {
  const own = parts.filter((part) => half === undefined || part.half === half);
  return { hours: sum(own.map(({ hours }) => hours)), premium: sum(own.map(({ premium }) => premium)) };
};

/** The overtime hours and premium that are added by splitting a week's nights at midnight instead of counting them as a whole. */
export interface NightDifference {
  readonly week: OvertimePart['week'];
  readonly hours: number;
  readonly premium: number;
}

/** The differences for the weeks of a calculation month whose nights are still counted as a whole. */
export const nightDifferences = (
  shifts: readonly Shift[],
  month: string,
  weekOf: WeekOf,
  zone: string,
  isWhole: IsWhole,
): NightDifference[] => {
  const [before, after] = [isWhole, undefined].map((whole) =>
    overtimeOfMonth(shifts, month, weekOf, zone, whole),
  );
  const weeks = new Map([...(before ?? []), ...(after ?? [])].map(({ week }) => [week.from, week]));
  const of = (parts: readonly OvertimePart[] | undefined, from: string) =>
    sumOvertime((parts ?? []).filter(({ week }) => week.from === from));
  return [...weeks.values()]
    .filter(({ from }) => isWhole(weekOf(from)))
    .map((week) => {
      const [was, is] = [of(before, week.from), of(after, week.from)];
      return { week, hours: is.hours - was.hours, premium: is.premium - was.premium };
    })
    .filter(({ hours, premium }) => hours !== 0 || premium !== 0);
};

/** The service days that a month's overtime depends on: its workweeks, and what precedes them. */
export const daysForOvertime = (
  month: string,
  weekOf: WeekOf,
): { readonly from: string; readonly through: string } => {
  const { from, through } = daysOfMonth(month);
  return { from: nightBefore(weekOf(from)), through };
};
