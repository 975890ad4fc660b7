import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Connection, onDatabase, openPool } from '../platform/db/pool.ts';
import { OperationRefused } from './archive.ts';

/** Several databases of one server as they were at one named point of its log. */
export interface NamedSnapshot {
  readonly restorePoint: string;
  /** The log segment that contains the point. */
  readonly segment: string;
  readonly at: Temporal.Instant;
  /** Each in a transaction that sees its database as of the point. */
  readonly clients: readonly pg.ClientBase[];
  readonly release: () => Promise<void>;
}

const LONGEST_MS = 60_000;

/**
 * Finds a snapshot that matches a point of the log, which is so if nobody was writing in between: the snapshots before and after the
 * point are equal, and no transaction with a number is open, because the log may have it as committed before others see it. A busy
 * server has such a moment many times a second, so it tries until it finds one.
 */
export const takeSnapshot = async (
  connection: Connection,
  databases: readonly string[],
): Promise<NamedSnapshot> => {
  const options = { max: 1, onError: () => undefined, limits: 'none' } as const;
  const pools = [connection, ...databases.map((name) => onDatabase(connection, name))].map((one) =>
    openPool(one, options),
  );
  const release = async () => {
    for (const client of clients) client.release(true);
    await Promise.all(pools.map((pool) => pool.end()));
  };
  const clients: pg.PoolClient[] = [];
  try {
    for (const pool of pools) clients.push(await pool.connect());
    const [server, ...readers] = clients;
    if (!server) throw new Error('no connection');
    const begun = performance.now();
    for (let attempt = 1; performance.now() - begun < LONGEST_MS; attempt++) {
      const point = await tryPoint(server, readers, `drill ${Temporal.Now.instant()} ${attempt}`);
      if (point) return { ...point, clients: readers, release };
      await pause(Math.random() * 20);
    }
    throw new OperationRefused('The database was busy without a pause for a minute.');
  } catch (error) {
    await release();
    throw error;
  }
};

const tryPoint = async (server: pg.ClientBase, readers: readonly pg.ClientBase[], restorePoint: string) => {
  const before = new Set<string>();
  for (const reader of readers) {
    await reader.query('begin transaction isolation level repeatable read, read only');
    const { rows } = await reader.query<{ seen: string }>('select pg_current_snapshot()::text as seen');
    before.add(rows[0]?.seen ?? '');
  }
  const { rows: made } = await server.query<{ segment: string }>(
    'select pg_walfile_name(pg_create_restore_point($1)) as segment',
    [restorePoint],
  );
  const at = Temporal.Now.instant();
  const { rows: after } = await server.query<{ seen: string; open: number }>(
    `select pg_current_snapshot()::text as seen,
       (select count(*)::int from pg_stat_activity where backend_xid is not null) as open`,
  );
  const [now] = after;
  if (made[0] && now?.open === 0 && [...before].every((seen) => seen === now.seen)) {
    await server.query('select pg_switch_wal()');
    return { restorePoint, segment: made[0].segment, at };
  }
  for (const reader of readers) await reader.query('rollback');
  return undefined;
};
