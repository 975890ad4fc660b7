import { runLonger } from './longer-test.ts';

/** 1,000 calls, some dropped and some repeated, beside the phone's app at the same times. */
runLonger('telephony.test.ts', { PHONE_CALLS: '1000' });
