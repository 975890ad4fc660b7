import { runLonger } from './longer-test.ts';

/** Issue 'Trust': the access log is complete over 10,000 mixed calls while the server is killed several times. */
runLonger('access-log.test.ts', { ACCESS_CALLS: '10000', ACCESS_KILLS: '10' });
