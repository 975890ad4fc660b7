import {
  addHours,
  type DayRange,
  type Hours,
  NO_HOURS,
  showHours,
  totalMinutes,
} from '../billing/counting.ts';
import { hundredthsOf, showDate, showStamp } from '../calendar.ts';
import { showMoney } from '../money.ts';
import { daysOfHalf } from '../plan-documents/rules.ts';
import { sum } from '../sum.ts';
import { type PayCard, paidDays } from './lines.ts';
import type { MonthPay } from './month.ts';
import type { PayPeriodRule } from './pay-rules.ts';
import {
  areHalves,
  isHalf,
  type PaidPart,
  type PeriodPart,
  partOn,
  partsOfMonth,
  partsOfPeriod,
  sayDays,
} from './periods.ts';
import type { ProviderRates } from './rates.ts';
import type { HalfPay, PayChange, PayrollRun, RunLine, RunRow } from './run-schema.ts';

/**
 * Payroll runs (docs/rules/payroll.md, rule 14). The first export of a half pays it; after that, each difference from what
 * was exported is a correction in the next run. So all rows of a half add up to what the page shows now.
 */

export interface PlanCard extends PayCard {
  readonly planId: number;
}

export const NO_PAY: HalfPay = { lines: [], weeks: [], cards: [] };

/** A provider's pay for a calculation month, with its cards. */
export interface PaidMonth extends Pick<MonthPay, 'periods' | 'parts' | 'lines' | 'overtime'> {
  readonly cards: readonly PlanCard[];
  readonly rates: ProviderRates;
}

type PaidPlanMonth = HalfPay['cards'][number];

/** The days and hours of each plan's service month, over all of its cards. */
const planMonths = (
  { cards, parts, periods, rates }: PaidMonth,
  half: number,
  zone: string,
): PaidPlanMonth[] => {
  const months = Map.groupBy(cards, ({ planId, month }) => `${planId} ${month}`);
  const hoursOf = Map.groupBy(
    parts.filter((part) => part.half === half),
    ({ card }) => card.id,
  );
  return [...months.values()].flatMap((own): PaidPlanMonth[] => {
    const [first] = own;
    if (!first) return [];
    const days = own
      .flatMap((card) => paidDays(card, rates, zone))
      .filter(({ date }) => partOn(periods, date) === half)
      .map((day) => ({ date: day.date, start: day.start, end: day.end, minutes: totalMinutes(day) }));
    const hours = sum(own.flatMap(({ id }) => hoursOf.get(id) ?? []).map((part) => part.hours.total));
    const { planId, month } = first;
    return days.length === 0 && hours === 0 ? [] : [{ planId, month, hours, days }];
  });
};

/** What a half comes to now: the cards calculated in its month, plus its overtime. */
export const payOfHalf = (pay: PaidMonth, half: number, zone: string): HalfPay => ({
  lines: pay.lines
    .filter((line) => line.half === half)
    .map(({ category, rate, hours, amount }) => ({ category, rate, hours, amount })),
  weeks: (pay.overtime ?? [])
    .filter((part) => part.half === half)
    .map(({ week, hours, premium, byCategory }) => ({
      through: week.through,
      hours,
      premium,
      byCategory: [...byCategory],
    })),
  cards: planMonths(pay, half, zone).toSorted((a, b) => a.planId - b.planId || (a.month < b.month ? -1 : 1)),
});

export const hoursOfHalfPay = ({ lines }: Pick<HalfPay, 'lines'>): number =>
  sum(lines.map(({ hours }) => hours.total));
export const straightOf = ({ lines }: Pick<HalfPay, 'lines'>): number =>
  sum(lines.map(({ amount }) => amount));

/** The same pay with current category names, so that renaming makes no difference. */
export const withPresentNames = (
  { lines, weeks, cards }: HalfPay,
  nameOf: (category: string | null) => string | null,
): HalfPay => ({
  lines: lines.map((line) => ({ ...line, category: nameOf(line.category) })),
  weeks: weeks.map((week) => ({
    ...week,
    byCategory: week.byCategory.map((one) => ({ ...one, category: nameOf(one.category) })),
  })),
  cards,
});

// --- Differences

type Overtime = RunRow['overtime'];

const minus = (a: Hours, b: Hours): Hours => ({
  work: a.work - b.work,
  travel: a.travel - b.travel,
  total: a.total - b.total,
});
const isZero = ({ hours, amount }: RunLine) =>
  hours.work === 0 && hours.travel === 0 && hours.total === 0 && amount === 0;

/** Merges lines of the same category and rate. */
const linesByKey = (lines: readonly RunLine[]): ReadonlyMap<string, RunLine> => {
  const found = new Map<string, RunLine>();
  for (const line of lines) {
    const key = `${line.category} ${line.rate}`;
    const known = found.get(key);
    found.set(
      key,
      known
        ? { ...line, hours: addHours(known.hours, line.hours), amount: known.amount + line.amount }
        : line,
    );
  }
  return found;
};

const lineDifferences = (old: HalfPay, now: HalfPay): RunLine[] => {
  const [before, after] = [linesByKey(old.lines), linesByKey(now.lines)];
  return [...new Map([...before, ...after])]
    .map(([key, { category, rate }]) => {
      const [was, is] = [before.get(key), after.get(key)];
      return {
        category,
        rate,
        hours: minus(is?.hours ?? NO_HOURS, was?.hours ?? NO_HOURS),
        amount: (is?.amount ?? 0) - (was?.amount ?? 0),
      };
    })
    .filter((line) => !isZero(line));
};

const overtimeOf = ({ weeks }: HalfPay): Overtime => {
  const byCategory = new Map<string | null, number>();
  for (const { category, value } of weeks.flatMap((week) => week.byCategory))
    byCategory.set(category, (byCategory.get(category) ?? 0) + value);
  return {
    hours: sum(weeks.map(({ hours }) => hours)),
    premium: sum(weeks.map(({ premium }) => premium)),
    byCategory: [...byCategory].map(([category, value]) => ({ category, value })),
  };
};

const overtimeDifference = (old: HalfPay, now: HalfPay): Overtime => {
  const [before, after] = [overtimeOf(old), overtimeOf(now)];
  const of = ({ byCategory }: Overtime, category: string | null) =>
    byCategory.find((one) => one.category === category)?.value ?? 0;
  const categories = [
    ...new Set([...before.byCategory, ...after.byCategory].map(({ category }) => category)),
  ];
  return {
    hours: after.hours - before.hours,
    premium: after.premium - before.premium,
    byCategory: categories
      .map((category) => ({ category, value: of(after, category) - of(before, category) }))
      .filter(({ value }) => value !== 0),
  };
};

// --- Who changed what

export interface Changed {
  readonly who: string;
  readonly at: string;
}
export interface ChangedBy {
  /** The last change to the paid days of a plan's month. */
  readonly card: (planId: number, month: string) => Changed | undefined;
  /** The last change to the provider's rates that apply on or before this day. */
  readonly rates: (through: string) => Changed | undefined;
  /** The last change to the pay categories of care plan types. */
  readonly categories: () => Changed | undefined;
  /** The confirmation that the week ending on this day is corrected. */
  readonly week: (through: string) => Changed | undefined;
}

const latest = (list: readonly (Changed | undefined)[]): Changed | undefined =>
  list.reduce((last, one) => (one && (!last || one.at > last.at) ? one : last), undefined);
const by = (changed: Changed | undefined) => ({ who: changed?.who ?? null, at: changed?.at ?? null });

type Card = HalfPay['cards'][number];

/** Days whose paid times have changed. If there are none, the hours changed through the card's rounding. */
const cardChanges = (
  old: Card | undefined,
  now: Card | undefined,
  changed: Changed | undefined,
): PayChange[] => {
  const { planId = 0 } = now ?? old ?? {};
  const [before, after] = [old?.days ?? [], now?.days ?? []];
  const minutesOn = (days: Card['days'], date: string) =>
    sum(days.filter((day) => day.date === date).map(({ minutes }) => minutes));
  const dates = [...new Set([...before, ...after].map(({ date }) => date))].toSorted();
  const days = dates
    .map((date) => ({ date, old: minutesOn(before, date), now: minutesOn(after, date) }))
    .filter((day) => day.old !== day.now)
    .map((day) => ({
      what: 'hours' as const,
      planId,
      date: day.date,
      old: hundredthsOf(day.old),
      now: hundredthsOf(day.now),
      ...by(changed),
    }));
  const [was, is] = [old?.hours ?? 0, now?.hours ?? 0];
  if (days.length > 0 || was === is) return days;
  return [{ what: 'rounding', planId, date: null, old: was, now: is, ...by(changed) }];
};

const isSameCategories = (old: HalfPay, now: HalfPay) =>
  new Set(old.lines.map(({ category }) => category)).symmetricDifference(
    new Set(now.lines.map(({ category }) => category)),
  ).size === 0;

const changesOf = (old: HalfPay, now: HalfPay, through: string, changedBy: ChangedBy): PayChange[] => {
  const keyOf = ({ planId, month }: Card) => `${planId} ${month}`;
  const [before, after] = [
    new Map(old.cards.map((card) => [keyOf(card), card])),
    new Map(now.cards.map((card) => [keyOf(card), card])),
  ];
  const touched = [...new Map([...before, ...after])];
  const cards = touched.flatMap(([key, { planId, month }]) =>
    cardChanges(before.get(key), after.get(key), changedBy.card(planId, month)),
  );
  const moved = lineDifferences(old, now);
  const onlyRates = cards.length === 0 && moved.length > 0;
  const setRates = () => (isSameCategories(old, now) ? changedBy.rates(through) : changedBy.categories());
  const rateChange = onlyRates ? setRates() : undefined;
  const rates: PayChange[] = onlyRates
    ? [
        {
          what: 'pay',
          planId: null,
          date: null,
          old: straightOf(old),
          now: straightOf(now),
          ...by(rateChange),
        },
      ]
    : [];
  const last = latest([
    ...cards.flatMap(({ who, at }) => (who !== null && at !== null ? { who, at } : [])),
    rateChange,
  ]);
  const fallback = last ?? latest(now.cards.map(({ planId, month }) => changedBy.card(planId, month)));
  const weeks = [...new Set([...old.weeks, ...now.weeks].map(({ through }) => through))].toSorted();
  const of = (pay: HalfPay, through: string) => pay.weeks.find((week) => week.through === through);
  const overtime = weeks.flatMap((through): PayChange[] => {
    const [was, is] = [of(old, through), of(now, through)];
    const [hours, premium] = [
      { old: was?.hours ?? 0, now: is?.hours ?? 0 },
      { old: was?.premium ?? 0, now: is?.premium ?? 0 },
    ];
    const about = { planId: null, date: through, ...by(latest([last, changedBy.week(through)]) ?? fallback) };
    if (hours.old !== hours.now) return [{ what: 'overtime', ...about, ...hours }];
    return premium.old === premium.now ? [] : [{ what: 'premium', ...about, ...premium }];
  });
  return [...cards, ...rates, ...overtime];
};

// --- Rows

const halfAt = (month: string, half: number): DayRange => daysOfHalf(month, half === 0 ? 0 : 1);

/** The first and last day of a row's half or pay period. */
export const daysOfRow = ({
  month,
  half,
  period,
}: Pick<RunRow, 'month' | 'half'> & { readonly period?: DayRange | undefined }): DayRange =>
  period ?? halfAt(month, half);

/** '2026-11, 1st half', or the days of the pay period. */
export const sayRowPeriod = ({ month, half, period }: Pick<RunRow, 'month' | 'half' | 'period'>): string =>
  period ? sayDays(period) : `${month}, ${half === 0 ? '1st' : '2nd'} half`;

export interface Employee {
  readonly providerId: number;
  readonly last: string;
  readonly first: string;
  readonly ssn4: string | null;
}

/**
 * The row of a provider; undefined if there is nothing to pay or correct. `old` is what was exported of the half so far;
 * undefined if nothing was.
 */
export const runRow = (
  employee: Employee,
  { month, half, period }: PaidPart & { readonly period?: DayRange | undefined },
  now: HalfPay,
  exported: { readonly run: number; readonly pay: HalfPay } | undefined,
  changedBy: ChangedBy,
): RunRow | undefined => {
  const old = exported?.pay ?? NO_PAY;
  const lines = lineDifferences(old, now);
  const overtime = overtimeDifference(old, now);
  const isNothing =
    lines.length === 0 && overtime.hours === 0 && overtime.premium === 0 && overtime.byCategory.length === 0;
  if (isNothing) return undefined;
  return {
    kind: exported ? 'Correction' : 'Pay',
    month,
    half,
    ...(period && { period: { from: period.from, through: period.through } }),
    ...employee,
    lines,
    overtime,
    old: hoursOfHalfPay(old),
    now: hoursOfHalfPay(now),
    correctionOf: exported?.run ?? null,
    changes: exported ? changesOf(old, now, daysOfRow({ month, half, period }).through, changedBy) : [],
  };
};

export interface RunSums {
  readonly rows: number;
  readonly hours: number;
  readonly straight: number;
  readonly premium: number;
}
export const sumsOf = (rows: readonly RunRow[], kind: RunRow['kind']): RunSums => {
  const own = rows.filter((row) => row.kind === kind);
  return {
    rows: own.length,
    hours: sum(own.map(hoursOfHalfPay)),
    straight: sum(own.map(straightOf)),
    premium: sum(own.map(({ overtime }) => overtime.premium)),
  };
};

// --- Words

export const NOTHING_TO_EXPORT = 'There is nothing to export: no paid hour is new or changed.';

/** What a run can be requested for. */
export const HALF_CHOICES = ['1', '2', 'both'] as const;
export type HalfChoice = (typeof HALF_CHOICES)[number];
const HALVES = [0, 1];
export const halvesOf = (choice: HalfChoice): number[] =>
  HALVES.filter((half) => choice === 'both' || choice === String(half + 1));

/** What a run pays: halves of a month, or the parts of another pay period. `month` is the month of the last part. */
export interface WantedRun {
  readonly month: string;
  readonly halves: readonly number[];
  /** Null if the run pays halves. */
  readonly period: DayRange | null;
  readonly parts: readonly PaidPart[];
}

export const NO_HALVES = 'period: Pay periods of this month are not its halves. Choose a pay period.';
export const NO_PERIOD = 'period: Enter the first day of a pay period of this month.';

const periodRun = (rules: readonly PayPeriodRule[], { period }: PeriodPart): WantedRun => {
  const parts = partsOfPeriod(rules, period);
  const month = period.through.slice(0, 7);
  const halves = parts.filter((part) => part.month === month).map(({ half }) => half);
  return { month, halves, period, parts };
};

const halfRun = (month: string, halves: readonly number[]): WantedRun => ({
  month,
  halves,
  period: null,
  parts: halves.map((half) => ({ month, half })),
});

/** The requested run, or why it is not possible. A half may also be requested by its first day. */
export const wantedRun = (
  rules: readonly PayPeriodRule[],
  {
    month,
    half,
    period,
  }: { readonly month: string; readonly half: HalfChoice; readonly period?: string | undefined },
): WantedRun | string => {
  const parts = partsOfMonth(rules, month);
  if (period === undefined) {
    const halves = halvesOf(half);
    const own = halves.flatMap((at) => parts[at] ?? []);
    return own.length === halves.length && areHalves(half === 'both' ? parts : own)
      ? halfRun(month, halves)
      : NO_HALVES;
  }
  const at = parts.findIndex((part) => part.period.from === period);
  const part = parts[at];
  if (!part) return NO_PERIOD;
  return isHalf(part) ? halfRun(month, [at]) : periodRun(rules, part);
};

/** The choices for a month: '1', '2' and 'both' halves, or the first days of pay periods. */
export const runChoices = (
  parts: readonly PeriodPart[],
): { readonly value: string; readonly label: string }[] =>
  areHalves(parts)
    ? [
        { value: '1', label: '1st half' },
        { value: '2', label: '2nd half' },
        { value: 'both', label: 'Both halves' },
      ]
    : parts.map(({ period }) => ({ value: period.from, label: sayDays(period) }));

const addOvertime = (a: Overtime, b: Overtime): Overtime => ({
  hours: a.hours + b.hours,
  premium: a.premium + b.premium,
  byCategory: [...Map.groupBy([...a.byCategory, ...b.byCategory], ({ category }) => category)].map(
    ([category, own]) => ({ category, value: sum(own.map(({ value }) => value)) }),
  ),
});

const joinRows = (a: RunRow, b: RunRow): RunRow => ({
  ...b,
  lines: [...linesByKey([...a.lines, ...b.lines]).values()],
  overtime: addOvertime(a.overtime, b.overtime),
  old: a.old + b.old,
  now: a.now + b.now,
  changes: [...a.changes, ...b.changes],
});

/** A pay period across two months is stored as two rows, one per month, and read as one. */
export const joinPeriods = (rows: readonly RunRow[]): RunRow[] => {
  const keyOf = ({ kind, providerId, month, half, period, correctionOf }: RunRow) =>
    [kind, providerId, period ? period.from : `${month} ${half}`, correctionOf].join(' ');
  return [...Map.groupBy(rows, keyOf).values()].map((own) => own.reduce(joinRows));
};

export const sayHalves = (halves: readonly number[]): string => {
  const [first, second] = [halves.includes(0), halves.includes(1)];
  if (first && second) return 'both halves';
  return first ? '1st half' : '2nd half';
};
type RunPeriod = Pick<WantedRun, 'halves' | 'period'>;

/** '1st half', 'both halves', or the days of the pay period. */
export const sayRunPeriod = ({ halves, period }: RunPeriod): string =>
  period ? sayDays(period) : sayHalves(halves);

/** The first and last day that a run pays, not counting corrections of earlier ones. */
export const daysOfRun = ({ month, halves, period }: RunPeriod & Pick<PayrollRun, 'month'>): DayRange => ({
  from: period?.from ?? halfAt(month, halves[0] ?? 0).from,
  through: period?.through ?? halfAt(month, halves.at(-1) ?? 1).through,
});

export const isHalfOver = (through: string, today: string) => through < today;

export const runName = ({ number }: Pick<PayrollRun, 'number'>) => `Run ${number}`;

export const showChanged = ({ what }: Pick<PayChange, 'what'>) =>
  what === 'pay' || what === 'premium' ? showMoney : showHours;

/** '8.00 → 9.50', or for pay '$72.00 → $76.00' */
export const sayOldNew = ({ what, old, now }: Pick<PayChange, 'what' | 'old' | 'now'>): string => {
  const show = showChanged({ what });
  return `${show(old)} → ${show(now)}`;
};

/** '+1.50' or '-$4.00' */
export const sayDifference = ({ what, old, now }: Pick<PayChange, 'what' | 'old' | 'now'>): string =>
  `${now > old ? '+' : ''}${showChanged({ what })(now - old)}`;

/** '11-03-2026 plan 17: 8.00 → 9.50 by Ada Lind 11-21-2026 09:12 AM'. Plans are given by number, because the file leaves the agency. */
export const sayChange = ({ what, planId, date, old, now, who, at }: PayChange, zone: string): string => {
  const about = {
    hours: `${showDate(date)} plan ${planId}`,
    rounding: `rounding of plan ${planId}`,
    rate: 'pay rate',
    pay: 'pay rate',
    overtime: `overtime of the week to ${showDate(date)}`,
    premium: `overtime premium of the week to ${showDate(date)}`,
  }[what];
  const whom = who === null ? '' : ` by ${who}`;
  const when = at === null ? '' : ` ${showStamp(at, zone)}`;
  return `${about}: ${sayOldNew({ what, old, now })}${whom}${when}`;
};

/** Old, new and difference of the half, followed by what was changed. */
export const noteOf = (row: RunRow, zone: string): string => {
  const noRate = row.lines.some(({ rate }) => rate === null) ? ['no rate'] : [];
  if (row.kind === 'Pay') return noRate.join();
  const { old, now, changes } = row;
  const totals = `Old ${showHours(old)}, new ${showHours(now)}, difference ${showHours(now - old)}`;
  return [totals, ...noRate, ...changes.map((change) => sayChange(change, zone))].join('; ');
};
