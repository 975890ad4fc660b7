import { runLonger } from './longer-test.ts';

/** Each of the two processes is restarted five times. */
runLonger('rolling-upgrade.test.ts', { ROLLING_ROUNDS: '5' });
