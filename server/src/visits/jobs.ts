import type { Job } from '../platform/jobs/job.ts';
import { notifyMissed } from './missed.ts';
import { rollForward } from './service.ts';

/**
 * The days that came into the window since the last run get their visits. Asked each hour: the first run after the site's
 * own midnight works, one that a stopped server missed is made up for by the next.
 */
export const rollForwardJob: Job = {
  name: 'visits-roll-forward',
  every: { minutes: 60, at: 7 },
  run: (scope) => rollForward(scope),
};

/** Who asked for it learns soon that nobody came. */
export const missedVisitsJob: Job = {
  name: 'visits-missed',
  every: { minutes: 5, resting: 15 },
  run: (scope, _payload, ending) => notifyMissed(scope, ending),
};
