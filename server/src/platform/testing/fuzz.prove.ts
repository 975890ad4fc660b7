import { runLonger } from './longer-test.ts';

/** F5: 50,000 calls. */
runLonger('fuzz.test.ts', { FUZZ_CALLS: '50000' });
