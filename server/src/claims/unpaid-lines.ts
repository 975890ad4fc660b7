import { checkRemittances } from '@homecare/domain/claims/835-balance.ts';
import { readAnswerFile } from '@homecare/domain/claims/answer-file.ts';
import { type BilledLine, isClientsAlone } from '@homecare/domain/claims/bill-client.ts';
import { expectedOf } from '@homecare/domain/claims/expected.ts';
import { type LinePosting, postPayment } from '@homecare/domain/claims/posting.ts';
import type { SentClaim } from '@homecare/domain/claims/sent-claim.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { readStored } from '../platform/files/stored-files.ts';
import { type LastPayment, listLastPayments } from './answer-queries.ts';
import { readText } from './answer-text.ts';
import { listSentClaims } from './queries.ts';
import { listBilledClaims, listBilledTwins } from './settlement-queries.ts';

/** What remains to be paid on claims, line by line, with the amounts the payer named (docs/rules/claims.md, rule 35). */

/** The lines of a payment that was stored without its adjustments, read again from its file; undefined if there is no file. */
const readAgain = async (
  scope: Scope,
  { key, file }: LastPayment,
  sent: SentClaim,
): Promise<readonly LinePosting[] | undefined> => {
  const bytes = file && (await readStored(scope, { ...file, sha256: Buffer.from(file.sha256, 'hex') }));
  const reading = bytes && readAnswerFile(readText(bytes) ?? '');
  if (!reading?.ok) return undefined;
  const claims = checkRemittances(reading.value.remittances).flatMap((one) => one.claims);
  const paid = claims.find((one) => one.key === key);
  return paid && postPayment(sent, paid.claim, paid.key).lines;
};

const hasAmounts = (lines: readonly LinePosting[]) =>
  lines.every(({ adjustments }) => adjustments !== undefined);

interface UnpaidOfCards extends BilledLine {
  readonly cardIds: readonly number[];
}

const unpaidOf = async (scope: Scope, sent: SentClaim, payment: LastPayment): Promise<UnpaidOfCards[]> => {
  const kept = payment.lines ?? [];
  const lines = hasAmounts(kept) ? kept : ((await readAgain(scope, payment, sent)) ?? kept);
  return sent.lines.flatMap(({ control, day, shares, ...asked }) => {
    const line = lines.find((one) => one.control === control);
    const open = expectedOf(asked) - (line?.paid ?? 0);
    if (!line || open <= 0) return [];
    const cardIds = shares.map(({ cardId }) => cardId);
    return [{ day, open, paid: line.paid, adjustments: line.adjustments ?? null, cardIds }];
  });
};

/** An earlier claim that was billed to the client and shares a day with one of these; undefined if there is none. */
export const findBilledBefore = async (tx: Tx, claimIds: readonly string[]): Promise<string | undefined> => {
  const twins = await listBilledTwins(tx, claimIds);
  if (twins.length === 0) return undefined;
  const claims = await listSentClaims(
    tx,
    twins.flatMap(({ claimId, other }) => [claimId, other]),
  );
  const daysOf = (id: string) =>
    (claims.get(id)?.sent.lines ?? []).flatMap(({ day, shares }) =>
      shares.map(({ cardId }) => `${cardId} ${day}`),
    );
  return twins.find(({ claimId, other }) => {
    const days = new Set(daysOf(claimId));
    return daysOf(other).some((day) => days.has(day));
  })?.other;
};

/** By claim. A claim without a decision, or whose payment was taken back, has no lines. */
export const unpaidLinesOf = async (
  db: Db,
  scope: Scope,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, readonly UnpaidOfCards[]>> => {
  const claims = await listSentClaims(db, claimIds);
  const found = new Map<string, readonly UnpaidOfCards[]>();
  for (const payment of await listLastPayments(db, claimIds)) {
    const sent = claims.get(payment.claimId)?.sent;
    if (sent && payment.outcome === 'paid') found.set(payment.claimId, await unpaidOf(scope, sent, payment));
  }
  return found;
};

/** A day of a record that only the client pays. */
export interface ClientDay {
  readonly cardId: number;
  readonly day: string;
}

/** Days of records that were billed to the client, with any claim. Medicaid is not asked for them again. */
export const listClientDays = async (
  db: Db,
  scope: Scope,
  cardIds: readonly number[],
): Promise<readonly ClientDay[]> => {
  const billed = await listBilledClaims(db, cardIds);
  if (billed.length === 0) return [];
  const unpaid = await unpaidLinesOf(
    db,
    scope,
    billed.map(({ claimId }) => claimId),
  );
  return billed.flatMap(({ claimId, basis }) =>
    (unpaid.get(claimId) ?? [])
      .filter((line) => isClientsAlone(basis, line))
      .flatMap(({ day, cardIds: own }) => own.map((cardId) => ({ cardId, day }))),
  );
};
