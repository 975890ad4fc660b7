import type { Job } from '../platform/jobs/job.ts';
import { doAlone } from '../platform/jobs/lease.ts';
import { isNightDue } from '../platform/jobs/nightly.ts';
import { LOGS } from './seal.ts';
import { findSealedDay, sealLog } from './service.ts';

/** By then the day's last looks and changes are in the logs. */
const NIGHT_HOUR = 1;

/** Once a night. */
export const sealLogsJob: Job = {
  name: 'sealLogs',
  every: { minutes: 60, at: 11 },
  run: async (scope, _payload, ending) => {
    for (const log of LOGS)
      if (isNightDue(scope, NIGHT_HOUR, await findSealedDay(scope, log)))
        await doAlone(
          scope,
          `sealLogs ${log}`,
          async (alone, lost) => void (await sealLog(alone, log, { ending: lost })),
          { ending },
        );
  },
};
