import type { Job } from '../platform/jobs/job.ts';
import { EXPORT_JOB } from './queries.ts';
import { removeOver, writeWaiting } from './service.ts';

/** Runs as soon as someone requests an archive; removes expired ones every hour. */
export const agencyExportJob: Job = {
  name: EXPORT_JOB,
  every: { minutes: 60, at: 41 },
  run: async (scope, _payload, ending) => {
    await writeWaiting(scope, ending);
    await removeOver(scope);
  },
};
