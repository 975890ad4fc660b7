import {
  addHours,
  daysOfMonth,
  hoursOfCard,
  NO_HOURS,
  serviceDays,
  workedMinutes,
} from '@homecare/domain/billing/counting.ts';
import { plannedRows } from '@homecare/domain/billing/opening.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { grossOf } from '@homecare/domain/payroll/month.ts';
import { BY_SERVICE, ESTIMATED, HOURS_ARE_PAID } from '@homecare/domain/reports/figure-words.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { sum } from '@homecare/domain/sum.ts';
import { estimateMonth, type ProviderMonth, payOfMonths } from '../../payroll/service.ts';
import { listGrids } from '../card-queries.ts';
import { declare } from './declare.ts';
import { estimateDays, isUncovered } from './estimates.ts';
import { type PairFact, pairsIn } from './facts.ts';
import { PAY_OF_PROVIDERS } from './pay-facts.ts';

type PaidCard = ProviderMonth['cards'][number];

/** A plan's rows as if they were a card of the month. Ids of real cards are above 0. */
const asCard = (plan: PairFact, month: string, id: number, days: CardDay[]): PaidCard => {
  const { from, through } = daysOfMonth(month);
  return {
    id,
    planId: plan.id,
    clientId: plan.clientId,
    providerId: plan.providerId,
    startPeriod: from,
    endPeriod: through,
    days: days,
    month,
    calculation: month,
    categories: plan.payCategories,
    typeId: plan.typeId,
    type: plan.type,
    client: plan.client.name,
    city: plan.client.city,
    isPrivate: plan.client.isPrivate,
  };
};

const workedId = ({ id }: PairFact) => -2 * id;
const restId = ({ id }: PairFact) => -2 * id - 1;
const kindOf = ({ id }: Pick<PaidCard, 'id'>) => (id > 0 ? 'card' : id % 2 === 0 ? 'worked' : 'rest');
const totalOf = (pay: ProviderMonth, kind: ReturnType<typeof kindOf>) =>
  pay.parts
    .filter(({ card }) => kindOf(card) === kind)
    .map((part) => part.hours)
    .reduce(addHours, NO_HOURS).total;

/** The last complete month before the estimated one. */
const closedBefore = (month: string, today: Temporal.PlainDate): string => {
  const now = today.toPlainYearMonth().toString();
  return Temporal.PlainYearMonth.from(month < now ? month : now)
    .subtract({ months: 1 })
    .toString();
};

/**
 * Est. Payroll: what a month of service will amount to for each provider: its cards, work on days without a card, and future days by
 * plan. A missed day is not paid, so it is not estimated.
 */
export const estPayroll = declare({
  ...PAY_OF_PROVIDERS,
  noun: ['provider', 'providers'],
  rows: async ({ scope, today, parameters: { from, to, type } }) => {
    const days = { from, through: to };
    const [plans, cards] = await Promise.all([pairsIn(scope, days, type), listGrids(scope, days)]);
    const cardOf = new Map(cards.map((card) => [`${card.planId} ${card.month}`, card]));
    const zone = scope.settings.timeZone;
    const estimate = await estimateDays({ scope, today }, plans, days);
    const plansOf = Map.groupBy(plans, ({ providerId }) => providerId);
    const plannedHours = (plan: PairFact, month: string) => {
      const asPlanned = asCard(plan, month, workedId(plan), plannedRows(plan, month, plan.limits));
      return hoursOfCard(workedMinutes(serviceDays(asPlanned, zone))).total;
    };
    const ofMonth = async (month: string) => {
      const open = plans.flatMap((plan): PaidCard[] => {
        const isOpen = isUncovered(cardOf.get(`${plan.id} ${month}`));
        const { worked, toCome } = estimate(plan, month);
        return [
          asCard(plan, month, workedId(plan), worked.filter(isOpen)),
          asCard(plan, month, restId(plan), toCome.filter(isOpen)),
        ];
      });
      const closed = closedBefore(month, today);
      const [estimates, before] = await Promise.all([
        estimateMonth(scope, month, type, open),
        payOfMonths(scope, { from: closed, to: closed, group: type }),
      ]);
      const lastOf = new Map(before.map((pay) => [pay.provider.id, grossOf(pay).gross]));
      return estimates.map((pay) => ({
        pay,
        planned: sum((plansOf.get(pay.provider.id) ?? []).map((plan) => plannedHours(plan, month))),
        carded: totalOf(pay, 'card'),
        /** Worked up to today, and still planned, on days without a card. */
        worked: totalOf(pay, 'worked'),
        rest: totalOf(pay, 'rest'),
        gross: grossOf(pay),
        closed,
        lastGross: lastOf.get(pay.provider.id) ?? 0,
      }));
    };
    const months: Awaited<ReturnType<typeof ofMonth>>[] = [];
    for (const month of monthsBetween(from, to)) months.push(await ofMonth(month));
    return months.flat();
  },
  order: ({ pay: { provider, month } }) => [provider.last, provider.first, provider.id, month],
  captions: [HOURS_ARE_PAID, ESTIMATED, BY_SERVICE],
  columns: ({ text, hours, money }) => [
    text('Provider', 24, ({ pay }) => pay.name),
    text('Month', 8, ({ pay }) => pay.month),
    hours('Planned with travel', ({ planned }) => planned),
    hours('Carded hours', ({ carded }) => carded),
    hours('Worked, no card', ({ worked }) => worked),
    hours('Rest by plan', ({ rest }) => rest),
    hours('Est. hours', ({ gross }) => gross.straight.hours.total),
    money('Est. straight pay', ({ gross }) => gross.straight.amount),
    hours('Est. overtime hours', ({ gross }) => gross.overtimeHours),
    money('Est. overtime', ({ gross }) => gross.premium),
    money('Est. pay', ({ gross }) => gross.gross),
    text('Closed month', 8, ({ closed }) => closed),
    money('Its pay', ({ lastGross }) => lastGross),
    money('Difference', ({ gross, lastGross }) => gross.gross - lastGross),
  ],
});
