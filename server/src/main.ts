import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { buildRegistry, JOBS } from './app.ts';
import { type DemoLogins, prepareDemo } from './operations/demo.ts';
import {
  followingPayer,
  mayRehearseClaims,
  startPayer,
  startRehearsal,
  wantsRehearsal,
} from './operations/rehearsal.ts';
import {
  DEMO_ENTRY,
  isLoopback,
  readSites,
  type SiteEntry,
  type SitesFile,
  writeSites,
} from './platform/config/config.ts';
import { ConfigError } from './platform/config/config-error.ts';
import { type Environment, readEnvironment, WEB_ROOT } from './platform/config/environment.ts';
import { StartRefused, startEmbeddedPostgres } from './platform/db/embedded.ts';
import type { Connection } from './platform/db/pool.ts';
import { buildServer } from './platform/http/server.ts';
import { runJobs } from './platform/jobs/jobs.ts';
import { type Log, processLog } from './platform/log/log.ts';
import { type OpenedSite, Sites } from './platform/site/sites.ts';
import { openSite } from './sites/open-site.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
/** Said only when a step takes longer than a second; `what` is asked then. */
const step = async <T>(what: () => string | undefined, work: Promise<T>): Promise<T> => {
  const timer = setTimeout(() => {
    const told = what();
    if (told) say(`${told} ...`);
  }, 1_000);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
};

/** What was started, in order: the end of the product stops it in the opposite one. */
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

const start = async (env: Environment) => {
  const log = processLog(env.logRequests);
  const running = new Running();
  try {
    await claimPort(env);
    const server = await database(env, running);
    const file = (await readSites(env.dataDir)) ?? {
      sites: [DEMO_ENTRY],
      pickerHosts: [],
      trustedProxies: [],
    };
    const simulators = await startSimulators(env, file, log, running);
    const sites = await openSites(env, file, { server, simulators, log, running });
    const demo = sites.byName(DEMO_ENTRY.name);
    const logins = demo && (await createExample(env, demo));
    // The simulated payer starts with what is set, not with the first who signs in.
    await demo?.readSettings();
    await writeSites(env.dataDir, file);

    const app = await buildServer({
      sites,
      registry: buildRegistry(sites),
      log,
      trustedProxies: file.trustedProxies,
      limits: file.limits,
      ...(env.tls && { tls: env.tls }),
      ...(existsSync(path.join(WEB_ROOT, 'index.html')) && { webRoot: WEB_ROOT }),
    });
    running.add(() => app.close());
    for (const site of sites.all) {
      const jobs = await runJobs(site, JOBS);
      running.add(() => jobs.stop());
    }
    // Last of all, so that whoever gets an answer, /readyz above all, finds everything in place.
    await app.listen({ port: env.port, host: env.host });
    announce(env, app.server.address(), file.trustedProxies.length > 0, logins);
    return () => running.stop();
  } catch (error) {
    await running.stop().catch(() => undefined);
    throw error;
  }
};

/** The simulated aggregator and payer of a rehearsal, where they are wanted. */
const startSimulators = async (env: Environment, file: SitesFile, log: Log, running: Running) => {
  const warn = (message: string) => log.warn(message);
  const rehearsal = wantsRehearsal(file) ? await startRehearsal(env.dataDir, warn) : undefined;
  if (rehearsal) running.add(() => rehearsal.stop());
  const payer = mayRehearseClaims(file) ? followingPayer(() => startPayer(env.dataDir, warn)) : undefined;
  if (payer) running.add(() => payer.stop());
  return { rehearsal: rehearsal?.access, payer };
};

interface Around {
  readonly server: Connection;
  readonly simulators: Awaited<ReturnType<typeof startSimulators>>;
  readonly log: Log;
  readonly running: Running;
}

/** One bad site does not stop the others; with none there is nothing to serve. */
const openSites = async (
  env: Environment,
  file: SitesFile,
  { server, simulators, log, running }: Around,
): Promise<Sites> => {
  const migrating = new Set<string>();
  const open = (entry: SiteEntry) =>
    openSite(entry, server, env.dataDir, {
      bucket: env.bucket,
      ...(entry.name === DEMO_ENTRY.name && simulators),
      onError: () => {
        if (!running.isStopping) log.ofSite(entry.name).warn('a database connection was lost');
      },
      onMigration: () => migrating.add(entry.name),
      log,
      slowStatementMs: env.slowStatementMs,
    });
  const openings = await Promise.allSettled(
    file.sites.map((entry) =>
      step(
        () => (migrating.has(entry.name) ? 'Applying migrations' : `Opening site ${entry.name}`),
        open(entry),
      ),
    ),
  );
  const opened = openings.flatMap((opening) => (opening.status === 'fulfilled' ? [opening.value] : []));
  for (const site of opened) running.add(() => site.close());
  for (const [n, opening] of openings.entries())
    if (opening.status === 'rejected') {
      if (opened.length === 0) throw opening.reason;
      say(`Site ${file.sites[n]?.name} could not be opened and answers 503: ${explain(opening.reason, env)}`);
    }
  return new Sites(
    opened,
    file,
    file.sites.filter((_, n) => openings[n]?.status === 'rejected'),
  );
};

/** What was created is said after what took so long. */
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

/** A taken port is said before anything is created. */
const claimPort = (env: Environment) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(env.port, env.host, () => probe.close(() => resolve()));
  });

const database = async (env: Environment, running: Running): Promise<Connection> => {
  if (env.databaseUrl) return { url: env.databaseUrl };
  let launching = false;
  const postgres = await step(
    () => (launching ? 'Starting PostgreSQL' : undefined),
    startEmbeddedPostgres({
      dataDir: env.dataDir,
      log: say,
      onLaunch: () => {
        launching = true;
      },
    }),
  );
  running.add(() => postgres.stop());
  return postgres.connection;
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
      'This address is plain http: phones give no location and check-in cannot work. Set TLS_CERT and TLS_KEY, or list a reverse proxy in sites.json.',
    );
  if (logins?.known) {
    say('Demo logins (role: name / password):');
    for (const { role, login } of logins.accounts) say(`  ${role.padEnd(8)} ${login} / ${logins.known}`);
  }
  say('Stop with Ctrl-C.');
};

const explain = (error: unknown, env: Environment | undefined): string => {
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

/**
 * Stops cleanly once, also in the middle of the start. Ctrl-C reaches us twice, from the terminal and from npm; one
 * that comes a second later means 'at once': the database recovers by itself.
 */
const stopOnSignal = (starting: Promise<() => Promise<void>>) => {
  let since: number | undefined;
  const end = async () => {
    if (since !== undefined) {
      if (performance.now() - since > 1_000) process.exit(130);
      return;
    }
    since = performance.now();
    const stop = await starting.catch(() => undefined);
    setTimeout(() => process.exit(1), 10_000).unref();
    await stop?.();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
};

const main = async () => {
  let env: Environment | undefined;
  try {
    env = readEnvironment(process.env);
    const starting = start(env);
    stopOnSignal(starting);
    await starting;
  } catch (error) {
    process.stderr.write(`${explain(error, env)}\n`);
    process.exit(1);
  }
};

await main();
