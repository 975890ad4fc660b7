import { isOver } from '@homecare/domain/reports/halves.ts';
import { count, countBy, hours, text } from '@homecare/domain/reports/table.ts';
import { declarePage } from './declare.ts';
import { halfWords, halvesOfMonth, type SheetHalf } from './timesheet-facts.ts';

/** Halves that are over, and whose timesheet has not come. */
export const missingTs = declarePage<SheetHalf>({
  name: 'Missing TS',
  file: 'MissingTS',
  side: 'work',
  inputs: ['month', 'type'],
  namesClient: true,
  idOf: ({ plan }) => plan.id,
  rows: async ({ scope, today, parameters }) =>
    (await halvesOfMonth(scope, parameters)).halves.filter(
      (half) => isOver(half, today.toString()) && !half.isReceived,
    ),
  layout: ({ today }) => ({
    noun: ['timesheet', 'timesheets'],
    order: ({ plan: { provider, client, id }, half }) => [...provider.key, ...client.key, id, half.period],
    columns: [
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
  }),
});
