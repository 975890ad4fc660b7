import { cardAmount, serviceDays } from '@homecare/domain/billing/counting.ts';
import { datedRates, firstRate } from '@homecare/domain/billing/rates.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { listDatedCards, lockDatedCards, type Repriced, storeRates } from './record-queries.ts';
import { CARD_ENTITY } from './saving.ts';

/**
 * Applies a type's new terms to cards that use its dated rates and on which no claim asks for money: a day's amount, code and
 * modifiers change together. Anything claimed, paid or denied stays as it is.
 */
export const repriceCards = async (
  tx: Tx,
  scope: Scope,
  { typeId, terms }: { readonly typeId: number; readonly terms: readonly Term[] },
  record: Recorder,
): Promise<void> => {
  // Lock the cards before looking for claims, so that an upload running at the same moment is waited for and seen.
  const ids = await lockDatedCards(tx, typeId);
  const changed = (await listDatedCards(tx, ids)).flatMap((card): Repriced[] => {
    const { id, rateKind, unitRule } = card;
    const rates = rateKind === null ? [] : datedRates(terms, rateKind, card.date);
    const payRate = firstRate(rates, card);
    if (payRate === undefined || JSON.stringify(rates) === JSON.stringify(card.rates)) return [];
    const days = serviceDays(card, scope.settings.timeZone);
    record({
      entity: CARD_ENTITY,
      id,
      action: 'update',
      changes: {
        ...(payRate !== card.payRate && { payRate: [card.payRate, payRate] }),
        rates: [card.rates, rates],
      },
    });
    return [{ id, payRate, rates, amount: cardAmount(days, { payRate, rates, unitRule }) }];
  });
  await storeRates(tx, changed, scope.stamp());
};
