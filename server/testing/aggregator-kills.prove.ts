import { runLonger } from './longer-test.ts';

/** Issue 'Visits': 50 kills while 500 records are sent; every POST beyond the intents is listed with its kill. */
runLonger('aggregator-kills.test.ts', { AGGREGATOR_KILLS: '50', AGGREGATOR_CLIENTS: '125' });
