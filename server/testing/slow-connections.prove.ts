import { runLonger } from './longer-test.ts';

/** A thousand of them for twenty seconds: the slowest hundredth of the others stays below twice its quiet value. */
runLonger('slow-connections.test.ts', { SLOW_CONNECTIONS: '1000', SLOW_SECONDS: '20' });
