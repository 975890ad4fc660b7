import type { CheckedClaim, CheckedRemittance } from '@homecare/domain/claims/835-balance.ts';
import { checkRemittances } from '@homecare/domain/claims/835-balance.ts';
import type { AnswerFile } from '@homecare/domain/claims/answer-file.ts';
import { cardsOfClaim } from '@homecare/domain/claims/batch.ts';
import type { BillingEvent } from '@homecare/domain/claims/billing-state.ts';
import { afterEvent, type CardBook } from '@homecare/domain/claims/card-book.ts';
import { type ClaimAnswer, matchAnswers } from '@homecare/domain/claims/claim-answers.ts';
import { matchClaims, type Posting, postedBefore } from '@homecare/domain/claims/posting.ts';
import { showX12Cents } from '@homecare/domain/claims/x12/values.ts';
import { counted } from '@homecare/domain/counted.ts';
import { liveCardsOf } from '../billing/claiming.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import {
  insertAnswers,
  listPostedKeys,
  listSentBatches,
  markPosted,
  type NewAnswer,
  refreshClaims,
} from './answer-queries.ts';
import { storeBooks } from './batches.ts';
import { changeOfClaim } from './claim-changes.ts';
import { matchShares } from './matching-shares.ts';
import { insertParked, settleParked } from './parked-queries.ts';
import { listBooks, listSentClaims, type StoredClaim } from './queries.ts';
import { noteSettled } from './settling.ts';

/** Posts to their cards what the payer said about claims: from a file, from parked claims, or from paper. */

/** Batches are identified by the first number in the names of their claims and references: 12-3, B12-1. */
const batchOf = (name: string | null) => {
  const [, digits] = /^B?(\d{1,9})-\d/.exec(name ?? '') ?? [];
  return digits === undefined ? [] : [Number(digits)];
};

const sentBatches = (tx: Tx, file: AnswerFile) =>
  listSentBatches(tx, {
    interchanges: file.envelopes.map(({ interchange }) => interchange),
    groups: file.groups.map(({ group }) => group),
    ids: file.acknowledgements.flatMap(({ reference, claims }) => [
      ...batchOf(reference),
      ...claims.flatMap(({ id }) => batchOf(id)),
    ]),
  });

interface MatchedPayments {
  /** Not posted before. */
  readonly postings: readonly Posting[];
  readonly wrong: readonly { readonly of: CheckedRemittance; readonly claim: CheckedClaim }[];
  readonly unmatched: readonly string[];
  readonly remarks: readonly string[];
}

/** Payments of our claims, those that do not balance, and a sentence for each claim that is not ours. */
const matchPayments = async (
  tx: Tx,
  file: AnswerFile,
  claims: ReadonlyMap<string, StoredClaim>,
): Promise<MatchedPayments> => {
  const sent = new Map([...claims].map(([id, kept]) => [id, kept.sent] as const));
  const isKnown = postedBefore(await listPostedKeys(tx, [...claims.keys()]));
  const matched = checkRemittances(file.remittances).map((of) => {
    const { postings, unmatched, wrong } = matchClaims(of.claims, sent);
    return { of, trace: of.remittance.trace, postings, unmatched, wrong };
  });
  return {
    postings: matched.flatMap(({ postings }) => postings.filter(({ key }) => !isKnown(key))),
    wrong: matched.flatMap(({ of, wrong }) =>
      wrong.filter(({ key }) => !isKnown(key)).map((claim) => ({ of, claim })),
    ),
    unmatched: matched.flatMap(({ trace, unmatched }) =>
      unmatched.map(
        ({ id, icn, charge, paid }) =>
          `835, payment ${trace}: claim ${id} (payer's number ${icn}), ${showX12Cents(paid)} paid of ${showX12Cents(charge)}, is not one of ours.`,
      ),
    ),
    remarks: matched.flatMap(({ trace, postings, wrong }) => {
      const again = [...postings, ...wrong].filter(({ key }) => isKnown(key)).length;
      return again > 0 ? [`Payment ${trace}: ${counted(again, 'claim', 'claims')} posted before.`] : [];
    }),
  };
};

type Ledger = Map<string, { readonly before: CardBook; readonly now: CardBook }>;

const enter = (ledger: Ledger, book: CardBook | undefined, event: BillingEvent) => {
  if (!book) return;
  const known = ledger.get(book.key) ?? { before: book, now: book };
  ledger.set(book.key, { before: known.before, now: afterEvent(known.now, event) });
};

const answerOf = (answer: ClaimAnswer): NewAnswer => ({
  ...answer,
  paid: null,
  problem: null,
  key: null,
  lines: null,
});
const answerOfPosting = (posting: Posting): NewAnswer => ({
  claimId: posting.claimId,
  source: '835',
  outcome: posting.reversal ? 'taken back' : 'paid',
  reason: [...new Set(posting.cards.flatMap(({ reason }) => reason ?? []))].join(' ') || null,
  icn: posting.icn,
  paid: posting.paid,
  problem: posting.problem,
  key: posting.key,
  lines: posting.lines,
});

const newsOf = (answers: readonly NewAnswer[]) =>
  [...Map.groupBy(answers, ({ claimId }) => claimId)].map(([id, own]) => ({
    id,
    acceptedBy: own.findLast(({ outcome }) => outcome === 'accepted')?.source ?? null,
    icn: own.findLast(({ icn }) => icn !== null)?.icn ?? null,
  }));

interface ClaimAnswers {
  readonly answers: readonly ClaimAnswer[];
  readonly postings: readonly Posting[];
  /** The claims they are about. */
  readonly claims: ReadonlyMap<string, StoredClaim>;
}

/**
 * Stores what was said about claims and updates their cards. Returns a sentence for each claim with a deleted record. The caller has
 * locked the numbers' row.
 */
export const applyAnswers = async (
  tx: Tx,
  scope: Scope,
  fileId: number,
  { answers, postings, claims }: ClaimAnswers,
  record: Recorder,
): Promise<{ readonly claims: number; readonly deleted: readonly string[] }> => {
  const cardIds = [...claims.values()].flatMap(({ sent }) => cardsOfClaim(sent).map(({ cardId }) => cardId));
  await liveCardsOf(tx, cardIds, true);
  const books = await listBooks(tx, cardIds);
  const ledger: Ledger = new Map();
  for (const answer of answers) {
    const cards = claims.get(answer.claimId);
    for (const { cardId } of cards ? cardsOfClaim(cards.sent) : [])
      enter(ledger, books.get(cardId), { kind: 'answered', answer });
  }
  for (const posting of postings)
    for (const card of posting.cards)
      enter(ledger, books.get(card.cardId), { kind: 'posted', posting, card });
  await storeBooks(tx, scope, [...ledger.values()], record);
  const rows = [...answers.map(answerOf), ...postings.map(answerOfPosting)];
  await insertAnswers(tx, fileId, rows);
  await refreshClaims(tx, newsOf(rows));
  await noteSettled(tx, scope, fileId, postings);
  await matchShares(tx, scope, fileId, postings, record);
  for (const { claimId, paid } of postings) record(changeOfClaim(claimId, { paid: [null, paid] }));
  const deleted = postings.filter(({ cards }) =>
    cards.some(({ cardId }) => books.get(cardId)?.card === null),
  );
  return {
    claims: newsOf(rows).length,
    deleted: deleted.map(({ claimId }) => `Claim ${claimId}: a billing record of it was deleted.`),
  };
};

/** Posts everything a file says about our claims and parks what does not balance. The caller has locked the numbers' row. */
export const postFile = async (
  tx: Tx,
  scope: Scope,
  fileId: number,
  file: AnswerFile,
  record: Recorder,
): Promise<{ readonly claims: number; readonly postings: readonly Posting[] }> => {
  const matched = matchAnswers(file, await sentBatches(tx, file));
  const ids = new Set([
    ...matched.answers.map(({ claimId }) => claimId),
    ...file.remittances.flatMap(({ claims }) => claims.map(({ id }) => id)),
  ]);
  const claims = await listSentClaims(tx, [...ids]);
  const { postings, wrong, unmatched, remarks } = await matchPayments(tx, file, claims);
  const applied = await applyAnswers(
    tx,
    scope,
    fileId,
    { answers: matched.answers, postings, claims },
    record,
  );
  // A parked claim may now have arrived in order.
  await settleParked(
    tx,
    postings.map(({ key }) => key),
    scope.stamp(),
  );
  await insertParked(
    tx,
    fileId,
    wrong.map(({ of: { remittance }, claim: { claim, key, reasons } }) => ({
      claimId: claims.has(claim.id) ? claim.id : null,
      key,
      trace: remittance.trace,
      paidOn: remittance.date,
      payment: claim,
      reasons,
    })),
  );
  await markPosted(tx, fileId, [...matched.unmatched, ...unmatched, ...applied.deleted], remarks);
  return { claims: applied.claims, postings };
};
