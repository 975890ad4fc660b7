import { sql } from 'kysely';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedChanges } from '../platform/sealed/change-log.ts';
import { BLOCK_IDS, type Block, type LogName, type Seal } from './seal.ts';

/** The logs as they are now, and their seals. */

/** All stored columns of a row, in a fixed order; new columns are added at the end. */
const ROWS = {
  change_log: sql`log.id, extract(epoch from log.at), log.account_id, log.actor, log.role, log.address, log.call,
    log.entity, log.entity_id, log.action, ${sealedChanges('log')}`,
  access_log: sql`log.id, extract(epoch from log.at), log.account_id, log.address, log.call, log.way, log.subject,
    log.subject_id, log.rows, log.filter, log.request`,
} as const satisfies Record<LogName, unknown>;

/** Digests of the rows with ids above `after`, up to `through`. */
export const readBlocks = (db: Db, log: LogName, { after, through }: Pick<Seal, 'after' | 'through'>) =>
  queryRows<Block>(db)`select min(log.id) as first, max(log.id) as last, count(*)::int as rows,
      encode(sha256(string_agg(sha256(convert_to(jsonb_build_array(${ROWS[log]})::text, 'UTF8')), ''::bytea
        order by log.id)), 'hex') as digest
    from ${sql.table(log)} log where log.id > ${after} and log.id <= ${through}
    group by log.id / ${BLOCK_IDS}::int order by 1`;

/** The newest readable row, and the moment from which no lower id can appear. */
export const readEnd = (db: Db, log: LogName) =>
  queryRow<{ through: number; at: string }>(db)`select coalesce(max(id), 0) as through,
    clock_timestamp()::text as at from ${sql.table(log)}`;

/** A transaction that began before a moment is still running, and may have a row nobody can read yet. */
export const hasOlderTransaction = async (db: Db, at: string): Promise<boolean> => {
  const found = await queryRow(db)`select from pg_stat_activity where datname = current_database()
    and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start <= ${at}::timestamptz limit 1`;
  return found !== undefined;
};

const SEAL = sql`log, number, day::text, after, through, blocks, digest`;

export const findNewestSeal = (db: Db, log: LogName) =>
  queryRow<Seal>(db)`select ${SEAL} from log_seals where log = ${log} order by number desc limit 1`;

export const listSeals = (db: Db, log: LogName, { after, most }: { after: number; most: number }) =>
  queryRows<Seal>(db)`select ${SEAL} from log_seals where log = ${log} and number > ${after}
    order by number limit ${most}`;

/** Returns false if another process has sealed the same rows. */
export const insertSeal = (db: Db, { log, number, day, after, through, blocks, digest }: Seal) =>
  changesRow(db)`insert into log_seals (log, number, day, after, through, blocks, digest)
    values (${log}, ${number}, ${day}, ${after}, ${through}, ${JSON.stringify(blocks)}::jsonb, ${digest})
    on conflict do nothing`;

export const countRows = async (db: Db, log: LogName, after: number): Promise<number> =>
  (
    await queryRow<{ rows: number }>(
      db,
    )`select count(*)::int as rows from ${sql.table(log)} where id > ${after}`
  )?.rows ?? 0;
