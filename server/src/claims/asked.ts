import type { ClaimedDay } from '@homecare/domain/authorizations/ledger.ts';
import { type AskedClaim, askedDays } from '@homecare/domain/claims/asked-days.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { listAskedBooks, listAskedClaims } from './queries.ts';

/** What the claims of clients ask for since a day, by client; of all clients where none are named. */
export const listAskedDays = async (
  db: Db,
  scope: Scope,
  clientIds: readonly number[] | null,
  from: string,
): Promise<ReadonlyMap<number, readonly ClaimedDay[]>> => {
  const { usage } = scope.settings.claims;
  const books = await listAskedBooks(db, clientIds, from);
  const claims = new Map<string, AskedClaim>(
    (
      await listAskedClaims(
        db,
        books.flatMap(({ parts }) => parts.map(({ claimId }) => claimId)),
      )
    ).map(({ id, par, lines, paidLines }) => [id, { sent: { par, lines }, paidLines }]),
  );
  const found = new Map<number, ClaimedDay[]>();
  for (const book of books) {
    const days = askedDays(book, claims, usage).filter(({ day }) => from <= day);
    found.set(book.clientId, [...(found.get(book.clientId) ?? []), ...days]);
  }
  return found;
};
