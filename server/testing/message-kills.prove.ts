import { runLonger } from './longer-test.ts';

/** Issue 'Messaging': workers killed 50 times among 1,000 messages; what nobody knows is listed with its reason. */
runLonger('message-kills.test.ts', { MESSAGE_KILLS: '50', MESSAGES: '1000' });
