import { monthCloseJob } from '../src/month-close/jobs.ts';
import { DEMO_ENTRY } from '../src/platform/config/config.ts';
import { runJobs } from '../src/platform/jobs/jobs.ts';
import { openSite } from '../src/sites/open-site.ts';
import { TestClock } from './server.ts';

/** The jobs of one site in a process of its own, to be killed: says 'ready' and works until then, on a clock that is still. */
const { WORKER_DATABASE = '{}', WORKER_ENTRY = '{}', WORKER_DATA_DIR = '', WORKER_NOW = '' } = process.env;
const own = JSON.parse(WORKER_DATABASE);
const site = await openSite({ ...DEMO_ENTRY, ...JSON.parse(WORKER_ENTRY) }, own, WORKER_DATA_DIR, {
  own,
  poolSize: 4,
  clock: new TestClock(WORKER_NOW),
});
await runJobs(site, [monthCloseJob]);
process.stdout.write('ready\n');
