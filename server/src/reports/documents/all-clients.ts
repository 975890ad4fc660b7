import { BY_CALCULATION, WORKED_BESIDE_BILLED } from '@homecare/domain/reports/figure-words.ts';
import { count, hours, money, text } from '@homecare/domain/reports/table.ts';
import {
  byStatusAndCode,
  CARD_COUNT,
  CARD_REPORT,
  type CardRow,
  hoursOf,
  lateWords,
  periodWords,
  rateColumns,
} from './card-facts.ts';
import { declare } from './declare.ts';

/** Month Report: every billing record of the months of calculation, client by client. */
export const allClients = declare<CardRow>({
  ...CARD_REPORT,
  layout: () => ({
    ...CARD_COUNT,
    order: ({ client, provider, startPeriod, id }) => [...client.key, ...provider.key, startPeriod, id],
    group: 'Client',
    captions: [WORKED_BESIDE_BILLED, BY_CALCULATION],
    columns: [
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
  }),
});
