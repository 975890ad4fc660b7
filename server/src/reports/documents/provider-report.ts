import { categoryOn } from '@homecare/domain/payroll/categories.ts';
import {
  BY_CALCULATION,
  WORKED_BESIDE_BILLED,
  WORKED_BESIDE_PAID,
} from '@homecare/domain/reports/figure-words.ts';
import { text } from '@homecare/domain/reports/table.ts';
import { listPeople } from '../queries.ts';
import {
  billedColumns,
  type CardDayRow,
  cardDaysOf,
  cardLine,
  dayColumns,
  halvesOf,
  paidColumn,
} from './card-days.ts';
import { declare } from './declare.ts';
import { payIn, payNotes, payTables } from './pay-facts.ts';

/** Provider Report: the same days by client; with units and amounts on the page of billing, by pay category on that of payroll. */
export const providerReport = declare<CardDayRow>({
  namesClient: true,
  idOf: ({ card }) => card.id,
  exists: async ({ scope, parameters: { id } }) =>
    (await listPeople(scope, 'Provider')).some((provider) => provider.id === id),
  rows: ({ scope, parameters }) => cardDaysOf(scope, 'provider', parameters),
  beside: async ({ scope, parameters }) => {
    if (parameters.view === 'billing') return { summaries: [], notes: [] };
    const pay = await payIn(scope, parameters, parameters.id);
    return { summaries: payTables(pay), notes: payNotes(pay, parameters) };
  },
  layout: ({ parameters: { view } }) => ({
    noun: ['line', 'lines'],
    order: ({ card, day }) => [...card.client.key, card.startPeriod, card.id, day?.date ?? null],
    group: 'Card',
    part: 'Half',
    captions: [...(view === 'billing' ? [WORKED_BESIDE_BILLED] : []), WORKED_BESIDE_PAID, BY_CALCULATION],
    columns: [
      ...cardLine(({ client }) => client.name, view === 'billing'),
      ...dayColumns,
      paidColumn,
      ...(view === 'billing'
        ? billedColumns
        : [
            text<CardDayRow>('Category', 16, ({ card, day }) =>
              categoryOn(card.payCategories, day?.date ?? card.startPeriod),
            ),
          ]),
    ],
    summaries: halvesOf(view === 'billing'),
    notes: ([first]) => {
      if (!first) return [];
      const { name, id, phone } = first.card.provider;
      return [[`${name}, ID ${id}`, phone].filter(Boolean).join(' · ')];
    },
  }),
});
