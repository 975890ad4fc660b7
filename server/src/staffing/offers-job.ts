import { addDays } from '@homecare/domain/calendar.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import { isAnyKnownOpen } from './queries.ts';

/** The name of the job that the feature offers runs. */
export const OFFERS_JOB = 'offers';
/**
 * Runs the job as soon as the transaction ends: a text arrived, someone called out, or a visit that others were asked for was
 * covered or moved.
 */
export const queueOffers = (tx: Tx) => queueJob(tx, OFFERS_JOB, { tries: 3 });

/**
 * The same for plans that had visits known to be open: a visit has begun, or the plans have changed. A moved visit may be on another
 * day than planned.
 */
export const queueOffersOf = async (tx: Tx, scope: Scope, planIds: readonly number[]): Promise<void> => {
  if (await isAnyKnownOpen(tx, planIds, addDays(scope.today().toString(), -MOVED_DAYS)))
    await queueOffers(tx);
};
const MOVED_DAYS = 31;
