import { monthsBetween } from '../reports/parameters.ts';
import { sum } from '../sum.ts';
import {
  type CardPart,
  linesOf,
  type PaidDay,
  type PayCard,
  type PayLine,
  type PaySum,
  paidDays,
  partsOf,
  sumOfHalf,
  sumOfLines,
} from './lines.ts';
import {
  daysForOvertime,
  type NightDifference,
  nightDifferences,
  type OvertimePart,
  overtimeOfMonth,
} from './overtime.ts';
import type { PayRules } from './pay-rules.ts';
import { type PeriodPart, partsOfMonth } from './periods.ts';
import type { ProviderRates } from './rates.ts';
import { type LowWeek, lowWeeksOfMonth } from './wages.ts';
import type { IsWhole } from './week-pay.ts';
import { type WeekOf, workweeks } from './workweeks.ts';

/** The pay of one provider and month of calculation, as page, documents and export show it. */

export interface MonthPay {
  /** Pay periods of the month; `half` of lines and overtime is a place among them. */
  readonly periods: readonly PeriodPart[];
  readonly parts: readonly CardPart[];
  readonly lines: readonly PayLine[];
  /** All clients together; null where a group of clients was chosen: no overtime is theirs alone. */
  readonly overtime: readonly OvertimePart[] | null;
  readonly lowWeeks: readonly LowWeek[];
  /** What weeks whose nights were exported whole would come to beyond what is reported here. */
  readonly nights: readonly NightDifference[];
}

/** What is the same for every provider. */
export interface PayBasis {
  readonly month: string;
  readonly zone: string;
  readonly weekOf: WeekOf;
  readonly rules: PayRules;
  readonly cityOf: (clientId: number) => string | null;
}

export interface PaySubject {
  readonly rates: ProviderRates;
  /** Cards of the month of calculation, of the group. */
  readonly paid: readonly PayCard[];
  /** Cards whose days may share a week with a paid one, and these themselves; null: a group was chosen. */
  readonly all: readonly PayCard[] | null;
  /** Weeks of the provider that were exported with their nights whole; undefined: none. */
  readonly isWhole?: IsWhole | undefined;
}

export const payOfMonth = (
  { rates, paid, all, isWhole }: PaySubject,
  { month, zone, weekOf, rules, cityOf }: PayBasis,
): MonthPay => {
  const periods = partsOfMonth(rules.periods, month);
  const parts = paid.flatMap((card) => partsOf(card, rates, zone, periods));
  const days = all?.flatMap((card): PaidDay[] => paidDays(card, rates, zone));
  return {
    periods,
    parts,
    lines: linesOf(parts),
    overtime: days ? overtimeOfMonth(days, month, weekOf, zone, isWhole, periods) : null,
    lowWeeks: days ? lowWeeksOfMonth(days, month, weekOf, { wages: rules.wages, cityOf }) : [],
    nights: days && isWhole ? nightDifferences(days, month, weekOf, zone, isWhole) : [],
  };
};

/** Months of service whose cards a month of calculation asks for: its weeks begin in an earlier one. */
export const serviceMonths = (month: string, rules: PayRules): string[] => {
  const { from, through } = daysForOvertime(month, workweeks(rules.overtime));
  return monthsBetween(from, through);
};

/** Months of service around late cards: their weeks are worked out again. */
export const lateMonths = (
  cards: readonly Pick<PayCard, 'month' | 'calculation'>[],
  rules: PayRules,
): string[] => [
  ...new Set(
    cards
      .filter(({ month, calculation }) => month !== calculation)
      .flatMap(({ month }) => {
        const next = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
        return [...serviceMonths(month, rules), next];
      }),
  ),
];

/** Straight pay, what overtime adds, and both. */
export interface Gross {
  readonly straight: PaySum;
  /** Hundredths of an hour; null where it is not worked out. */
  readonly overtimeHours: number | null;
  readonly premium: number | null;
  readonly gross: number;
}

type Paid = Pick<MonthPay, 'lines'> & {
  readonly overtime: readonly Pick<OvertimePart, 'half' | 'hours' | 'premium'>[] | null;
};

export const grossOf = ({ lines, overtime }: Paid, half?: PayLine['half']): Gross => {
  const straight = half === undefined ? sumOfLines(lines) : sumOfHalf(lines, half);
  const own = overtime?.filter((part) => half === undefined || part.half === half);
  const premium = own ? sum(own.map((part) => part.premium)) : null;
  return {
    straight,
    overtimeHours: own ? sum(own.map(({ hours }) => hours)) : null,
    premium,
    gross: straight.amount + (premium ?? 0),
  };
};

/** A category at one rate: what the list of a month has a row for. */
export interface PayRow extends Pick<PayLine, 'category' | 'rate' | 'from'> {
  /** As many as the month has pay periods. */
  readonly halves: readonly PaySum[];
  readonly month: PaySum;
}

export const rowsOf = (lines: readonly PayLine[], periods: readonly unknown[]): PayRow[] =>
  [
    ...Map.groupBy(lines, ({ category, rate, from }) => JSON.stringify([category, from, rate])).values(),
  ].flatMap((own): PayRow[] => {
    const [first] = own;
    if (!first) return [];
    const { category, rate, from } = first;
    const halves = periods.map((_, half) => sumOfHalf(own, half));
    return [{ category, rate, from, halves, month: sumOfLines(own) }];
  });
