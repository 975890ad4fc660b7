import { runLonger } from './longer-test.ts';

/** 1,000 open visits with ten simultaneous yeses each. */
runLonger('offer-races.test.ts', { OFFER_RACES: '1000' });
