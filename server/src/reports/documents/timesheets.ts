import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { isCovered, isOver, keyOf, plannedHalves } from '@homecare/domain/reports/halves.ts';
import { countBy, countTable } from '@homecare/domain/reports/table.ts';
import { sum } from '@homecare/domain/sum.ts';
import { halfKey, servedHalves } from '@homecare/domain/timesheets/missing.ts';
import { SCAN_ERRORS } from '@homecare/domain/timesheets/rules.ts';
import { listGrids } from '../card-queries.ts';
import { listOpenCodes, listReceived } from '../queries.ts';
import { type Asked, declarePage } from './declare.ts';
import { hoursOfMinutes, pairsIn } from './facts.ts';

/** Each half of a plan with a planned day, and what arrived for it. Without scans, a card with a day of service counts as the timesheet. */
const halvesOfMonth = async ({ scope, parameters: { month, type } }: Pick<Asked, 'scope' | 'parameters'>) => {
  const days = daysOfMonth(month);
  const hasScans = scope.settings.capabilities.version >= 2;
  const [plans, cards, scans, codes] = await Promise.all([
    pairsIn(scope, days, type),
    listGrids(scope, days),
    hasScans ? listReceived(scope, month) : [],
    hasScans ? listOpenCodes(scope, month) : [],
  ]);
  const served = hasScans ? new Set<string>() : servedHalves(cards, scope.settings.timeZone);
  const cardsOf = Map.groupBy(cards, ({ planId }) => planId);
  const scanOf = new Map(scans.map((scan) => [halfKey(scan.planId, scan), scan]));
  const codesOf = new Map(
    codes.map(({ planId, period, errors }) => [halfKey(planId, { month, period }), errors]),
  );
  const halves = plannedHalves(plans, days.from, days.through).map((half) => {
    const received = scanOf.get(keyOf(half));
    return {
      ...half,
      received,
      isReceived: hasScans ? received !== undefined : served.has(keyOf(half)),
      codes: codesOf.get(keyOf(half)) ?? [],
      isBilled: isCovered(half, cardsOf.get(half.plan.id) ?? []),
      hours: hoursOfMinutes(sum(half.days.map(({ minutes }) => minutes))),
    };
  });
  return { halves, hasScans };
};
type SheetHalf = Awaited<ReturnType<typeof halvesOfMonth>>['halves'][number];

const halfWords = ({ half: { period } }: SheetHalf) => (period === 0 ? '1st' : '2nd');
const codeWords = ({ codes }: SheetHalf) => codes.map((code) => SCAN_ERRORS[code] ?? '').join(', ') || null;
const receivedOn = ({ received }: SheetHalf) => received?.received ?? null;
const byProvider = ({ plan: { provider, client, id }, half }: SheetHalf) => [
  ...provider.key,
  ...client.key,
  id,
  half.period,
];

const TIMESHEETS = {
  noun: ['timesheet', 'timesheets'],
  side: 'work',
  inputs: ['month', 'type'],
  namesClient: true,
  idOf: ({ plan }: SheetHalf) => plan.id,
} as const;

/** Completed halves without a timesheet. */
export const missingTs = declarePage({
  ...TIMESHEETS,
  name: 'Missing TS',
  file: 'MissingTS',
  rows: async (asked) =>
    (await halvesOfMonth(asked)).halves.filter(
      (half) => isOver(half, asked.today.toString()) && !half.isReceived,
    ),
  order: byProvider,
  columns: ({ text, count, hours }, { today }) => [
    text('Provider', 24, ({ plan }) => plan.provider.name),
    text('Phone', 14, ({ plan }) => plan.provider.phone),
    text('Client', 24, ({ plan }) => plan.client.name),
    text('Plan', 7, ({ plan }) => String(plan.id)),
    text('Type', 20, ({ plan }) => plan.type),
    text('Half', 5, halfWords),
    count('Days in half', ({ days }) => days.length),
    hours('Planned in half', (row) => row.hours),
    count(
      'Days since half end',
      ({ half }) => Temporal.PlainDate.from(half.through).until(today, { largestUnit: 'days' }).days,
      { total: false },
    ),
  ],
  summaries: (rows) => [countBy('Timesheets by half', 'Half', rows, halfWords)],
});

/** Timesheets that arrived for planned days without a billing record. Only known with scans. */
export const noBilledTs = declarePage({
  ...TIMESHEETS,
  name: 'No Billed TS',
  file: 'NoBilledTS',
  rows: async (asked) => {
    const { halves, hasScans } = await halvesOfMonth(asked);
    if (!hasScans) return [];
    return halves.filter((half) => isOver(half, asked.today.toString()) && half.isReceived && !half.isBilled);
  },
  order: ({ plan: { provider, client, id }, half }) => [...client.key, ...provider.key, id, half.period],
  columns: ({ text, date, hours, scan }) => [
    text('Client', 24, ({ plan }) => plan.client.name),
    text('Provider', 24, ({ plan }) => plan.provider.name),
    text('Plan', 7, ({ plan }) => String(plan.id)),
    text('Half', 5, halfWords),
    date('Received', receivedOn),
    text('Open codes', 26, codeWords),
    hours('Planned in half', (row) => row.hours),
    scan('Scan', ({ received }) => received?.page ?? null),
  ],
});

/** Code 6: the original is missing. */
const NO_ORIGINAL = 6;
const yesNo = (is: boolean) => (is ? 'yes' : 'no');

/** The office's ledger of timesheets: every plan and half with a planned day. */
export const officeTimesheets = declarePage({
  ...TIMESHEETS,
  name: 'Office Timesheets',
  file: 'OfficeTimesheets',
  rows: async (asked) => (await halvesOfMonth(asked)).halves,
  order: byProvider,
  columns: ({ text, date, count }) => [
    text('Provider', 24, ({ plan }) => plan.provider.name),
    text('Client', 24, ({ plan }) => plan.client.name),
    text('Plan', 7, ({ plan }) => String(plan.id)),
    text('Half', 5, halfWords),
    date('Received', receivedOn),
    count('Pages', ({ received }) => received?.pages ?? 0, { width: 6 }),
    text('Open codes', 26, codeWords),
    text('Original', 8, ({ isReceived, codes }) => (isReceived ? yesNo(!codes.includes(NO_ORIGINAL)) : null)),
    text('Billed', 7, ({ isBilled }) => yesNo(isBilled)),
  ],
  summaries: (rows) => {
    const came = rows.filter(({ isReceived }) => isReceived);
    return [
      countTable('Timesheets', 'What', [
        ['Expected', rows.length],
        ['Received', came.length],
        ['With errors', came.filter(({ codes }) => codes.length > 0).length],
        ['Original missing', came.filter(({ codes }) => codes.includes(NO_ORIGINAL)).length],
        ['Missing', rows.length - came.length],
      ]),
    ];
  },
});
