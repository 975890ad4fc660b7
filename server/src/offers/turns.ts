import { type Reason, type Result, refuse } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';

/** After this time the caregiver is asked to answer again: the agency's database is not responding. */
const LONGEST_MS = 60_000;

const last = new WeakMap<Scope['site']['pool'], Promise<unknown>>();

/**
 * Takes an agency's answers one after another. They wait for the same visits and caregivers anyway, and a hundred at once would
 * occupy all connections meanwhile.
 */
export const inTurn = async <T, R extends Reason>(
  { site: { pool } }: Scope,
  answer: () => Promise<Result<T, R>>,
): Promise<Result<T, R | 'unavailable'>> => {
  const begun = performance.now();
  const work = async () => (performance.now() - begun > LONGEST_MS ? refuse('unavailable') : answer());
  const own = (last.get(pool) ?? Promise.resolve()).then(work);
  last.set(
    pool,
    own.catch(() => undefined),
  );
  return own;
};
