import { addDays } from '@homecare/domain/calendar.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import { isAnyKnownOpen } from './queries.ts';

/** The job of offers, which the feature of that name runs. */
export const OFFERS_JOB = 'offers';
/** The job as soon as the transaction has ended: a text came in, somebody called out, or a visit that others were asked about needs nobody any more or has another time. */
export const queueOffers = (tx: Tx) => queueJob(tx, OFFERS_JOB, { tries: 3 });

/** The same where visits of some plans were known to be open: one of them has begun, or the plans have changed. A visit that was moved is of another day than planned. */
export const queueOffersOf = async (tx: Tx, scope: Scope, planIds: readonly number[]): Promise<void> => {
  if (await isAnyKnownOpen(tx, planIds, addDays(scope.today().toString(), -MOVED_DAYS)))
    await queueOffers(tx);
};
const MOVED_DAYS = 31;
