import {
  halfOf,
  paidMinutes,
  partAmount,
  partHoursOf,
  partUnits,
  rateOn,
  type ServiceDay,
  serviceDays,
} from '@homecare/domain/billing/counting.ts';
import { WEEKDAY_NAMES, weekdayOf } from '@homecare/domain/calendar.ts';
import { HALVES } from '@homecare/domain/plan-documents/rules.ts';
import type { ReportParameters } from '@homecare/domain/reports/parameters.ts';
import type { CellKind, Summary } from '@homecare/domain/reports/schema.ts';
import { count, date, hours, money, type ReportColumn, text } from '@homecare/domain/reports/table.ts';
import { sum } from '@homecare/domain/sum.ts';
import { halfName } from '@homecare/domain/timesheets/rules.ts';
import type { Scope } from '../../platform/auth/scope.ts';
import { type CardGrid, listGridsOf } from '../card-queries.ts';
import { listOpenCodes, listReceived } from '../queries.ts';
import { lateWords, periodWords, rateWords } from './card-facts.ts';
import { LINES } from './declare.ts';
import { type Pair, withPeople } from './facts.ts';

/** Billing records day by day, which add up to the card. On paper a card is a line above its days, in a workbook columns. */

type Card = CardGrid & Pair;
type ScanMark = 'yes' | 'no' | 'errors';

interface CardDayRow {
  readonly card: Card;
  readonly days: readonly ServiceDay[];
  /** Null if nothing was worked in the period. */
  readonly day: ServiceDay | null;
  /** For the 1st and 2nd half; null below version 2. */
  readonly scans: readonly [ScanMark, ScanMark] | null;
}
type Column = ReportColumn<CardDayRow>;

const scanMarks = async (scope: Scope, months: readonly string[]) => {
  const { version } = scope.settings.capabilities;
  if (version < 2) return () => null;
  const received = new Set<string>();
  const faulty = new Set<string>();
  for (const month of new Set(months)) {
    const [pages, codes] = await Promise.all([listReceived(scope, month), listOpenCodes(scope, month)]);
    for (const { planId, period } of pages) received.add(`${planId} ${month} ${period}`);
    for (const { planId, period, errors } of codes)
      if (errors.length > 0) faulty.add(`${planId} ${month} ${period}`);
  }
  return ({ planId, month }: Card): readonly [ScanMark, ScanMark] => {
    const mark = (period: 0 | 1): ScanMark => {
      const key = `${planId} ${month} ${period}`;
      return faulty.has(key) ? 'errors' : received.has(key) ? 'yes' : 'no';
    };
    return [mark(0), mark(1)];
  };
};

/** Days of a person's cards in a month of calculation, only for clients of the group. */
export const cardDaysOf = async (
  scope: Scope,
  kind: 'client' | 'provider',
  parameters: Pick<ReportParameters, 'id' | 'from' | 'to' | 'type'>,
): Promise<CardDayRow[]> => {
  const cards = await withPeople(scope, await listGridsOf(scope, kind, parameters), parameters.type);
  const marksOf = await scanMarks(
    scope,
    cards.map(({ month }) => month),
  );
  return cards.flatMap((card): CardDayRow[] => {
    const days = serviceDays(card, scope.settings.timeZone);
    const of = { card, days, scans: marksOf(card) };
    return days.length === 0 ? [{ ...of, day: null }] : days.map((day) => ({ ...of, day }));
  });
};

const on = ({ date: day }: ServiceDay) => ({ from: day, through: day });
const yes = (is: boolean | undefined) => (is ? 'X' : null);
const clock = (title: string, timeOf: (day: ServiceDay) => string): Column =>
  text(title, 7, ({ day }) => day && timeOf(day));

const hoursOn = ({ days, day }: CardDayRow) => (day ? partHoursOf(days, on(day)) : null);
/** Hours the provider is paid for. */
const paidOn = ({ days, day }: CardDayRow) => (day?.payroll ? partHoursOf(days, on(day), paidMinutes) : null);
const unitsOn = ({ card, days, day }: CardDayRow) =>
  day?.billing ? partUnits(days, on(day), card.unitRule) : null;

/** The line above a card's days, with `whose` first. */
export const cardLine = (whose: (card: Card) => string, withRate: boolean): readonly Column[] => {
  const workbook = (title: string, width: number, value: (row: CardDayRow) => string | null): Column =>
    text(title, width, value, { only: 'workbook' });
  const scanWords = ({ scans }: CardDayRow) => (scans ? `timesheets ${scans[0]} / ${scans[1]}` : '');
  return [
    text(
      'Card',
      60,
      (row) =>
        [
          whose(row.card),
          `${row.card.type} (${row.card.code})`,
          `plan ${row.card.planId}`,
          withRate ? `rate ${rateWords(row.card)}` : '',
          row.card.status,
          periodWords(row.card),
          lateWords(row.card) ?? '',
          scanWords(row),
          row.card.remarks ?? '',
        ]
          .filter(Boolean)
          .join(' · '),
      { only: 'paper' },
    ),
    workbook('Client', 24, ({ card }) => `${card.client.name} (${card.client.id})`),
    workbook('Medicaid', 10, ({ card }) => card.client.medicaid),
    workbook('Provider', 24, ({ card }) => card.provider.name),
    workbook('Type', 20, ({ card }) => card.type),
    workbook('Code', 10, ({ card }) => card.code),
    workbook('Plan', 7, ({ card }) => String(card.planId)),
    workbook('Status', 9, ({ card }) => card.status),
    workbook('Period', 21, ({ card }) => periodWords(card)),
    workbook('Late', 12, ({ card }) => lateWords(card)),
    workbook('Scans 1st', 8, ({ scans }) => scans?.[0] ?? null),
    workbook('Scans 2nd', 8, ({ scans }) => scans?.[1] ?? null),
    workbook('Remarks', 18, ({ card }) => card.remarks),
  ];
};

/** When, and how long. */
export const dayColumns: readonly Column[] = [
  text('Half', 8, ({ day }) => day && halfName(halfOf(day.date))),
  date('Date', ({ day }) => day?.date ?? null),
  text('Day', 10, ({ day }) => day && WEEKDAY_NAMES[weekdayOf(Temporal.PlainDate.from(day.date))]),
  clock('Start', ({ start }) => start),
  clock('End', ({ end }) => end),
  hours('Work', (row) => hoursOn(row)?.work ?? null, { width: 8 }),
  hours('Travel', (row) => hoursOn(row)?.travel ?? null, { width: 8 }),
  hours('Total', (row) => hoursOn(row)?.total ?? null, { width: 8 }),
  text('B', 3, ({ day }) => yes(day?.billing)),
  text('P', 3, ({ day }) => yes(day?.payroll)),
];

export const paidColumn: Column = hours('Paid', (row) => paidOn(row)?.total ?? null, { width: 8 });

const amountOn = ({ card, days, day }: CardDayRow) => (day?.billing ? partAmount(days, on(day), card) : null);

/** Units and amount of billed days. */
export const billedColumns: readonly Column[] = [
  count('Units', unitsOn),
  money('Rate', ({ card, day }) => (day ? rateOn(card, day.date) : card.payRate), {
    total: false,
    width: 7,
    only: 'workbook',
  }),
  money('Amount', amountOn),
];

/** What both day reports share: lines under each card, summed by half. */
export const CARD_DAYS = {
  ...LINES,
  namesClient: true,
  idOf: ({ card }: CardDayRow) => card.id,
  group: 'Card',
  part: 'Half',
} as const;

type Sums = readonly (readonly [string, CellKind, (row: CardDayRow) => number | null])[];
const HOUR_SUMS: Sums = [
  ['Work', 'hours', (row) => hoursOn(row)?.work ?? null],
  ['Travel', 'hours', (row) => hoursOn(row)?.travel ?? null],
  ['Total', 'hours', (row) => hoursOn(row)?.total ?? null],
  ['Paid', 'hours', (row) => paidOn(row)?.total ?? null],
];
const AMOUNT_SUMS: Sums = [
  ['Units', 'count', unitsOn],
  ['Amount', 'money', amountOn],
];

/** All cards by half, with sums of the printed lines. */
export const halvesOf = (rows: readonly CardDayRow[], withAmounts: boolean): readonly Summary[] => {
  const sums = [...HOUR_SUMS, ...(withAmounts ? AMOUNT_SUMS : [])];
  return [
    {
      title: 'Halves',
      columns: [{ title: 'Half', kind: 'text' }, ...sums.map(([title, kind]) => ({ title, kind }))],
      rows: HALVES.map((half) => {
        const own = rows.filter(({ day }) => day !== null && halfOf(day.date) === half);
        return [halfName(half), ...sums.map(([, , value]) => sum(own.map((row) => value(row) ?? 0)))];
      }),
    },
  ];
};
