import { runLonger } from './longer-test.ts';

/**
 * One agency's disk becomes full (as root on Linux): the others continue, nothing acknowledged is lost, and freeing space is enough
 * to continue.
 */
runLonger('full-disk.test.ts');
