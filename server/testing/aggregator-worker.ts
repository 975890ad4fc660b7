import { setTimeout as pause } from 'node:timers/promises';
import { workQueue } from '../src/aggregator/sending.ts';
import { Scope } from '../src/platform/auth/scope.ts';
import { DEMO_ENTRY } from '../src/platform/config/config.ts';
import { openSite } from '../src/sites/open-site.ts';

/** The worker of one site in a separate process, to be killed: prints 'ready' and works on the queue until then. */
const { WORKER_DATABASE = '{}', WORKER_ACCESS = '{}', WORKER_DATA_DIR = '' } = process.env;
const own = JSON.parse(WORKER_DATABASE);
const site = await openSite(DEMO_ENTRY, own, WORKER_DATA_DIR, {
  own,
  poolSize: 4,
  rehearsal: JSON.parse(WORKER_ACCESS),
});
const scope = await Scope.startJob(site, 'aggregator');
process.stdout.write('ready\n');
/** Small batches give more points to be killed at; a short lease, so that the next worker need not wait. */
const BATCH = 5;
for (;;) {
  await workQueue(scope, { batch: BATCH, leaseSeconds: 1 });
  await pause(10);
}
