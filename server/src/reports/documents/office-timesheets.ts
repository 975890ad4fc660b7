import { count, date, text } from '@homecare/domain/reports/table.ts';
import { SCAN_ERRORS } from '@homecare/domain/timesheets/rules.ts';
import { declarePage } from './declare.ts';
import { halfWords, halvesOfMonth, type SheetHalf } from './timesheet-facts.ts';

/** Code 6: the original is missing. */
const NO_ORIGINAL = 6;
const yesNo = (is: boolean) => (is ? 'yes' : 'no');

/** The office's ledger of what came in: every plan and half with a planned day. */
export const officeTimesheets = declarePage<SheetHalf>({
  name: 'Office Timesheets',
  file: 'OfficeTimesheets',
  side: 'work',
  inputs: ['month', 'type'],
  namesClient: true,
  idOf: ({ plan }) => plan.id,
  rows: async ({ scope, parameters }) => (await halvesOfMonth(scope, parameters)).halves,
  layout: () => ({
    noun: ['timesheet', 'timesheets'],
    order: ({ plan: { provider, client, id }, half }) => [...provider.key, ...client.key, id, half.period],
    columns: [
      text('Provider', 24, ({ plan }) => plan.provider.name),
      text('Client', 24, ({ plan }) => plan.client.name),
      text('Plan', 7, ({ plan }) => String(plan.id)),
      text('Half', 5, halfWords),
      date('Received', ({ received }) => received?.received ?? null),
      count('Pages', ({ received }) => received?.pages ?? 0, { width: 6 }),
      text('Open codes', 26, ({ codes }) => codes.map((code) => SCAN_ERRORS[code] ?? '').join(', ') || null),
      text('Original', 8, ({ isReceived, codes }) =>
        isReceived ? yesNo(!codes.includes(NO_ORIGINAL)) : null,
      ),
      text('Billed', 7, ({ isBilled }) => yesNo(isBilled)),
    ],
    summaries: (rows) => {
      const came = rows.filter(({ isReceived }) => isReceived);
      return [
        {
          title: 'Timesheets',
          columns: [
            { title: 'What', kind: 'text' },
            { title: 'Count', kind: 'count' },
          ],
          rows: [
            ['Expected', rows.length],
            ['Received', came.length],
            ['With errors', came.filter(({ codes }) => codes.length > 0).length],
            ['Original missing', came.filter(({ codes }) => codes.includes(NO_ORIGINAL)).length],
            ['Missing', rows.length - came.length],
          ],
        },
      ];
    },
  }),
});
