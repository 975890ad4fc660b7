import type { Job } from '../platform/jobs/job.ts';
import { AGGREGATOR_JOB } from './queries.ts';
import { workQueue } from './sending.ts';

/** Runs every minute, and as soon as something is queued or an outcome is due. */
export const aggregatorJob: Job = {
  name: AGGREGATOR_JOB,
  every: { minutes: 1, resting: 60 },
  run: (scope, _payload, ending) => workQueue(scope, { ending }),
};
