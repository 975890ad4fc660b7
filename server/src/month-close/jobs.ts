import { z } from 'zod';
import type { Job } from '../platform/jobs/job.ts';
import { runMonth } from './running.ts';

const Payload = z.object({ id: z.int() });

export const monthCloseJob: Job = {
  name: 'month-close',
  run: (scope, payload, ending) => runMonth(scope, Payload.parse(payload).id, ending),
};
