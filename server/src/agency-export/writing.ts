import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Secrets } from '../platform/crypto/secrets.ts';
import { orderOf, readTables, type TableShape, tableName } from '../platform/db/shapes.ts';
import type { TarEntry } from '../platform/files/tar.ts';
import { COLUMNS, JOBS_LEFT_OUT, LEFT_OUT, ROWS, uncovered } from './coverage.ts';
import { changeLines, rowKeysOf } from './rows.ts';
import { type Column, schemaOf } from './table-schema.ts';

/** Everything an agency has, as entries of one archive (docs/agency-archive.md). */

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const JOBS = 'jobs.jsonl';
export const END = 'end.json';
export const FILES = 'files/';
export const TABLES = 'tables/';

/** Rows per entry, which is what a reader holds in memory. */
const ROWS_AT_ONCE = 1_000;

/** The archive would omit something, so nothing was written. */
export class NotCovered extends Error {}

/** A file that a row refers to is missing. */
export class FileLost extends Error {}

export interface Exported {
  /** In a transaction that sees one moment only. */
  readonly client: pg.ClientBase;
  readonly secrets: Secrets;
  readonly readFile: (key: string) => Promise<Buffer | undefined>;
  readonly title: string;
  /** The only difference between two archives of the same data. */
  readonly made: string;
}

interface ExportedTable extends TableShape {
  readonly described: readonly Column[];
  /** Columns that are left out or computed by the database. */
  readonly leftOut: readonly string[];
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
const lineFile = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''));

const readColumns = async (client: pg.ClientBase) => {
  const { rows } = await client.query<Column & { table: string }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname, a.attnum`,
  );
  return Map.groupBy(rows, ({ table }) => table);
};

const ruleOf = (table: string, column: string) => COLUMNS[`${table}.${column}`]?.kind;
const isExported = (table: string) => (column: string) => {
  const rule = ruleOf(table, column);
  return rule !== 'leftOut' && rule !== 'fingerprint';
};

/** The exported tables with their columns; refused if one has no rule. */
const readCovered = async (client: pg.ClientBase): Promise<readonly ExportedTable[]> => {
  const [shapes, columns] = [await readTables(client), await readColumns(client)];
  const described = (name: string) => columns.get(name) ?? [];
  const bytesOf = (name: string) =>
    described(name).flatMap((column) => (column.type.startsWith('bytea') ? [column.name] : []));
  const missing = uncovered(shapes.map(({ name }) => ({ name, bytes: bytesOf(name) })));
  if (missing.length > 0)
    throw new NotCovered(`Nobody has said whether the archive has these: ${missing.join(', ')}.`);
  return shapes
    .filter(({ name }) => !Object.hasOwn(LEFT_OUT, name))
    .map((shape) => {
      const exported = new Set(shape.columns.filter(isExported(shape.name)));
      const all = described(shape.name);
      return {
        ...shape,
        columns: [...exported],
        described: all.filter(({ name }) => exported.has(name)),
        leftOut: all.flatMap(({ name }) => (exported.has(name) ? [] : [name])),
      };
    });
};

const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Each row as one text, with names in the database's order; `rows.*`, because some tables have a column named rows. */
const selectOf = ({ name, leftOut, order }: ExportedTable) => {
  const { where, change } = Object.entries(ROWS).find(([table]) => table === name)?.[1] ?? {};
  const line = `to_jsonb(rows.*) - array[${leftOut.map(quoteText).join(', ')}]::text[]`;
  return `select (${change ? `(${line}) || ${change}` : line})::text as line from ${tableName(name)} rows
    ${where ? `where ${where}` : ''} order by ${orderOf({ order })}`;
};

async function* linesOf(client: pg.ClientBase, statement: string): AsyncGenerator<readonly string[]> {
  await client.query(`declare exported_rows no scroll cursor for ${statement}`);
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from exported_rows`);
    if (rows.length > 0) yield rows.map(({ line }) => line);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('close exported_rows');
}

const readJobs = async (client: pg.ClientBase): Promise<readonly string[]> => {
  const found = await client.query<{ there: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as there`,
  );
  if (!found.rows[0]?.there) return [];
  const { rows } = await client.query<{ line: string }>(
    `select jsonb_build_object('task', task.identifier, 'payload', job.payload::jsonb, 'queue', queue.queue_name,
       'runAt', job.run_at::text, 'maxAttempts', job.max_attempts, 'key', job.key, 'priority', job.priority)::text as line
     from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
     left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
     where job.payload::jsonb -> '_cron' is null and coalesce(job.key, '') not like 'timed %' and task.identifier <> all($1)
     order by job.run_at, task.identifier, job.key, job.payload::text`,
    [JOBS_LEFT_OUT],
  );
  return rows.map(({ line }) => line);
};

const manifestOf = async ({ client, title, made }: Exported, tables: readonly ExportedTable[]) => {
  const migrations = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name',
  );
  const sequences = await client.query<{ name: string; lastValue: string }>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  const left = new Set(Object.keys(LEFT_OUT));
  return {
    format: FORMAT,
    made,
    title,
    migrations: migrations.rows,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    sequences: sequences.rows.filter(({ name }) => ![...left].some((table) => name.startsWith(`${table}_`))),
    leftOut: { tables: LEFT_OUT, columns: Object.keys(COLUMNS).filter((name) => !isExportedByName(name)) },
  };
};
const isExportedByName = (name: string) => {
  const [table = '', column = ''] = name.split('.');
  return isExported(table)(column);
};

async function* bodies(exported: Exported): AsyncGenerator<TarEntry> {
  const { client, secrets, readFile } = exported;
  await client.query("set local time zone 'UTC'");
  const tables = await readCovered(client);
  yield { name: MANIFEST, body: json(await manifestOf(exported, tables)) };
  for (const { name, described } of tables)
    yield { name: `schema/${name}.json`, body: json(schemaOf(name, described)) };
  for (const table of tables) {
    const keys = rowKeysOf(table.name, secrets);
    let part = 0;
    for await (const lines of linesOf(client, selectOf(table))) {
      part += 1;
      const name = `${TABLES}${table.name}/${String(part).padStart(6, '0')}.jsonl`;
      yield { name, body: lineFile(changeLines(lines, keys.open)) };
    }
  }
  yield { name: JOBS, body: lineFile(await readJobs(client)) };
  const stored = await client.query<{ key: string }>(
    `select key from stored_files rows where removed is null and ${ROWS.stored_files?.where} order by key collate "C"`,
  );
  for (const { key } of stored.rows) {
    const body = await readFile(key);
    if (!body) throw new FileLost(`The file ${key} is gone.`);
    yield { name: `${FILES}${key}`, body };
  }
}

/** The entries followed by their checksums, without which an archive is incomplete. */
export async function* entriesOf(exported: Exported): AsyncGenerator<TarEntry> {
  const checksums: Record<string, string> = {};
  for await (const entry of bodies(exported)) {
    // The manifest is excluded because it contains the archive's stamp.
    if (entry.name !== MANIFEST)
      checksums[entry.name] = createHash('sha256').update(entry.body).digest('hex');
    yield entry;
  }
  yield { name: END, body: json({ entries: Object.keys(checksums).length, checksums }) };
}

/** Keeps one moment of the database visible for as long as the archive is read. */
export const atOneMoment = async <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query('begin transaction isolation level repeatable read, read only');
  try {
    // An archive of several years takes longer than statements and pauses may.
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    return await work();
  } finally {
    await client.query('rollback');
  }
};
