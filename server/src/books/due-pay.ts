import { dueOf, NOTHING_DUE, placesOfPeriods } from '@homecare/domain/books/due.ts';
import type { BookPayPart, BookProviderPay, PaySums } from '@homecare/domain/books/facts.ts';
import { isSamePay } from '@homecare/domain/books/pay.ts';
import { partsOfMonth, sayPart } from '@homecare/domain/payroll/periods.ts';
import type { HalfPay } from '@homecare/domain/payroll/run-schema.ts';
import { hoursOfHalfPay, payOfHalf, straightOf } from '@homecare/domain/payroll/runs.ts';
import { sum } from '@homecare/domain/sum.ts';
import { listWatched } from '../payroll/runs.ts';
import { countedPay, readWholeWeeks } from '../payroll/service.ts';
import { readPayRules } from '../payroll/settings.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import {
  listCategoryTerms,
  listDueCards,
  listExportedParts,
  listExportedPay,
  listPaidDays,
  listPayRates,
} from './queries.ts';

/** What caregivers are due and what runs have exported, as the books compare it. */

const sumsOf = (pay: HalfPay): PaySums => ({
  hours: hoursOfHalfPay(pay),
  straight: straightOf(pay),
  overtime: sum(pay.weeks.map(({ hours }) => hours)),
  premium: sum(pay.weeks.map(({ premium }) => premium)),
});

interface Asked {
  readonly months: readonly string[];
  /** Caregivers. */
  readonly ids: readonly number[];
}

const NONE_WHOLE = () => false;

type Open = Omit<BookPayPart, 'shown'>;
interface OpenPay {
  readonly providerId: number;
  readonly parts: readonly Open[];
}

/** What is the same for every caregiver: the watched part of it looks through the record log and the rows of all runs. */
const loadCommon = async (tx: Tx) => {
  const { rules } = await readPayRules(tx);
  return {
    rules,
    wholeWeeksOf: await readWholeWeeks(tx),
    isWatched: await listWatched(tx),
    categories: Map.groupBy(await listCategoryTerms(tx), ({ typeId }) => typeId),
    isExported: new Set([
      ...(await listExportedParts(tx)).map(({ month, half }) => `${month} ${half}`),
      ...placesOfPeriods(await listPaidDays(tx), rules.periods),
    ]),
  };
};
type Common = Awaited<ReturnType<typeof loadCommon>>;

/** Due and exported of each pay period of some caregivers. */
const loadPay = async (
  tx: Tx,
  zone: string,
  { rules, wholeWeeksOf, isWatched, categories, isExported }: Common,
  { months, ids }: Asked,
): Promise<OpenPay[]> => {
  const cards = Map.groupBy(await listDueCards(tx, ids), ({ providerId }) => providerId);
  const rates = Map.groupBy(await listPayRates(tx, ids), ({ providerId }) => providerId);
  const states = new Map(
    (await listExportedPay(tx, ids)).map(({ providerId, month, half, state }) => [
      `${providerId} ${month} ${half}`,
      sumsOf(state),
    ]),
  );
  return ids.map((providerId) => {
    const facts = {
      zone,
      overtime: rules.overtime,
      periods: rules.periods,
      cards: (cards.get(providerId) ?? []).map((card) => ({
        ...card,
        categories: categories.get(card.typeId) ?? [],
      })),
      rates: rates.get(providerId) ?? [],
      isWhole: wholeWeeksOf(providerId) ?? NONE_WHOLE,
    };
    const dues = new Map(dueOf(facts, months).map((due) => [`${due.month} ${due.half}`, due]));
    const parts = months.flatMap((month) => {
      const periods = partsOfMonth(rules.periods, month);
      return periods.map((_, half): Open => {
        const key = `${month} ${half}`;
        return {
          month,
          half,
          name: `${month}, ${sayPart(periods, half)}`,
          due: dues.get(key) ?? NOTHING_DUE,
          exported: isExported.has(key) ? (states.get(`${providerId} ${key}`) ?? NOTHING_DUE) : null,
          isWatched: isWatched(month, providerId),
        };
      });
    });
    return { providerId, parts };
  });
};

const isSomething = ({ due, exported }: Open) =>
  !isSamePay(due, NOTHING_DUE) || (exported !== null && !isSamePay(exported, NOTHING_DUE));
const isOpen = ({ due, exported }: Open) => exported === null || !isSamePay(due, exported);

/** Pay periods that runs have not exported as they are due are looked up in payroll too. */
const loadShown = async (
  tx: Tx,
  scope: Scope,
  pay: readonly OpenPay[],
): Promise<ReadonlyMap<string, PaySums>> => {
  const open = pay.flatMap(({ providerId, parts }) =>
    parts.filter(isOpen).map(({ month }) => ({ month, providerId })),
  );
  const shown = new Map<string, PaySums>();
  for (const [month, own] of Map.groupBy(open, (one) => one.month)) {
    const ids = [...new Set(own.map(({ providerId }) => providerId))];
    for (const counted of await countedPay(scope, month, ids, tx))
      for (const half of counted.periods.keys())
        shown.set(
          `${counted.provider.id} ${month} ${half}`,
          sumsOf(payOfHalf(counted, half, scope.settings.timeZone)),
        );
  }
  return shown;
};

/** Caregivers that are counted in one go: some tens of milliseconds for three years of three, then others have their turn. */
const CAREGIVERS_AT_ONCE = 3;

const loadSome = async (tx: Tx, scope: Scope, common: Common, asked: Asked): Promise<BookProviderPay[]> => {
  const all = (await loadPay(tx, scope.settings.timeZone, common, asked)).map(({ providerId, parts }) => ({
    providerId,
    parts: parts.filter(isSomething),
  }));
  const shown = await loadShown(tx, scope, all);
  return all.map(({ providerId, parts }) => ({
    providerId,
    parts: parts.map((part) => ({
      ...part,
      shown: isOpen(part) ? (shown.get(`${providerId} ${part.month} ${part.half}`) ?? NOTHING_DUE) : null,
    })),
  }));
};

/** In the moment of one transaction: what is common is read once, whoever and how many are asked for. */
export const loadProviderPay = async (
  tx: Tx,
  scope: Scope,
  { months, ids }: Asked,
): Promise<BookProviderPay[]> => {
  const common = await loadCommon(tx);
  const loaded: BookProviderPay[] = [];
  for (let at = 0; at < ids.length; at += CAREGIVERS_AT_ONCE) {
    const some = { months, ids: ids.slice(at, at + CAREGIVERS_AT_ONCE) };
    loaded.push(...(await loadSome(tx, scope, common, some)));
  }
  return loaded;
};
