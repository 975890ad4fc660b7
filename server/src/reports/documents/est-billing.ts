import {
  cardAmount,
  cardUnits,
  daysOfMonth,
  plannedDays,
  plannedHours,
  serviceDays,
} from '@homecare/domain/billing/counting.ts';
import { datedRates, openingRate, unitRuleOf } from '@homecare/domain/billing/rates.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import {
  BY_SERVICE,
  ESTIMATED_BILLING,
  PLANNED_BESIDE_BILLED,
} from '@homecare/domain/reports/figure-words.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { sumBy } from '@homecare/domain/reports/table.ts';
import { listGrids, listRates } from '../card-queries.ts';
import { declare, PLANS } from './declare.ts';
import { estimateDays, isUncovered } from './estimates.ts';
import { type PairFact, pairsIn } from './facts.ts';

/**
 * Est. Billing: what the plans of a month will amount to. A plan with a card is estimated by its billed days; days outside the
 * card's period by work up to today, and by the plan afterwards.
 */
export const estBilling = declare({
  ...PLANS,
  rows: async ({ scope, today, parameters: { from, to, type } }) => {
    const days = { from, through: to };
    const [plans, cards, { terms, outside }] = await Promise.all([
      pairsIn(scope, days, type),
      listGrids(scope, days),
      listRates(scope),
    ]);
    const zone = scope.settings.timeZone;
    const estimate = await estimateDays({ scope, today }, plans, days);
    const cardOf = new Map(cards.map((card) => [`${card.planId} ${card.month}`, card]));
    const termsOf = (plan: PairFact, month: string) => {
      const own = terms.get(plan.code) ?? [];
      const dated = { inside: datedRates(own, 'inside', month), outside: datedRates(own, 'outside', month) };
      const isOutside = outside.has(plan.client.zip?.slice(0, 5) ?? '');
      const { rateKind, payRate } = openingRate({ ...dated, isOutside });
      const rates = rateKind === null ? [] : dated[rateKind];
      return { payRate, rates, unitRule: unitRuleOf(own, month, scope.settings.pack) };
    };
    const served = (month: string, days: CardDay[]) => {
      const { from: startPeriod, through: endPeriod } = daysOfMonth(month);
      return serviceDays({ startPeriod, endPeriod, days: days }, zone);
    };
    return monthsBetween(from, to).flatMap((month) =>
      plans.flatMap((plan) => {
        const planned = plannedDays(plan, daysOfMonth(month), plan.limits);
        const card = cardOf.get(`${plan.id} ${month}`);
        if (planned.length === 0 && !card) return [];
        const { worked, toCome } = estimate(plan, month);
        const open = served(month, [...worked, ...toCome].filter(isUncovered(card)));
        const all = card ? [...serviceDays(card, zone), ...open] : open;
        const { payRate: rate, rates, unitRule } = card ?? termsOf(plan, month);
        return [
          {
            ...plan,
            month,
            planned: plannedHours(planned),
            /** null: nobody says how time becomes units. */
            units: unitRule && cardUnits(all, unitRule),
            /** Of the first day; null: none is entered. */
            rate,
            estimate:
              rate === null || unitRule === null ? 0 : cardAmount(all, { payRate: rate, rates, unitRule }),
            billedUnits: card?.units ?? 0,
            billed: card?.amount ?? 0,
            source: card ? 'card' : 'plan',
          },
        ];
      }),
    );
  },
  order: ({ client, provider, month, id }) => [...client.key, ...provider.key, month, id],
  group: 'Client',
  captions: [PLANNED_BESIDE_BILLED, ESTIMATED_BILLING, BY_SERVICE],
  columns: ({ text, hours, count, money }) => [
    text('Client', 24, ({ client }) => `${client.name} (${client.id})`),
    text('Provider', 22, ({ provider }) => provider.name),
    text('Type', 20, ({ type }) => type),
    text('Month', 8, ({ month }) => month),
    hours('Planned hours', ({ planned }) => planned),
    count('Est. units', ({ units }) => units),
    money('Rate', ({ rate }) => rate, { total: false, width: 7 }),
    money('Est. amount', ({ estimate }) => estimate),
    count('Billed units', ({ billedUnits }) => billedUnits),
    money('Billed amount', ({ billed }) => billed),
    money('Not yet billed', ({ estimate, billed }) => estimate - billed),
    text('Source', 7, ({ source }) => source),
  ],
  summaries: (rows) => [
    sumBy('By Code', 'Code', rows, ({ code }) => code, [
      ['Est. units', 'count', ({ units }) => units ?? 0],
      ['Est. amount', 'money', ({ estimate }) => estimate],
      ['Billed amount', 'money', ({ billed }) => billed],
      ['Not yet billed', 'money', ({ estimate, billed }) => estimate - billed],
    ]),
  ],
});
