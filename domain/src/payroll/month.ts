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

/** One provider's pay for a calculation month, as the page, documents and the export show it. */

export interface MonthPay {
  /** The month's pay periods. `half` in lines and overtime is an index into them. */
  readonly periods: readonly PeriodPart[];
  readonly parts: readonly CardPart[];
  readonly lines: readonly PayLine[];
  /** For all clients together; null if a group of clients was chosen, because overtime cannot be split by client. */
  readonly overtime: readonly OvertimePart[] | null;
  readonly lowWeeks: readonly LowWeek[];
  /** What weeks whose nights were exported as a whole would add if recalculated. */
  readonly nights: readonly NightDifference[];
}

/** What is the same for all providers. */
export interface PayBasis {
  readonly month: string;
  readonly zone: string;
  readonly weekOf: WeekOf;
  readonly rules: PayRules;
  readonly cityOf: (clientId: number) => string | null;
}

export interface PaySubject {
  readonly rates: ProviderRates;
  /** The group's cards of the calculation month. */
  readonly paid: readonly PayCard[];
  /** All cards whose days may share a week with a paid one, including these; null if a group was chosen. */
  readonly all: readonly PayCard[] | null;
  /** The provider's weeks that were exported with whole nights; undefined if there are none. */
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

/** The service months whose cards a calculation month needs, because its first week may begin in an earlier month. */
export const serviceMonths = (month: string, rules: PayRules): string[] => {
  const { from, through } = daysForOvertime(month, workweeks(rules.overtime));
  return monthsBetween(from, through);
};

/** The service months around late cards, whose weeks must be recalculated. */
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

/** Straight pay, overtime premium, and their sum. */
export interface Gross {
  readonly straight: PaySum;
  /** Hundredths of an hour; null if overtime was not calculated. */
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

/** A category at one rate, which is a row in the list of a month. */
export interface PayRow extends Pick<PayLine, 'category' | 'rate' | 'from'> {
  /** One entry per pay period of the month. */
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
