import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildRegistry, JOBS } from './app.ts';
import { healthMeasures } from './health/metrics.ts';
import { type DemoLogins, prepareDemo } from './operations/demo.ts';
import { followDrills } from './operations/drill-schedule.ts';
import {
  followingPayer,
  mayRehearseClaims,
  startPayer,
  startRehearsal,
  wantsRehearsal,
} from './operations/rehearsal.ts';
import { DEMO_ENTRY, isLoopback, type SiteEntry, type SitesFile } from './platform/config/config.ts';
import { ConfigError } from './platform/config/config-error.ts';
import { type Environment, WEB_ROOT } from './platform/config/environment.ts';
import { readMasterKey } from './platform/crypto/master-key.ts';
import { Connections } from './platform/db/connections.ts';
import { givenWays, oneWay, type Ways } from './platform/db/databases.ts';
import { StartRefused, startEmbeddedPostgres } from './platform/db/embedded.ts';
import type { EmbeddedConnection } from './platform/db/embedded-place.ts';
import { buildServer } from './platform/http/server.ts';
import { JobsOfSites } from './platform/jobs/jobs.ts';
import type { Schedule } from './platform/jobs/schedule.ts';
import { type Log, processLog } from './platform/log/log.ts';
import { startArchiver } from './platform/log-archive/archiver.ts';
import { archivingSettings } from './platform/log-archive/handover.ts';
import { openOwnArchive } from './platform/log-archive/installation.ts';
import { countWait } from './platform/metrics/events.ts';
import { type Directory, FileDirectory } from './platform/site/directory.ts';
import { TableDirectory } from './platform/site/directory-table.ts';
import { machineOf } from './platform/site/machine.ts';
import { type OpenedSite, Sites } from './platform/site/sites.ts';
import { openSite } from './sites/open-site.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
/** Printed only if a step takes longer than a second; `what` is evaluated then. */
const step = async <T>(what: () => string | undefined, work: Promise<T>): Promise<T> => {
  const timer = setTimeout(() => {
    const words = what();
    if (words) say(`${words} ...`);
  }, 1_000);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
};

/** What was started, in order; it is stopped in reverse order. */
class Running {
  #stopping = false;
  readonly #stops: (() => Promise<unknown>)[] = [];

  get isStopping() {
    return this.#stopping;
  }

  add(stop: () => Promise<unknown>) {
    this.#stops.push(stop);
  }

  async stop() {
    this.#stopping = true;
    for (const stop of this.#stops.reverse()) await stop();
  }
}

/** Before anything is set up: only the example agency. */
const FIRST: SitesFile = { sites: [DEMO_ENTRY], pickerHosts: [], trustedProxies: [] };

/** Starts the product with its database, sites and jobs; returns a function that stops everything. */
export const start = async (env: Environment): Promise<() => Promise<void>> => {
  const log = processLog(env.logRequests);
  const running = new Running();
  try {
    await claimPort(env);
    const ways = await database(env, running, log);
    const connections = new Connections(env.databaseConnections, countWait);
    running.add(() => connections.end());
    const directory = await openDirectory(env, ways, connections);
    const file = (await directory.read()) ?? (await directory.change((known) => known ?? FIRST));
    const simulators = await startSimulators(env, file, log, running);
    const { sites, jobsOf, failures } = knownSites(env, file, {
      ways,
      connections,
      simulators,
      log,
      running,
    });
    const demo = await openAtStart(file, sites, failures);
    const logins = demo && (await createExample(env, demo));
    // The simulated payer starts from the settings, not with the first sign-in.
    await demo?.readSettings();

    // After the last answer, while there are still connections.
    running.add(() => Promise.all(sites.opened.map(({ accessLog }) => accessLog.close())));
    const machine = machineOf(env, file.trustedProxies.length > 0);
    const app = await buildServer({
      sites,
      registry: buildRegistry(sites, machine),
      measures: healthMeasures(machine),
      log,
      trustedProxies: file.trustedProxies,
      isReady: () => (running.isStopping ? Promise.reject(new Error('ending')) : directory.check()),
      limits: file.limits,
      ...(env.tls && { tls: env.tls }),
      ...(existsSync(path.join(WEB_ROOT, 'index.html')) && { webRoot: WEB_ROOT }),
    });
    running.add(() => app.close());
    followDirectory(directory, sites, log, running);
    const jobs = jobsOf(directory.schedule);
    running.add(() => jobs.stop());
    // Listen last, so that whatever is answered, above all /readyz, finds everything ready.
    await app.listen({ port: env.port, host: env.host });
    // Before anything else ends, a proxy sees that this process is not ready and sends nobody to it anymore.
    running.add(() => pause(env.drainSeconds * 1_000));
    announce(env, app.server.address(), file.trustedProxies.length > 0, logins);
    return () => running.stop();
  } catch (error) {
    await running.stop().catch(() => undefined);
    throw error;
  }
};

const openDirectory = (
  env: Environment,
  ways: Ways,
  connections: Connections,
): Promise<Directory> | Directory => {
  if (env.databaseUrl) return TableDirectory.open(ways, env.dataDir, connections);
  const pool = connections.poolOf('the directory', ways.app, { reserved: 1 });
  return new FileDirectory(env.dataDir, () => pool.query('select 1'));
};

const FORGET_EVERY_MS = 60_000;

/** A new site, host, switch or database takes effect in every process moments after the change. */
const followDirectory = (directory: Directory, sites: Sites, log: Log, running: Running) => {
  let failed = false;
  const following = directory.follow(
    (file) => {
      failed = false;
      sites.follow(file);
    },
    () => {
      if (!failed) log.warn('the directory of sites cannot be read: what was known of them counts on');
      failed = true;
    },
  );
  const forgetting = setInterval(() => sites.forgetUnused(), FORGET_EVERY_MS).unref();
  running.add(async () => {
    following.stop();
    clearInterval(forgetting);
  });
};

/** The simulated aggregator and payer of a rehearsal, if wanted. */
const startSimulators = async (env: Environment, file: SitesFile, log: Log, running: Running) => {
  const warn = (message: string) => log.warn(message);
  const rehearsal = wantsRehearsal(file) ? await startRehearsal(env.dataDir, warn) : undefined;
  if (rehearsal) running.add(() => rehearsal.stop());
  const payer = mayRehearseClaims(file) ? followingPayer(() => startPayer(env.dataDir, warn)) : undefined;
  if (payer) running.add(() => payer.stop());
  return { rehearsal: rehearsal?.access, payer };
};

interface Around {
  readonly ways: Ways;
  readonly connections: Connections;
  readonly simulators: Awaited<ReturnType<typeof startSimulators>>;
  readonly log: Log;
  readonly running: Running;
}

/** Sites being migrated now, for the message at startup. */
const migrating = new Set<string>();

/** Each site is opened on first use; one that cannot be opened affects no other. */
const knownSites = (
  env: Environment,
  file: SitesFile,
  { ways, connections, simulators, log, running }: Around,
) => {
  const open = (entry: SiteEntry) =>
    openSite(entry, ways, env.dataDir, {
      connections,
      mayCreate: entry.name === DEMO_ENTRY.name || !env.databaseUrl,
      bucket: env.bucket,
      masterKey: readMasterKey(env.masterKey),
      served: { port: env.port, isEncrypted: env.tls !== undefined },
      ...(entry.name === DEMO_ENTRY.name && simulators),
      onError: () => {
        if (!running.isStopping) log.ofSite(entry.name).warn('a database connection was lost');
      },
      onMigration: () => migrating.add(entry.name),
      log,
      slowStatementMs: env.slowStatementMs,
      drainsAccessLog: true,
    });
  const logged = new Map<string, string>();
  const failures = new Map<string, unknown>();
  let jobs: JobsOfSites | undefined;
  const sites = new Sites([], file, {
    open,
    onOpen: (site) => {
      logged.delete(site.name);
      void site.accessLog.adopt();
      jobs?.follow(site);
    },
    onClose: (site) => jobs?.forget(site),
    onFailure: (entry, error) => {
      failures.set(entry.name, error);
      const words = explain(error, env);
      if (logged.get(entry.name) === words) return;
      logged.set(entry.name, words);
      say(`Site ${entry.name} could not be opened and answers 503: ${words}`);
    },
  });
  const jobsOf = (schedule: Schedule) => {
    jobs = new JobsOfSites({
      schedule,
      open: async (name) => sites.byName(name),
      jobs: JOBS,
      log,
      takeUsed: () => sites.takeUsed(),
    });
    for (const site of sites.opened) jobs.follow(site);
    return jobs;
  };
  return { sites, jobsOf, failures };
};

/** A few are opened before the first request, so that startup reports problems with them. */
const OPENED_AT_START = 12;
const START_WAITS_MS = 5_000;

/** Does not wait long for a site that does not respond. Returns the example agency, if there is one. */
const openAtStart = async (
  file: SitesFile,
  sites: Sites,
  failures: ReadonlyMap<string, unknown>,
): Promise<OpenedSite | undefined> => {
  const names = file.sites.map(({ name }) => name);
  const chosen = names.length <= OPENED_AT_START ? names : names.filter((name) => name === DEMO_ENTRY.name);
  const openings = chosen.map((name) =>
    step(
      () => (migrating.has(name) ? 'Applying migrations' : `Opening site ${name}`),
      Promise.resolve(sites.byName(name)),
    ),
  );
  const all = Promise.allSettled(openings);
  // Waits for a site that is making example data or applying migrations, but not for one that is silent.
  const isWorking = () => migrating.size > 0;
  do await Promise.race([all, pause(START_WAITS_MS, undefined, { ref: false })]);
  while (isWorking() && sites.opened.length + failures.size < chosen.length);
  // Without any site there is nothing to serve.
  const [reason] = failures.values();
  if (chosen.length > 0 && chosen.length === names.length && failures.size === chosen.length) throw reason;
  return sites.opened.find(({ name }) => name === DEMO_ENTRY.name);
};

/** Printed after what took so long. */
const createExample = async (env: Environment, demo: OpenedSite) => {
  const created: string[] = [];
  const logins = await step(
    () => 'Creating the example data',
    prepareDemo(demo, {
      password: env.demoPassword,
      loopback: isLoopback(env.host),
      say: (line) => created.push(line),
    }),
  );
  created.forEach(say);
  return logins;
};

/** A port in use is reported before anything is created. */
const claimPort = (env: Environment) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(env.port, env.host, () => probe.close(() => resolve()));
  });

const database = async (env: Environment, running: Running, log: Log): Promise<Ways> => {
  const given = givenWays(env);
  if (given) return given;
  let launching = false;
  const postgres = await step(
    () => (launching ? 'Starting PostgreSQL' : undefined),
    startEmbeddedPostgres({
      dataDir: env.dataDir,
      log: say,
      ...(env.archiveTo && { settings: archivingSettings(ARCHIVED_WITHIN_SECONDS) }),
      onLaunch: () => {
        launching = true;
      },
    }),
  );
  const archiving = env.archiveTo && (await beginArchiving(env, env.archiveTo, postgres.connection, log));
  running.add(async () => {
    if (archiving) archiving.prepareStop();
    await postgres.stop();
    if (archiving) await archiving.stop();
  });
  return oneWay(postgres.connection);
};

/** The most work that can be lost with the whole machine, as the interval of archiving. */
const ARCHIVED_WITHIN_SECONDS = 30;

/** Archives, and runs a test restore each month. */
const beginArchiving = async (env: Environment, to: string, connection: EmbeddedConnection, log: Log) => {
  const archive = await openOwnArchive({ dataDir: env.dataDir, master: readMasterKey(env.masterKey) }, to);
  const archived = { archive, dataDir: env.dataDir, connection, withFiles: !env.bucket };
  const archiver = await startArchiver({ ...archived, keptDays: env.archiveDays, say });
  const drills = followDrills({ ...archived, master: readMasterKey(env.masterKey), log });
  return {
    prepareStop: () => {
      drills.stop();
      archiver.prepareStop();
    },
    stop: () => archiver.stop(),
  };
};

const announce = (
  env: Environment,
  address: AddressInfo | string | null,
  proxied: boolean,
  logins: DemoLogins | undefined,
) => {
  const port = typeof address === 'object' && address ? address.port : env.port;
  const host = isLoopback(env.host) ? 'localhost' : env.host;
  say(`\nHome Care Dashboard is running on ${env.tls ? 'https' : 'http'}://${host}:${port}`);
  if (!isLoopback(env.host) && !env.tls && !proxied)
    say(
      'This address is plain http: phones give no location and check-in cannot work. Set TLS_CERT and TLS_KEY, or list a reverse proxy in the directory of sites.',
    );
  if (logins?.known) {
    say('Demo logins (role: name / password):');
    for (const { role, login } of logins.accounts) say(`  ${role.padEnd(8)} ${login} / ${logins.known}`);
  }
  say('Stop with Ctrl-C.');
};

/** Why a start failed, for the operator. */
export const explain = (error: unknown, env: Environment | undefined): string => {
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Port ${env?.port} is taken by another program. Set PORT to another one.`;
  if (code === 'EACCES')
    return `Port ${env?.port} or the folder ${env?.dataDir} may not be used by this user.`;
  if (code === 'ENOSPC' || code === '53100')
    return 'The disk is full. Free some space and start again; nothing was damaged.';
  if (
    env?.databaseUrl &&
    ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', '28P01', '28000', '3D000'].includes(String(code))
  )
    return 'The PostgreSQL server of DATABASE_URL cannot be reached with these credentials.';
  return `The start failed: ${error instanceof Error ? error.message : String(error)}`;
};
