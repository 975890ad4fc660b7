import type { Job } from '../platform/jobs/job.ts';
import { MESSAGING_JOB } from './delivery-queries.ts';
import { workMessages } from './sending.ts';

/** Runs every minute, and as soon as something is queued or can be retried. */
export const messagingJob: Job = {
  name: MESSAGING_JOB,
  every: { minutes: 1, resting: 60 },
  run: (scope, _payload, ending) => workMessages(scope, { ending }),
};
