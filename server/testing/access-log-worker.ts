import { buildRegistry } from '../src/app.ts';
import { DEMO_ENTRY } from '../src/platform/config/config.ts';
import { buildServer } from '../src/platform/http/server.ts';
import { NO_LOG } from '../src/platform/log/log.ts';
import { unservedMachine } from '../src/platform/site/machine.ts';
import { Sites } from '../src/platform/site/sites.ts';
import { openSite } from '../src/sites/open-site.ts';

/** Serves one site in a separate process, to be killed; prints where it listens. WORKER_LOG=none records nothing, for the bench. */
const { WORKER_DATABASE = '{}', WORKER_DATA_DIR = '', WORKER_LOG = '' } = process.env;
const own = JSON.parse(WORKER_DATABASE);
const opened = await openSite(DEMO_ENTRY, own, WORKER_DATA_DIR, { own, drainsAccessLog: true });
const nothing = async () => undefined;
const silent = { record: () => undefined, drain: nothing, adopt: nothing, close: nothing };
const site = WORKER_LOG === 'none' ? { ...opened, accessLog: silent } : opened;
await site.accessLog.adopt();
const sites = new Sites([site], { pickerHosts: [] });
const registry = buildRegistry(sites, unservedMachine(WORKER_DATA_DIR));
const app = await buildServer({ sites, registry, log: NO_LOG, trustedProxies: [] });
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${url}\n`);
