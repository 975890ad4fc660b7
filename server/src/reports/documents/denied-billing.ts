import { showDate } from '@homecare/domain/calendar.ts';
import { count, date, money, text } from '@homecare/domain/reports/table.ts';
import { type CardFact, listCards } from '../card-queries.ts';
import { declare } from './declare.ts';
import { type PairFact, withPeople } from './facts.ts';

type Row = CardFact & Pick<PairFact, 'client' | 'provider'>;

const UNKNOWN = 'no reason given';
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Billing records that were denied and are still open. */
export const deniedBilling = declare<Row>({
  namesClient: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, parameters: { from, to, type } }) => {
    const cards = (await listCards(scope, 'service', from, to)).filter(({ status }) => status === 'Denied');
    return withPeople(scope, cards, type);
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
      text('Reason', 30, ({ deniedReason }) => deniedReason),
      date('Denied on', ({ statusDay }) => statusDay),
      count(
        'Days open',
        ({ statusDay }) => Temporal.PlainDate.from(statusDay).until(today, { largestUnit: 'days' }).days,
        { total: false },
      ),
      text('Remarks', 22, ({ remarks }) => remarks),
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
