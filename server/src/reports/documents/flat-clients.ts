import { BY_CALCULATION, WORKED_BESIDE_BILLED } from '@homecare/domain/reports/figure-words.ts';
import { count, date, hours, money, text } from '@homecare/domain/reports/table.ts';
import { CARD_COUNT, CARD_REPORT, type CardRow, hoursOf, periodWords, rateColumns } from './card-facts.ts';
import { declare } from './declare.ts';

/** List Monthly Report: one line for each billing record, all of it. */
export const flatClients = declare<CardRow>({
  ...CARD_REPORT,
  layout: () => ({
    ...CARD_COUNT,
    order: ({ client, provider, startPeriod, id }) => [...client.key, ...provider.key, startPeriod, id],
    captions: [WORKED_BESIDE_BILLED, BY_CALCULATION],
    columns: [
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
  }),
});
