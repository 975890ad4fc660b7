import { runLonger } from './longer-test.ts';

/** 200 rounds of each race. */
runLonger('races.test.ts', { RACE_ROUNDS: '200' });
