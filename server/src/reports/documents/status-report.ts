import { count, date, money, text } from '@homecare/domain/reports/table.ts';
import { type ClaimedRow, cardsOf, periodWords, withClaims } from './card-facts.ts';
import { declare } from './declare.ts';

/** Billing records of one status, and since when they have it. */
export const statusReport = declare<ClaimedRow>({
  namesClient: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, parameters }) => {
    const { status, excgroup, lastUpdatedDay } = parameters;
    const cards = (await cardsOf(scope, parameters)).filter(
      (card) =>
        card.status === status &&
        (excgroup === 'all' || (card.excluded !== null) === (excgroup === '1')) &&
        (lastUpdatedDay === null || card.statusDay >= lastUpdatedDay),
    );
    return withClaims(scope, cards);
  },
  layout: () => ({
    noun: ['billing record', 'billing records'],
    order: ({ client, startPeriod, id }) => [...client.key, startPeriod, id],
    columns: [
      text('Client', 22, ({ client }) => client.name),
      text('Medicaid', 10, ({ client }) => client.medicaid),
      text('Provider', 22, ({ provider }) => provider.name),
      text('Code', 10, ({ code }) => code),
      text('Period', 21, periodWords),
      count('Units', ({ units }) => units),
      money('Amount', ({ amount }) => amount),
      money('Paid amount', ({ paid }) => paid),
      money('Open', ({ amount, paid }) => amount - paid),
      text('Status', 9, ({ status }) => status),
      text('deniedReason', 30, ({ deniedReason }) => deniedReason),
      text('Claim', 14, ({ control }) => control),
      date('Last updated', ({ statusDay }) => statusDay),
      text('By', 7, ({ statusBy }) => statusBy || null),
    ],
  }),
});
