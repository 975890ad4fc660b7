import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { type Days, readAroundRevision } from './queries.ts';

const KEPT_MS = 60_000;

/**
 * Keeps what is known around some days until a person, plan, visit, call-out or time off changes, for a minute at most: looking
 * for a caregiver, and each visit that is dragged over the board, asks for it several times. A transaction loads for itself:
 * what it has changed may be rolled back, and what it decides holds for what it has locked.
 */
export const keepingAround = <T>() => {
  const bySite = new WeakMap<Scope['site']['pool'], { readonly key: string; readonly around: T }>();
  return async (
    db: Db,
    scope: Scope,
    { plansThrough, ...days }: Days & { readonly plansThrough: string },
    load: () => Promise<T>,
  ): Promise<T> => {
    const { site, settings } = scope;
    if (db !== site.db) return load();
    // Read before the rows: what changes in between is loaded again by the next call.
    const revision = await readAroundRevision(db, days);
    const key = [days.from, days.through, plansThrough, scope.today(), settings.timeZone, revision].join(' ');
    const kept = bySite.get(site.pool);
    if (kept?.key === key) return kept.around;
    const around = await load();
    bySite.set(site.pool, { key, around });
    setTimeout(() => {
      if (bySite.get(site.pool)?.key === key) bySite.delete(site.pool);
    }, KEPT_MS).unref();
    return around;
  };
};
