import { type DayRange, daysOfMonth } from '../billing/counting.ts';
import { addDays, showDate } from '../calendar.ts';
import { daysOfHalf } from '../plan-documents/rules.ts';
import type { PayPeriodRule } from './pay-rules.ts';

/**
 * Pay periods (docs/rules/payroll.md, rules 26 to 29): halves of the month, or from some day on weeks or two weeks. Cards
 * are calculated by month, so a period across two months has a part in each.
 */

/** The days in each kind of weekly period. */
const DAYS = { week: 7, twoWeeks: 14 } as const;

const halfAround = (date: string): DayRange =>
  daysOfHalf(date.slice(0, 7), Number(date.slice(8, 10)) <= 15 ? 0 : 1);

const weeksAround = (date: string, { validFrom }: PayPeriodRule, days: number): DayRange => {
  const passed = Temporal.PlainDate.from(validFrom).until(date, { largestUnit: 'days' }).days;
  const from = addDays(validFrom, passed - (passed % days));
  return { from, through: addDays(from, days - 1) };
};

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);

/** The pay period of a day. A rule's first day begins a period, and the one before it is cut short. */
export const periodOn = (rules: readonly PayPeriodRule[], date: string): DayRange => {
  const sorted = rules.toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  const at = sorted.findLastIndex(({ validFrom }) => validFrom <= date);
  const [rule, next] = [sorted[at], sorted[at + 1]];
  const whole =
    rule && rule.length !== 'halves' ? weeksAround(date, rule, DAYS[rule.length]) : halfAround(date);
  return {
    from: rule ? later(whole.from, rule.validFrom) : whole.from,
    through: next ? earlier(whole.through, addDays(next.validFrom, -1)) : whole.through,
  };
};

/** The part of a pay period within one calculation month. */
export interface PeriodPart extends DayRange {
  readonly period: DayRange;
}

/** A month's parts in order. Paid and stored data refers to a part by its index, which it calls a half. */
export const partsOfMonth = (rules: readonly PayPeriodRule[], month: string): PeriodPart[] => {
  const { from, through } = daysOfMonth(month);
  const parts: PeriodPart[] = [];
  let day = from;
  while (day <= through) {
    const period = periodOn(rules, day);
    parts.push({ from: day, through: earlier(period.through, through), period });
    day = addDays(period.through, 1);
  }
  return parts;
};

/** The parts of a month for an agency that pays by halves. */
export const halvesOfMonth = (month: string): PeriodPart[] => partsOfMonth([], month);

/** The part with which a day is paid, found by day of the month, because a late card is paid in another month. */
export const partOn = (parts: readonly PeriodPart[], date: string): number =>
  parts.findLastIndex(({ from }) => from.slice(8) <= date.slice(8, 10));

/** The days of a service month that are paid with a part; undefined if the month is too short to have any. */
export const daysOfPart = (parts: readonly PeriodPart[], at: number, month: string): DayRange | undefined => {
  const [part, next] = [parts[at], parts[at + 1]];
  if (!part) return undefined;
  const { through: last } = daysOfMonth(month);
  const from = `${month}-${part.from.slice(8)}`;
  if (from > last) return undefined;
  const through = next ? `${month}-${part.through.slice(8)}` : last;
  return { from, through: earlier(through, last) };
};

const isSameDays = (a: DayRange, b: DayRange) => a.from === b.from && a.through === b.through;

/** Whether a part is exactly a half of its month. */
export const isHalf = ({ from, through, period }: PeriodPart): boolean =>
  isSameDays(period, { from, through }) && isSameDays(period, halfAround(from));
export const areHalves = (parts: readonly PeriodPart[]): boolean => parts.every(isHalf);

// --- Words

export const sayDays = ({ from, through }: DayRange): string => `${showDate(from)} – ${showDate(through)}`;

const SHORT_HALVES = ['1st half', '2nd half'] as const;

/** '1st half', or '11-01 – 11-08' for the part of a period within the month. */
export const sayPart = (parts: readonly PeriodPart[], at: number): string => {
  const part = parts[at];
  if (!part) return '';
  if (isHalf(part)) return SHORT_HALVES[at] ?? '';
  return `${showDate(part.from).slice(0, 5)} – ${showDate(part.through).slice(0, 5)}`;
};

// --- What is paid

export interface PaidPart {
  readonly month: string;
  readonly half: number;
}

/** An exported part that would have different days under the new rules; undefined if there is none. */
export const findMovedPart = (
  exported: readonly PaidPart[],
  before: readonly PayPeriodRule[],
  after: readonly PayPeriodRule[],
): DayRange | undefined =>
  exported
    .map(({ month, half }) => ({
      old: partsOfMonth(before, month)[half],
      now: partsOfMonth(after, month)[half],
    }))
    .find(({ old, now }) => !old || !now || !isSameDays(old, now) || !isSameDays(old.period, now.period))?.old
    ?.period;

export const periodPaid = (period: DayRange) =>
  `The pay period ${sayDays(period)} was exported. Choose a day after it.`;

/** All parts of a pay period, which a run pays together. */
export const partsOfPeriod = (rules: readonly PayPeriodRule[], { from, through }: DayRange): PaidPart[] => {
  const months = [...new Set([from.slice(0, 7), through.slice(0, 7)])];
  return months.map((month) => ({
    month,
    half: partsOfMonth(rules, month).findIndex(({ period }) => period.from === from),
  }));
};

interface PaidBy {
  readonly run: number;
}

/**
 * The parts that runs have exported, each with the last run. They include parts with rows, and all parts of a paid period,
 * even those without pay so far, because anything added there later is a correction.
 */
export const exportedParts = (
  rules: readonly PayPeriodRule[],
  rows: readonly (PaidPart & PaidBy)[],
  periods: readonly (DayRange & PaidBy)[],
): (PaidPart & PaidBy)[] => {
  const ofPeriods = periods.flatMap((period) =>
    partsOfPeriod(rules, period)
      .filter(({ half }) => half >= 0)
      .map((part) => ({ ...part, run: period.run })),
  );
  const found = new Map<string, PaidPart & PaidBy>();
  for (const part of [...rows, ...ofPeriods]) {
    const key = `${part.month} ${part.half}`;
    if ((found.get(key)?.run ?? 0) < part.run) found.set(key, part);
  }
  return [...found.values()];
};
