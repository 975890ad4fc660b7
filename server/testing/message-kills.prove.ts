import { runLonger } from './longer-test.ts';

/** Issue 'Messaging': workers are killed 50 times among 1,000 messages; those with unknown outcome are listed with the reason. */
runLonger('message-kills.test.ts', { MESSAGE_KILLS: '50', MESSAGES: '1000' });
