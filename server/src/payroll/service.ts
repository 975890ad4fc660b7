import type { Group } from '@homecare/domain/billing/contract.ts';
import { halfOf } from '@homecare/domain/billing/counting.ts';
import { done } from '@homecare/domain/errors.ts';
import type { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import { isLate } from '@homecare/domain/payroll/lines.ts';
import { lateMonths, type MonthPay, payOfMonth, serviceMonths } from '@homecare/domain/payroll/month.ts';
import type { PayRules } from '@homecare/domain/payroll/pay-rules.ts';
import { partsOfMonth } from '@homecare/domain/payroll/periods.ts';
import type { RateTerm } from '@homecare/domain/payroll/rates.ts';
import { paidTwice, type TimeProblem, unverifiedCards } from '@homecare/domain/payroll/time-problems.ts';
import type { IsWhole } from '@homecare/domain/payroll/week-pay.ts';
import { workweeks } from '@homecare/domain/payroll/workweeks.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { ordered } from '@homecare/domain/reports/table.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { newPace } from '../platform/jobs/pace.ts';
import {
  listCardsAround,
  listPaidCards,
  listProviders,
  listVerified,
  type PaidCard,
  type PaidProvider,
} from './queries.ts';
import { listRates } from './rate-queries.ts';
import { readPayRules } from './settings.ts';
import { listConfirmedWeeks, listWholeHalves } from './week-queries.ts';

/** Pay by month of calculation. Page, documents and export all use these lines. */

export interface ProviderMonth extends MonthPay {
  readonly provider: PaidProvider;
  readonly name: string;
  readonly rates: readonly RateTerm[];
  /** The month of calculation. */
  readonly month: string;
  /** Cards of the month and group, paid or not. */
  readonly cards: readonly PaidCard[];
  readonly timeProblems: readonly TimeProblem[];
}

interface Whose {
  readonly providerId?: number | undefined;
  /** Several providers; undefined means everyone. */
  readonly providers?: readonly number[];
  readonly group: Group;
}
interface Asked extends Whose {
  /** First and last day or month. */
  readonly from: string;
  readonly to: string;
}
interface AskedMonths extends Whose {
  /** Months of calculation. */
  readonly months: readonly string[];
}

export const nameOf = ({ last, first, middle }: PaidProvider) => joinName(last, first, middle);

/** Cards of the months, and all others that may share a week with one of them. */
const readCards = async (db: Db, { months, providerId, providers }: AskedMonths, rules: PayRules) => {
  const service = [...new Set(months.flatMap((month) => serviceMonths(month, rules)))];
  const only = providerId === undefined ? (providers ?? null) : [providerId];
  const cards = await listPaidCards(db, { calculation: months, service, providers: only });
  const late = cards.filter((card) => isLate(card) && months.includes(card.calculation));
  const known = new Set(cards.map(({ id }) => id));
  const around =
    late.length === 0
      ? []
      : await listCardsAround(
          db,
          lateMonths(late, rules),
          late.map((card) => card.providerId),
        );
  return [...cards, ...around.filter(({ id }) => !known.has(id))];
};

/** A provider's weeks that stay as exported, with their nights whole, until their correction is confirmed. */
export const readWholeWeeks = async (db: Db): Promise<(providerId: number) => IsWhole | undefined> => {
  const halves = new Set((await listWholeHalves(db)).map(({ month, half }) => `${month} ${half}`));
  if (halves.size === 0) return () => undefined;
  const confirmed = new Set(
    (await listConfirmedWeeks(db)).map(({ providerId, through }) => `${providerId} ${through}`),
  );
  return (providerId) =>
    ({ through }) =>
      halves.has(`${through.slice(0, 7)} ${halfOf(through)}`) && !confirmed.has(`${providerId} ${through}`);
};

interface Counted {
  /** Months of calculation. */
  readonly months: readonly string[];
  readonly cards: readonly PaidCard[];
  readonly group: Group;
  readonly rules: PayRules;
  /** What is wrong with the paid time of the cards; an estimate has no problems. */
  readonly findProblems: (paid: readonly PaidCard[], all: readonly PaidCard[]) => TimeProblem[];
}

/** Finds problems in the paid time of cards by the Complete visits of their plans. */
const timeProblemFinder = async (
  scope: Scope,
  db: Db,
  cards: readonly PaidCard[],
): Promise<Counted['findProblems']> => {
  const zone = scope.settings.timeZone;
  const from = cards.reduce(
    (first, { startPeriod }) => (startPeriod < first ? startPeriod : first),
    '9999-12-31',
  );
  const through = cards.reduce((last, { endPeriod }) => (endPeriod > last ? endPeriod : last), '0001-01-01');
  const plans = [...new Set(cards.map(({ planId }) => planId))];
  const verified = await listVerified(db, plans, { from, through });
  const facts = {
    verifiedOf: (planId: number) => verified.get(planId) ?? null,
    today: scope.today().toString(),
    zone,
  };
  return (paid, all) => {
    const paidDays = new Set(paid.flatMap(({ days }) => days.map(({ date }) => date)));
    const twice = paidTwice(all, zone).filter(({ date }) => paidDays.has(date));
    return [...unverifiedCards(paid, facts), ...twice];
  };
};

const countPay = async (
  scope: Scope,
  db: Db,
  { months, cards, group, rules, findProblems }: Counted,
): Promise<ProviderMonth[]> => {
  const byProvider = Map.groupBy(cards, (card) => card.providerId);
  const ids = [...byProvider.keys()];
  const providers = await listProviders(db, ids);
  const ratesOf = await listRates(db, ids);
  const wholeWeeksOf = await readWholeWeeks(db);
  const cities = new Map(cards.map(({ clientId, city }) => [clientId, city]));
  const basis = {
    zone: scope.settings.timeZone,
    weekOf: workweeks(rules.overtime),
    rules,
    cityOf: (clientId: number) => cities.get(clientId) ?? null,
  };
  const found: ProviderMonth[] = [];
  const pace = newPace();
  const countProvider = (provider: PaidProvider) => {
    const all = byProvider.get(provider.id) ?? [];
    const rates = ratesOf.get(provider.id) ?? [];
    const isWhole = wholeWeeksOf(provider.id);
    return months.map((month): ProviderMonth => {
      const own = all.filter(
        (card) => card.calculation === month && (group === 'all' || card.isPrivate === (group === 'private')),
      );
      const subject = { rates, paid: own, all: group === 'all' ? all : null, isWhole };
      const pay = payOfMonth(subject, { ...basis, month });
      const timeProblems = findProblems(own, all);
      return { ...pay, provider, name: nameOf(provider), rates, month, cards: own, timeProblems };
    });
  };
  for (const provider of providers) {
    if (pace.isDue()) await pace.rest();
    found.push(...countProvider(provider));
  }
  return ordered(found, ({ provider: { last, first, id }, month }) => [last, first, id, month]);
};

const isPaid = ({ lines, overtime }: MonthPay) => lines.length > 0 || (overtime ?? []).length > 0;

/** For callers that only need the figures. */
const NO_PROBLEMS = () => [];

const countMonths = async (
  scope: Scope,
  asked: AskedMonths,
  db: Db,
  finderOf: (calculated: readonly PaidCard[]) => Promise<Counted['findProblems']>,
): Promise<ProviderMonth[]> => {
  const { rules } = await readPayRules(db);
  const cards = await readCards(db, asked, rules);
  const { months } = asked;
  const findProblems = await finderOf(cards.filter((card) => months.includes(card.calculation)));
  return countPay(scope, db, { months, cards, group: asked.group, rules, findProblems });
};

/** Everyone paid in a month of calculation, by name and month. */
export const payOfMonths = async (
  scope: Scope,
  { from, to, ...whose }: Asked,
  db: Db = scope.site.db,
): Promise<ProviderMonth[]> =>
  (
    await countMonths(scope, { ...whose, months: monthsBetween(from, to) }, db, (cards) =>
      timeProblemFinder(scope, db, cards),
    )
  ).filter(isPaid);

/** The pay of some providers in a month of calculation, by pay period, without its problems. */
export const countedPay = (
  scope: Scope,
  month: string,
  providers: readonly number[],
  db: Db,
): Promise<ProviderMonth[]> =>
  countMonths(scope, { group: 'all', months: [month], providers }, db, async () => NO_PROBLEMS);

/** Months in which a week exported with its nights whole would now give a different amount. */
export const nightsOfMonths = async (scope: Scope, asked: AskedMonths, db: Db): Promise<ProviderMonth[]> =>
  (await countMonths(scope, asked, db, async () => NO_PROBLEMS)).filter(({ nights }) => nights.length > 0);

/** The estimate for a month of service: its cards as if each were paid with its own month, and `planned` for the days that no card covers yet. */
export const estimateMonth = async (
  scope: Scope,
  month: string,
  group: Group,
  planned: readonly PaidCard[],
): Promise<ProviderMonth[]> => {
  const { db } = scope.site;
  const { rules } = await readPayRules(db);
  const service = serviceMonths(month, rules);
  const cards = await listPaidCards(db, { calculation: [], service, providers: null });
  const asServed = cards.map((card) => ({ ...card, calculation: card.month }));
  const counted = {
    months: [month],
    cards: [...asServed, ...planned],
    group,
    rules,
    findProblems: NO_PROBLEMS,
  };
  // Anyone with a plan is listed, even if every day was missed.
  const isListed = (pay: ProviderMonth) =>
    isPaid(pay) || pay.cards.some(({ days, id }) => id < 0 && days.length > 0);
  return (await countPay(scope, db, counted)).filter(isListed);
};

export const loadPayMonth: UseCase<typeof getPayMonth> = async (scope, { date, id, private: group }) => {
  const pay = await payOfMonths(scope, { from: date, to: date, providerId: id, group });
  const { rules } = await readPayRules(scope.site.db);
  return done({
    date,
    periods: partsOfMonth(rules.periods, date),
    providers: pay.map(({ provider, name, lines, overtime, lowWeeks, timeProblems, cards }) => ({
      ID: provider.id,
      Provider: name,
      archiveDate: provider.archiveDate,
      lines: [...lines],
      overtime:
        overtime?.map(({ half, week, isLate: late, hours, premium }) => ({
          half,
          week,
          isLate: late,
          hours,
          premium,
        })) ?? null,
      lowWeeks: [...lowWeeks],
      timeProblems: [...timeProblems],
      late: [...new Set(cards.filter(isLate).map(({ month }) => month))].toSorted(),
    })),
  });
};
