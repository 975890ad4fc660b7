import { longRun } from './long-run.mjs';

longRun('bench', ['bench']);
