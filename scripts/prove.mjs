import { longRun } from './long-run.mjs';

/** Of `screens`: its views are photographed into test-results/screens. */
const KEEP = '--keep';

longRun('prove', ['bench', 'e2e', 'server/src', 'server/testing', 'simulators/src'], { flags: [KEEP] });
