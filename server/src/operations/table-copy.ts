import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { hashing, nowhere, type TableEntry } from './archive.ts';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const tableName = (name: string) => `public.${quoted(name)}`;
const list = (columns: readonly string[]) => columns.map(quoted).join(', ');

export interface TableShape {
  readonly name: string;
  /** Without generated ones, which nobody can write. */
  readonly columns: readonly string[];
  /** What the rows are sorted by: the primary key, else everything. */
  readonly order: readonly string[];
}

export const readTables = async (client: pg.ClientBase): Promise<readonly TableShape[]> => {
  const { rows } = await client.query<TableShape>(
    `select c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       coalesce(
         array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) filter (where a.attnum = any (i.indkey::int2[])),
         array_agg(a.attname::text order by a.attnum)) as "order"
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     group by c.relname order by c.relname`,
  );
  return rows;
};

/**
 * Rows in an order that no server's collation changes, so that equal data gives equal checksums.
 * A row is a line: COPY writes a line end within a value as two other characters. The server's own count
 * comes in its closing message, which may be read only after the stream of rows has ended.
 */
export const copyOut = async (
  client: pg.ClientBase,
  table: TableShape,
  file?: string,
): Promise<TableEntry> => {
  const order = table.order.map((column) => `${quoted(column)}::text collate "C"`).join(', ');
  const rows = client.query(
    to(`copy (select ${list(table.columns)} from ${tableName(table.name)} order by ${order}) to stdout`),
  );
  const { stream, result } = hashing();
  if (file === undefined) await pipeline(rows, stream, nowhere());
  else {
    const target = createWriteStream(file, { mode: 0o600, flush: true });
    await pipeline(rows, stream, createGzip({ level: 5 }), target);
  }
  const { lines, sha256 } = result();
  return { name: table.name, columns: [...table.columns], rows: lines, sha256 };
};

export const copyIn = async (client: pg.ClientBase, table: TableEntry, file: string): Promise<void> => {
  const rows = client.query(from(`copy ${tableName(table.name)} (${list(table.columns)}) from stdin`));
  await pipeline(createReadStream(file), createGunzip(), rows);
};
