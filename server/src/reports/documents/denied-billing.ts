import { showDate } from '@homecare/domain/calendar.ts';
import { count, date, money, text } from '@homecare/domain/reports/table.ts';
import { listCards } from '../card-queries.ts';
import { type ClaimedRow, withClaims } from './card-facts.ts';
import { declare } from './declare.ts';
import { withPeople } from './facts.ts';

const UNKNOWN = 'no reason given';
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Billing records that were denied and are still open. */
export const deniedBilling = declare<ClaimedRow>({
  namesClient: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, parameters: { from, to, type } }) => {
    const cards = (await listCards(scope, 'service', from, to)).filter(({ status }) => status === 'Denied');
    return withClaims(scope, await withPeople(scope, cards, type));
  },
  layout: ({ today, isAdmin }) => ({
    noun: ['billing record', 'billing records'],
    order: ({ client: { key }, startPeriod, id }) => [...key, startPeriod, id],
    columns: [
      text('Client', 22, ({ client }) => client.name),
      text('Medicaid', 10, ({ client }) => client.medicaid),
      text('Provider', 22, ({ provider }) => provider.name),
      text('Code', 11, ({ code }) => code),
      text('Period', 22, ({ startPeriod, endPeriod }) => `${showDate(startPeriod)} - ${showDate(endPeriod)}`),
      count('Units', ({ units }) => units),
      money('Amount', ({ amount }) => amount),
      text('Claim', 14, ({ control }) => control),
      text('Reason', 30, ({ deniedReason }) => deniedReason),
      date('Denied on', ({ statusDay }) => statusDay),
      count(
        'Days open',
        ({ statusDay }) => Temporal.PlainDate.from(statusDay).until(today, { largestUnit: 'days' }).days,
        { total: false },
      ),
      text('Owner', 16, ({ owner }) => owner),
      text('Remarks', 18, ({ remarks }) => remarks),
    ],
    summaries: (rows) => [
      {
        title: 'By reason',
        columns: [
          { title: 'Reason', kind: 'text' },
          { title: 'Count', kind: 'count' },
          { title: 'Units', kind: 'count' },
          ...(isAdmin ? ([{ title: 'Amount', kind: 'money' }] as const) : []),
        ],
        rows: [...Map.groupBy(rows, ({ deniedReason }) => deniedReason ?? UNKNOWN)]
          .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
          .map(([reason, own]) => [
            reason,
            own.length,
            sum(own.map(({ units }) => units)),
            ...(isAdmin ? [sum(own.map(({ amount }) => amount))] : []),
          ]),
      },
    ],
  }),
});
