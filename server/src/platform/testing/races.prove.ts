import { runLonger } from './longer-test.ts';

/** F9: 200 rounds of each race. */
runLonger('races.test.ts', { RACE_ROUNDS: '200' });
