import type { ClaimedDay } from '@homecare/domain/authorizations/ledger.ts';
import { type AskedClaim, askedDays } from '@homecare/domain/claims/asked-days.ts';
import { standingClaims } from '@homecare/domain/claims/batch.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { listAskedBooks, listAskedClaims } from './queries.ts';

interface Asked {
  readonly days: readonly ClaimedDay[];
  /** The same as stored with billing records: units by claim, plan and month of service. */
  readonly parts: readonly {
    readonly planId: number;
    readonly month: string;
    readonly units: number;
    readonly isDecided: boolean;
  }[];
}

/** What clients' claims have asked for since a day, by client; all clients if none are named. */
export const listAsked = async (
  db: Db,
  scope: Scope,
  clientIds: readonly number[] | null,
  from: string,
): Promise<ReadonlyMap<number, Asked>> => {
  const { usage } = scope.settings.claims;
  const books = await listAskedBooks(db, clientIds, from);
  if (books.length === 0) return new Map();
  const claims = new Map<string, AskedClaim>(
    (
      await listAskedClaims(
        db,
        books.flatMap(({ parts }) => parts.map(({ claimId }) => claimId)),
      )
    ).map(({ id, par, lines, paidLines }) => [id, { sent: { par, lines }, paidLines }]),
  );
  return new Map(
    [...Map.groupBy(books, ({ clientId }) => clientId)].map(([clientId, own]) => [
      clientId,
      {
        days: own.flatMap((book) => askedDays(book, claims, usage).filter(({ day }) => from <= day)),
        parts: own.flatMap(({ planId, month, parts }) =>
          standingClaims(parts, usage).map(({ units, paid }) => ({
            planId,
            month,
            units,
            isDecided: paid !== null,
          })),
        ),
      },
    ]),
  );
};

export const listAskedDays = async (
  ...asked: Parameters<typeof listAsked>
): Promise<ReadonlyMap<number, readonly ClaimedDay[]>> =>
  new Map([...(await listAsked(...asked))].map(([clientId, { days }]) => [clientId, days]));
