import { hoursOfUnits } from '@homecare/domain/reports/compared-hours.ts';
import { BILLED_IS_UNITS, BY_SERVICE } from '@homecare/domain/reports/figure-words.ts';
import { figuresOfMonth, type MonthFigures } from '@homecare/domain/reports/months.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { count, hours, money, text } from '@homecare/domain/reports/table.ts';
import { listCardTotals } from '../card-queries.ts';
import { countVisitsByMonth } from '../queries.ts';
import { declarePage } from './declare.ts';
import { peopleWithSpans } from './facts.ts';

interface Row extends MonthFigures {
  /** Visits. */
  readonly planned: number;
  readonly complete: number;
}

/** Who comes and goes adds up over a year; who is there does not. */
const FLOW = [
  ['opening', 'opening', false],
  ['started', 'new', true],
  ['returned', 'returned', true],
  ['left', 'left', true],
  ['closing', 'closing', false],
  ['served', 'served', false],
] as const;

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
      .map((month) => ({
        ...figuresOfMonth(month, ofClients, ofProviders, cardsOf.get(month) ?? []),
        ...(visits.get(month) ?? { planned: 0, complete: 0 }),
      }));
  },
  layout: () => {
    const flow = (name: string, short: string, of: (row: Row) => Row['clients']) =>
      FLOW.map(([part, word, isSummed]) =>
        count<Row>(`${name} ${word}`, (row) => of(row)[part], {
          short: `${short} ${word}`,
          width: 9,
          ...(!isSummed && { total: false }),
        }),
      );
    const perClient = ({ units, clients }: Row) =>
      clients.served === 0 ? null : Math.round(hoursOfUnits(units) / clients.served);
    return {
      noun: ['month', 'months'],
      order: ({ month }) => [month],
      captions: [BILLED_IS_UNITS, BY_SERVICE],
      columns: [
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
