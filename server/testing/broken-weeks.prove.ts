import { runLonger } from './longer-test.ts';

/** 500 generated broken weeks compared with picking one by one, each proposal checked by the oracle. */
runLonger('broken-weeks.test.ts', {
  BROKEN_WEEKS: '500',
  BROKEN_WEEK_SECONDS: '3',
  LIMITED_WEEKS: '100',
});
