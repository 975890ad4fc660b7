import { z } from 'zod';
import type { Job } from '../platform/jobs/job.ts';
import { findRunning, MONTH_CLOSE_JOB, queueRun } from './queries.ts';
import { runMonth } from './running.ts';

const Payload = z.object({ id: z.int().optional() });

/** As soon as a run was started; each hour one that was given up is taken up again, as no other can start before it has ended. */
export const monthCloseJob: Job = {
  name: MONTH_CLOSE_JOB,
  every: { minutes: 60, at: 52 },
  run: async (scope, payload, ending) => {
    const { db } = scope.site;
    const { id } = Payload.parse(payload);
    if (id !== undefined) return runMonth(scope, id, ending);
    const left = await findRunning(db);
    if (left) await queueRun(db, left.id);
  },
};
