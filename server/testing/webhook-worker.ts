import { setTimeout as pause } from 'node:timers/promises';
import { Scope } from '../src/platform/auth/scope.ts';
import { DEMO_ENTRY } from '../src/platform/config/config.ts';
import { openSite } from '../src/sites/open-site.ts';
import { sendWebhooks } from '../src/webhooks/sending.ts';

/** The sender of one site's webhooks in a separate process, to be killed: prints 'ready' and works until then. */
const { WORKER_DATABASE = '{}', WORKER_DATA_DIR = '' } = process.env;
const own = JSON.parse(WORKER_DATABASE);
const site = await openSite({ ...DEMO_ENTRY, localServices: true }, own, WORKER_DATA_DIR, {
  own,
  poolSize: 8,
});
const scope = await Scope.startJob(site, 'webhooks');
process.stdout.write('ready\n');
/** Short waits, so that retries come soon and eight tries last longer than a receiver is down. */
const PACE = { leaseSeconds: 1, waitShare: 0.005 };
for (;;) {
  await sendWebhooks(scope, PACE);
  await pause(10);
}
