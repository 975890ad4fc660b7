import { z } from 'zod';
import type { Job } from '../platform/jobs/job.ts';
import { MONTH_CLOSE_JOB } from './queries.ts';
import { runMonth } from './running.ts';

const Payload = z.object({ id: z.int() });

export const monthCloseJob: Job = {
  name: MONTH_CLOSE_JOB,
  run: (scope, payload, ending) => runMonth(scope, Payload.parse(payload).id, ending),
};
