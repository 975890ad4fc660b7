import type { Tx } from '../platform/db/mutate.ts';
import { queueJob } from '../platform/jobs/queue.ts';

/** The job of offers, which the feature of that name runs. */
export const OFFERS_JOB = 'offers';
/** The job as soon as the transaction has ended: a text came in, somebody called out, or a visit that others were asked about needs nobody any more or has another time. */
export const queueOffers = (tx: Tx) => queueJob(tx, OFFERS_JOB, { tries: 3 });
