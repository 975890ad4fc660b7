import { setTimeout as pause } from 'node:timers/promises';
import { workMessages } from '../src/messaging/sending.ts';
import { Scope } from '../src/platform/auth/scope.ts';
import { DEMO_ENTRY } from '../src/platform/config/config.ts';
import { openSite } from '../src/sites/open-site.ts';

/** The worker of one site's messages in a separate process, to be killed: prints 'ready' and works until then. */
const { WORKER_DATABASE = '{}', WORKER_WAYS = '{}', WORKER_DATA_DIR = '' } = process.env;
const own = JSON.parse(WORKER_DATABASE);
const entry = { ...DEMO_ENTRY, ...JSON.parse(WORKER_WAYS) };
const site = await openSite(entry, own, WORKER_DATA_DIR, { own, poolSize: 8 });
const scope = await Scope.startJob(site, 'messaging');
process.stdout.write('ready\n');
/** Small batches give more points to be killed at; short waits, so that a loss is reported soon. */
const PACE = { batch: 6, leaseSeconds: 3, waitShare: 0.002 };
for (;;) {
  await workMessages(scope, PACE);
  await pause(10);
}
