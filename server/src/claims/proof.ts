import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import type * as calls from '@homecare/domain/claims/contract.ts';
import { proveCard } from '@homecare/domain/claims/proof.ts';
import type { ClientProof, ProofLine } from '@homecare/domain/claims/schema.ts';
import { done, type Result } from '@homecare/domain/errors.ts';
import { type ClaimableCard, cardsOfMonth } from '../billing/claiming.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { listNames, listProofTypes, listProofVisits, listTerms, listVisitsOfClient } from './queries.ts';

/** Proof before billing: what the aggregator has of each line. */

/** First and last day of what cards were made of: a card that is calculated later has an earlier month. */
const rangeOf = (cards: readonly ClaimableCard[]) => ({
  from: cards.map(({ startPeriod }) => startPeriod).reduce((a, b) => (a < b ? a : b), '9999-12-31'),
  through: cards.map(({ endPeriod }) => endPeriod).reduce((a, b) => (a > b ? a : b), '0001-01-01'),
});

export const listProof = async (
  scope: Scope,
  { from, status, clientId, willDeny }: InputOf<typeof calls.listProof>,
): Promise<Result<OutputOf<typeof calls.listProof>>> => {
  const { db, timeZone: zone } = scope.site;
  const all = await cardsOfMonth(db, from.slice(0, 7), [status], false);
  const cards = clientId === undefined ? all : all.filter((card) => card.clientId === clientId);
  const planIds = [...new Set(cards.map(({ careplanId }) => careplanId))];
  const people = [...new Set(cards.flatMap((card) => [card.clientId, card.providerId]))];
  const [terms, types, visits, names] = await Promise.all([
    listTerms(db),
    listProofTypes(db),
    listProofVisits(db, planIds, rangeOf(cards)),
    listNames(db, people),
  ]);
  const lines = cards.flatMap((card): ProofLine[] => {
    const type = types.get(card.careplanType) ?? { evvNeeded: false, aggregatorCode: null };
    const toClaim = { card, terms: terms.get(card.careplanType) ?? [], pars: [] };
    return proveCard(toClaim, type, visits.get(card.careplanId) ?? [], zone).map((proof) => ({
      cardId: card.id,
      clientId: card.clientId,
      client: names.get(card.clientId) ?? '',
      provider: names.get(card.providerId) ?? '',
      type: card.careplanType,
      ...proof,
    }));
  });
  const count = (verdict: ProofLine['verdict']) => lines.filter((line) => line.verdict === verdict).length;
  return done({
    lines: willDeny ? lines.filter(({ verdict }) => verdict === 'deny') : lines,
    accepted: count('accepted'),
    exempt: count('exempt'),
    deny: count('deny'),
  });
};

/** Types and visits of a client's month: the billing page judges its cards by them, as they are typed. */
export const loadClientProof = async (
  scope: Scope,
  { clientId, date }: InputOf<typeof calls.getClientProof>,
): Promise<Result<ClientProof>> => {
  const { db } = scope.site;
  const [types, terms, visits] = await Promise.all([
    listProofTypes(db),
    listTerms(db),
    listVisitsOfClient(db, clientId, daysOfMonth(date)),
  ]);
  return done({
    types: [...types].map(([code, type]) => ({ ...type, code, terms: [...(terms.get(code) ?? [])] })),
    visits,
  });
};
