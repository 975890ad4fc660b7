import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest time to work without giving other requests a turn. */
const STRETCH_MS = 12;

/** For long work in one process: `if (pace.isDue()) await pace.rest()` in its loop keeps everything else running. */
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
