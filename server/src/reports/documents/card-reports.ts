import { isNothingToClaim } from '@homecare/domain/billing/counting.ts';
import { plainReason } from '@homecare/domain/claims/reason-words.ts';
import { BY_CALCULATION, BY_SERVICE, WORKED_BESIDE_BILLED } from '@homecare/domain/reports/figure-words.ts';
import { sumBy } from '@homecare/domain/reports/table.ts';
import { listCards } from '../card-queries.ts';
import {
  byStatusAndCode,
  CARDS,
  type ClaimedRow,
  cardsOf,
  hoursOf,
  lateWords,
  periodWords,
  rateColumns,
  statusColumns,
  withClaims,
} from './card-facts.ts';
import { type Asked, declare, declarePage } from './declare.ts';
import { type Pair, withPeople } from './facts.ts';

const byPeriod = ({ client, startPeriod, id }: ClaimedRow) => [...client.key, startPeriod, id];

/** Every billing record of the months of calculation, client by client. */
const MONTH_CARDS = {
  ...CARDS,
  rows: ({ scope, parameters }: Asked) => cardsOf(scope, parameters),
  order: ({ client, provider, startPeriod, id }: Pair & { startPeriod: string; id: number }) => [
    ...client.key,
    ...provider.key,
    startPeriod,
    id,
  ],
  captions: [WORKED_BESIDE_BILLED, BY_CALCULATION],
} as const;

/** Month Report: under each client, with sums by status and code. */
export const allClients = declare({
  ...MONTH_CARDS,
  group: 'Client',
  columns: ({ text, hours, count, money }) => [
    text('Client', 24, ({ client }) => `${client.name} (${client.id})`),
    text('Provider', 22, ({ provider }) => provider.name),
    text('Code', 10, ({ code }) => code),
    text('Type', 20, ({ type }) => type),
    text('Period', 21, periodWords),
    text('Late', 12, lateWords),
    hours('Working', (card) => hoursOf(card).work, { width: 9 }),
    hours('Travel', (card) => hoursOf(card).travel, { width: 8 }),
    hours('Total', (card) => hoursOf(card).total, { width: 9 }),
    count('Units', ({ units }) => units),
    ...rateColumns,
    money('Amount', ({ amount }) => amount),
    text('Status', 9, ({ status }) => status),
    text('Remarks', 18, ({ remarks }) => remarks),
  ],
  summaries: byStatusAndCode,
});

/** List Monthly Report: one line for each billing record. */
export const flatClients = declare({
  ...MONTH_CARDS,
  columns: ({ text, date, hours, count, money }) => [
    text('Client', 18, ({ client }) => client.name),
    text('Medicaid', 9, ({ client }) => client.medicaid),
    date('DOB', ({ client }) => client.dob),
    text('Provider', 18, ({ provider }) => provider.name),
    text('Plan', 6, ({ planId }) => String(planId)),
    text('Code', 9, ({ code }) => code),
    text('Type', 15, ({ type }) => type),
    text('Service month', 8, ({ month }) => month),
    text('Period', 12, periodWords),
    hours('Working', (card) => hoursOf(card).work, { width: 8 }),
    hours('Travel', (card) => hoursOf(card).travel, { width: 7 }),
    hours('Total', (card) => hoursOf(card).total, { width: 8 }),
    count('Units', ({ units }) => units, { width: 6 }),
    ...rateColumns,
    money('Amount', ({ amount }) => amount, { width: 10 }),
    text('Status', 8, ({ status }) => status),
    text('Denied reason', 15, ({ deniedReason }) => deniedReason),
    date('excluded', ({ excluded }) => excluded),
    text('Calculation month', 10, ({ calculation }) => calculation),
  ],
});

/** Billing records with one status, and since when they have it. */
export const statusReport = declare({
  ...CARDS,
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
  order: byPeriod,
  captions: [BY_CALCULATION],
  columns: ({ text }) => statusColumns(text('Denied reason', 30, ({ deniedReason }) => deniedReason)),
});

const UNKNOWN = 'no reason given';
const reasonOf = ({ deniedReason }: ClaimedRow) => deniedReason && plainReason(deniedReason);

/** Denied billing records that are still open. */
export const deniedBilling = declarePage({
  ...CARDS,
  name: 'Denied Billing',
  file: 'DeniedBilling',
  side: 'work',
  inputs: ['months', 'type'],
  rows: async ({ scope, parameters: { from, to, type } }) => {
    const cards = await listCards(scope, 'service', { from, through: to });
    const denied = cards.filter(({ status }) => status === 'Denied');
    return withClaims(scope, await withPeople(scope, denied, type));
  },
  order: byPeriod,
  captions: [BY_SERVICE],
  columns: ({ text, count }, { today }) => [
    ...statusColumns(text('Reason', 26, reasonOf)),
    count(
      'Days open',
      ({ statusDay }) => Temporal.PlainDate.from(statusDay).until(today, { largestUnit: 'days' }).days,
      { total: false },
    ),
    text('Owner', 16, ({ owner }) => owner),
  ],
  summaries: (rows, { seesConfidential }) => [
    sumBy('By reason', 'Reason', rows, (row) => reasonOf(row) ?? UNKNOWN, [
      ['Count', 'count', (row) => (isNothingToClaim(row) ? 0 : 1)],
      ['Units', 'count', ({ units }) => units],
      ...(seesConfidential ? ([['Amount', 'money', ({ amount }: ClaimedRow) => amount]] as const) : []),
    ]),
  ],
});
