import { runLonger } from './longer-test.ts';

/** 2,000 steps of 20 writers each. */
runLonger('followed-lists.test.ts', { FOLLOWED_STEPS: '2000' });
