import { runLonger } from './longer-test.ts';

/** 1,000 events over 20 kills of receiver and sender: each arrives at least once, in order per record, none is lost. */
runLonger('webhook-kills.test.ts', { WEBHOOK_KILLS: '20', WEBHOOK_EVENTS: '1000' });
