import { plannedDays, plannedHours } from '@homecare/domain/billing/counting.ts';
import { hoursOfUnits } from '@homecare/domain/reports/compared-hours.ts';
import { BILLED_IS_UNITS, BY_SERVICE } from '@homecare/domain/reports/figure-words.ts';
import { monthsBetween, quarterDays } from '@homecare/domain/reports/parameters.ts';
import { sum } from '@homecare/domain/sum.ts';
import { listCardTotals } from '../card-queries.ts';
import { listPlans } from '../queries.ts';
import { declarePage, LINES } from './declare.ts';
import { withPeople } from './facts.ts';

/** Billed hours (units ÷ 4) by month of service compared with planned ones. A card's days are all in its month of service. */
export const clientsHours = declarePage({
  ...LINES,
  name: 'Clients Hours',
  file: 'ClientsHours',
  side: 'people',
  inputs: ['year', 'quater', 'type'],
  namesClient: true,
  rows: async ({ scope, parameters }) => {
    const { from, to: through } = quarterDays(parameters);
    const days = { from, through };
    const months = monthsBetween(from, through);
    const [cards, plans] = await Promise.all([listCardTotals(scope, days), listPlans(scope, days)]);
    const keyOf = ({ clientId, code }: { clientId: number; code: string }) => `${clientId} ${code}`;
    const cardsOf = Map.groupBy(cards, keyOf);
    const plansOf = Map.groupBy(plans, keyOf);
    const pairs = [...new Map([...cards, ...plans].map((one) => [keyOf(one), one])).values()];
    return (await withPeople(scope, pairs, parameters.type)).map(({ client, clientId, code }) => {
      const key = keyOf({ clientId, code });
      const own = cardsOf.get(key) ?? [];
      const planned = (plansOf.get(key) ?? []).map((plan) =>
        plannedHours(plannedDays(plan, days, plan.limits)),
      );
      return {
        client,
        code,
        /** For each month of the span. */
        billed: months.map((month) =>
          sum(own.filter((card) => card.month === month).map(({ units }) => hoursOfUnits(units))),
        ),
        planned: sum(planned),
      };
    });
  },
  idOf: ({ client }) => client.id,
  order: ({ client: { key }, code }) => [...key, code],
  group: 'Name',
  captions: [BILLED_IS_UNITS, BY_SERVICE],
  columns: ({ text, hours }, { parameters }) => {
    const { from, to } = quarterDays(parameters);
    return [
      text('Name', 22, ({ client }) => client.name),
      text('Code', 12, ({ code }) => code),
      ...monthsBetween(from, to).map((month, n) =>
        hours(month, ({ billed }) => billed[n] ?? 0, { width: 8 }),
      ),
      hours('Billed', ({ billed }) => sum(billed)),
      hours('Planned', ({ planned }) => planned),
      hours('Difference', ({ billed, planned }) => sum(billed) - planned),
    ];
  },
});
