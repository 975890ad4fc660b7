import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_ENTRY, writeSites } from '../platform/config/config.ts';
import { readKeys } from '../platform/crypto/keyring.ts';
import { createDatabase, databaseName } from '../platform/db/databases.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openPool } from '../platform/db/pool.ts';
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
import { readInstant, restoreAt } from './restore-at.ts';

/** An agency whose database is archived while people work, and which is destroyed at the end. */
let box: string;
let archives: string;
let dataDir: string;
let folder: string;
const said: string[] = [];
/** What was written, with the instants before the write and after its answer. */
const written: { readonly id: number; readonly begun: Temporal.Instant; readonly done: Temporal.Instant }[] =
  [];
const now = () => Temporal.Now.instant();
const file = path.join('files', 'demo', 'ab', 'c'.repeat(62));

const launch = () => startEmbeddedPostgres({ dataDir, log: () => undefined, settings: archivingSettings(1) });
const beginArchiving = async (postgres: EmbeddedPostgres) =>
  startArchiver({
    archive: await openOwnArchive({ dataDir }, archives),
    dataDir,
    connection: postgres.connection,
    withFiles: true,
    keptDays: 14,
    say: (sentence) => said.push(sentence),
  });
const database = databaseName(DEMO_ENTRY.name);
const poolOf = (postgres: Pick<EmbeddedPostgres, 'connection'>) =>
  openPool({ ...postgres.connection, database }, { max: 2, onError: () => undefined, limits: 'none' });

const write = async (pool: pg.Pool, count: number) => {
  for (let at = 0; at < count; at++) {
    const [id, begun] = [written.length + 1, now()];
    await pool.query('insert into kept values ($1, $2)', [id, 'x'.repeat(2_000)]);
    written.push({ id, begun, done: now() });
  }
};
const segmentsIn = async (place: string) =>
  (await readdir(place, { recursive: true })).filter((name) => /(^|\/)wal\/[0-9A-F]{24}$/.test(name)).sort();
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  box = await mkdtemp(path.join(tmpdir(), 'homecare-at-'));
  [archives, dataDir] = [path.join(box, 'archives'), path.join(box, 'data')];
  const postgres = await launch();
  await createDatabase(postgres.connection, database);
  await writeSites(dataDir, { sites: [DEMO_ENTRY], pickerHosts: [], trustedProxies: [] });
  await mkdir(path.join(dataDir, 'keys'), { recursive: true });
  await writeFile(path.join(dataDir, 'keys', 'demo.key'), 'd'.repeat(64));
  await mkdir(path.join(dataDir, path.dirname(file)), { recursive: true });
  await writeFile(path.join(dataDir, file), 'a scan');
  const pool = poolOf(postgres);
  await migrate(pool);
  await pool.query('create table kept (id int primary key, text text)');
  await pool.query(
    `insert into accounts (login, password_hash, full_name, role, initials) values ('ann', 'x', 'Ann Lee', 'admin', 'AL')`,
  );
  await pool.query(`insert into sessions (token_hash, account_id) values ('\\x00', 1)`);
  const { rows: candidates } = await pool.query(
    `insert into candidates (name, phone, address, address_latitude, address_longitude, date_available, date_created, updated, updated_by)
     values ('Ana Diaz', '3035550100', '1 Main St', 39, -105, '2026-01-01', now(), now(), 'AL') returning id`,
  );
  await pool.query(
    `insert into messages (channel, recipient, candidate_id, text, request, place, created, created_by)
     values ('SMS', '+13035550100', $1, 'Hello', 'r', 0, now(), 'AL')`,
    [candidates[0]?.id],
  );
  let archiver = await beginArchiving(postgres);
  await write(pool, 50);
  while (!archiver.upToDate && said.length === 0) await rest(50);
  // The application dies and is restarted while its server continues.
  await write(pool, 50);
  archiver = await restarted(archiver, postgres);
  // The copy ends before these segments, so that each can be missing separately.
  const before = (await segmentsIn(archives)).length;
  while ((await segmentsIn(archives)).length < before + 4) {
    await write(pool, 40);
    await rest(300);
  }
  await pool.end();
  archiver.prepareStop();
  await postgres.stop();
  await archiver.stop();
  [folder = ''] = await archivesIn(archives);
});
const restarted = async (archiver: Archiver, postgres: EmbeddedPostgres) => {
  await archiver.stop();
  return beginArchiving(postgres);
};
afterAll(() => rm(box, { recursive: true, force: true }));

let tries = 0;
let opened: EmbeddedPostgres | undefined;
afterEach(async () => {
  await opened?.stop();
  opened = undefined;
});

const archiveOf = async (place: string, keyFile = archiveKeyFile(dataDir)) =>
  new SealedArchive(
    folderStore(place),
    readKeys(await readFile(keyFile, 'utf8'), ARCHIVE_KEY, undefined).keys[0] ?? Buffer.alloc(32),
  );
const restored = async (until: Temporal.Instant | 'latest', place = folder, keyFile?: string) => {
  tries += 1;
  const target = path.join(box, `restored-${tries}`);
  const { last } = await restoreAt({
    archive: await archiveOf(place, keyFile),
    dataDir: target,
    until,
    say: () => undefined,
  });
  return { target, last };
};
const idsIn = async (target: string) => {
  opened = await startEmbeddedPostgres({ dataDir: target, log: () => undefined });
  const pool = poolOf(opened);
  const { rows } = await pool.query<{ id: number }>('select id from kept order by id');
  const { rows: sessions } = await pool.query('select from sessions where ended is null');
  const { rows: messages } = await pool.query('select status, error from messages');
  await pool.end();
  expect(sessions).toHaveLength(0);
  expect(messages).toEqual([
    { status: 'unknown', error: expect.stringContaining('whether this message went out') },
  ]);
  return rows.map(({ id }) => id);
};

describe('an archive of the log', () => {
  test('contains nothing readable without its key, and is read back before it counts', async () => {
    expect(said).toEqual([]);
    const names = await folderStore(folder).list('');
    expect(names.filter((name) => name.startsWith('wal/')).length).toBeGreaterThan(3);
    for (const name of names.filter((one) => !one.endsWith('.json')))
      expect((await readFile(path.join(folder, name))).subarray(0, 4).toString()).toBe('HCS1');
    const words = await readFile(
      path.join(folder, names.find((name) => name.endsWith('.json')) ?? ''),
      'utf8',
    );
    expect(words).not.toContain('demo');
  });

  test('restores an instant between two changes: everything before, nothing after', async () => {
    const change = written[216];
    if (!change) throw new Error('no such change');
    const { target } = await restored(change.done);
    const ids = await idsIn(target);
    const known = written.filter(({ done }) => Temporal.Instant.compare(done, change.done) <= 0);
    expect(ids.slice(0, known.length)).toEqual(known.map((one) => one.id));
    const later = written.filter(({ begun }) => Temporal.Instant.compare(begun, change.done) > 0);
    expect(later.filter((one) => ids.includes(one.id))).toEqual([]);
    expect(await readFile(path.join(target, file), 'utf8')).toBe('a scan');
    expect(await readFile(path.join(target, 'keys', 'demo.key'), 'utf8')).toBe('d'.repeat(64));
    expect(existsSync(path.join(target, 'sites.json'))).toBe(true);
  });

  test('restores everything that a stopped server had acknowledged', async () => {
    const { target, last } = await restored('latest');
    expect(await idsIn(target)).toEqual(written.map(({ id }) => id));
    expect(last && Temporal.Instant.compare(last, written.at(-1)?.done ?? now())).toBeLessThanOrEqual(0);
  });
});

test('a server that was started without its archive is not copied, and the reason is shown', async () => {
  const place = path.join(box, 'unarchived');
  const postgres = await startEmbeddedPostgres({ dataDir: place, log: () => undefined });
  const words: string[] = [];
  const archiver = await startArchiver({
    archive: await openOwnArchive({ dataDir: place }, archives),
    dataDir: place,
    connection: postgres.connection,
    withFiles: true,
    keptDays: 14,
    say: (sentence) => words.push(sentence),
  });
  await expect
    .poll(() => words)
    .toEqual([
      'Archiving a copy of the database fails and is tried again: PostgreSQL was started without ARCHIVE_TO. Stop the application and start it again.',
    ]);
  expect(archiver.upToDate).toBeUndefined();
  await postgres.stop();
  await archiver.stop();
});

describe('a failed restore leaves nothing behind', () => {
  const spoiled = async (change: (place: string) => Promise<void>) => {
    tries += 1;
    const place = path.join(box, `spoiled-${tries}`);
    await cp(folder, place, { recursive: true });
    await change(place);
    return place;
  };
  const changeByte = async (name: string) => {
    const content = await readFile(name);
    const at = content.length >> 1;
    content[at] = (content[at] ?? 0) ^ 1;
    await writeFile(name, content);
  };
  const thirdToLast = async (place: string) => path.join(place, (await segmentsIn(place)).at(-3) ?? '');
  const refused = async (sentence: RegExp, ...args: Parameters<typeof restored>) => {
    await expect(restored(...args)).rejects.toThrow(sentence);
    const left = await readdir(path.join(box, `restored-${tries}`)).catch(() => []);
    expect(left.filter((name) => !['runtime', 'postgres.log'].includes(name))).toEqual([]);
  };

  test('after a byte changed in a segment', async () => {
    const place = await spoiled(async (copy) => changeByte(await thirdToLast(copy)));
    await refused(/The archive is damaged: wal\/[0-9A-F]{24}: a sealed stream was changed/, 'latest', place);
  });

  test('after a byte changed in the copy of the database', async () => {
    const place = await spoiled(async (copy) => {
      const [tar = ''] = (await readdir(path.join(copy, 'base'))).filter((name) => name.endsWith('.tar'));
      await changeByte(path.join(copy, 'base', tar));
    });
    await refused(/The archive is damaged/, 'latest', place);
  });

  test('if a segment before the end is missing', async () => {
    const place = await spoiled(async (copy) => rm(await thirdToLast(copy)));
    await refused(
      /wal\/[0-9A-F]{24} is missing from the archive, which therefore ends with a change made at 2/,
      'latest',
      place,
    );
  });

  test('if a segment next to the copy of the database is missing', async () => {
    const [base] = await (await archiveOf(folder)).bases();
    const place = await spoiled((copy) => rm(path.join(copy, 'wal', base?.firstSegment ?? '')));
    await refused(
      /^wal\/[0-9A-F]{24} is missing from the archive, and the copy of the database of 2\S+ cannot be used without it\. Nothing was restored\.$/,
      'latest',
      place,
    );
  });

  test('for an instant before the first copy, or after the last change', async () => {
    await refused(
      /^The archive reaches back to 2\S+: name an instant after it\.$/,
      now().subtract({ hours: 1 }),
    );
    await refused(
      /^The archive ends with a change made at 2\S+\. Nothing was restored: name an instant up to then, or 'latest'\.$/,
      now(),
    );
  });

  test('with the key of another archive', async () => {
    const other = path.join(box, 'other.key');
    await writeFile(other, 'e'.repeat(64));
    await refused(/not the key with which the archive was sealed/, 'latest', folder, other);
  });

  test('into a DATA_DIR that is in use, which stays unchanged', async () => {
    const before = await stat(path.join(dataDir, 'postgres', 'PG_VERSION'));
    await expect(
      restoreAt({ archive: await archiveOf(folder), dataDir, until: 'latest', say: () => undefined }),
    ).rejects.toThrow(/holds data already: restore into a new DATA_DIR/);
    expect(await stat(path.join(dataDir, 'postgres', 'PG_VERSION'))).toEqual(before);
  });
});

test('an instant is read with its offset, or in the machine’s time zone', () => {
  expect(readInstant('2026-11-22T14:05:00-07:00').toString()).toBe('2026-11-22T21:05:00Z');
  const here = Temporal.PlainDateTime.from('2026-11-22T14:05').toZonedDateTime(Temporal.Now.timeZoneId());
  expect(readInstant('2026-11-22 14:05').toString()).toBe(here.toInstant().toString());
  expect(readInstant('latest')).toBe('latest');
  for (const wrong of ['yesterday', '2026-13-01 10:00', '14:05', ''])
    expect(() => readInstant(wrong)).toThrow(/is not a time: write it as/);
});
