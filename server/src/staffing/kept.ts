import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';

/**
 * Caches a read of an agency's data while its key stays the same, for at most `keptMs` after it was read (`readAt` says when that
 * was, if a result builds on an earlier one). The key names the revisions of the data and is made before the rows are read, so the
 * next call sees whatever changes in between. Transactions read for themselves: their changes may be rolled back, and their
 * decisions must hold for what they locked.
 */
export const keeping = <T>(
  keptMs = Number.POSITIVE_INFINITY,
  readAt: (value: T) => number = () => performance.now(),
) => {
  const bySite = new WeakMap<Scope['site']['pool'], { readonly key: string; readonly value: T }>();
  return async (
    db: Db,
    { site }: Scope,
    keyOf: () => Promise<string>,
    /** Receives the previous result, of which a change may have touched little. */
    read: (before?: T) => Promise<T>,
  ): Promise<T> => {
    if (db !== site.db) return read();
    const key = await keyOf();
    const kept = bySite.get(site.pool);
    if (kept?.key === key) return kept.value;
    const value = await read(kept?.value);
    bySite.set(site.pool, { key, value });
    if (Number.isFinite(keptMs))
      setTimeout(
        () => {
          if (bySite.get(site.pool)?.key === key) bySite.delete(site.pool);
        },
        Math.max(1, readAt(value) + keptMs - performance.now()),
      ).unref();
    return value;
  };
};
