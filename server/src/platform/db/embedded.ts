import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { chooseAccount } from './embedded-account.ts';
import { createCluster } from './embedded-cluster.ts';
import { type EmbeddedConnection, expected, type Place, reasonOf } from './embedded-place.ts';
import { provideRuntime } from './embedded-runtime.ts';
import { adopt, type Running, shutDown, start } from './embedded-server.ts';
import { isAlive, readPostmaster } from './postmaster.ts';
import { StartRefused } from './start-refused.ts';

export { StartRefused } from './start-refused.ts';

export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  /** The present server process; it changes when the server is restarted. */
  readonly pid: number;
  /** A server left by a killed instance was taken over. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

export interface LaunchOptions {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** Called if no server of this folder is running and one is started. */
  readonly onLaunch?: () => void;
  /** PostgreSQL settings in addition to ours; a server that is taken over keeps its own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How many milliseconds it may recover its log. */
  readonly recoveryMs?: number;
}

const LOCK_RETRY_MS = 10_000;
const RECOVERY_MS = 600_000;

/**
 * Starts the PostgreSQL of DATA_DIR, or takes over the one a killed instance left, and restarts it whenever it dies. Expected
 * failures throw StartRefused. Only one instance can hold a DATA_DIR.
 */
export async function startEmbeddedPostgres(options: LaunchOptions): Promise<EmbeddedPostgres> {
  const place = prepare(options);
  const owner = readPostmaster(place.cluster);
  if (owner === undefined || !isAlive(owner.pid)) options.onLaunch?.();
  let running = await bringUp(place);
  let lock = await lockInstance(place, running);
  let stopping = false;
  let recovery = Promise.resolve();

  const keep = () => {
    lock.on('error', () => {});
    lock.once('end', () => {
      if (!stopping) recovery = recover();
    });
  };
  const recover = async () => {
    place.log('The database server went away: starting it again');
    while (!stopping) {
      try {
        running = await bringUp(place, running.connection);
        lock = await lockInstance(place, running);
        place.log('The database server is back');
        return keep();
      } catch (error) {
        place.log(error instanceof Error ? error.message : String(error));
        await pause(1_000);
      }
    }
  };
  keep();

  return {
    connection: running.connection,
    adopted: running.adopted,
    get pid() {
      return running.pid;
    },
    async stop() {
      stopping = true;
      await recovery;
      await shutDown(place, running);
      await lock.end().catch(() => {});
    },
  };
}

/** For a command that runs next to the application: uses the running server, otherwise its own until `stop`. */
export async function reachEmbeddedPostgres(
  options: LaunchOptions,
): Promise<Pick<EmbeddedPostgres, 'connection' | 'stop'>> {
  const place = prepare(options);
  const owner = readPostmaster(place.cluster);
  if (owner === undefined || !isAlive(owner.pid)) return startEmbeddedPostgres(options);
  const { connection } = await bringUp(place);
  return { connection, stop: async () => {} };
}

function prepare({ dataDir, log, settings = {}, recoveryMs = RECOVERY_MS }: LaunchOptions): Place {
  // Other accounts may pass through to their own folder, but not list this one.
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } catch (error) {
    throw new StartRefused(`DATA_DIR ${dataDir} cannot be made: ${reasonOf(error)}.`);
  }
  const home = realpathSync(dataDir);
  const cluster = join(home, 'postgres');
  try {
    const runtimes = join(home, 'runtime');
    mkdirSync(runtimes, { recursive: true, mode: 0o755 });
    const runtime = provideRuntime(runtimes, log);
    const account = chooseAccount([home, runtime.bin], cluster);
    return { home, cluster, account, runtime, log, settings, recoveryMs };
  } catch (error) {
    throw expected(error, home);
  }
}

async function bringUp(place: Place, before?: EmbeddedConnection): Promise<Running> {
  const deadline = performance.now() + LOCK_RETRY_MS;
  try {
    await createCluster(place);
    for (;;) {
      const adopted = await adopt(place, before, deadline);
      if (adopted !== undefined) {
        if (adopted !== 'again') return adopted;
      } else {
        const started = await start(place, before, performance.now() < deadline);
        if (started !== 'again') return started;
      }
      await pause(100);
    }
  } catch (error) {
    throw expected(error, place.home);
  }
}

const LOCK_KEYS = [0x686f6d65, 1] as const;

/** How long a killed holder's session may outlive it on a loaded machine, and how long a living holder may take to end. */
const [DEAD_HOLDER_MS, LIVING_HOLDER_MS] = [30_000, 1_000];

/** A lock of the database session ends with this process, however it dies, and leaves nothing to clean up. */
async function lockInstance(place: Place, running: Running): Promise<pg.Client> {
  const client = new pg.Client({ ...running.connection, application_name: `homecare-${process.pid}` });
  client.on('error', () => {});
  await client.connect();
  for (const begun = performance.now(); ; await pause(50)) {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'select pg_try_advisory_lock($1, $2) as "isLocked"',
      [...LOCK_KEYS],
    );
    if (rows[0]?.isLocked) return client;
    const holder = await holderOf(client);
    if (holder === undefined) continue;
    const limit = isAlive(Number(holder.replace('homecare-', ''))) ? LIVING_HOLDER_MS : DEAD_HOLDER_MS;
    if (performance.now() - begun < limit) continue;
    await client.end();
    throw new StartRefused(
      `DATA_DIR ${place.home} is in use by another instance (${holder.replace('homecare-', 'process ')}): stop it, or give this one its own DATA_DIR and PORT.`,
    );
  }
}

/** The session that has the lock; undefined once it has ended. */
async function holderOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.granted`,
    [...LOCK_KEYS],
  );
  return rows[0]?.name;
}
