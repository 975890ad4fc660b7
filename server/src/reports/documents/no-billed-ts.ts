import { isOver } from '@homecare/domain/reports/halves.ts';
import { date, hours, scan, text } from '@homecare/domain/reports/table.ts';
import { SCAN_ERRORS } from '@homecare/domain/timesheets/rules.ts';
import { declarePage } from './declare.ts';
import { halfWords, halvesOfMonth, type SheetHalf } from './timesheet-facts.ts';

/** Timesheets that came, and of which no billing record covers a planned day. Known where scans are. */
export const noBilledTs = declarePage<SheetHalf>({
  name: 'No Billed TS',
  file: 'NoBilledTS',
  side: 'work',
  inputs: ['month', 'type'],
  namesClient: true,
  idOf: ({ plan }) => plan.id,
  rows: async ({ scope, today, parameters }) => {
    const { halves, hasScans } = await halvesOfMonth(scope, parameters);
    if (!hasScans) return [];
    return halves.filter((half) => isOver(half, today.toString()) && half.isReceived && !half.isBilled);
  },
  layout: () => ({
    noun: ['timesheet', 'timesheets'],
    order: ({ plan: { provider, client, id }, half }) => [...client.key, ...provider.key, id, half.period],
    columns: [
      text('Client', 24, ({ plan }) => plan.client.name),
      text('Provider', 24, ({ plan }) => plan.provider.name),
      text('Plan', 7, ({ plan }) => String(plan.id)),
      text('Half', 5, halfWords),
      date('Received', ({ received }) => received?.received ?? null),
      text('Open codes', 26, ({ codes }) => codes.map((code) => SCAN_ERRORS[code] ?? '').join(', ') || null),
      hours('Planned in half', (row) => row.hours),
      scan('Scan', ({ received }) => received?.page ?? null),
    ],
  }),
});
