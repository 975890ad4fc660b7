import {
  addHours,
  daysOfMonth,
  hoursOfCard,
  NO_HOURS,
  serviceDays,
  workedMinutes,
} from '@homecare/domain/billing/counting.ts';
import { plannedRows } from '@homecare/domain/billing/opening.ts';
import { type Gross, grossOf } from '@homecare/domain/payroll/month.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { hours, money, text } from '@homecare/domain/reports/table.ts';
import { estimateMonth, type ProviderMonth, payOfMonths } from '../../payroll/service.ts';
import { listGrids } from '../card-queries.ts';
import { declare } from './declare.ts';
import { type PairFact, pairsIn } from './facts.ts';
import { payNotes } from './pay-facts.ts';

type PaidCard = ProviderMonth['cards'][number];

interface Row {
  readonly pay: ProviderMonth;
  readonly planned: number;
  readonly carded: number;
  readonly rest: number;
  readonly gross: Gross;
  readonly closed: string;
  readonly lastGross: number;
}

/** A plan as if it were a card of the month: all planned days are worked and paid. Ids of cards are above 0. */
const asCard = (plan: PairFact, month: string): PaidCard => {
  const { from, through } = daysOfMonth(month);
  return {
    id: -plan.id,
    planId: plan.id,
    clientId: plan.clientId,
    providerId: plan.providerId,
    startPeriod: from,
    endPeriod: through,
    json: plannedRows(plan, month, plan.limits),
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

const isPlanned = ({ id }: Pick<PaidCard, 'id'>) => id < 0;
const totalOf = (pay: ProviderMonth, planned: boolean) =>
  pay.parts
    .filter(({ card }) => isPlanned(card) === planned)
    .map((part) => part.hours)
    .reduce(addHours, NO_HOURS).total;

/** The last calendar month that is over, and before the one that is estimated. */
const closedBefore = (month: string, today: Temporal.PlainDate): string => {
  const now = today.toPlainYearMonth().toString();
  return Temporal.PlainYearMonth.from(month < now ? month : now)
    .subtract({ months: 1 })
    .toString();
};

/**
 * Est. Payroll: what a month of service will come to for each provider: its cards, and by the plan the days that no card covers
 * yet.
 */
export const estPayroll = declare<Row>({
  namesClient: false,
  idOf: ({ pay }) => pay.provider.id,
  rows: async ({ scope, today, parameters: { from, to, type } }) => {
    const [plans, cards] = await Promise.all([pairsIn(scope, from, to, type), listGrids(scope, from, to)]);
    const cardOf = new Map(cards.map((card) => [`${card.planId} ${card.month}`, card]));
    const zone = scope.site.timeZone;
    const ofMonth = async (month: string): Promise<Row[]> => {
      const planned = plans.map((plan) => asCard(plan, month)).filter(({ json }) => json.length > 0);
      const rest = planned.map((plan): PaidCard => {
        const card = cardOf.get(`${plan.planId} ${month}`);
        if (!card) return plan;
        const isOpen = ({ date }: { readonly date: string }) =>
          date < card.startPeriod || date > card.endPeriod;
        return { ...plan, json: plan.json.filter(isOpen) };
      });
      const closed = closedBefore(month, today);
      const [estimates, last] = await Promise.all([
        estimateMonth(scope, month, type, rest),
        payOfMonths(scope, { from: closed, to: closed, group: type }),
      ]);
      const plannedHours = new Map<number, number>();
      for (const plan of planned) {
        const { total } = hoursOfCard(workedMinutes(serviceDays(plan, zone)));
        plannedHours.set(plan.providerId, (plannedHours.get(plan.providerId) ?? 0) + total);
      }
      const lastOf = new Map(last.map((pay) => [pay.provider.id, grossOf(pay).gross]));
      return estimates.map(
        (pay): Row => ({
          pay,
          planned: plannedHours.get(pay.provider.id) ?? 0,
          carded: totalOf(pay, false),
          rest: totalOf(pay, true),
          gross: grossOf(pay),
          closed,
          lastGross: lastOf.get(pay.provider.id) ?? 0,
        }),
      );
    };
    const months: Row[][] = [];
    for (const month of monthsBetween(from, to)) months.push(await ofMonth(month));
    return months.flat();
  },
  layout: ({ parameters }) => ({
    noun: ['provider', 'providers'],
    order: ({ pay: { provider, month } }) => [provider.last, provider.first, provider.id, month],
    columns: [
      text('Provider', 24, ({ pay }) => pay.name),
      text('Month', 8, ({ pay }) => pay.month),
      hours('Planned with travel', ({ planned }) => planned),
      hours('Carded hours', ({ carded }) => carded),
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
    notes: (rows) =>
      payNotes(
        rows.map(({ pay }) => pay),
        parameters,
      ),
  }),
});
