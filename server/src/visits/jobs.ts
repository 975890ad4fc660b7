import type { Job } from '../platform/jobs/job.ts';
import { notifyMissed } from './missed.ts';
import { rollForward } from './service.ts';

/**
 * Creates visits for the days that have entered the window since the last run. It runs every hour: the first run after the site's
 * midnight works, and the next one catches up if the server was stopped.
 */
export const rollForwardJob: Job = {
  name: 'visits-roll-forward',
  every: { minutes: 60, at: 7 },
  run: (scope) => rollForward(scope),
};

/** Soon notifies those who asked for it that nobody came. */
export const missedVisitsJob: Job = {
  name: 'visits-missed',
  every: { minutes: 5, resting: 15 },
  run: (scope, _payload, ending) => notifyMissed(scope, ending),
};
