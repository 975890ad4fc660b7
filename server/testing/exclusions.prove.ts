import { runLonger } from './longer-test.ts';

/** 10,000 people, 50 of whom are on the list with the same or a different form of their name, and 500 who only resemble someone on it. */
runLonger('exclusions.test.ts', { EXCLUSION_PEOPLE: '10000' });
