import { runLonger } from './longer-test.ts';

/** Issue 20, point 1: 1,000 clients and 3,000 cards by one press in at most 60 s, killed in the middle, equal to a month by hand. */
runLonger('month-close.test.ts', { MONTH_CLIENTS: '1055', MONTH_SECONDS: '60' });
