import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { keeping } from './kept.ts';
import { listReliability, type Reliability, readReliabilityRevision } from './queries.ts';

/** How reliably caregivers began the visits of 90 days. These are tens of thousands of rows that hardly change during a day. */

export const NO_VISITS: Reliability = { visitsDone: 0, visitsLate: 0 };

type ByCaregiver = ReadonlyMap<number, Reliability>;

const kept = keeping<ByCaregiver>();

const count = async (db: Db, scope: Scope, today: string): Promise<ByCaregiver> => {
  const rows = await listReliability(db, { today, zone: scope.settings.timeZone });
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
};

/** Cached until a visit of these days changes. */
export const loadReliability = (db: Db, scope: Scope): Promise<ByCaregiver> => {
  const today = scope.today().toString();
  return kept(
    db,
    scope,
    async () => [today, scope.settings.timeZone, await readReliabilityRevision(db, today)].join(' '),
    () => count(db, scope, today),
  );
};
