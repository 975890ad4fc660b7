import { plannedDays, plannedHours } from '@homecare/domain/billing/counting.ts';
import { hoursOfUnits } from '@homecare/domain/reports/compared-hours.ts';
import { BILLED_IS_UNITS, BY_SERVICE } from '@homecare/domain/reports/figure-words.ts';
import { monthsBetween, quarterDays } from '@homecare/domain/reports/parameters.ts';
import { hours, text } from '@homecare/domain/reports/table.ts';
import { sum } from '@homecare/domain/sum.ts';
import { listCardTotals } from '../card-queries.ts';
import { listPlans, type PersonFact } from '../queries.ts';
import { declarePage } from './declare.ts';
import { withPeople } from './facts.ts';

interface Row {
  readonly client: PersonFact;
  readonly code: string;
  /** Billed hours of each month of the span. */
  readonly billed: readonly number[];
  readonly planned: number;
}

/** Billed hours (units ÷ 4) by month of service against what was planned. A card's days all lie in its month of service. */
export const clientsHours = declarePage<Row>({
  name: 'Clients Hours',
  file: 'ClientsHours',
  side: 'people',
  inputs: ['year', 'quater', 'type'],
  namesClient: true,
  idOf: ({ client }) => client.id,
  rows: async ({ scope, parameters }) => {
    const { from, to } = quarterDays(parameters);
    const months = monthsBetween(from, to);
    const [cards, plans] = await Promise.all([listCardTotals(scope, from, to), listPlans(scope, from, to)]);
    const keyOf = ({ clientId, code }: { clientId: number; code: string }) => `${clientId} ${code}`;
    const cardsOf = Map.groupBy(cards, keyOf);
    const plansOf = Map.groupBy(plans, keyOf);
    const pairs = [...new Map([...cards, ...plans].map((one) => [keyOf(one), one])).values()];
    return (await withPeople(scope, pairs, parameters.type)).map(({ client, clientId, code }) => {
      const key = keyOf({ clientId, code });
      const own = cardsOf.get(key) ?? [];
      const planned = (plansOf.get(key) ?? []).map((plan) =>
        plannedHours(plannedDays(plan, { from, through: to }, plan.limits)),
      );
      return {
        client,
        code,
        billed: months.map((month) =>
          sum(own.filter((card) => card.month === month).map(({ units }) => hoursOfUnits(units))),
        ),
        planned: sum(planned),
      };
    });
  },
  layout: ({ parameters }) => {
    const { from, to } = quarterDays(parameters);
    return {
      noun: ['line', 'lines'],
      order: ({ client: { key }, code }) => [...key, code],
      group: 'Name',
      captions: [BILLED_IS_UNITS, BY_SERVICE],
      columns: [
        text('Name', 22, ({ client }) => client.name),
        text('Code', 12, ({ code }) => code),
        ...monthsBetween(from, to).map((month, n) =>
          hours<Row>(month, ({ billed }) => billed[n] ?? 0, { width: 8 }),
        ),
        hours('Billed', ({ billed }) => sum(billed)),
        hours('Planned', ({ planned }) => planned),
        hours('Difference', ({ billed, planned }) => sum(billed) - planned),
      ],
    };
  },
});
