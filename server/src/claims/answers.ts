import { readFile } from 'node:fs/promises';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import type { Remittance } from '@homecare/domain/claims/835.ts';
import type { AnswerFile } from '@homecare/domain/claims/answer-file.ts';
import { readAnswerFile } from '@homecare/domain/claims/answer-file.ts';
import type * as calls from '@homecare/domain/claims/contract.ts';
import { providerAdjustmentWords } from '@homecare/domain/claims/reason-words.ts';
import { answerInfo, NO_ANSWER_FILE, postedInfo, SAME_FILE } from '@homecare/domain/claims/rules.ts';
import type { AnswerRow, Payment, UploadResult } from '@homecare/domain/claims/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { KeptRemittance } from '../payers/remittances.ts';
import { findInsurer, findPayers, keepRemittance } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, recordChanges, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { readStored, storeFile } from '../platform/files/stored-files.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import {
  findFileRow,
  findSameFile,
  findStored,
  insertFile,
  listFileRows,
  listWaiting,
  markPosted,
  type Reading,
  updateReading,
} from './answer-queries.ts';
import { readText } from './answer-text.ts';
import { CLAIMS_ENTITY } from './batches.ts';
import { postFile } from './posting.ts';
import { lockNumbers } from './queries.ts';
import { X12_TYPE } from './service.ts';

/** Files from the payer are read and posted in one transaction, or refused and stored with the reasons. */

export const NO_X12 = 'This is not an X12 file: it has no readable text.';
export const MOST_FAULTS = 20;

const kindsOf = ({ envelopes, groups, acknowledgements, remittances }: AnswerFile): string[] => [
  ...(envelopes.length > 0 ? ['TA1'] : []),
  ...(groups.length > 0 ? ['999'] : []),
  ...(acknowledgements.length > 0 ? ['277CA'] : []),
  ...(remittances.length > 0 ? ['835'] : []),
];

export const paymentsOf = (remittances: readonly Remittance[]): Payment[] =>
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

/** The last part of the file name the browser sent; it is shown and never used as a path. */
export const sentName = ({ name }: IncomingFile) =>
  (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').slice(0, 200) || 'answer';

// --- Files

const remarksOf = (scope: Scope, file: AnswerFile, remarks: readonly string[]) => {
  const { tpid } = scope.settings.claims;
  const others = new Set(file.heads.map(({ receiver }) => receiver.value).filter((value) => value !== ''));
  others.delete(tpid);
  return tpid === ''
    ? [...remarks]
    : [
        ...[...others].map((to) => `The file is addressed to ${to}, our trading partner number is ${tpid}.`),
        ...remarks,
      ];
};

interface ReadFile extends Reading {
  /** Null if refused. */
  readonly value: AnswerFile | null;
}

/** The content of a file, or why it is refused. */
const readFileText = async (
  scope: Scope,
  text: string | undefined,
  { later, payerId }: InputOf<typeof calls.uploadAnswer>,
): Promise<ReadFile> => {
  const none = {
    ...{ kinds: [], payments: [], remarks: [], state: 'refused' as const, value: null },
    payerId: payerId ?? null,
  };
  if (text === undefined) return { ...none, faults: [NO_X12] };
  const reading = readAnswerFile(text);
  if (!reading.ok) return { ...none, faults: reading.faults.map(({ message }) => message) };
  const { value } = reading;
  const insurer = payerId ?? (await findInsurer(scope.site.db, value.remittances));
  const remarks = reading.remarks.map(({ message }) => message);
  return {
    value,
    kinds: kindsOf(value),
    payments: paymentsOf(value.remittances),
    payerId: insurer ?? null,
    // An insurer knows the agency by other numbers, so these remarks would be wrong.
    remarks: insurer === undefined ? remarksOf(scope, value, remarks) : remarks,
    faults: [],
    // An insurer's decision pays no claim, so there is nothing to post later.
    state: later && insurer === undefined && value.remittances.length > 0 ? 'waiting' : 'posted',
  };
};

const refusedFile = ([first = NO_X12, ...others]: readonly string[]) =>
  refuseFields([
    { field: 'file', message: first },
    ...others.slice(0, MOST_FAULTS).map((message) => ({ field: 'file', message })),
  ]);

/**
 * The same bytes were sent again. A file that was read counts once; one that was refused is read again, because a newer release may
 * understand it.
 */
const loadAgain = (scope: Scope, known: AnswerRow, read: ReadFile): Promise<Result<AnswerRow>> =>
  mutate(scope, 'claims.uploadAnswer', async (tx, record) => {
    await lockNumbers(tx);
    const now = await findFileRow(tx, known.id);
    if (now?.state !== 'refused') return refuse('conflict', SAME_FILE);
    await updateReading(tx, known.id, read);
    return loaded(tx, scope, known.id, read, record);
  });

const remittanceWords = ({ payer, lines, unused }: KeptRemittance) =>
  `${counted(lines, 'line')} of ${payer} read${unused.length > 0 ? `, ${counted(unused.length, 'claim')} not used` : ''}.`;

/** Loads an insurer's remittance, which determines what can be claimed from the next payer (docs/rules/payers.md, rule 9). */
const loadRemittance = async (
  tx: Tx,
  scope: Scope,
  id: number,
  payerId: number,
  { remittances }: AnswerFile,
  record: Recorder,
): Promise<Result<string>> => {
  const stored = await findStored(tx, id);
  if (!stored) return refuse('failed');
  const { name, sha256, key } = stored;
  const kept = await keepRemittance(tx, scope, { payerId, name, sha256, key }, remittances, record);
  if (!kept.ok) return kept;
  const words = remittanceWords(kept.data);
  await markPosted(tx, id, kept.data.unused, [words]);
  return done(words);
};

const loaded = async (
  tx: Tx,
  scope: Scope,
  id: number,
  { value, state, payerId }: ReadFile,
  record: Recorder,
): Promise<Result<AnswerRow>> => {
  const ofInsurer =
    value && payerId !== null ? await loadRemittance(tx, scope, id, payerId, value, record) : undefined;
  if (ofInsurer && !ofInsurer.ok) return ofInsurer;
  if (value && state === 'posted' && !ofInsurer) await postFile(tx, scope, id, value, record);
  const row = await findFileRow(tx, id);
  if (!row) return refuse('failed');
  record({
    entity: CLAIMS_ENTITY,
    id: null,
    action: state === 'refused' ? 'refused' : 'run',
    changes: { 'answer file': [null, row.name] },
  });
  return done(row, { info: ofInsurer?.data ?? answerInfo(row) });
};

export const uploadAnswer = async (
  scope: Scope,
  input: InputOf<typeof calls.uploadAnswer>,
  file: IncomingFile | undefined,
): Promise<Result<OutputOf<typeof calls.uploadAnswer>>> => {
  if (!file || file.size === 0) return refuseFields([{ field: 'file', message: NO_ANSWER_FILE }]);
  const { db } = scope.site;
  if (input.payerId !== undefined && !(await findPayers(db)).has(input.payerId)) return refuse('notFound');
  const known = await findSameFile(db, file.sha256);
  if (known && known.state !== 'refused') return done(known, { info: SAME_FILE });
  const read = await readFileText(scope, readText(await readFile(file.path)), input);
  try {
    const result = known
      ? await loadAgain(scope, known, read)
      : await storeFile(scope, file, (keepIn) =>
          mutate(scope, 'claims.uploadAnswer', async (tx, record) => {
            await lockNumbers(tx);
            const id = await insertFile(tx, {
              ...read,
              name: sentName(file),
              stored: { sha256: file.sha256, key: await keepIn(tx) },
              ...scope.stamp(),
            });
            return loaded(tx, scope, id, read, record);
          }),
        );
    // A refused file is stored with its reasons and changes nothing.
    return result.ok && read.value === null ? refusedFile(read.faults) : result;
  } catch (error) {
    // Someone else loaded it at the same moment.
    if (violatedUnique(error) !== 'claim_answer_files_sha256_key') throw error;
    const other = await findSameFile(db, file.sha256);
    return other ? done(other, { info: SAME_FILE }) : refuse('conflict', SAME_FILE);
  }
};

const DAMAGED = 'A file that waits to be posted is damaged or gone. Nothing was posted.';

/** Implements `paymentsOnly`: posts the waiting remittances, oldest first, and makes no claims. */
export const postWaiting = (scope: Scope): Promise<Result<UploadResult>> =>
  mutate(scope, 'claims.generate', async (tx, record) => {
    await lockNumbers(tx);
    const totals = { payments: 0, claims: 0, lines: 0, amount: 0 };
    for (const stored of await listWaiting(tx)) {
      const bytes = await readStored(scope, stored);
      const reading = bytes && readAnswerFile(bytes.toString('latin1'));
      if (!reading?.ok) return refuse('failed', DAMAGED);
      const { claims, postings } = await postFile(tx, scope, stored.id, reading.value, record);
      totals.payments += reading.value.remittances.length;
      totals.claims += claims;
      totals.lines += sum(postings.map(({ lines }) => lines.length));
      totals.amount += sum(postings.map(({ paid }) => paid));
    }
    const { payments, ...posted } = totals;
    record({
      entity: CLAIMS_ENTITY,
      id: null,
      action: 'run',
      changes: { 'payments posted': [null, payments] },
    });
    const result = {
      batch: null,
      file: null,
      ...posted,
      units: 0,
      alreadySent: 0,
      leftOut: 0,
      leftOutAmount: 0,
      refused: [],
    };
    return done(result, { info: postedInfo(payments, posted.claims) });
  });

export const listAnswers: UseCase<typeof calls.listAnswers> = async (scope, { search }) =>
  done(await listFileRows(scope.site.db, search));

/** The file name, prefixed with the time it was received (docs/rules/claims.md, rule 11). */
export const receiptName = (scope: Scope, name: string, received: string) => {
  const at = Temporal.Instant.from(received).toZonedDateTimeISO(scope.settings.timeZone);
  return `${at.toPlainDateTime().toString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_')}_${name}`;
};

export const downloadAnswer: UseCase<typeof calls.downloadAnswer> = async (scope, { id }) => {
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
