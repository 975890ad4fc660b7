import { readFile } from 'node:fs/promises';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import type { AnswerFile } from '@homecare/domain/claims/answer-file.ts';
import { readAnswerFile } from '@homecare/domain/claims/answer-file.ts';
import { cardsOfClaim } from '@homecare/domain/claims/batch.ts';
import type { BillingEvent } from '@homecare/domain/claims/billing-state.ts';
import { afterEvent, type CardBook } from '@homecare/domain/claims/card-book.ts';
import { type ClaimAnswer, matchAnswers } from '@homecare/domain/claims/claim-answers.ts';
import type * as calls from '@homecare/domain/claims/contract.ts';
import { matchRemittance, type Posting } from '@homecare/domain/claims/posting.ts';
import { providerAdjustmentWords } from '@homecare/domain/claims/reason-words.ts';
import { answerInfo, NO_ANSWER_FILE, postedInfo, SAME_FILE } from '@homecare/domain/claims/rules.ts';
import type { AnswerRow, Payment, UploadResult } from '@homecare/domain/claims/schema.ts';
import { showX12Cents } from '@homecare/domain/claims/x12/values.ts';
import { counted } from '@homecare/domain/counted.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { liveCardsOf } from '../billing/claiming.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, recordChanges, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import { keepFile, readStored } from '../platform/files/kept.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { FileAnswer } from '../platform/http/bind.ts';
import {
  findFileRow,
  findSameFile,
  findStored,
  insertAnswers,
  insertFile,
  listFileRows,
  listPosted,
  listSentBatches,
  listWaiting,
  markPosted,
  type NewAnswer,
  refreshClaims,
} from './answer-queries.ts';
import { CLAIMS_ENTITY, storeBooks } from './batches.ts';
import { type KeptClaim, listBooks, listSentClaims, lockNumbers } from './queries.ts';
import { X12_TYPE } from './service.ts';

/** Files from the payer: read whole or refused, matched by control numbers, posted in one transaction. */

type Recorder = (change: Change) => void;

export const NO_X12 = 'This is no X12 file: it has no text that could be read.';
export const MOST_FAULTS = 20;

/** What an editor writes at the start of a text, as it is read here. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
export const readText = (bytes: Buffer) =>
  bytes.includes(0) ? undefined : bytes.toString('latin1').replace(BYTE_ORDER_MARK, '');

const kindsOf = ({ envelopes, groups, acknowledgements, remittances }: AnswerFile): string[] => [
  ...(envelopes.length > 0 ? ['TA1'] : []),
  ...(groups.length > 0 ? ['999'] : []),
  ...(acknowledgements.length > 0 ? ['277CA'] : []),
  ...(remittances.length > 0 ? ['835'] : []),
];

const paymentsOf = ({ remittances }: AnswerFile): Payment[] =>
  remittances.map(({ trace, payer, date, method, paid, claims, adjustments }) => ({
    trace,
    payer: payer.name,
    date,
    method,
    paid,
    claims: claims.length,
    adjustments: adjustments.map(({ reason, reference, amount }) => ({
      words: providerAdjustmentWords(reason),
      reference,
      amount,
    })),
  }));

/** The last part of the name that the browser gave; it is shown, never used as a path. */
export const sentName = ({ name }: IncomingFile) =>
  (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').slice(0, 200) || 'answer';

// --- Posting

/** Batches are named by the first number of their claims and references: 12-3, B12-1. */
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

/** Payments of claims of ours that were not posted before, and a sentence for each claim that is none of ours. */
const matchPayments = async (tx: Tx, file: AnswerFile, claims: ReadonlyMap<string, KeptClaim>) => {
  const sent = new Map([...claims].map(([id, kept]) => [id, kept.sent] as const));
  const matched = file.remittances.map((remittance) => ({
    remittance,
    ...matchRemittance(remittance, sent),
  }));
  const all = matched.flatMap(({ postings }) => postings);
  const before = await listPosted(
    tx,
    all.map(({ key }) => key),
  );
  const unmatched = matched.flatMap(({ remittance: { trace }, unmatched: strangers }) =>
    strangers.map(
      ({ id, icn, charge, paid }) =>
        `835, payment ${trace}: claim ${id} (payer's number ${icn}), ${showX12Cents(paid)} paid of ${showX12Cents(charge)}, is none of ours.`,
    ),
  );
  const remarks = matched.flatMap(({ remittance: { trace }, postings }) => {
    const again = postings.filter(({ key }) => before.has(key)).length;
    return again > 0 ? [`Payment ${trace}: ${counted(again, 'claim', 'claims')} posted before.`] : [];
  });
  return { postings: all.filter(({ key }) => !before.has(key)), unmatched, remarks };
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

/** Everything that a file says of claims of ours; answers what belongs to none. The caller holds the numbers' row. */
const post = async (tx: Tx, scope: Scope, fileId: number, file: AnswerFile, record: Recorder) => {
  const matched = matchAnswers(file, await sentBatches(tx, file));
  const ids = new Set([
    ...matched.answers.map(({ claimId }) => claimId),
    ...file.remittances.flatMap(({ claims }) => claims.map(({ id }) => id)),
  ]);
  const claims = await listSentClaims(tx, [...ids]);
  const payments = await matchPayments(tx, file, claims);
  const cardIds = [...claims.values()].flatMap(({ sent }) => cardsOfClaim(sent).map(({ cardId }) => cardId));
  await liveCardsOf(tx, cardIds, true);
  const books = await listBooks(tx, cardIds);
  const ledger: Ledger = new Map();
  for (const answer of matched.answers) {
    const cards = claims.get(answer.claimId);
    for (const { cardId } of cards ? cardsOfClaim(cards.sent) : [])
      enter(ledger, books.get(cardId), { kind: 'answered', answer });
  }
  for (const posting of payments.postings)
    for (const card of posting.cards)
      enter(ledger, books.get(card.cardId), { kind: 'posted', posting, card });
  await storeBooks(tx, scope, [...ledger.values()], record);
  const answers = [...matched.answers.map(answerOf), ...payments.postings.map(answerOfPosting)];
  await insertAnswers(tx, fileId, answers);
  await refreshClaims(tx, newsOf(answers));
  const deleted = payments.postings.filter(({ cards }) =>
    cards.some(({ cardId }) => books.get(cardId)?.card === null),
  );
  const unmatched = [
    ...matched.unmatched,
    ...payments.unmatched,
    ...deleted.map(({ claimId }) => `Claim ${claimId}: a billing record of it was deleted.`),
  ];
  await markPosted(tx, fileId, unmatched, payments.remarks);
  return { claims: newsOf(answers).length, postings: payments.postings };
};

// --- Files

const remarksOf = (scope: Scope, file: AnswerFile, remarks: readonly string[]) => {
  const { tpid } = scope.site.claims;
  const { value } = file.head.receiver;
  return value !== '' && tpid !== '' && value !== tpid
    ? [`The file is addressed to ${value}, our trading partner number is ${tpid}.`, ...remarks]
    : [...remarks];
};

const sameFile = async (scope: Scope, sha256: Buffer): Promise<Result<AnswerRow> | undefined> => {
  const known = await findSameFile(scope.site.db, sha256);
  return known && done(known, { info: SAME_FILE });
};

export const uploadAnswer = async (
  scope: Scope,
  { later }: InputOf<typeof calls.uploadAnswer>,
  file: IncomingFile | undefined,
): Promise<Result<OutputOf<typeof calls.uploadAnswer>>> => {
  if (!file || file.size === 0) return refuseFields([{ field: 'file', message: NO_ANSWER_FILE }]);
  const known = await sameFile(scope, file.sha256);
  if (known) return known;
  const text = readText(await readFile(file.path));
  if (text === undefined) return refuseFields([{ field: 'file', message: NO_X12 }], 'unsupported');
  const reading = readAnswerFile(text);
  if (!reading.ok) {
    const [first, ...others] = reading.faults;
    const asErrors = others.slice(0, MOST_FAULTS).map(({ message }) => ({ field: 'file', message }));
    return refuseFields([{ field: 'file', message: first.message }, ...asErrors]);
  }
  const { value } = reading;
  const state = later && value.remittances.length > 0 ? 'waiting' : 'posted';
  const remarks = remarksOf(
    scope,
    value,
    reading.remarks.map(({ message }) => message),
  );
  try {
    return await keepFile(scope, file, (keepIn) =>
      mutate(scope, 'claims.uploadAnswer', async (tx, record) => {
        await lockNumbers(tx);
        const id = await insertFile(tx, {
          name: sentName(file),
          kinds: kindsOf(value),
          sha256: file.sha256,
          key: await keepIn(tx),
          state,
          payments: paymentsOf(value),
          remarks,
          at: scope.now().toString(),
          by: scope.user.initials,
        });
        if (state === 'posted') await post(tx, scope, id, value, record);
        const row = await findFileRow(tx, id);
        if (!row) return refuse('failed');
        record({
          entity: CLAIMS_ENTITY,
          id: null,
          action: 'run',
          changes: { 'answer file': [null, row.name] },
        });
        return done(row, { info: answerInfo(row) });
      }),
    );
  } catch (error) {
    // Loaded at the same moment by somebody else.
    if (violatedUnique(error) !== 'claim_answer_files_sha256_key') throw error;
    return (await sameFile(scope, file.sha256)) ?? refuse('conflict', SAME_FILE);
  }
};

const DAMAGED = 'A file that waits to be posted is damaged or gone. Nothing was posted.';

/** `paymentsOnly`: remittances that wait are posted, the oldest first; no claim is made. */
export const postWaiting = (scope: Scope): Promise<Result<UploadResult>> =>
  mutate(scope, 'claims.generate', async (tx, record) => {
    await lockNumbers(tx);
    const totals = { payments: 0, claims: 0, lines: 0, amount: 0 };
    for (const stored of await listWaiting(tx)) {
      const bytes = await readStored(scope, stored);
      const reading = bytes && readAnswerFile(bytes.toString('latin1'));
      if (!reading?.ok) return refuse('failed', DAMAGED);
      const { claims, postings } = await post(tx, scope, stored.id, reading.value, record);
      totals.payments += reading.value.remittances.length;
      totals.claims += claims;
      totals.lines += postings.reduce((sum, { lines }) => sum + lines.length, 0);
      totals.amount += postings.reduce((sum, { paid }) => sum + paid, 0);
    }
    const { payments, ...posted } = totals;
    record({
      entity: CLAIMS_ENTITY,
      id: null,
      action: 'run',
      changes: { 'payments posted': [null, payments] },
    });
    const result = { batch: null, file: null, ...posted, units: 0, alreadySent: 0, refused: [] };
    return done(result, { info: postedInfo(payments, posted.claims) });
  });

export const listAnswers = async (scope: Scope) => done(await listFileRows(scope.site.db));

/** With the stamp of its receipt before its own name (documents-and-reports.md, F3). */
export const receiptName = (scope: Scope, name: string, received: string) => {
  const at = Temporal.Instant.from(received).toZonedDateTimeISO(scope.site.timeZone);
  return `${at.toPlainDateTime().toString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_')}_${name}`;
};

export const downloadAnswer = async (
  scope: Scope,
  { id }: InputOf<typeof calls.downloadAnswer>,
): Promise<Result<FileAnswer>> => {
  const { db } = scope.site;
  const stored = await findStored(db, id);
  const row = await findFileRow(db, id);
  if (!stored || !row) return refuse('notFound');
  const bytes = await readStored(scope, stored);
  await recordChanges(db, scope, 'claims.downloadAnswer', [
    {
      entity: CLAIMS_ENTITY,
      id: null,
      action: bytes ? 'read' : 'refused',
      changes: { 'answer file': [null, stored.name] },
    },
  ]);
  if (!bytes) return refuse('failed', 'This file is damaged or gone.');
  return done(new FileAnswer(X12_TYPE, bytes, receiptName(scope, stored.name, row.received)));
};
