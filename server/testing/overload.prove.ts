import { runLonger } from './longer-test.ts';

/** Three times as many polls at once as the server answers before it turns them away, for half a minute. */
runLonger('overload.test.ts', { OVERLOAD_POLLERS: '600', OVERLOAD_SECONDS: '30' });
