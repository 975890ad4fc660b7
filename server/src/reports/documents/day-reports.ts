import { showDate } from '@homecare/domain/calendar.ts';
import { categoryOn } from '@homecare/domain/payroll/categories.ts';
import {
  BY_CALCULATION,
  WORKED_BESIDE_BILLED,
  WORKED_BESIDE_PAID,
} from '@homecare/domain/reports/figure-words.ts';
import { listPeople } from '../queries.ts';
import {
  billedColumns,
  CARD_DAYS,
  cardDaysOf,
  cardLine,
  dayColumns,
  halvesOf,
  paidColumn,
} from './card-days.ts';
import { declare } from './declare.ts';
import { payIn, payNotes, payTables } from './pay-facts.ts';

/** Client Report: what was worked, billed and paid day by day; a card's days add up to it. */
export const clientReport = declare({
  ...CARD_DAYS,
  exists: async ({ scope, parameters: { id } }) =>
    (await listPeople(scope, 'Client')).some((client) => client.id === id),
  rows: ({ scope, parameters }) => cardDaysOf(scope, 'client', parameters),
  order: ({ card, day }) => [...card.provider.key, card.startPeriod, card.id, day?.date ?? null],
  captions: [WORKED_BESIDE_BILLED, BY_CALCULATION],
  columns: () => [...cardLine(({ provider }) => provider.name, true), ...dayColumns, ...billedColumns],
  summaries: (rows) => halvesOf(rows, true),
  notes: ([first]) => {
    if (!first) return [];
    const { name, id, dob, medicaid, phone, address } = first.card.client;
    const born = dob ? `DOB ${showDate(dob)}` : '';
    return [
      [`${name}, ID ${id}`, born, medicaid ? `Medicaid ${medicaid}` : 'Private', phone, address]
        .filter(Boolean)
        .join(' · '),
    ];
  },
});

/** Provider Report: the same days by client, with units and amounts on the billing page, and by pay category on the payroll page. */
export const providerReport = declare({
  ...CARD_DAYS,
  exists: async ({ scope, parameters: { id } }) =>
    (await listPeople(scope, 'Provider')).some((provider) => provider.id === id),
  rows: ({ scope, parameters }) => cardDaysOf(scope, 'provider', parameters),
  beside: async ({ scope, parameters }) => {
    if (parameters.view === 'billing') return { summaries: [], notes: [] };
    const pay = await payIn(scope, parameters, parameters.id);
    return { summaries: payTables(pay), notes: payNotes(pay, parameters) };
  },
  order: ({ card, day }) => [...card.client.key, card.startPeriod, card.id, day?.date ?? null],
  captions: ({ parameters: { view } }) => [
    ...(view === 'billing' ? [WORKED_BESIDE_BILLED] : []),
    WORKED_BESIDE_PAID,
    BY_CALCULATION,
  ],
  columns: ({ text }, { parameters: { view } }) => [
    ...cardLine(({ client }) => client.name, view === 'billing'),
    ...dayColumns,
    paidColumn,
    ...(view === 'billing'
      ? billedColumns
      : [
          text('Category', 16, ({ card, day }) =>
            categoryOn(card.payCategories, day?.date ?? card.startPeriod),
          ),
        ]),
  ],
  summaries: (rows, { parameters: { view } }) => halvesOf(rows, view === 'billing'),
  notes: ([first]) => {
    if (!first) return [];
    const { name, id, phone } = first.card.provider;
    return [[`${name}, ID ${id}`, phone].filter(Boolean).join(' · ')];
  },
});
