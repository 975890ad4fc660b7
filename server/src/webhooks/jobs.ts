import type { Job } from '../platform/jobs/job.ts';
import { WEBHOOKS_JOB } from './queries.ts';
import { sendWebhooks } from './sending.ts';

/** Runs every minute, and as soon as something changes or can be retried. */
export const webhooksJob: Job = {
  name: WEBHOOKS_JOB,
  every: { minutes: 1, resting: 60 },
  run: (scope, _payload, ending) => sendWebhooks(scope, { ending }),
};
