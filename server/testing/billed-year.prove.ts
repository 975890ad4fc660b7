import { runLonger } from './longer-test.ts';

/** D5 over a year of 120 clients. */
runLonger('billed-year.test.ts', { YEAR_CLIENTS: '120' });
