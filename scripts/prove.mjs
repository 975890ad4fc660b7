import { longRun } from './long-run.mjs';

longRun('prove', ['bench', 'e2e', 'server/src', 'server/testing', 'simulators/src']);
