import type { Job } from '../platform/jobs/job.ts';
import { MESSAGING_JOB } from './delivery-queries.ts';
import { workMessages } from './sending.ts';

/** Each minute, and as soon as something was queued or may be tried again. */
export const messagingJob: Job = {
  name: MESSAGING_JOB,
  every: { minutes: 1, resting: 60 },
  run: (scope, _payload, ending) => workMessages(scope, { ending }),
};
