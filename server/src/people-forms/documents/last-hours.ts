import { showHours } from '@homecare/domain/billing/counting.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import {
  type CareFacts,
  type DayLine,
  lastDays,
  lastMonths,
  lastServiceDays,
} from '@homecare/domain/people-forms/last-hours.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { Block, TableBlock } from '../../platform/documents/blocks.ts';
import { box, type ClientFacts, clientShort, parYearOf, unitLines } from './client-blocks.ts';

const lastDayTable = (care: CareFacts): TableBlock => ({
  kind: 'table',
  columns: [
    { head: 'Last service day', width: 20 },
    { head: 'Provider', width: 45 },
    { head: 'Type', width: 35 },
  ],
  rows: lastServiceDays(care).map(({ date, provider, type }) => [showDate(date), provider, type]),
  none: 'No service is on record.',
});

const monthTable = (care: CareFacts): TableBlock => {
  const lines = lastMonths(care);
  const sum = (pick: (line: (typeof lines)[number]) => { total: number }) =>
    showHours(lines.reduce((total, line) => total + pick(line).total, 0));
  return {
    kind: 'table',
    columns: [
      { head: 'Month', width: 14 },
      { head: 'Type', width: 38 },
      { head: 'Planned', width: 12, align: 'right' },
      { head: 'Worked', width: 12, align: 'right' },
      { head: 'Billed', width: 12, align: 'right' },
      { head: 'Units', width: 12, align: 'right' },
    ],
    rows: lines.map(({ month, type, planned, worked, billed, units }) => [
      month,
      type,
      showHours(planned.total),
      showHours(worked.total),
      showHours(billed.total),
      String(units),
    ]),
    none: 'No month with service is on record.',
    ...(lines.length > 0 && {
      total: [
        'Total',
        '',
        sum((line) => line.planned),
        sum((line) => line.worked),
        sum((line) => line.billed),
        String(lines.reduce((units, line) => units + line.units, 0)),
      ],
    }),
  };
};

const dayTable = (days: readonly DayLine[]): TableBlock => ({
  kind: 'table',
  columns: [
    { head: 'Date', width: 16 },
    { head: 'Provider', width: 42 },
    { head: 'In', width: 12 },
    { head: 'Out', width: 12 },
    { head: 'Hours', width: 18, align: 'right' },
  ],
  rows: days.map(({ date, provider, start, end, hours, unbilled }) => [
    showDate(date),
    provider,
    start,
    end,
    `${showHours(hours)}${unbilled ? ' *' : ''}`,
  ]),
  none: 'No day is on record.',
  ...(days.length > 0 && {
    total: ['Total', '', '', '', showHours(sum(days.map(({ hours }) => hours)))],
  }),
});

const unitsStatement = (facts: ClientFacts): string => {
  const { from, through, calendar } = parYearOf(facts);
  const year = `${calendar ? 'the calendar year' : 'the PAR year'} ${showDate(from)} to ${showDate(through)}`;
  const lines = unitLines(facts);
  if (lines.length === 0) return `No total units are on record for ${year}.`;
  const printed = lines.map(
    ({ service, authorised, used, left }) =>
      `${service}: ${left.toLocaleString('en-US')} left (${authorised.toLocaleString('en-US')} authorized, ${used.toLocaleString('en-US')} billed)`,
  );
  return `Units left in ${year}. ${printed.join('; ')}.`;
};

export const lastHoursBlocks = (facts: ClientFacts, care: CareFacts): Block[] => {
  const { client, staff } = facts;
  const days = lastDays(care);
  const month = days[0]?.date.slice(0, 7);
  return [
    ...clientShort(client),
    {
      kind: 'fields',
      fields: [
        box(client, 'archiveDate', 3),
        box(client, 'DC Date', 3),
        box(client, 'Case Manager', 6),
        box(client, 'DC Reason', 12),
      ],
    },
    { kind: 'section', text: 'Last service day of each care plan' },
    lastDayTable(care),
    { kind: 'section', text: 'Last 3 months with service, hours' },
    monthTable(care),
    { kind: 'section', text: `Daily hours${month ? ` ${month}` : ''}` },
    dayTable(days),
    ...(days.some(({ unbilled }) => unbilled)
      ? [{ kind: 'paragraph', style: 'small', text: '* From the recorded visit; not billed yet.' } as const]
      : []),
    { kind: 'section', text: 'Units left' },
    { kind: 'paragraph', text: unitsStatement(facts) },
    { kind: 'lines', label: 'Remarks', count: 4 },
    { kind: 'signatures', signatures: [{ role: 'Agency', name: staff }] },
  ];
};
