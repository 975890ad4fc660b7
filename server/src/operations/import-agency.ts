import { createHash } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findPack } from '@homecare/domain/states/registry.ts';
import type pg from 'pg';
import { z } from 'zod';
import { COLUMNS } from '../agency-export/coverage.ts';
import { changeLines, rowKeysOf } from '../agency-export/rows.ts';
import { END, FILES, FORMAT, JOBS, MANIFEST, TABLES } from '../agency-export/writing.ts';
import { readMigrations } from '../platform/db/migrate.ts';
import { columnList, readTables, tableName } from '../platform/db/shapes.ts';
import { type PackedFile, readTar, TarDamaged } from '../platform/files/tar.ts';
import type { OpenedSite } from '../platform/site/sites.ts';
import { STATE_KEY } from '../sites/queries.ts';
import { JobEntry, OperationRefused } from './archive.ts';
import { openForRows, restoreJobs, settleRows } from './restore.ts';

/**
 * Imports an archive into an empty site. Each part is imported and noted in its own transaction, so that an interrupted import
 * continues where it was; until the last part the site is open to nobody.
 */

const Manifest = z.object({
  format: z.literal(FORMAT),
  made: z.string(),
  title: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
});
type Manifest = z.output<typeof Manifest>;
const End = z.object({ entries: z.int(), checksums: z.record(z.string(), z.string()) });
const Bonds = z.array(z.object({ table: z.string(), name: z.string(), definition: z.string() }));

export interface ImportOptions {
  readonly site: OpenedSite;
  readonly source: string;
  readonly say: (line: string) => void;
  /** Tests stop after this many parts. */
  readonly stopAfter?: number;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const parsed = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'));

const REFUSED = 'Nothing was imported.';

interface Checked {
  readonly manifest: Manifest;
  /** Identifies the archive when the import continues. */
  readonly digest: string;
}

const SettingLine = z.object({ key: z.string(), value: z.unknown() });

/** The state of a later release: its rules would be unknown without anyone noticing. */
const refuseUnknownState = (settings: Buffer) => {
  for (const line of settings.toString('utf8').split('\n').slice(0, -1)) {
    const { key, value } = SettingLine.parse(JSON.parse(line));
    if (key === STATE_KEY && findPack(String(value)) === undefined)
      throw new OperationRefused(
        `The archive is of an agency in ${String(value)}, whose rules this release does not know: import it with a release that knows them. ${REFUSED}`,
      );
  }
};

/** Reads the archive to its last byte before anything is written. */
const checkArchive = async (files: () => AsyncIterable<PackedFile>): Promise<Checked> => {
  let manifest: { value: Manifest; digest: string } | undefined;
  let end: z.output<typeof End> | undefined;
  const found = new Map<string, string>();
  const settings: Buffer[] = [];
  for await (const { name, read } of files()) {
    const bytes = await read();
    if (name === MANIFEST) manifest = { value: Manifest.parse(parsed(bytes)), digest: sha256(bytes) };
    else if (name === END) end = End.parse(parsed(bytes));
    else found.set(name, sha256(bytes));
    if (name.startsWith(`${TABLES}settings/`)) settings.push(bytes);
  }
  if (!manifest || !end) throw new OperationRefused(`The archive is not whole. ${REFUSED}`);
  const { checksums } = end;
  const damaged = [...new Set([...Object.keys(checksums), ...found.keys()])].find(
    (name) => checksums[name] !== found.get(name),
  );
  if (damaged !== undefined)
    throw new OperationRefused(`The archive is damaged: ${damaged} is not what it was. ${REFUSED}`);
  settings.forEach(refuseUnknownState);
  return { manifest: manifest.value, digest: manifest.digest };
};

/** Refuses an archive whose tables have another shape than here. */
const refuseOther = async ({ migrations }: Manifest) => {
  const own = await readMigrations();
  const strange = migrations.find(({ name, hash }) => own.find((one) => one.name === name)?.hash !== hash);
  if (strange || own.length !== migrations.length)
    throw new OperationRefused(
      `The archive was made by another release of the product: import it with that one, then update. ${REFUSED}`,
    );
};

/** Of a running import; separate from the agency's tables, and removed when it is done. */
const PROGRESS = 'agency_import.progress';

interface Progress {
  readonly digest: string;
  readonly parts: number;
  readonly bonds: unknown;
}

const readProgress = async (client: pg.ClientBase): Promise<Progress | undefined> => {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    PROGRESS,
  ]);
  if (!rows[0]?.there) return undefined;
  const progress = await client.query<Progress>(`select digest, parts, bonds from ${PROGRESS}`);
  return progress.rows[0];
};

const USED_BY = ['people', 'care_plans', 'visits', 'messages', 'work'];

const refuseUsedSite = async (client: pg.ClientBase, name: string) => {
  const asked = USED_BY.map((table) => `exists (select from ${tableName(table)})`).join(' or ');
  const { rows } = await client.query<{ used: boolean }>(`select ${asked} as used`);
  if (rows[0]?.used)
    throw new OperationRefused(`The site ${name} is in use: import into a new one. ${REFUSED}`);
};

/** Empties all tables and opens them for rows in any order. From here on the import can only continue. */
const begin = async (client: pg.ClientBase, name: string, digest: string): Promise<Progress> => {
  await refuseUsedSite(client, name);
  const migrations = await client.query<{ line: string }>(
    'select to_jsonb(m)::text as line from migrations m',
  );
  await client.query('begin');
  const bonds = await openForRows(client, await readTables(client));
  for (const { line } of migrations.rows)
    await client.query('insert into migrations select * from jsonb_populate_record(null::migrations, $1)', [
      line,
    ]);
  await client.query('create schema agency_import');
  await client.query(
    `create table ${PROGRESS} (digest text not null, parts int not null, bonds jsonb not null)`,
  );
  await client.query(`insert into ${PROGRESS} values ($1, 0, $2)`, [digest, JSON.stringify(bonds)]);
  await client.query('commit');
  return { digest, parts: 0, bonds };
};

interface Columns {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** Replacements for what was left out, and for a null in JSON if the column does not allow it. */
const columnsOf = async (client: pg.ClientBase, table: string): Promise<Columns> => {
  const { rows } = await client.query<{ name: string; type: string; required: boolean }>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [tableName(table)],
  );
  const valueFor = ({ name, type, required }: (typeof rows)[number]) => {
    const rule = COLUMNS[`${table}.${name}`];
    if (rule?.kind === 'leftOut') return rule.instead;
    const value = columnList([name]);
    return required && type === 'jsonb' ? `coalesce(${value}, 'null'::jsonb)` : value;
  };
  return { names: rows.map(({ name }) => name), values: rows.map(valueFor) };
};

const takeRows = async (client: pg.ClientBase, site: OpenedSite, name: string, bytes: Buffer) => {
  const [table = ''] = name.slice(TABLES.length).split('/');
  const { names, values } = await columnsOf(client, table);
  const lines = bytes.toString('utf8').split('\n').slice(0, -1);
  const sealed = changeLines(lines, rowKeysOf(table, site.secrets).seal);
  await client.query(
    `insert into ${tableName(table)} (${columnList(names)}) overriding system value
     select ${values.join(', ')} from jsonb_populate_recordset(null::${tableName(table)}, $1::jsonb)`,
    [`[${sealed.join(',')}]`],
  );
};

const takeFile = async (site: OpenedSite, name: string, bytes: Buffer) => {
  const { files } = site;
  await mkdir(files.incoming, { recursive: true, mode: 0o700 });
  const place = path.join(files.incoming, `import-${sha256(Buffer.from(name)).slice(0, 16)}`);
  await writeFile(place, bytes, { mode: 0o600, flush: true });
  const sum = createHash('sha256').update(bytes).digest();
  await files.put(name.slice(FILES.length), { path: place, name: 'file', size: bytes.length, sha256: sum });
};

/** Imports one part together with its note, both or nothing. A file written before its note is written again. */
const take = async (client: pg.ClientBase, site: OpenedSite, { name, read }: PackedFile) => {
  if (name.startsWith(FILES)) await takeFile(site, name, await read());
  await client.query('begin');
  if (name.startsWith(TABLES)) await takeRows(client, site, name, await read());
  await client.query(`update ${PROGRESS} set parts = parts + 1`);
  await client.query('commit');
};

/** In one transaction, so that queued work appears exactly when the import ends. */
const finish = async (
  client: pg.ClientBase,
  { sequences }: Manifest,
  bonds: unknown,
  jobs: readonly JobEntry[],
) => {
  await client.query('begin');
  const numbered = sequences.map(({ name, lastValue }) => ({ name, lastValue: Number(lastValue) }));
  await settleRows(client, await readTables(client), numbered, Bonds.parse(bonds));
  // Answers given by the empty site must not be the base of later ones.
  await client.query(
    `insert into revisions values ('restored', 'all', extract(epoch from clock_timestamp()) * 1000)`,
  );
  await restoreJobs(client, jobs);
  await client.query('drop schema agency_import cascade');
  await client.query('commit');
  await client.query('analyze');
};

const readJobs = async (files: () => AsyncIterable<PackedFile>): Promise<JobEntry[]> => {
  for await (const { name, read } of files())
    if (name === JOBS)
      return (await read())
        .toString('utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JobEntry.parse(JSON.parse(line)));
  return [];
};

const takeAll = async (
  client: pg.ClientBase,
  { site, stopAfter }: ImportOptions,
  files: () => AsyncIterable<PackedFile>,
  done: number,
): Promise<boolean> => {
  let at = 0;
  for await (const file of files()) {
    if (!file.name.startsWith(TABLES) && !file.name.startsWith(FILES)) continue;
    at += 1;
    if (at <= done) continue;
    if (stopAfter !== undefined && at > stopAfter) return false;
    await take(client, site, file);
  }
  return true;
};

/** Returns false if it was interrupted. */
export const importAgency = async (options: ImportOptions): Promise<boolean> => {
  const { site, source, say } = options;
  const handle = await open(source, 'r').catch(() => {
    throw new OperationRefused(`${source} cannot be read. ${REFUSED}`);
  });
  const files = () => readTar(handle);
  const client = await site.pool.connect();
  try {
    const { manifest, digest } = await checkArchive(files).catch((error: unknown) => {
      throw error instanceof TarDamaged || error instanceof z.ZodError
        ? new OperationRefused(`This is not a whole archive of an agency. ${REFUSED}`)
        : error;
    });
    await refuseOther(manifest);
    const before = await readProgress(client);
    if (before && before.digest !== digest)
      throw new OperationRefused('Another archive is half imported here: go on with that one.');
    const progress = before ?? (await begin(client, site.name, digest));
    if (progress.parts > 0) say(`Going on after ${progress.parts} parts.`);
    if (!(await takeAll(client, options, files, progress.parts))) return false;
    await finish(client, manifest, progress.bonds, await readJobs(files));
    say(`Imported ${manifest.title}, as it was at ${manifest.made}.`);
    return true;
  } finally {
    client.release(true);
    await handle.close();
  }
};
