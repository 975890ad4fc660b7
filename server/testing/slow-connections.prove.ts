import { runLonger } from './longer-test.ts';

/** A thousand of them for twenty seconds: the slowest percent of other requests takes less than twice as long as without them. */
runLonger('slow-connections.test.ts', { SLOW_CONNECTIONS: '1000', SLOW_SECONDS: '20' });
