import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { counted } from '@homecare/domain/counted.ts';
import { sayBytes } from '@homecare/domain/health/lines.ts';
import type { DrillReport } from '@homecare/domain/health/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import type pg from 'pg';
import { noteDrill } from '../health/notes.ts';
import { readSites } from '../platform/config/config.ts';
import { keysFolder, siteKeyring } from '../platform/crypto/keys.ts';
import { databaseName } from '../platform/db/databases.ts';
import { type Connection, onDatabase, openPool } from '../platform/db/pool.ts';
import { readTables } from '../platform/db/shapes.ts';
import { fileSeal } from '../platform/files/sealed-store.ts';
import type { Log } from '../platform/log/log.ts';
import { RecoveryRefused, recoverCluster } from '../platform/log-archive/recover.ts';
import type { Base, SealedArchive } from '../platform/log-archive/sealed-archive.ts';
import { OperationRefused, type TableEntry } from './archive.ts';
import { type NamedSnapshot, takeSnapshot } from './named-snapshot.ts';
import { directoryAt } from './restore-at.ts';
import { copyOut } from './table-copy.ts';

/** Restores the archive next to the running database as a test, and compares the two (docs/rules/health.md, rules 13 and 14). */
export interface Drill {
  readonly archive: SealedArchive;
  readonly dataDir: string;
  /** Seals the keys of the sites. */
  readonly master?: Buffer | undefined;
  /** Of the running server, which writes the archive. */
  readonly connection: Connection;
  /** False if documents are in a bucket. */
  readonly withFiles: boolean;
  readonly log: Log;
}

/** If there are more agencies, others are compared the next month. */
const MOST_AGENCIES = 20;
const MOST_DOCUMENTS = 100;
const ARCHIVED_WITHIN_MS = 5 * 60_000;
const LOOK_MS = 500;
const PLACE = 'drill-';

type Tables = ReadonlyMap<string, TableEntry>;

/** Why there is nothing to compare, as a sentence. */
class DrillFailed extends Error {
  override readonly name = 'DrillFailed';
}

export const runDrill = async (options: Drill): Promise<DrillReport> => {
  const begun = performance.now();
  const { dataDir, log } = options;
  const seconds = () => Math.round((performance.now() - begun) / 100) / 10;
  const at = Temporal.Now.instant().toString();
  const report = await restoreAndCompare(options).then(
    (found): DrillReport => ({ at, seconds: seconds(), ...found }),
    (error: unknown): DrillReport => ({ at, seconds: seconds(), ...NOTHING, findings: [explain(error)] }),
  );
  await noteDrill(dataDir, report);
  const { outcome, agencies, tables, rows, documents, findings } = report;
  const counts = { agencies, tables, rows, documents, seconds: report.seconds };
  if (outcome === 'same') log.event('drill', counts);
  else log.event('drill-failed', { ...counts, outcome, findings: findings.slice(0, 20) });
  return report;
};

const NOTHING = {
  outcome: 'failed',
  restoredTo: null,
  agencies: 0,
  ofAgencies: 0,
  tables: 0,
  rows: 0,
  documents: 0,
} as const;

/** Our own sentences name no file and no agency; of any other error only the kind is kept. */
const explain = (error: unknown): string => {
  if (error instanceof DrillFailed || error instanceof RecoveryRefused || error instanceof OperationRefused)
    return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === '53100') return 'The disk became full.';
  return `It could not be carried out (${code || (error instanceof Error ? error.name : typeof error)}).`;
};

const restoreAndCompare = async (options: Drill): Promise<Omit<DrillReport, 'at' | 'seconds'>> => {
  const { archive, dataDir, connection } = options;
  const base = await lastBase(options);
  const all = await agenciesOf(dataDir);
  const chosen = chooseAgencies(all, Temporal.Now.plainDateISO());
  const living = await takeSnapshot(connection, chosen.map(databaseName));
  let expected: Tables[];
  try {
    expected = await Promise.all(living.clients.map(digestTables));
  } finally {
    await living.release();
  }
  await waitForSegment(archive, living);
  const scratch = await mkdtemp(path.join(dataDir, PLACE));
  try {
    const { restorePoint } = living;
    const { postgres } = await recoverCluster({ archive, base, dataDir: scratch, until: { restorePoint } });
    try {
      const compared = await compare(options, postgres.connection, chosen, expected);
      const findings = [...(await compareKeys(options, chosen)), ...compared.findings];
      return {
        outcome: findings.length === 0 ? 'same' : 'different',
        restoredTo: living.at.toString(),
        agencies: chosen.length,
        ofAgencies: all.length,
        tables: sum(expected.map(({ size }) => size)),
        rows: sum(expected.flatMap((tables) => [...tables.values()].map(({ rows }) => rows))),
        documents: compared.documents,
        findings,
      };
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

const lastBase = async ({ archive, dataDir }: Drill): Promise<Base & { readonly stamp: string }> => {
  const base = (await archive.bases()).at(-1);
  if (!base) throw new DrillFailed('There is no whole copy of the database in the archive yet.');
  if (!archive.isKeyOf(base)) throw new DrillFailed('The archive was sealed with another key.');
  const { bavail, bsize } = await statfs(dataDir);
  const needed = base.bytes * 1.2 + 1e9;
  if (bavail * bsize < needed)
    throw new DrillFailed(
      `There is no room to restore it: ${sayBytes(needed)} are needed, ${sayBytes(bavail * bsize)} are free.`,
    );
  return base;
};

const agenciesOf = async (dataDir: string): Promise<string[]> =>
  ((await readSites(dataDir))?.sites ?? []).filter(({ databaseUrl }) => !databaseUrl).map(({ name }) => name);

/** Different ones each month, until all have had their turn. */
export const chooseAgencies = (names: readonly string[], today: Temporal.PlainDate): string[] => {
  if (names.length <= MOST_AGENCIES) return [...names];
  const first = ((today.year * 12 + today.month) * MOST_AGENCIES) % names.length;
  return [...names, ...names].slice(first, first + MOST_AGENCIES);
};

const digestTables = async (client: pg.ClientBase): Promise<Tables> => {
  const tables = new Map<string, TableEntry>();
  for (const table of await readTables(client)) tables.set(table.name, await copyOut(client, table));
  return tables;
};

/** The segment with the point was closed, so it will be archived soon. */
const waitForSegment = async (archive: SealedArchive, { segment }: NamedSnapshot) => {
  const begun = performance.now();
  while (!(await archive.store.list('wal/')).includes(segment)) {
    if (performance.now() - begun > ARCHIVED_WITHIN_MS)
      throw new DrillFailed('The log was not archived within five minutes.');
    await pause(LOOK_MS);
  }
};

const compare = async (
  options: Drill,
  restored: Connection,
  agencies: readonly string[],
  expected: readonly Tables[],
) => {
  const findings: string[] = [];
  let documents = 0;
  for (const [place, name] of agencies.entries()) {
    const pool = openPool(onDatabase(restored, databaseName(name)), {
      max: 1,
      onError: () => undefined,
      limits: 'none',
    });
    try {
      const client = await pool.connect();
      try {
        findings.push(...differences(name, expected[place] ?? new Map(), await digestTables(client)));
        const opened = options.withFiles
          ? await openDocuments(options, client, name)
          : { findings: [], count: 0 };
        findings.push(...opened.findings);
        documents += opened.count;
      } finally {
        client.release(true);
      }
    } finally {
      await pool.end();
    }
  }
  return { findings, documents };
};

const differences = (agency: string, expected: Tables, restored: Tables): string[] => {
  const names = new Set([...expected.keys(), ...restored.keys()]);
  return [...names].flatMap((name) => {
    const [was, is] = [expected.get(name), restored.get(name)];
    if (!was || !is) return [`${agency}: the table ${name} is ${is ? 'new' : 'missing'}.`];
    if (was.rows !== is.rows)
      return [`${agency}: ${name} has ${counted(is.rows, 'row')} where there were ${was.rows}.`];
    return was.sha256 === is.sha256 ? [] : [`${agency}: rows of ${name} differ.`];
  });
};

/** Streamed, because an agency's archive can be among the documents and exceed memory. */
const hashOf = async (content: Readable): Promise<Buffer> => {
  const hash = createHash('sha256');
  for await (const part of content) hash.update(part);
  return hash.digest();
};

/** Chosen at random, so that each month others are read. */
const openDocuments = async ({ archive, dataDir, master }: Drill, client: pg.ClientBase, agency: string) => {
  const seal = fileSeal(await siteKeyring({ dataDir, master }, agency, false));
  const { rows } = await client.query<{ key: string; sha256: Buffer }>(
    'select key, sha256 from stored_files where removed is null order by random() limit $1',
    [MOST_DOCUMENTS],
  );
  const findings: string[] = [];
  for (const { key, sha256 } of rows) {
    const found = await archive
      .get(`files/${agency}/${key}`)
      .then(async (content) => content && hashOf(await seal.opening(content)))
      .catch(() => undefined);
    if (!found?.equals(sha256))
      findings.push(`${agency}: a document is ${found ? 'not what it was' : 'missing or damaged'}.`);
  }
  return { findings, count: rows.length };
};

/** Without its key, an agency's sealed values would be lost. */
const compareKeys = async ({ archive, dataDir }: Drill, agencies: readonly string[]): Promise<string[]> => {
  const { keys } = await directoryAt(archive, 'latest');
  const findings: string[] = [];
  for (const name of agencies) {
    const file = path.join(keysFolder(dataDir), `${name}.key`);
    if (existsSync(file) && keys[`${name}.key`] !== (await readFile(file, 'utf8')))
      findings.push(`${name}: the key in the archive is not the one in use.`);
  }
  return findings;
};

/** Removes what a killed test restore left behind, when none can be running. */
export const removeDrills = async (dataDir: string) => {
  for (const name of (await readdir(dataDir)).filter((one) => one.startsWith(PLACE)))
    await rm(path.join(dataDir, name), { recursive: true, force: true });
};
