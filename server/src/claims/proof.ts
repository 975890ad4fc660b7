import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { askingClaims, claimedDays } from '@homecare/domain/claims/batch.ts';
import { moneyOf } from '@homecare/domain/claims/billing-state.ts';
import type * as calls from '@homecare/domain/claims/contract.ts';
import { type Proof, proveCard, provenBy } from '@homecare/domain/claims/proof.ts';
import type { ClientProof, ProofLine, ProvenBy } from '@homecare/domain/claims/schema.ts';
import { done } from '@homecare/domain/errors.ts';
import { sum } from '@homecare/domain/sum.ts';
import { type ClaimableCard, cardsOfMonth } from '../billing/claiming.ts';
import { listNamesOf } from '../people/names.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { newPace } from '../platform/jobs/pace.ts';
import { readClientTerms } from './client-terms.ts';
import {
  listBooks,
  listProofTypes,
  listProofVisits,
  listRecordsOf,
  listSentClaims,
  listVisitsOfClient,
} from './queries.ts';

/** Proof before billing: what the aggregator has for each line or, if nothing is sent to one, what the visit itself says. */

/** The first and last days that cards can come from: a card calculated later is for an earlier month. */
const rangeOf = (cards: readonly ClaimableCard[]) => ({
  from: cards.map(({ startPeriod }) => startPeriod).reduce((a, b) => (a < b ? a : b), '9999-12-31'),
  through: cards.map(({ endPeriod }) => endPeriod).reduce((a, b) => (a > b ? a : b), '0001-01-01'),
});

/** What counts as proof at a site. */
export const provenByOf = (scope: Scope): ProvenBy =>
  provenBy(scope.settings.capabilities, scope.settings.pack, scope.today().toString());

/** Each line of the cards with its proof. */
export const proveCards = async (
  db: Db,
  scope: Scope,
  cards: readonly ClaimableCard[],
): Promise<ReadonlyMap<number, readonly Proof[]>> => {
  const planIds = [...new Set(cards.map(({ planId }) => planId))];
  const [termsFor, types, visits] = await Promise.all([
    readClientTerms(
      db,
      cards.map(({ clientId }) => clientId),
    ),
    listProofTypes(db),
    listProofVisits(db, planIds, rangeOf(cards)),
  ]);
  const by = { zone: scope.settings.timeZone, by: provenByOf(scope) };
  const proofs = new Map<number, readonly Proof[]>();
  const pace = newPace();
  for (const card of cards) {
    if (pace.isDue()) await pace.rest();
    const type = types.get(card.typeCode) ?? { evvNeeded: false, aggregatorCode: null };
    const toClaim = { card, terms: termsFor(card), pars: [] };
    proofs.set(card.id, proveCard(toClaim, type, visits.get(card.planId) ?? [], by));
  }
  return proofs;
};

export const listProof: UseCase<typeof calls.listProof> = async (
  scope,
  { from, status, clientId, willDeny },
) => {
  const { db } = scope.site;
  const all = await cardsOfMonth(db, from.slice(0, 7), [status], false);
  const cards = clientId === undefined ? all : all.filter((card) => card.clientId === clientId);
  const people = cards.flatMap((card) => [card.clientId, card.providerId]);
  const [proofs, names] = await Promise.all([proveCards(db, scope, cards), listNamesOf(db, people)]);
  const lines = cards.flatMap((card) =>
    (proofs.get(card.id) ?? []).map(
      (proof): ProofLine => ({
        cardId: card.id,
        clientId: card.clientId,
        client: names.get(card.clientId) ?? '',
        provider: names.get(card.providerId) ?? '',
        type: card.typeCode,
        ...proof,
      }),
    ),
  );
  const of = (result: ProofLine['verdict']) => lines.filter((line) => line.verdict === result);
  const amount = (result: ProofLine['verdict']) => sum(of(result).map((line) => line.amount));
  return done({
    provenBy: provenByOf(scope),
    lines: willDeny ? lines.filter(({ verdict: result }) => result === 'deny') : lines,
    accepted: of('accepted').length,
    exempt: of('exempt').length,
    deny: of('deny').length,
    amounts: { accepted: amount('accepted'), exempt: amount('exempt'), deny: amount('deny') },
  });
};

/** The types and visits of a client's month, by which the billing page checks cards as they are edited. */
export const loadClientProof: UseCase<typeof calls.getClientProof> = async (scope, { clientId, date }) => {
  const { db } = scope.site;
  const [types, termsFor, visits, records] = await Promise.all([
    listProofTypes(db),
    readClientTerms(db, [clientId]),
    listVisitsOfClient(db, clientId, daysOfMonth(date)),
    listRecordsOf(db, clientId, date),
  ]);
  const claimed = await claimedOf(db, scope, records);
  const books = await listBooks(
    db,
    records.map(({ id }) => id),
  );
  const money = [...Map.groupBy(records, ({ planId }) => planId)].flatMap(([planId, own]) => {
    const parts = (books.get(own[0]?.id ?? 0)?.claims ?? []).filter(
      ({ usage }) => usage === 'P' || scope.settings.claims.usage === 'T',
    );
    return parts.length === 0 ? [] : [{ planId, ...moneyOf({ claims: parts }) }];
  });
  return done({
    provenBy: provenByOf(scope),
    types: [...types].map(([code, type]) => ({
      ...type,
      code,
      terms: termsFor({ clientId, typeCode: code }),
    })),
    visits,
    claimed,
    money,
  });
};

/** The days of a client's plans that are on claims. */
const claimedOf = async (
  db: Db,
  scope: Scope,
  records: readonly { readonly id: number; readonly planId: number }[],
): Promise<ClientProof['claimed']> => {
  const books = await listBooks(
    db,
    records.map(({ id }) => id),
  );
  const asking = (id: number) => askingClaims(books.get(id)?.claims ?? [], scope.settings.claims.usage);
  const sent = await listSentClaims(
    db,
    records.flatMap(({ id }) => asking(id).map(({ claimId }) => claimId)),
  );
  const claims = new Map([...sent].map(([id, kept]) => [id, kept.sent] as const));
  // All records ever made for a plan's month share one book.
  return [...Map.groupBy(records, ({ planId }) => planId)].flatMap(([planId, own]) => {
    const ids = new Set(own.map(({ id }) => id));
    const days = claimedDays(asking(own[0]?.id ?? 0), claims, (cardId) => ids.has(cardId));
    return [...days].map(([day, units]) => ({ planId, day, units }));
  });
};
