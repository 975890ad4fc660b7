import { runLonger } from './longer-test.ts';

/** One agency's disk gets full, as root on Linux: the others go on, nothing acknowledged is lost, and room is enough to go on. */
runLonger('full-disk.test.ts');
