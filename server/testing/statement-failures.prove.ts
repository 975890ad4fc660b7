import { runLonger } from './longer-test.ts';

/** Every SQL statement of every writing call fails once, in each of three ways. */
runLonger('statement-failures.test.ts', { SWEEP_ALL: '1' });
