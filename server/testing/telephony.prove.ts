import { runLonger } from './longer-test.ts';

/** 1,000 calls, some dropped and some repeated, compared with the phone app at the same times. */
runLonger('telephony.test.ts', { PHONE_CALLS: '1000' });
