import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';

/**
 * Keeps what was read of an agency while its key stays the same, and no longer than `keptMs` after it was read: of what is made of
 * what was read before, `readAt` says when that was. The key names the revisions of what
 * it was read of: it is made before the rows are read, so what changes in between is read again by the next call. A transaction
 * reads for itself: what it has changed may be rolled back, and what it decides holds for what it has locked.
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
    /** Has what was kept before, of which a change may have touched little. */
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
