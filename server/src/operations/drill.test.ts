import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLastDrill } from '../health/notes.ts';
import { DEMO_ENTRY, writeSites } from '../platform/config/config.ts';
import { readKeys } from '../platform/crypto/keyring.ts';
import { createDatabase, databaseName } from '../platform/db/databases.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';
import { processLog } from '../platform/log/log.ts';
import { folderStore } from '../platform/log-archive/archive-store.ts';
import { type Archiver, startArchiver } from '../platform/log-archive/archiver.ts';
import { archivingSettings } from '../platform/log-archive/handover.ts';
import {
  ARCHIVE_KEY,
  archiveKeyFile,
  archivesIn,
  openOwnArchive,
} from '../platform/log-archive/installation.ts';
import { SealedArchive } from '../platform/log-archive/sealed-archive.ts';
import { chooseAgencies, runDrill } from './drill.ts';

/** The archive of an agency's database is restored as a test while people keep working. */
let box: string;
let dataDir: string;
let postgres: EmbeddedPostgres;
let archiver: Archiver;
let pool: pg.Pool;
let folder = '';
const lines: string[] = [];
const log = processLog(false, (line) => lines.push(line));
const document = { key: `ab/${'c'.repeat(62)}`, content: Buffer.from('a scan') };

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const open = (database: string) =>
  openPool({ ...postgres.connection, database }, { max: 4, onError: () => undefined, limits: 'none' });

beforeAll(async () => {
  box = await mkdtemp(path.join(tmpdir(), 'homecare-drill-'));
  dataDir = path.join(box, 'data');
  postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined, settings: archivingSettings(5) });
  const database = databaseName(DEMO_ENTRY.name);
  await createDatabase(postgres.connection, database);
  await writeSites(dataDir, { sites: [DEMO_ENTRY], pickerHosts: [], trustedProxies: [] });
  await mkdir(path.join(dataDir, 'keys'), { recursive: true });
  await writeFile(path.join(dataDir, 'keys', 'demo.key'), randomBytes(32).toString('hex'));
  await mkdir(path.join(dataDir, 'files', 'demo', 'ab'), { recursive: true });
  await writeFile(path.join(dataDir, 'files', 'demo', document.key), document.content);
  pool = open(database);
  await migrate(pool);
  await pool.query('create table written (id int primary key, text text)');
  await pool.query(
    `insert into stored_files (key, size, sha256, created) values ($1, $2, sha256($3), now())`,
    [document.key, document.content.length, document.content],
  );
  archiver = await startArchiver({
    archive: await openOwnArchive({ dataDir }, path.join(box, 'archives')),
    dataDir,
    connection: postgres.connection,
    withFiles: true,
    keptDays: 14,
    say: () => undefined,
  });
  while (!archiver.upToDate) await rest(50);
  [folder = ''] = await archivesIn(path.join(box, 'archives'));
});
afterAll(async () => {
  await pool.end();
  archiver.prepareStop();
  await postgres.stop();
  await archiver.stop();
  await rm(box, { recursive: true, force: true });
});

const ownKey = async () =>
  readKeys(await readFile(archiveKeyFile(dataDir), 'utf8'), ARCHIVE_KEY, undefined).keys[0] ??
  randomBytes(32);
const archiveAt = async (place: string) => new SealedArchive(folderStore(place), await ownKey());
const drill = async (place = folder) =>
  runDrill({
    archive: await archiveAt(place),
    dataDir,
    connection: postgres.connection,
    withFiles: true,
    log,
  });
const leftBehind = async () => (await readdir(dataDir)).filter((name) => name.startsWith('drill-'));

/** Several people work at once until they are stopped. */
const work = () => {
  const state = { isStopped: false, count: 0 };
  const one = async (worker: number) => {
    for (let at = 0; !state.isStopped; at++) {
      await pool.query('insert into written values ($1, $2)', [worker * 1_000_000 + at, 'x'.repeat(500)]);
      if (at % 3 === 0)
        await pool.query('update written set text = $2 where id = $1', [worker * 1_000_000 + at, 'y']);
      state.count += 1;
      await rest(5);
    }
  };
  const working = Promise.all([1, 2, 3].map(one));
  return {
    state,
    stop: async () => {
      state.isStopped = true;
      await working;
    },
  };
};

describe('a test restore', () => {
  test('restores every row as of one instant while people keep writing', async () => {
    const people = work();
    while (people.state.count < 100) await rest(20);
    const before = people.state.count;
    const report = await drill();
    const during = people.state.count - before;
    await people.stop();
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ outcome: 'same', agencies: 1, ofAgencies: 1, documents: 1 });
    expect(report.rows).toBeGreaterThan(before);
    expect(report.tables).toBeGreaterThan(50);
    expect(during).toBeGreaterThan(10);
    expect(await leftBehind()).toEqual([]);
    expect(await readLastDrill(dataDir)).toEqual(report);
    expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ event: 'drill', rows: report.rows });
  });

  test('says which table was restored differently, which document is damaged and which key differs', async () => {
    // PostgreSQL keeps no log of such a table, so it is restored empty.
    await pool.query('create unlogged table unkept as select generate_series(1, 3) as id');
    const keyFile = path.join(dataDir, 'keys', 'demo.key');
    const key = await readFile(keyFile, 'utf8');
    const place = path.join(box, 'spoiled');
    // Changed before the archive is copied, so that the copy contains the log up to the point.
    const spoil = async () => {
      await rm(place, { recursive: true, force: true });
      await cp(folder, place, { recursive: true });
      await writeFile(path.join(place, 'files', 'demo', document.key), 'not sealed');
    };
    await spoil();
    // The log continues in the own archive only.
    const [copy, own] = [folderStore(place), folderStore(folder)];
    const storeOf = (name: string) => (name.startsWith('wal/') ? own : copy);
    const both = new SealedArchive(
      { ...copy, list: (prefix) => storeOf(prefix).list(prefix), get: (name) => storeOf(name).get(name) },
      await ownKey(),
    );
    await writeFile(keyFile, randomBytes(32).toString('hex'));
    const report = await runDrill({
      archive: both,
      dataDir,
      connection: postgres.connection,
      withFiles: true,
      log,
    });
    await writeFile(keyFile, key);
    await pool.query('drop table unkept');
    expect(report.findings).toEqual(
      expect.arrayContaining([
        'demo: unkept has 0 rows where there were 3.',
        'demo: a document is missing or damaged.',
        'demo: the key in the archive is not the one in use.',
      ]),
    );
    expect(report.outcome).toBe('different');
    expect(JSON.parse(lines.at(-1) ?? '{}')).toMatchObject({ event: 'drill-failed', outcome: 'different' });
    expect(await leftBehind()).toEqual([]);
  });

  test('says why it could not restore, and leaves nothing behind', async () => {
    const place = path.join(box, 'broken');
    await cp(folder, place, { recursive: true });
    const [tar = ''] = (await readdir(path.join(place, 'base'))).filter((name) => name.endsWith('.tar'));
    const content = await readFile(path.join(place, 'base', tar));
    content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1;
    await writeFile(path.join(place, 'base', tar), content);
    const store = { ...folderStore(place), list: folderStore(folder).list };
    const broken = new SealedArchive(store, await ownKey());
    const report = await runDrill({
      archive: broken,
      dataDir,
      connection: postgres.connection,
      withFiles: true,
      log,
    });
    expect(report).toMatchObject({
      outcome: 'failed',
      findings: [expect.stringMatching(/^The archive is damaged: .*Nothing was restored\.$/)],
    });
    const other = await runDrill({
      archive: new SealedArchive(folderStore(folder), randomBytes(32)),
      dataDir,
      connection: postgres.connection,
      withFiles: true,
      log,
    });
    expect(other.findings).toEqual(['The archive was sealed with another key.']);
    const empty = await drill(path.join(box, 'nothing'));
    expect(empty.findings).toEqual(['There is no whole copy of the database in the archive yet.']);
    expect(await leftBehind()).toEqual([]);
  });
});

test('compares different agencies each month until all have had their turn', () => {
  const names = Array.from({ length: 50 }, (_, at) => `site-${at}`);
  const months = Array.from({ length: 5 }, (_, at) =>
    chooseAgencies(names, Temporal.PlainDate.from('2026-01-15').add({ months: at })),
  );
  for (const chosen of months) expect(new Set(chosen).size).toBe(20);
  expect(new Set(months.flat()).size).toBe(50);
  expect(chooseAgencies(names.slice(0, 20), Temporal.PlainDate.from('2026-01-15'))).toHaveLength(20);
});
