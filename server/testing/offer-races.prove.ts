import { runLonger } from './longer-test.ts';

/** 1,000 open visits, ten yeses at once for each. */
runLonger('offer-races.test.ts', { OFFER_RACES: '1000' });
