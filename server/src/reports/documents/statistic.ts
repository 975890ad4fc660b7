import { hoursOfUnits } from '@homecare/domain/reports/compared-hours.ts';
import { BILLED_IS_UNITS, BY_SERVICE } from '@homecare/domain/reports/figure-words.ts';
import { figuresOfMonth, type MonthFigures } from '@homecare/domain/reports/months.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { listCardTotals } from '../card-queries.ts';
import { countVisitsByMonth } from '../queries.ts';
import { declarePage } from './declare.ts';
import { peopleWithSpans } from './facts.ts';

/** Arrivals and departures add up over a year; headcounts do not. */
const FLOW = [
  ['opening', 'opening', false],
  ['started', 'new', true],
  ['returned', 'returned', true],
  ['left', 'left', true],
  ['closing', 'closing', false],
  ['served', 'served', false],
] as const;

/** The agency's year: who came and left, what was done, billed and paid. */
export const statistic = declarePage({
  name: 'Statistic Report',
  file: 'Statistic',
  side: 'work',
  inputs: ['year'],
  namesClient: false,
  rows: async ({ scope, today, parameters: { year } }) => {
    const days = { from: `${year}-01-01`, through: `${year}-12-31` };
    const [clients, providers, cards, visits] = await Promise.all([
      peopleWithSpans(scope, 'Client'),
      peopleWithSpans(scope, 'Provider'),
      listCardTotals(scope, days),
      countVisitsByMonth(scope, days),
    ]);
    const cardsOf = Map.groupBy(cards, ({ month }) => month);
    const spansOf = (people: typeof clients) => people.map(({ spans }) => spans);
    const [ofClients, ofProviders] = [spansOf(clients), spansOf(providers)];
    return monthsBetween(days.from, days.through)
      .filter((month) => `${month}-01` <= today.toString())
      .map((month) => ({
        ...figuresOfMonth(month, ofClients, ofProviders, cardsOf.get(month) ?? []),
        ...(visits.get(month) ?? { planned: 0, complete: 0 }),
      }));
  },
  noun: ['month', 'months'],
  idOf: ({ month }) => Number(month.replace('-', '')),
  order: ({ month }) => [month],
  captions: [BILLED_IS_UNITS, BY_SERVICE],
  columns: ({ text, count, hours, money }) => {
    const flow = (name: string, short: string, of: (row: MonthFigures) => MonthFigures['clients']) =>
      FLOW.map(([part, word, isSummed]) =>
        count(`${name} ${word}`, (row) => of(row)[part], {
          short: `${short} ${word}`,
          width: 9,
          ...(!isSummed && { total: false }),
        }),
      );
    const perClient = ({ units, clients }: MonthFigures) =>
      clients.served === 0 ? null : Math.round(hoursOfUnits(units) / clients.served);
    return [
      text('Month', 9, ({ month }) => month),
      ...flow('Clients', 'Cl.', ({ clients }) => clients),
      ...flow('Providers', 'Prov.', ({ providers }) => providers),
      count('Visits planned', ({ planned }) => planned),
      count('Visits Complete', ({ complete }) => complete, { width: 9 }),
      hours('Billed hours', ({ units }) => hoursOfUnits(units)),
      count('Units', ({ units }) => units),
      money('Amount', ({ amount }) => amount),
      money('Status Paid', ({ paid }) => paid),
      money('Status Denied', ({ denied }) => denied),
      hours('Hours per client', perClient, { total: false, adminOnly: true }),
    ];
  },
  charts: (rows) => {
    const categories = rows.map(({ month }) => month);
    return [
      {
        title: 'Active at the end of the month',
        kind: 'count',
        categories,
        series: [
          { name: 'Clients', values: rows.map(({ clients }) => clients.closing) },
          { name: 'Providers', values: rows.map(({ providers }) => providers.closing) },
        ],
      },
      {
        title: 'Billed hours',
        kind: 'hours',
        categories,
        series: [{ name: 'Billed hours', values: rows.map(({ units }) => hoursOfUnits(units)) }],
      },
    ];
  },
});
