import { type Reason, type Result, refuse } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';

/** Who waits longer for a turn is asked to send the answer again: the database of the agency hangs. */
const LONGEST_MS = 60_000;

const last = new WeakMap<Scope['site']['pool'], Promise<unknown>>();

/**
 * Answers of an agency come one after the other: they wait for the same visits and caregivers, and a hundred of one moment would
 * hold all connections while they do.
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
