import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OutputOf } from '@homecare/domain/call.ts';
import type { rehearseBatch } from '@homecare/domain/claims/contract.ts';
import {
  ANSWERED_BEFORE,
  NO_PAYER,
  NO_TEST,
  PAYER_BUSY,
  PAYER_SILENT,
  rehearsedInfo,
} from '@homecare/domain/claims/rules.ts';
import type { AnswerRow } from '@homecare/domain/claims/schema.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { z } from 'zod';
import type { Scope } from '../platform/auth/scope.ts';
import { discard, type IncomingFile } from '../platform/files/store.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { observeSend } from '../platform/log/sends.ts';
import { send } from '../platform/net/outgoing.ts';
import { listKnownNames } from './answer-queries.ts';
import { uploadAnswer } from './answers.ts';
import { findBatchFile } from './queries.ts';

/** In a rehearsal, the demo site submits a file to the simulated payer, as staff would on the payer's portal. */

const WAIT_MS = 20_000;

const request = async (url: string, method: 'GET' | 'POST', body?: string): Promise<string> => {
  const response = await send(url, 'any', {
    method,
    signal: AbortSignal.timeout(WAIT_MS),
    ...(body !== undefined && { body }),
  });
  if (!response.ok) throw new Error(`the payer answered ${response.status}`);
  return response.text();
};

export const readFromPayer = (url: string) => request(url, 'GET');

/** Sends one of our files to the payer; returns the payer's immediate answer. */
export const sendToPayer = async ({ site }: Scope, url: string, file: Buffer): Promise<string> => {
  const { text } = await observeSend(site.log, { kind: 'payer', count: 1 }, async () => ({
    kind: 'taken',
    text: await request(url, 'POST', file.toString('latin1')),
  }));
  return text;
};

const Names = z.array(z.string().regex(/^[\w.-]{1,80}$/));

/** The names of the payer's answers, oldest first. */
const namesAt = async (payer: string) => Names.parse(JSON.parse(await readFromPayer(`${payer}/answers`)));

/** The payer sends receipts at once and the payment with its next run. */
const submitBatch = async (scope: Scope, payer: string, file: Buffer) => {
  await sendToPayer(scope, `${payer}/claims`, file);
  await request(`${payer}/pay`, 'POST');
};

/** Undefined if the payer does not respond. */
const undefinedIfSilent = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

/** Loads an answer as if staff had received it. */
export const receive = async (
  scope: Scope,
  { name, text }: { readonly name: string; readonly text: string },
): Promise<IncomingFile> => {
  const { incoming } = scope.site.files;
  const bytes = Buffer.from(text, 'latin1');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const target = path.join(incoming, `${randomBytes(16).toString('hex')}.x12`);
  await writeFile(target, bytes, { flag: 'wx', mode: 0o600, flush: true });
  return { path: target, name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
};

const load = async (scope: Scope, payer: string, names: readonly string[]): Promise<Result<AnswerRow[]>> => {
  const loaded: AnswerRow[] = [];
  for (const name of names) {
    const text = await undefinedIfSilent(readFromPayer(`${payer}/answers/${encodeURIComponent(name)}`));
    if (text === undefined) return refuse('unavailable', PAYER_SILENT);
    const file = await receive(scope, { name, text });
    const result = await uploadAnswer(scope.ofPart(), { later: false }, file);
    await discard(file);
    if (!result.ok) return result;
    loaded.push(result.data);
  }
  return done(loaded);
};

type Rehearsed = Promise<Result<OutputOf<typeof rehearseBatch>>>;

const rehearseOnce = async (scope: Scope, payer: string, id: number): Rehearsed => {
  const { db } = scope.site;
  const asked = await findBatchFile(db, id);
  if (!asked) return refuse('notFound');
  if (asked.usage !== 'T') return refuse('conflict', NO_TEST);
  const before = await undefinedIfSilent(namesAt(payer));
  if (!before) return refuse('unavailable', PAYER_SILENT);
  // An interrupted try may have left answers at the payer.
  const known = await listKnownNames(db, before);
  const left = await load(
    scope,
    payer,
    before.filter((name) => !known.has(name)),
  );
  if (!left.ok) return left;
  // One of those may have answered the batch.
  const batch = await findBatchFile(db, id);
  if (!batch) return refuse('notFound');
  // The payer would refuse the same numbers a second time, and with them claims it has paid.
  if (batch.isAnswered)
    return left.data.length > 0
      ? done(left.data, { info: rehearsedInfo(left.data.length) })
      : refuse('conflict', ANSWERED_BEFORE);
  const after = await undefinedIfSilent(submitBatch(scope, payer, batch.file).then(() => namesAt(payer)));
  if (!after) return refuse('unavailable', PAYER_SILENT);
  const fresh = await load(
    scope,
    payer,
    after.filter((name) => !before.includes(name)),
  );
  if (!fresh.ok) return fresh;
  const all = [...left.data, ...fresh.data];
  return done(all, { info: rehearsedInfo(all.length) });
};

/** Allows one rehearsal of a kind at a time per site; a second click would submit the same file again. */
export const oneRehearsalAtATime = () => {
  const busy = new Set<string>();
  return async <T>(scope: Scope, work: (payer: string) => Promise<Result<T>>): Promise<Result<T>> => {
    const { payer, name } = scope.site;
    if (!scope.settings.capabilities.payerRehearsal) return refuse('conflict', NO_PAYER);
    const url = payer?.url();
    if (!url) return refuse('unavailable', PAYER_SILENT);
    if (busy.has(name)) return refuse('conflict', PAYER_BUSY);
    busy.add(name);
    try {
      return await work(url);
    } finally {
      busy.delete(name);
    }
  };
};

const alone = oneRehearsalAtATime();

export const rehearse: UseCase<typeof rehearseBatch> = (scope, { id }) =>
  alone(scope, (payer) => rehearseOnce(scope, payer, id));
