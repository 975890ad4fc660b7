import { runLonger } from './longer-test.ts';

/** The denials of 200 months, as predicted by the product and as decided by the payer. */
runLonger('denied-months.test.ts', { DENIED_MONTHS: '200' });
