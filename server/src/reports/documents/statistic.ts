import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { type Flow, flowOf } from '@homecare/domain/reports/active.ts';
import { hoursOfUnits } from '@homecare/domain/reports/compared-hours.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { count, hours, money, text } from '@homecare/domain/reports/table.ts';
import { type CardTotals, listCardTotals } from '../card-queries.ts';
import { countVisitsByMonth } from '../queries.ts';
import { declarePage } from './declare.ts';
import { peopleWithSpans } from './facts.ts';

interface Row {
  readonly month: string;
  readonly clients: Flow & { readonly served: number };
  readonly providers: Flow & { readonly served: number };
  readonly planned: number;
  readonly complete: number;
  readonly units: number;
  readonly amount: number;
  readonly paid: number;
  readonly denied: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const amountOf = (cards: readonly CardTotals[]) => sum(cards.map(({ amount }) => amount));
const distinct = (ids: readonly number[]) => new Set(ids).size;

/** How the agency's year goes: who came and left, what was done, billed and paid. */
export const statistic = declarePage<Row>({
  name: 'Statistic Report',
  file: 'Statistic',
  side: 'work',
  inputs: ['year'],
  namesClient: false,
  idOf: ({ month }) => Number(month.replace('-', '')),
  rows: async ({ scope, today, parameters: { year } }) => {
    const [from, to] = [`${year}-01-01`, `${year}-12-31`];
    const [clients, providers, cards, visits] = await Promise.all([
      peopleWithSpans(scope, 'Client'),
      peopleWithSpans(scope, 'Provider'),
      listCardTotals(scope, from, to),
      countVisitsByMonth(scope, from, to),
    ]);
    const cardsOf = Map.groupBy(cards, ({ month }) => month);
    const spansOf = (people: typeof clients) => people.map(({ spans }) => spans);
    const [ofClients, ofProviders] = [spansOf(clients), spansOf(providers)];
    return monthsBetween(from, to)
      .filter((month) => `${month}-01` <= today.toString())
      .map((month) => {
        const days = daysOfMonth(month);
        const own = cardsOf.get(month) ?? [];
        const served = own.filter(({ isServed }) => isServed);
        const { planned = 0, complete = 0 } = visits.get(month) ?? {};
        return {
          month,
          clients: {
            ...flowOf(ofClients, days.from, days.through),
            served: distinct(served.map(({ clientId }) => clientId)),
          },
          providers: {
            ...flowOf(ofProviders, days.from, days.through),
            served: distinct(own.filter(({ isPaid }) => isPaid).map(({ providerId }) => providerId)),
          },
          planned,
          complete,
          units: sum(own.map(({ units }) => units)),
          amount: amountOf(own),
          paid: amountOf(own.filter(({ status }) => status === 'Paid')),
          denied: amountOf(own.filter(({ status }) => status === 'Denied')),
        };
      });
  },
  layout: () => {
    const flow = (name: string, short: string, of: (row: Row) => Row['clients']) => [
      count<Row>(`${name} opening`, (row) => of(row).opening, {
        short: `${short} opening`,
        total: false,
        width: 9,
      }),
      count<Row>(`${name} new`, (row) => of(row).started, { short: `${short} new`, width: 9 }),
      count<Row>(`${name} returned`, (row) => of(row).returned, { short: `${short} returned`, width: 9 }),
      count<Row>(`${name} left`, (row) => of(row).left, { short: `${short} left`, width: 9 }),
      count<Row>(`${name} closing`, (row) => of(row).closing, {
        short: `${short} closing`,
        total: false,
        width: 9,
      }),
      count<Row>(`${name} served`, (row) => of(row).served, {
        short: `${short} served`,
        total: false,
        width: 9,
      }),
    ];
    const perClient = ({ units, clients }: Row) =>
      clients.served === 0 ? null : Math.round(hoursOfUnits(units) / clients.served);
    return {
      noun: ['month', 'months'],
      order: ({ month }) => [month],
      columns: [
        text('Month', 9, ({ month }) => month),
        ...flow('Clients', 'Cl.', ({ clients }) => clients),
        ...flow('Providers', 'Prov.', ({ providers }) => providers),
        count('Visits planned', ({ planned }) => planned),
        count('Visits Complete', ({ complete }) => complete, { width: 9 }),
        hours('Billed hours', ({ units }) => hoursOfUnits(units)),
        count('Units', ({ units }) => units),
        money('Amount', ({ amount }) => amount),
        money('Paid', ({ paid }) => paid),
        money('Denied', ({ denied }) => denied),
        hours('Hours per client', perClient, { total: false, adminOnly: true }),
      ],
      charts: (rows) => [
        {
          title: 'Active at the end of the month',
          kind: 'count',
          categories: rows.map(({ month }) => month),
          series: [
            { name: 'Clients', values: rows.map(({ clients }) => clients.closing) },
            { name: 'Providers', values: rows.map(({ providers }) => providers.closing) },
          ],
        },
        {
          title: 'Billed hours',
          kind: 'hours',
          categories: rows.map(({ month }) => month),
          series: [{ name: 'Billed hours', values: rows.map(({ units }) => hoursOfUnits(units)) }],
        },
      ],
    };
  },
});
