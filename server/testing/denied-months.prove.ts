import { runLonger } from './longer-test.ts';

/** The denials of 200 months, as the product predicts them and as the payer decides. */
runLonger('denied-months.test.ts', { DENIED_MONTHS: '200' });
