import type { Job } from '../platform/jobs/jobs.ts';
import { workQueue } from './sending.ts';

/** Each minute, and as soon as something was queued or an outcome is due. */
export const aggregatorJob: Job = {
  name: 'aggregator',
  cron: '* * * * *',
  run: (scope, _payload, ending) => workQueue(scope, { ending }),
};
