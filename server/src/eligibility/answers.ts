import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { codeOf } from '@homecare/domain/claims/claim-file.ts';
import { NO_TEST, PAYER_SILENT } from '@homecare/domain/claims/rules.ts';
import { type EligibilityFile, readEligibility } from '@homecare/domain/eligibility/271.ts';
import type * as calls from '@homecare/domain/eligibility/contract.ts';
import { type AnswerEntry, matchEligibility } from '@homecare/domain/eligibility/entries.ts';
import {
  ANSWERED,
  answerInfo,
  NO_271,
  noneNamed,
  SAME_ANSWER,
  TEST_ANSWER,
} from '@homecare/domain/eligibility/rules.ts';
import type { EligibilityAnswer } from '@homecare/domain/eligibility/schema.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { readText } from '../claims/answer-text.ts';
import { MOST_FAULTS, NO_X12, receiptName, sentName } from '../claims/answers.ts';
import { oneRehearsalAtATime, readFromPayer, receive, sendToPayer } from '../claims/rehearsing.ts';
import { X12_TYPE } from '../claims/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, recordChanges, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import { discard, type IncomingFile } from '../platform/files/store.ts';
import { readStored, storeFile } from '../platform/files/stored-files.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import {
  countAnswer,
  findAnswerRow,
  findRequestFile,
  findSameAnswer,
  findStoredAnswer,
  insertAnswer,
  listAnswerRows,
  listAsked,
  listKnownClients,
  listRequestRows,
} from './queries.ts';
import { addEligibility } from './service.ts';

/** Reads answers of the payer (271) completely or refuses them, and stores their entries in one transaction. */

const match = async (tx: Tx, scope: Scope, file: EligibilityFile) => {
  const asked = await listAsked(
    tx,
    file.members.flatMap(({ trace }) => trace ?? []),
    scope.settings.timeZone,
  );
  const clients = await listKnownClients(
    tx,
    file.members.flatMap(({ memberId }) => codeOf(memberId) || []),
    asked.map(({ clientId }) => clientId),
  );
  return matchEligibility(file, clients, asked);
};

/** Identifies the payer's answer about a member on a day, whatever file it comes in. */
const keysOf = (file: EligibilityFile, entries: readonly AnswerEntry[]) => {
  const seen = new Map<string, number>();
  return entries.map(({ raw, trace, clientId }) => {
    const words = JSON.stringify([file.sender, file.usage, file.date, trace, clientId, raw]);
    const n = seen.get(words) ?? 0;
    seen.set(words, n + 1);
    return createHash('sha256').update(`${words} ${n}`).digest();
  });
};

const remarksOf = (scope: Scope, file: EligibilityFile, withoutHcbs: number, remarks: readonly string[]) => {
  const { tpid } = scope.settings.claims;
  const elsewhere = file.receiver !== '' && tpid !== '' && file.receiver !== tpid;
  return [
    ...(elsewhere
      ? [`The file is addressed to ${file.receiver}, our trading partner number is ${tpid}.`]
      : []),
    ...(withoutHcbs > 0 ? [noneNamed(withoutHcbs)] : []),
    ...remarks,
  ];
};

const sameAnswer = async (scope: Scope, sha256: Buffer): Promise<Result<EligibilityAnswer> | undefined> => {
  const known = await findSameAnswer(scope.site.db, sha256);
  return known && done(known, { info: SAME_ANSWER });
};

const enter = (
  scope: Scope,
  file: IncomingFile,
  value: EligibilityFile,
  remarks: readonly string[],
): Promise<Result<EligibilityAnswer>> =>
  storeFile(scope, file, (keepIn) =>
    mutate(scope, 'eligibility.uploadAnswer', async (tx, record) => {
      const { entries, unmatched, withoutHcbs } = await match(tx, scope, value);
      const name = sentName(file);
      const id = await insertAnswer(
        tx,
        {
          name,
          sha256: file.sha256,
          key: await keepIn(tx),
          unmatched,
          remarks: remarksOf(scope, value, withoutHcbs, remarks),
        },
        scope.stamp(),
      );
      const keys = keysOf(value, entries);
      const fresh = entries.map((entry, n) => {
        const { raw, trace, ...rest } = entry;
        return { ...rest, answer: { id, raw, trace, key: keys[n] ?? Buffer.alloc(0) } };
      });
      await addEligibility(tx, scope, fresh, record);
      await countAnswer(tx, id, entries.length);
      record({
        entity: 'eligibilityAnswer',
        id,
        action: 'insert',
        changes: { file: [null, name] },
      });
      const row = await findAnswerRow(tx, id);
      return row ? done(row, { info: answerInfo(row) }) : refuse('failed');
    }),
  );

export const uploadEligibility = async (
  scope: Scope,
  _: InputOf<typeof calls.uploadEligibility>,
  file: IncomingFile | undefined,
): Promise<Result<OutputOf<typeof calls.uploadEligibility>>> => {
  if (!file || file.size === 0) return refuseFields([{ field: 'file', message: NO_271 }]);
  const known = await sameAnswer(scope, file.sha256);
  if (known) return known;
  const text = readText(await readFile(file.path));
  if (text === undefined) return refuseFields([{ field: 'file', message: NO_X12 }], 'unsupported');
  const reading = readEligibility(text);
  if (!reading.ok) {
    const [first, ...others] = reading.faults;
    const asErrors = others.slice(0, MOST_FAULTS).map(({ message }) => ({ field: 'file', message }));
    return refuseFields([{ field: 'file', message: first.message }, ...asErrors]);
  }
  if (reading.value.usage === 'T' && scope.settings.claims.usage === 'P')
    return refuseFields([{ field: 'file', message: TEST_ANSWER }]);
  const remarks = reading.remarks.map(({ message }) => message);
  try {
    return await enter(scope, file, reading.value, remarks);
  } catch (error) {
    // Someone else loaded it at the same moment.
    if (violatedUnique(error) !== 'eligibility_answers_sha256_key') throw error;
    return (await sameAnswer(scope, file.sha256)) ?? refuse('conflict', SAME_ANSWER);
  }
};

export const listAnswers = async (scope: Scope) => done(await listAnswerRows(scope.site.db));

export const downloadAnswer: UseCase<typeof calls.downloadEligibilityAnswer> = async (scope, { id }) => {
  const { db } = scope.site;
  const stored = await findStoredAnswer(db, id);
  const row = await findAnswerRow(db, id);
  if (!stored || !row) return refuse('notFound');
  const bytes = await readStored(scope, stored);
  await recordChanges(db, scope, 'eligibility.downloadAnswer', [
    {
      entity: 'eligibilityAnswer',
      id,
      action: bytes ? 'read' : 'refused',
      changes: { file: [null, row.name] },
    },
  ]);
  if (!bytes) return refuse('failed', 'This file is damaged or gone.');
  return done(new FileAnswer(X12_TYPE, bytes, receiptName(scope, row.name, row.received)));
};

/** The answer of an interrupted try, or a new one; undefined if the payer does not respond. */
const requestAnswer = async (
  scope: Scope,
  payer: string,
  interchange: number,
  file: Buffer,
): Promise<string | undefined> => {
  const place = `${payer}/eligibility`;
  try {
    return (await readFromPayer(`${place}/${interchange}`)) || (await sendToPayer(scope, place, file));
  } catch {
    return undefined;
  }
};

type Rehearsed = Promise<Result<OutputOf<typeof calls.rehearseRequest>>>;

const rehearseOnce = async (scope: Scope, payer: string, id: number): Rehearsed => {
  const { db } = scope.site;
  const request = await findRequestFile(db, id);
  if (!request) return refuse('notFound');
  const [row] = await listRequestRows(db, [id]);
  if (row?.usage !== 'T') return refuse('conflict', NO_TEST);
  if (row.answered > 0) return refuse('conflict', ANSWERED);
  const text = await requestAnswer(scope, payer, request.interchange, request.file);
  if (text === undefined) return refuse('unavailable', PAYER_SILENT);
  const file = await receive(scope, { name: `271-${id}.x12`, text });
  try {
    return await uploadEligibility(scope, {}, file);
  } finally {
    await discard(file);
  }
};

const alone = oneRehearsalAtATime();

/** In a rehearsal, the simulated payer answers our request as the real one would. */
export const rehearseRequest: UseCase<typeof calls.rehearseRequest> = (scope, { id }) =>
  alone(scope, (payer) => rehearseOnce(scope, payer, id));
