import { isNothingToClaim } from '@homecare/domain/billing/counting.ts';
import { plainReason } from '@homecare/domain/claims/reason-words.ts';
import { BY_SERVICE } from '@homecare/domain/reports/figure-words.ts';
import { count, sumBy, text } from '@homecare/domain/reports/table.ts';
import { listCards } from '../card-queries.ts';
import { CARD_COUNT, type ClaimedRow, statusColumns, withClaims } from './card-facts.ts';
import { declarePage } from './declare.ts';
import { withPeople } from './facts.ts';

const UNKNOWN = 'no reason given';
const reasonOf = ({ deniedReason }: ClaimedRow) => deniedReason && plainReason(deniedReason);
const amountOf = ({ amount }: ClaimedRow) => amount;

/** Billing records that were denied and are still open. */
export const deniedBilling = declarePage<ClaimedRow>({
  name: 'Denied Billing',
  file: 'DeniedBilling',
  side: 'work',
  inputs: ['months', 'type'],
  namesClient: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, parameters: { from, to, type } }) => {
    const cards = (await listCards(scope, 'service', from, to)).filter(({ status }) => status === 'Denied');
    return withClaims(scope, await withPeople(scope, cards, type));
  },
  layout: ({ today, isAdmin }) => ({
    ...CARD_COUNT,
    order: ({ client: { key }, startPeriod, id }) => [...key, startPeriod, id],
    captions: [BY_SERVICE],
    columns: [
      ...statusColumns(text('Reason', 26, reasonOf)),
      count(
        'Days open',
        ({ statusDay }) => Temporal.PlainDate.from(statusDay).until(today, { largestUnit: 'days' }).days,
        { total: false },
      ),
      text('Owner', 16, ({ owner }) => owner),
    ],
    summaries: (rows) => [
      sumBy('By reason', 'Reason', rows, (row) => reasonOf(row) ?? UNKNOWN, [
        { title: 'Count', kind: 'count', value: (row) => (isNothingToClaim(row) ? 0 : 1) },
        { title: 'Units', kind: 'count', value: ({ units }) => units },
        ...(isAdmin ? [{ title: 'Amount', kind: 'money', value: amountOf } as const] : []),
      ]),
    ],
  }),
});
