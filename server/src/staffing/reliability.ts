import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { listReliability, type Reliability, readReliabilityRevision } from './queries.ts';

/** How reliably caregivers began the visits of 90 days: tens of thousands of rows, which hardly change while a day lasts. */

export const NO_VISITS: Reliability = { visitsDone: 0, visitsLate: 0 };

type ByCaregiver = ReadonlyMap<number, Reliability>;

const known = new WeakMap<Scope['site']['pool'], { readonly key: string; readonly figures: ByCaregiver }>();

const count = async (db: Db, scope: Scope, today: string): Promise<ByCaregiver> => {
  const rows = await listReliability(db, { today, zone: scope.settings.timeZone });
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
};

/** Kept until a visit of these days changes. A transaction counts for itself: what it has changed may be rolled back. */
export const loadReliability = async (db: Db, scope: Scope): Promise<ByCaregiver> => {
  const { site, settings } = scope;
  const today = scope.today().toString();
  if (db !== site.db) return count(db, scope, today);
  const key = [today, settings.timeZone, await readReliabilityRevision(db, today)].join(' ');
  const kept = known.get(site.pool);
  if (kept?.key === key) return kept.figures;
  const figures = await count(db, scope, today);
  known.set(site.pool, { key, figures });
  return figures;
};
