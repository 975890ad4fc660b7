import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Account, canEnter, chooseAccount, commandOf, giveTo } from './embedded-account.ts';
import { binary, provideRuntime, type Runtime } from './embedded-runtime.ts';
import { isAlive, isNumberTaken, isPostgres, readOptional, readPostmaster } from './postmaster.ts';
import { StartRefused } from './start-refused.ts';

export { StartRefused } from './start-refused.ts';

export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
  readonly database: 'postgres';
}

export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  /** The server process now: it changes when the server had to be started again. */
  readonly pid: number;
  /** Whether a server left by a killed instance was taken over. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

interface Place {
  readonly home: string;
  readonly cluster: string;
  readonly account: Account;
  readonly runtime: Runtime;
  readonly log: (line: string) => void;
}

interface Running {
  readonly pid: number;
  readonly connection: EmbeddedConnection;
  readonly adopted: boolean;
}

type Attempt = Running | 'again';

const WINDOWS = process.platform === 'win32';
const USER = 'homecare';
const LOCK_RETRY_MS = 10_000;
const RECOVERY_MS = 600_000;
/** Longest path of a Unix socket, `/.s.PGSQL.5432` included. */
const SOCKET_PATH_BYTES = 107;
/** No row value and no statement may reach the log: values of people stand in both. */
const SETTINGS = {
  shared_buffers: '64MB',
  max_connections: '60',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
  log_checkpoints: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/**
 * Starts the PostgreSQL of DATA_DIR, or takes over the one that a killed instance left. It is started again by itself
 * when it dies. Expected failures throw StartRefused. Only one instance can hold a DATA_DIR.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  const place = prepare(options.dataDir, options.log);
  let running = await bringUp(place);
  let lock = await holdInstance(place, running);
  let stopping = false;

  const keep = () => {
    lock.on('error', () => {});
    lock.once('end', () => {
      if (!stopping) void recover();
    });
  };
  const recover = async () => {
    place.log('The database server went away: starting it again');
    while (!stopping) {
      try {
        running = await bringUp(place, running.connection);
        lock = await holdInstance(place, running);
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
      await shutDown(place, running);
      await lock.end().catch(() => {});
    },
  };
}

function prepare(dataDir: string, log: (line: string) => void): Place {
  // Other accounts may pass through to their own folder in it, not list it.
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
    return { home, cluster, account, runtime, log };
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

function expected(error: unknown, home: string): unknown {
  if (error instanceof StartRefused || !(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'ENOSPC') return new StartRefused(fullDisk(home));
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return new StartRefused(`${home} cannot be written (${reasonOf(error)}): check its owner and mode.`);
  }
  return error;
}

const fullDisk = (home: string) => `The disk that holds ${home} is full: free some space and start again.`;

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A cluster appears whole or not at all: a killed first start leaves only a folder that the next one removes. */
async function createCluster(place: Place): Promise<void> {
  const { cluster, home, runtime, account } = place;
  const major = readOptional(join(cluster, 'PG_VERSION'))?.trim();
  if (major !== undefined) {
    if (Number(major) === runtime.major) return giveStopped(place);
    throw new StartRefused(
      `The data in ${home} is of PostgreSQL ${major} and this release runs ${runtime.major}: set PG_BIN to the programs of PostgreSQL ${major}, or restore a backup into a new DATA_DIR.`,
    );
  }
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new StartRefused(
      `${cluster} holds files but no database: nothing was changed, choose another DATA_DIR.`,
    );
  }
  place.log('Creating the database');
  removeUnfinished(home);
  const making = join(home, `postgres.new-${process.pid}`);
  mkdirSync(making, { mode: 0o700 });
  giveTo(account, making);
  await initialise(place, making);
  try {
    renameSync(making, cluster);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
  if (!WINDOWS) syncFolder(home);
}

function giveStopped(place: Place): void {
  const owner = readPostmaster(place.cluster);
  if (owner === undefined || !isAlive(owner.pid)) giveTo(place.account, place.cluster);
}

function removeUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    const maker = /^postgres\.new-(\d+)$/.exec(name)?.[1];
    if (maker && (Number(maker) === process.pid || !isAlive(Number(maker)))) {
      rmSync(join(home, name), { recursive: true, force: true });
    }
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

async function initialise(place: Place, folder: string): Promise<void> {
  const provider = place.runtime.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  const args = [
    ['-D', folder, '-U', USER, '-E', 'UTF8', '--data-checksums', '--no-instructions'],
    [...provider, `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`],
    WINDOWS ? ['--auth=scram-sha-256', `--pwfile=${makePassword(place.home)}`] : ['--auth=trust'],
  ].flat();
  const { code, output } = await run(place.account, binary(place.runtime, 'initdb'), args);
  if (code === 0) return;
  rmSync(folder, { recursive: true, force: true });
  if (/No space left/.test(output)) throw new StartRefused(fullDisk(place.home));
  throw new StartRefused(`The database could not be created in ${place.home}: ${lastComplaint(output)}`);
}

const passwordFile = (home: string) => join(home, 'postgres.password');

function makePassword(home: string): string {
  writeFileSync(passwordFile(home), randomBytes(24).toString('base64url'), { mode: 0o600 });
  return passwordFile(home);
}

function run(account: Account, program: string, given: readonly string[]) {
  const { command, args, owner } = commandOf(account, program, given);
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(command, args, { ...owner, cwd: dirname(program), env: environment() });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    child.stderr.on('data', (data) => {
      output += data;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Nothing of PGDATA, PGPORT, LD_LIBRARY_PATH ... of the caller. */
function environment(): NodeJS.ProcessEnv {
  const kept = WINDOWS ? process.env : { PATH: process.env.PATH };
  return { ...kept, LC_ALL: 'C', TZ: 'UTC' };
}

/** undefined: no server runs on this data. */
async function adopt(
  place: Place,
  before: EmbeddedConnection | undefined,
  deadline: number,
): Promise<Attempt | undefined> {
  const found = readPostmaster(place.cluster);
  if (found === undefined) return undefined;
  if (!isAlive(found.pid) || !isPostgres(found.pid)) {
    // PostgreSQL itself would take a foreign or uncollected process of that number for its server.
    if (isNumberTaken(found.pid)) rmSync(join(place.cluster, 'postmaster.pid'), { force: true });
    if (before === undefined) removeSocketDir(found.socketDir);
    return undefined;
  }
  const inUse = `PostgreSQL (process ${found.pid}) holds ${place.home}`;
  if (found.cluster !== '' && !isSameFolder(found.cluster, place.cluster)) {
    throw new StartRefused(
      `The data in ${place.home} was copied while its PostgreSQL (process ${found.pid}, ${found.cluster}) was running: stop that one and copy again.`,
    );
  }
  const connection = found.port > 0 ? connectionOf(place, found.socketDir, found.port) : undefined;
  const answer = connection ? await ask(connection) : 'unreachable';
  if (connection && typeof answer === 'object') {
    if (isSameFolder(answer.cluster, place.cluster)) return { pid: found.pid, connection, adopted: true };
    throw new StartRefused(`${inUse}, but another database answers in its place: stop it and start again.`);
  }
  const patience = answer === 'starting' ? deadline + RECOVERY_MS : deadline;
  if (performance.now() > patience) {
    throw new StartRefused(`${inUse} but does not answer: stop it and start again.`);
  }
  return 'again';
}

function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

function connectionOf(place: Place, socketDir: string, port: number): EmbeddedConnection {
  const common = { port, user: USER, database: 'postgres' } as const;
  if (!WINDOWS) return { ...common, host: socketDir };
  return { ...common, host: '127.0.0.1', password: readFileSync(passwordFile(place.home), 'utf8') };
}

type Answer = { readonly cluster: string } | 'starting' | 'unreachable';

async function ask(connection: EmbeddedConnection): Promise<Answer> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ cluster: string }>(
      `select current_setting('data_directory') as cluster`,
    );
    return { cluster: rows[0]?.cluster ?? '' };
  } catch (error) {
    // 57P03: the server lives but is starting, recovering or shutting down
    return error instanceof pg.DatabaseError && error.code === '57P03' ? 'starting' : 'unreachable';
  } finally {
    await client.end().catch(() => {});
  }
}

async function start(
  place: Place,
  before: EmbeddedConnection | undefined,
  mayRetry: boolean,
): Promise<Attempt> {
  const logFile = join(place.home, 'postgres.log');
  rotate(logFile);
  const from = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const connection = before ?? newConnection(place);
  const server = launch(place, connection, logFile);
  for (const begun = performance.now(); performance.now() - begun < RECOVERY_MS; ) {
    const answer = await ask(connection);
    if (typeof answer === 'object') {
      const pid = readPostmaster(place.cluster)?.pid;
      if (pid !== undefined) return { pid, connection, adopted: false };
    }
    if (server.hasEnded()) {
      const said = readFileSync(logFile).subarray(from).toString();
      if (before === undefined) removeSocketDir(connection.host);
      if (mayRetry && /lock file|shared memory block/.test(said)) return 'again';
      if (/No space left/.test(said)) throw new StartRefused(fullDisk(place.home));
      throw new StartRefused(`The database does not start: ${lastComplaint(said)} (see ${logFile})`);
    }
    await pause(20);
  }
  throw new StartRefused(`The database did not get ready in ten minutes (see ${logFile}).`);
}

const LOG_BYTES = 10_000_000;

function rotate(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_BYTES) renameSync(logFile, `${logFile}.1`);
}

function lastComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.findLast((line) => /FATAL|PANIC|error|could not/i.test(line)) ?? lines.at(-1);
  return complaint?.replace(/^.*?(FATAL|PANIC|error): */, '').trim() ?? 'it gave no reason';
}

/** A fresh private folder each time: no one can squat on its name, and old ones need no check. */
function newConnection(place: Place): EmbeddedConnection {
  if (WINDOWS) return connectionOf(place, '', randomInt(20_000, 60_000));
  const { account } = place;
  const room = SOCKET_PATH_BYTES - '/homecare-XXXXXX/.s.PGSQL.5432'.length;
  const base = [realpathSync(tmpdir()), '/tmp'].find(
    (folder) => Buffer.byteLength(folder) <= room && (account.kind !== 'user' || canEnter(account, folder)),
  );
  if (base === undefined) throw new StartRefused('No short folder for the database socket: set TMPDIR=/tmp.');
  const socketDir = mkdtempSync(join(base, 'homecare-'));
  giveTo(account, socketDir);
  return connectionOf(place, socketDir, 5432);
}

function removeSocketDir(folder: string): void {
  if (basename(folder).startsWith('homecare-')) rmSync(folder, { recursive: true, force: true });
}

/** In a session of its own: Ctrl-C reaches only the application, which lets requests finish first. */
function launch(place: Place, connection: EmbeddedConnection, logFile: string): { hasEnded(): boolean } {
  const settings = WINDOWS
    ? { ...SETTINGS, listen_addresses: '127.0.0.1', port: String(connection.port) }
    : {
        ...SETTINGS,
        listen_addresses: '',
        port: String(connection.port),
        unix_socket_directories: connection.host,
        unix_socket_permissions: '0700',
      };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  if (WINDOWS) return launchByControl(place, options, logFile);
  if (!existsSync(connection.host)) mkdirSync(connection.host, { mode: 0o700 });
  giveTo(place.account, connection.host);
  const { command, args, owner } = commandOf(place.account, binary(place.runtime, 'postgres'), [
    '-D',
    place.cluster,
    ...options,
  ]);
  const output = openSync(logFile, 'a', 0o600);
  let ended = false;
  const child = spawn(command, args, {
    ...owner,
    cwd: '/',
    env: environment(),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.on('exit', () => {
    ended = true;
  });
  child.on('error', () => {
    ended = true;
  });
  child.unref();
  return { hasEnded: () => ended };
}

/** pg_ctl drops the administrator rights with which postgres.exe refuses to run. */
function launchByControl(place: Place, options: readonly string[], logFile: string): { hasEnded(): boolean } {
  const { status } = spawnSync(
    binary(place.runtime, 'pg_ctl'),
    ['start', '-w', '-D', place.cluster, '-l', logFile, '-o', options.join(' ')],
    { env: environment(), stdio: 'ignore' },
  );
  return { hasEnded: () => status !== 0 };
}

const LOCK_KEYS = [0x686f6d65, 1] as const;

/** A lock of the database session dies with this process, however it dies, and with nothing left to clean up. */
async function holdInstance(place: Place, running: Running): Promise<pg.Client> {
  const client = new pg.Client({ ...running.connection, application_name: `homecare-${process.pid}` });
  client.on('error', () => {});
  await client.connect();
  // The server needs a moment to notice that a killed holder is gone.
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
      ...LOCK_KEYS,
    ]);
    if (rows[0]?.held) return client;
    await pause(50);
  }
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.granted`,
    [...LOCK_KEYS],
  );
  await client.end();
  const holder = rows[0]?.name.replace('homecare-', 'process ') ?? 'another process';
  throw new StartRefused(
    `DATA_DIR ${place.home} is in use by another instance (${holder}): stop it, or give this one its own DATA_DIR and PORT.`,
  );
}

/** Fast shutdown: open transactions roll back, everything committed is on disk. */
async function shutDown(place: Place, running: Running): Promise<void> {
  if (WINDOWS) {
    spawnSync(binary(place.runtime, 'pg_ctl'), ['stop', '-m', 'fast', '-w', '-D', place.cluster]);
  } else {
    signal(running.pid, 'SIGINT');
    const begun = performance.now();
    while (isAlive(running.pid) && performance.now() - begun < 60_000) await pause(10);
    if (isAlive(running.pid)) signal(running.pid, 'SIGQUIT');
    removeSocketDir(running.connection.host);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it ended by itself
  }
}
