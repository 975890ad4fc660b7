import { createReadStream, createWriteStream } from 'node:fs';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { columnList, orderOf, type TableShape, tableName } from '../platform/db/shapes.ts';
import { hashing, nowhere, type TableEntry } from './archive.ts';

/**
 * Copies rows in an order that no server's collation changes, so that equal data gives equal checksums. A row is a line, because
 * COPY escapes line ends within values. The server's own count is in its closing message, which may be read only after the stream of
 * rows has ended.
 */
export const copyOut = async (
  client: pg.ClientBase,
  table: TableShape,
  file?: string,
  seal?: () => Transform,
): Promise<TableEntry> => {
  const rows = client.query(
    to(
      `copy (select ${columnList(table.columns)} from ${tableName(table.name)} order by ${orderOf(table)}) to stdout`,
    ),
  );
  const { stream, result } = hashing();
  const stored = hashing();
  if (file === undefined) await pipeline(rows, stream, nowhere());
  else {
    const target = createWriteStream(file, { mode: 0o600, flush: true });
    const zip = createGzip({ level: 5 });
    if (seal) await pipeline(rows, stream, zip, seal(), stored.stream, target);
    else await pipeline(rows, stream, zip, target);
  }
  const { lines, sha256 } = result();
  const entry = { name: table.name, columns: [...table.columns], rows: lines, sha256 };
  return seal ? { ...entry, stored: stored.result().sha256 } : entry;
};

export const copyIn = async (
  client: pg.ClientBase,
  table: TableEntry,
  file: string,
  open?: () => Transform,
): Promise<void> => {
  const rows = client.query(from(`copy ${tableName(table.name)} (${columnList(table.columns)}) from stdin`));
  if (open) await pipeline(createReadStream(file), open(), createGunzip(), rows);
  else await pipeline(createReadStream(file), createGunzip(), rows);
};
