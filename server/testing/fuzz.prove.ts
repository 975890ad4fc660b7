import { runLonger } from './longer-test.ts';

/** The calls of fuzz.test.ts, 50,000 of them. */
runLonger('fuzz.test.ts', { FUZZ_CALLS: '50000' });
