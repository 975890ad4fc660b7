import { runLonger } from './longer-test.ts';

/** 10,000 people, 50 of whom are on the list under the same or another form of their name, and 500 who only seem to be. */
runLonger('exclusions.test.ts', { EXCLUSION_PEOPLE: '10000' });
