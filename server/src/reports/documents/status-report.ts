import { BY_CALCULATION } from '@homecare/domain/reports/figure-words.ts';
import { text } from '@homecare/domain/reports/table.ts';
import { CARD_COUNT, type ClaimedRow, cardsOf, statusColumns, withClaims } from './card-facts.ts';
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
    ...CARD_COUNT,
    order: ({ client, startPeriod, id }) => [...client.key, startPeriod, id],
    captions: [BY_CALCULATION],
    columns: statusColumns(text('Denied reason', 30, ({ deniedReason }) => deniedReason)),
  }),
});
