import { runLonger } from './longer-test.ts';

/** Three times as many simultaneous polls as the server answers before turning them away, for half a minute. */
runLonger('overload.test.ts', { OVERLOAD_POLLERS: '600', OVERLOAD_SECONDS: '30' });
