import type { Job } from '../platform/jobs/jobs.ts';
import { workMessages } from './sending.ts';

/** Each minute, and as soon as something was queued or may be tried again. */
export const messagingJob: Job = {
  name: 'messaging',
  cron: '* * * * *',
  run: (scope, _payload, ending) => workMessages(scope, { ending }),
};
