import type { Job } from '../platform/jobs/job.ts';
import { workQueue } from './sending.ts';

/** Each minute, and as soon as something was queued or an outcome is due. */
export const aggregatorJob: Job = {
  name: 'aggregator',
  every: { minutes: 1, resting: 60 },
  run: (scope, _payload, ending) => workQueue(scope, { ending }),
};
