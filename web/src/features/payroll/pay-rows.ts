import { addHours, type Hours, NO_HOURS, showHours } from '@homecare/domain/billing/counting.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { showAmount, showMoney } from '@homecare/domain/money.ts';
import { NO_RATE } from '@homecare/domain/payroll/lines.ts';
import { grossOf, type PayRow, rowsOf } from '@homecare/domain/payroll/month.ts';
import { sayPart } from '@homecare/domain/payroll/periods.ts';
import { sayCategory } from '@homecare/domain/payroll/problems.ts';
import type { PayMonth, PayOfProvider } from '@homecare/domain/payroll/schema.ts';

/** What the table of pay shows: figures of one line, of one provider, and of all of them. */

export const NONE = '–';
/** What the columns of hours are called: the pay periods of the month, and all of it. */
export const partNames = (periods: PayMonth['periods']): string[] => [
  ...periods.map((_, at) => sayPart(periods, at)),
  'Month',
];
export const MEASURES = ['Working', 'Travel', 'Total'] as const;

export const money = (cents: number | null) => (cents === null ? NONE : showAmount(cents));
export const dollars = (cents: number | null) => (cents === null ? NONE : showMoney(cents));
export const hours = (value: number | null) => (value === null ? NONE : showHours(value));

export interface Figures {
  /** Of each pay period of the month, then of all of it. */
  readonly hours: readonly Hours[];
  /** Cents; overtime in hundredths of an hour, null where it is not worked out. */
  readonly amount: number;
  readonly overtime: number | null;
  readonly premium: number | null;
  readonly gross: number;
}

export interface CategoryLine {
  readonly key: string;
  readonly category: string;
  /** '$18.00', or that there is none. */
  readonly rate: string;
  readonly hasRate: boolean;
  /** 'since 11-10-2026'; '' since ever. */
  readonly since: string;
  readonly hours: Figures['hours'];
  readonly total: Hours;
  readonly amount: number;
}

export interface ProviderLine extends Figures {
  readonly pay: PayOfProvider;
  readonly categories: readonly CategoryLine[];
}

const hoursOf = ({ halves, month }: Pick<PayRow, 'halves' | 'month'>): Figures['hours'] => [
  ...halves.map(({ hours }) => hours),
  month.hours,
];

const categoryLine = (row: PayRow): CategoryLine => ({
  key: `${row.category} ${row.from} ${row.rate}`,
  category: sayCategory(row.category),
  rate: row.rate === null ? NO_RATE : showMoney(row.rate),
  hasRate: row.rate !== null,
  since: row.from === null ? '' : `since ${showDate(row.from)}`,
  hours: hoursOf(row),
  total: row.month.hours,
  amount: row.month.amount,
});

export const providerLine = (pay: PayOfProvider, periods: PayMonth['periods']): ProviderLine => {
  const month = grossOf(pay);
  return {
    pay,
    categories: rowsOf(pay.lines, periods).map(categoryLine),
    hours: [...periods.map((_, at) => grossOf(pay, at).straight.hours), month.straight.hours],
    amount: month.straight.amount,
    overtime: month.overtimeHours,
    premium: month.premium,
    gross: month.gross,
  };
};

const sum = (list: readonly (number | null)[]) =>
  list.some((one) => one !== null) ? list.reduce<number>((all, one) => all + (one ?? 0), 0) : null;

/** A printed total is the sum of the printed lines. */
export const totalOf = (lines: readonly Figures[]): Figures => {
  const places = lines[0]?.hours.map((_, at) => at) ?? [];
  return {
    hours: places.map((at) => lines.map((line) => line.hours[at] ?? NO_HOURS).reduce(addHours, NO_HOURS)),
    amount: sum(lines.map(({ amount }) => amount)) ?? 0,
    overtime: sum(lines.map(({ overtime }) => overtime)),
    premium: sum(lines.map(({ premium }) => premium)),
    gross: sum(lines.map(({ gross }) => gross)) ?? 0,
  };
};

/** What is special about a provider of the month: archived, or paid for service of earlier months. */
export const remarksOf = ({ archiveDate, late }: Pick<PayOfProvider, 'archiveDate' | 'late'>): string =>
  [
    ...(archiveDate ? [`archived ${showDate(archiveDate)}`] : []),
    ...late.map((month) => `late ${month}`),
  ].join(' · ');

/** 'week to 11-14', or how many. */
export const weeksOf = ({ overtime }: Pick<PayOfProvider, 'overtime'>): string => {
  const weeks = overtime?.filter(({ hours, premium }) => hours !== 0 || premium !== 0) ?? [];
  const [only] = weeks;
  if (!only) return '';
  return weeks.length === 1 ? `week to ${showDate(only.week.through).slice(0, 5)}` : `${weeks.length} weeks`;
};
