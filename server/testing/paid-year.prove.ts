import { runLonger } from './longer-test.ts';

/** Payroll over a year of 60 clients. */
runLonger('paid-year.test.ts', { YEAR_CLIENTS: '60' });
