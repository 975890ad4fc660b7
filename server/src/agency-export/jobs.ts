import type { Job } from '../platform/jobs/job.ts';
import { EXPORT_JOB } from './queries.ts';
import { removeOver, writeWaiting } from './service.ts';

/** As soon as somebody asks; each hour what lies too long is removed. */
export const agencyExportJob: Job = {
  name: EXPORT_JOB,
  every: { minutes: 60, at: 41 },
  run: async (scope, _payload, ending) => {
    await writeWaiting(scope, ending);
    await removeOver(scope);
  },
};
