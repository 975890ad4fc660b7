import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import type { rehearseBatch } from '@homecare/domain/claims/contract.ts';
import { ANSWERED_BEFORE, NO_PAYER, PAYER_SILENT, rehearsedInfo } from '@homecare/domain/claims/rules.ts';
import type { AnswerRow } from '@homecare/domain/claims/schema.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { z } from 'zod';
import type { Scope } from '../platform/auth/scope.ts';
import { discard, type IncomingFile } from '../platform/files/store.ts';
import { uploadAnswer } from './answers.ts';
import { findBatchFile } from './queries.ts';

/** Rehearsal: the demo site hands a file to the simulated payer as staff would at the payer's portal. */

const WAIT_MS = 20_000;

const ask = async (url: string, method: 'GET' | 'POST', body?: string): Promise<string> => {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(WAIT_MS),
    ...(body !== undefined && { body }),
  });
  if (!response.ok) throw new Error(`the payer answered ${response.status}`);
  return response.text();
};

const Names = z.array(z.string().regex(/^[\w.-]{1,80}$/));

/** What the payer wrote since: receipts at once, the payment of its next run. */
const answersOf = async (payer: string, file: string) => {
  const before = new Set(Names.parse(JSON.parse(await ask(`${payer}/answers`, 'GET'))));
  await ask(`${payer}/claims`, 'POST', file);
  await ask(`${payer}/pay`, 'POST');
  const names = Names.parse(JSON.parse(await ask(`${payer}/answers`, 'GET')));
  const answers: { name: string; text: string }[] = [];
  for (const name of names.filter((one) => !before.has(one)))
    answers.push({ name, text: await ask(`${payer}/answers/${encodeURIComponent(name)}`, 'GET') });
  return answers;
};

/** As if it had been received. */
const receive = async (scope: Scope, name: string, text: string): Promise<IncomingFile> => {
  const { incoming } = scope.site.files;
  const bytes = Buffer.from(text, 'latin1');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const target = path.join(incoming, `${randomBytes(16).toString('hex')}.x12`);
  await writeFile(target, bytes, { flag: 'wx', mode: 0o600, flush: true });
  return { path: target, name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
};

export const rehearse = async (
  scope: Scope,
  { id }: InputOf<typeof rehearseBatch>,
): Promise<Result<OutputOf<typeof rehearseBatch>>> => {
  const { payer, db } = scope.site;
  if (!payer) return refuse('conflict', NO_PAYER);
  const batch = await findBatchFile(db, id);
  if (!batch) return refuse('notFound');
  // The payer would refuse the same numbers a second time, and with them claims that it has paid.
  if (batch.isAnswered) return refuse('conflict', ANSWERED_BEFORE);
  const answers = await answersOf(payer, batch.file.toString('latin1')).catch(() => undefined);
  if (!answers) return refuse('unavailable', PAYER_SILENT);
  const loaded: AnswerRow[] = [];
  for (const { name, text } of answers) {
    const file = await receive(scope, name, text);
    const result = await uploadAnswer(scope, { later: false }, file);
    await discard(file);
    if (!result.ok) return result;
    loaded.push(result.data);
  }
  return done(loaded, { info: rehearsedInfo(loaded.length) });
};
