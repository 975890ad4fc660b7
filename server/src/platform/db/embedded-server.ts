import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { canEnter, commandOf, giveTo } from './embedded-account.ts';
import {
  connectionOf,
  type EmbeddedConnection,
  environment,
  fullDisk,
  lastComplaint,
  type Place,
  WINDOWS,
} from './embedded-place.ts';
import { binary } from './embedded-runtime.ts';
import { hasBackends, isAlive, isNumberTaken, isPostgres, readPostmaster } from './postmaster.ts';
import { StartRefused } from './start-refused.ts';

export interface Running {
  readonly pid: number;
  readonly connection: EmbeddedConnection;
  readonly adopted: boolean;
}

export type Attempt = Running | 'again';

/** The longest path of a Unix socket, including `/.s.PGSQL.5432`. */
const SOCKET_PATH_BYTES = 107;
/** No row value and no statement may be logged, because both contain people's data. */
const SETTINGS = {
  shared_buffers: '64MB',
  max_connections: '120',
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

/** Takes over the server of this data; undefined if none is running. */
export async function adopt(
  place: Place,
  before: EmbeddedConnection | undefined,
  deadline: number,
): Promise<Attempt | undefined> {
  const found = readPostmaster(place.cluster);
  if (found === undefined) return undefined;
  if (!isAlive(found.pid) || !isPostgres(found.pid)) {
    if (isNumberTaken(found.pid)) {
      // Without its file, nothing would stop a new server from running next to the old one's last processes.
      if (hasBackends(place.cluster))
        return soon(deadline, `Processes of a dead PostgreSQL hold ${place.home}: stop them`);
      // PostgreSQL itself would mistake another process with that number for its server.
      rmSync(join(place.cluster, 'postmaster.pid'), { force: true });
      if (before) rmSync(join(before.host, `.s.PGSQL.${before.port}.lock`), { force: true });
    }
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
  return soon(
    answer === 'starting' ? deadline + place.recoveryMs : deadline,
    `${inUse} but does not answer: stop it`,
  );
}

function soon(deadline: number, problem: string): 'again' {
  if (performance.now() > deadline) throw new StartRefused(`${problem} and start again.`);
  return 'again';
}

function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
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
    // 57P03: the server is alive but starting, recovering or shutting down.
    return error instanceof pg.DatabaseError && error.code === '57P03' ? 'starting' : 'unreachable';
  } finally {
    await client.end().catch(() => {});
  }
}

export async function start(
  place: Place,
  before: EmbeddedConnection | undefined,
  mayRetry: boolean,
): Promise<Attempt> {
  const logFile = join(place.home, 'postgres.log');
  rotate(logFile);
  const from = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  const connection = before ?? newConnection(place);
  const server = launch(place, connection, logFile);
  for (const begun = performance.now(); performance.now() - begun < place.recoveryMs; ) {
    const answer = await ask(connection);
    if (typeof answer === 'object') {
      const pid = readPostmaster(place.cluster)?.pid;
      if (pid !== undefined) return { pid, connection, adopted: false };
    }
    if (server.hasEnded()) {
      const logged = readFileSync(logFile).subarray(from).toString();
      if (before === undefined) removeSocketDir(connection.host);
      if (mayRetry && /lock file|shared memory block/.test(logged)) return 'again';
      if (/No space left/.test(logged)) throw new StartRefused(fullDisk(place.home));
      throw new StartRefused(`The database does not start: ${lastComplaint(logged)} (see ${logFile})`);
    }
    await pause(20);
  }
  throw new StartRefused(
    `The database did not get ready in ${Math.round(place.recoveryMs / 60_000)} minutes (see ${logFile}).`,
  );
}

const LOG_BYTES = 10_000_000;

function rotate(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_BYTES) renameSync(logFile, `${logFile}.1`);
}

/** A new private folder each time, so nobody can occupy its name and old ones need no check. */
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

/** Runs in its own session, so that Ctrl-C reaches only the application, which finishes its requests first. */
function launch(place: Place, connection: EmbeddedConnection, logFile: string): { hasEnded(): boolean } {
  const settings = WINDOWS
    ? { ...SETTINGS, ...place.settings, listen_addresses: '127.0.0.1', port: String(connection.port) }
    : {
        ...SETTINGS,
        ...place.settings,
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

/** pg_ctl drops administrator rights, with which postgres.exe refuses to run. */
function launchByControl(place: Place, options: readonly string[], logFile: string): { hasEnded(): boolean } {
  const { status } = spawnSync(
    binary(place.runtime, 'pg_ctl'),
    ['start', '-w', '-D', place.cluster, '-l', logFile, '-o', options.join(' ')],
    { env: environment(), stdio: 'ignore' },
  );
  return { hasEnded: () => status !== 0 };
}

/** Fast shutdown: open transactions roll back, and everything committed is on disk. */
export async function shutDown(place: Place, running: Running): Promise<void> {
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
    // It has already ended.
  }
}
