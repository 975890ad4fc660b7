import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { freePort } from '../../../testing/free-port.ts';
import { Connections } from './connections.ts';
import { isConnectionLost } from './pool.ts';
import { preparing } from './prepared.ts';
import type { Tables } from './tables.ts';

let databases: TestDatabase[];
beforeAll(async () => {
  databases = await Promise.all([1, 2, 3, 4].map(() => testDatabase()));
});
afterAll(async () => {
  for (const database of databases) await database.drop();
});

const poolsOf = (connections: Connections) =>
  databases.map(({ name, connection }) => connections.poolOf(name, connection));
const first = <T>([one]: readonly T[]): T => {
  if (one === undefined) throw new Error('there is none');
  return one;
};

describe('an agency’s connections', () => {
  it('are none before its first statement and two under load, and each is reused', async () => {
    const connections = new Connections(10);
    const pool = first(poolsOf(connections));
    expect(connections.open).toBe(0);
    const pids = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
        return rows[0]?.pid;
      }),
    );
    expect(new Set(pids).size).toBe(2);
    expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([2, 2, 0]);
    await pool.end();
    expect(connections.open).toBe(0);
  });

  it('grow while long work uses both, and shrink to two afterwards', async () => {
    const connections = new Connections(10);
    const pool = first(poolsOf(connections));
    const long = await Promise.all([pool.acquire(), pool.acquire()]);
    await pool.query('select 1');
    expect(pool.totalCount).toBe(3);
    for (const client of long) client.release();
    expect(pool.totalCount).toBe(2);
    await pool.end();
  });

  it('let a transaction request a second connection, even if two do', async () => {
    const connections = new Connections(10);
    const pool = first(poolsOf(connections));
    const nested = async () => {
      const client = await pool.connect();
      await client.query('begin');
      await pause(20);
      await pool.query('select 1');
      await client.query('commit');
      client.release();
    };
    await Promise.all([nested(), nested()]);
    await pool.end();
  });

  it('are replaced when the server closes them', async () => {
    const connections = new Connections(10);
    const pool = first(poolsOf(connections));
    await pool.query('select 1');
    await first(databases).pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [first(databases).name],
    );
    await pause(100);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('that became read-only, as after a switch to a standby, are not used again', async () => {
    const connections = new Connections(10);
    const pool = first(poolsOf(connections));
    await pool.query("select set_config('default_transaction_read_only', 'on', false)");
    const failed = await pool.query('delete from update_notes').catch((error: unknown) => error);
    expect(isConnectionLost(failed)).toBe(true);
    await pool.query('delete from update_notes');
    await pool.end();
  });
});

describe('the process’s limit of connections', () => {
  it('holds whoever asks, and the least recently used idle connection is closed', async () => {
    const connections = new Connections(3);
    const pools = poolsOf(connections);
    for (const pool of pools) {
      await pool.query('select 1');
      expect(connections.open).toBeLessThanOrEqual(3);
    }
    expect(pools.map(({ totalCount }) => totalCount)).toEqual([0, 1, 1, 1]);
    for (const pool of pools) await pool.end();
  });

  it('is shared in turns: an agency with hundreds of requests delays others by a few', async () => {
    const waits: string[] = [];
    const connections = new Connections(2, (site) => waits.push(site));
    // Nobody times out, however loaded the machine is.
    const [crowded, ...others] = databases.map(({ name, connection }) =>
      connections.poolOf(name, connection, { limits: 'none' }),
    );
    if (!crowded) throw new Error('there is none');
    const held: PoolClient[] = [];
    const flood = Promise.all(
      Array.from({ length: 300 }, async () => {
        held.push(await crowded.acquire());
      }),
    );
    await expect.poll(() => held.length).toBe(2);
    let areServed = false;
    const serving = Promise.all(others.map((pool) => pool.query('select 1'))).then(() => {
      areServed = true;
    });
    let delayedBy = 0;
    for (; !areServed; delayedBy += 1) {
      held.shift()?.release();
      // The others get the connection one after the other, until the crowded agency has it again.
      await expect.poll(() => areServed || held.length === 2).toBe(true);
    }
    await serving;
    expect(delayedBy).toBeLessThanOrEqual(2 * others.length);
    expect(waits).toEqual(expect.arrayContaining(others.map(({ name }) => name)));
    let hasAll = false;
    const taken = flood.then(() => {
      hasAll = true;
    });
    while (!hasAll || held.length > 0) {
      held.shift()?.release();
      await pause(0);
    }
    await taken;
    for (const pool of [crowded, ...others]) await pool.end();
  });

  it('passes a connection to the next waiter if the one it was opened for has given up', async () => {
    const [near, far] = databases;
    if (!near || !far || !('host' in far.connection)) return;
    const { host, port } = far.connection;
    // A server that answers four seconds late.
    const slow = createServer((socket) => {
      const onward = connect(`${host}/.s.PGSQL.${port}`);
      socket.on('data', (data) => setTimeout(() => onward.write(data), 4_000));
      onward.pipe(socket);
      for (const end of [socket, onward]) end.on('error', () => undefined);
    });
    const slowPort = await new Promise<number>((resolve) =>
      slow.listen(0, '127.0.0.1', () => {
        const address = slow.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      }),
    );
    const connections = new Connections(1);
    const busy = connections.poolOf('busy', near.connection);
    const late = connections.poolOf('late', { ...far.connection, host: '127.0.0.1', port: slowPort });
    const long = busy.query('select pg_sleep(2)');
    await pause(50);
    await expect(late.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
    await long;
    await expect.poll(() => [late.totalCount, late.idleCount]).toEqual([1, 1]);
    expect((await busy.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(connections.open).toBe(1);
    await busy.end();
    slow.close();
  });

  it('is not used by an agency whose database is unavailable, which fails at once', async () => {
    const connections = new Connections(2);
    const away = connections.poolOf('away', { url: `postgresql://x@127.0.0.1:${await freePort()}/x` });
    const failures = await Promise.allSettled(Array.from({ length: 50 }, () => away.query('select 1')));
    expect(failures.every(({ status }) => status === 'rejected')).toBe(true);
    expect(connections.open).toBe(0);
    const pool = first(poolsOf(connections));
    await pool.query('select 1');
    await pool.end();
  });
});

describe('a statement that may queue a job', () => {
  it('is reported afterwards, and other statements are not', async () => {
    const pool = first(poolsOf(new Connections(10)));
    let writes = 0;
    pool.onWritten = () => {
      writes += 1;
    };
    await pool.query('select 1');
    expect(writes).toBe(0);
    await pool.query("insert into update_notes (note) values ('x')");
    expect(writes).toBe(0);
    await pool.query("select queue_job('messaging', 'messaging now', '{}', null, null, 3)");
    expect(writes).toBe(1);
    const source = preparing({
      connect: () => pool.acquire(),
      end: () => pool.end(),
      onWritten: () => pool.onWritten(),
    });
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: source }) });
    const write = sql`insert into update_notes (note) values ('y')`;
    await db.transaction().execute((tx) => write.execute(tx));
    expect(writes).toBe(1);
    await db.transaction().execute(async (tx) => {
      await sql`select queue_job('aggregator', 'aggregator now', '{}', null, null, 3)`.execute(tx);
      await write.execute(tx);
    });
    expect(writes).toBe(2);
    await pool.end();
  });

  it('says so in its text: no trigger queues a job except the one of webhooks, which may wait for a tick', async () => {
    const pool = first(poolsOf(new Connections(10)));
    const { rows } = await pool.query<{ name: string }>(
      `select proname as name from pg_proc join pg_namespace n on n.oid = pronamespace
       where n.nspname = 'public' and prosrc ~ '(add|queue)_job\\s*\\(' order by name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['queue_job', 'webhooks_note_changes']);
    await pool.end();
  });
});
