import {
  cardAmount,
  cardUnits,
  daysOfMonth,
  plannedDays,
  plannedHours,
  serviceDays,
} from '@homecare/domain/billing/counting.ts';
import { estimatedRows } from '@homecare/domain/billing/estimate.ts';
import { plannedRows, possiblePeriod } from '@homecare/domain/billing/opening.ts';
import { datedRates, openingRate, termsOfMonth } from '@homecare/domain/billing/rates.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import {
  BY_SERVICE,
  ESTIMATED_BILLING,
  PLANNED_BESIDE_BILLED,
} from '@homecare/domain/reports/figure-words.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { count, hours, money, sumBy, text } from '@homecare/domain/reports/table.ts';
import { visitsOfPlans } from '../../billing/service.ts';
import { listGrids, listRates } from '../card-queries.ts';
import type { PlanFact } from '../queries.ts';
import { declare } from './declare.ts';
import { type PairFact, pairsIn } from './facts.ts';

interface Row extends PairFact {
  readonly month: string;
  readonly planned: number;
  readonly units: number;
  /** Of the first day; null: none is entered. */
  readonly rate: number | null;
  /** Est. cents. */
  readonly estimate: number;
  readonly billedUnits: number;
  readonly billed: number;
  readonly source: 'card' | 'plan';
}

const servedBy = (month: string, rows: readonly CardDay[], zone: string) => {
  const { from, through } = daysOfMonth(month);
  return serviceDays({ startPeriod: from, endPeriod: through, json: [...rows] }, zone);
};

const estimateOf = ({ estimate }: Row) => estimate;

/**
 * Est. Billing: what the plans of a month will come to. A plan with a card is estimated by its billed days; days outside its
 * period by what was worked up to today and by the plan from then on.
 */
export const estBilling = declare<Row>({
  namesClient: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, today, parameters: { from, to, type } }) => {
    const [plans, cards, { terms, outside }] = await Promise.all([
      pairsIn(scope, from, to, type),
      listGrids(scope, from, to),
      listRates(scope),
    ]);
    const zone = scope.settings.timeZone;
    const visitsOf = Map.groupBy(
      await visitsOfPlans(
        scope.site.db,
        plans.map(({ id }) => id),
        from,
        to,
      ),
      ({ planId }) => planId,
    );
    const cardOf = new Map(cards.map((card) => [`${card.planId} ${card.month}`, card]));
    const rateOf = (plan: PlanFact & { readonly client: PairFact['client'] }, month: string) => {
      const own = terms.get(plan.code) ?? [];
      const dated = { inside: datedRates(own, 'inside', month), outside: datedRates(own, 'outside', month) };
      const isOutside = outside.has(plan.client.zip?.slice(0, 5) ?? '');
      const { rateKind, payRate } = openingRate({ ...dated, isOutside });
      const rates = rateKind === null ? [] : dated[rateKind];
      return { payRate, rates, unitRule: termsOfMonth(own, month)?.unitRule ?? ('up' as const) };
    };
    return monthsBetween(from, to).flatMap((month) =>
      plans.flatMap((plan): Row[] => {
        const days = plannedDays(plan, daysOfMonth(month), plan.limits);
        const card = cardOf.get(`${plan.id} ${month}`);
        if (days.length === 0 && !card) return [];
        const planned = plannedHours(days);
        const { worked, toCome } = estimatedRows(plannedRows(plan, month, plan.limits), {
          plan,
          visits: visitsOf.get(plan.id) ?? [],
          possible: possiblePeriod(plan, plan.limits.archived, month),
          today: today.toString(),
          zone,
        });
        const estimated = [...worked, ...toCome];
        if (!card) {
          const { payRate: rate, ...of } = rateOf(plan, month);
          const served = servedBy(month, estimated, zone);
          const units = cardUnits(served, of.unitRule);
          const estimate = rate === null ? 0 : cardAmount(served, { ...of, payRate: rate });
          return [
            { ...plan, month, planned, units, rate, estimate, billedUnits: 0, billed: 0, source: 'plan' },
          ];
        }
        const rest = estimated.filter(({ date }) => date < card.startPeriod || date > card.endPeriod);
        const served = [...serviceDays(card, zone), ...servedBy(month, rest, zone)];
        const { payRate: rate, units: billedUnits, amount: billed } = card;
        const units = cardUnits(served, card.unitRule);
        const estimate = cardAmount(served, card);
        return [{ ...plan, month, planned, units, rate, estimate, billedUnits, billed, source: 'card' }];
      }),
    );
  },
  layout: () => ({
    noun: ['care plan', 'care plans'],
    order: ({ client, provider, month, id }) => [...client.key, ...provider.key, month, id],
    group: 'Client',
    captions: [PLANNED_BESIDE_BILLED, ESTIMATED_BILLING, BY_SERVICE],
    columns: [
      text('Client', 24, ({ client }) => `${client.name} (${client.id})`),
      text('Provider', 22, ({ provider }) => provider.name),
      text('Type', 20, ({ type }) => type),
      text('Month', 8, ({ month }) => month),
      hours('Planned hours', ({ planned }) => planned),
      count('Est. units', ({ units }) => units),
      money('Rate', ({ rate }) => rate, { total: false, width: 7 }),
      money('Est. amount', estimateOf),
      count('Billed units', ({ billedUnits }) => billedUnits),
      money('Billed amount', ({ billed }) => billed),
      money('Not yet billed', (row) => row.estimate - row.billed),
      text('Source', 7, ({ source }) => source),
    ],
    summaries: (rows) => [
      sumBy('By Code', 'Code', rows, ({ code }) => code, [
        { title: 'Est. units', kind: 'count', value: ({ units }) => units },
        { title: 'Est. amount', kind: 'money', value: estimateOf },
        { title: 'Billed amount', kind: 'money', value: ({ billed }) => billed },
        { title: 'Not yet billed', kind: 'money', value: (row) => row.estimate - row.billed },
      ]),
    ],
  }),
});
