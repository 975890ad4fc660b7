import { runLonger } from './longer-test.ts';

/** 200 generated years without faults, and every kind of planted fault in each of 200 others. */
runLonger('books-year.test.ts', { BOOK_YEARS: '200' });
