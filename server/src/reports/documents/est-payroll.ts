import {
  addHours,
  daysOfMonth,
  hoursOfCard,
  NO_HOURS,
  serviceDays,
  workedMinutes,
} from '@homecare/domain/billing/counting.ts';
import { estimatedRows } from '@homecare/domain/billing/estimate.ts';
import { plannedRows, possiblePeriod } from '@homecare/domain/billing/opening.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { type Gross, grossOf } from '@homecare/domain/payroll/month.ts';
import { BY_SERVICE, ESTIMATED, HOURS_ARE_PAID } from '@homecare/domain/reports/figure-words.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { hours, money, text } from '@homecare/domain/reports/table.ts';
import { visitsOfPlans } from '../../billing/service.ts';
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
  /** Worked up to today, and still planned, on days that no card covers. */
  readonly worked: number;
  readonly rest: number;
  readonly gross: Gross;
  readonly closed: string;
  readonly lastGross: number;
}

/** Rows of a plan as if they were a card of the month. Ids of cards are above 0. */
const asCard = (plan: PairFact, month: string, id: number, json: CardDay[]): PaidCard => {
  const { from, through } = daysOfMonth(month);
  return {
    id,
    planId: plan.id,
    clientId: plan.clientId,
    providerId: plan.providerId,
    startPeriod: from,
    endPeriod: through,
    json,
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

/** The last calendar month that is over, and before the one that is estimated. */
const closedBefore = (month: string, today: Temporal.PlainDate): string => {
  const now = today.toPlainYearMonth().toString();
  return Temporal.PlainYearMonth.from(month < now ? month : now)
    .subtract({ months: 1 })
    .toString();
};

/**
 * Est. Payroll: what a month of service will come to for each provider: its cards, what was worked on days that no card covers
 * yet, and by the plan the days to come. Nobody is paid for a missed day, so none is estimated.
 */
export const estPayroll = declare<Row>({
  namesClient: false,
  idOf: ({ pay }) => pay.provider.id,
  rows: async ({ scope, today, parameters: { from, to, type } }) => {
    const [plans, cards] = await Promise.all([pairsIn(scope, from, to, type), listGrids(scope, from, to)]);
    const cardOf = new Map(cards.map((card) => [`${card.planId} ${card.month}`, card]));
    const zone = scope.settings.timeZone;
    const ofMonth = async (month: string): Promise<Row[]> => {
      const rowsOf = new Map(plans.map((plan) => [plan, plannedRows(plan, month, plan.limits)]));
      const { from: first, through: last } = daysOfMonth(month);
      const ids = plans.map(({ id }) => id);
      const visitsOf = Map.groupBy(
        await visitsOfPlans(scope.site.db, ids, first, last),
        ({ planId }) => planId,
      );
      const planned = plans.flatMap((plan) => {
        const json = rowsOf.get(plan) ?? [];
        return json.length > 0 ? [asCard(plan, month, workedId(plan), json)] : [];
      });
      const rest = plans.flatMap((plan): PaidCard[] => {
        const card = cardOf.get(`${plan.id} ${month}`);
        const isOpen = ({ date }: CardDay) => !card || date < card.startPeriod || date > card.endPeriod;
        const { worked, toCome } = estimatedRows(rowsOf.get(plan) ?? [], {
          plan,
          visits: visitsOf.get(plan.id) ?? [],
          possible: possiblePeriod(plan, plan.limits.archived, month),
          today: today.toString(),
          zone,
        });
        return [
          asCard(plan, month, workedId(plan), worked.filter(isOpen)),
          asCard(plan, month, restId(plan), toCome.filter(isOpen)),
        ];
      });
      const closed = closedBefore(month, today);
      const [estimates, before] = await Promise.all([
        estimateMonth(scope, month, type, rest),
        payOfMonths(scope, { from: closed, to: closed, group: type }),
      ]);
      const plannedHours = new Map<number, number>();
      for (const plan of planned) {
        const { total } = hoursOfCard(workedMinutes(serviceDays(plan, zone)));
        plannedHours.set(plan.providerId, (plannedHours.get(plan.providerId) ?? 0) + total);
      }
      const lastOf = new Map(before.map((pay) => [pay.provider.id, grossOf(pay).gross]));
      return estimates.map(
        (pay): Row => ({
          pay,
          planned: plannedHours.get(pay.provider.id) ?? 0,
          carded: totalOf(pay, 'card'),
          worked: totalOf(pay, 'worked'),
          rest: totalOf(pay, 'rest'),
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
    captions: [HOURS_ARE_PAID, ESTIMATED, BY_SERVICE],
    columns: [
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
    notes: (rows) =>
      payNotes(
        rows.map(({ pay }) => pay),
        parameters,
      ),
  }),
});
