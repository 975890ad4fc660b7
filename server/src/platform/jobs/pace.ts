import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest stretch of work without letting other requests have a turn. */
const STRETCH_MS = 12;

/** Long work in one process: `if (pace.isDue()) await pace.rest()` in its loop keeps everything else going. */
export const newPace = () => {
  let begun = performance.now();
  return {
    isDue: () => performance.now() - begun >= STRETCH_MS,
    rest: async () => {
      await nextTurn();
      begun = performance.now();
    },
  };
};
export type Pace = ReturnType<typeof newPace>;
