import { createHash } from 'node:crypto';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { done } from '@homecare/domain/errors.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider } from '../../testing/care.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { TestClock } from '../../testing/server.ts';
import { COLUMNS, IS_COMPLETE, LEFT_OUT, WHOLE } from '../agency-export/coverage.ts';
import { writeArchive } from '../agency-export/service.ts';
import { queueMessages } from '../messaging/service.ts';
import { Scope } from '../platform/auth/scope.ts';
import { DEMO_ENTRY } from '../platform/config/config.ts';
import { mutate } from '../platform/db/mutate.ts';
import { storeFile } from '../platform/files/stored-files.ts';
import { readTar } from '../platform/files/tar.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import { openSsn } from '../platform/sealed/ssn.ts';
import type { OpenedSite } from '../platform/site/sites.ts';
import { openSite } from '../sites/open-site.ts';
import { createExampleData } from './example-data.ts';
import { importAgency } from './import-agency.ts';

const NOW = '2026-11-20T17:00:00Z';
const FILE = Buffer.from('%PDF-1.4 care plan of last year');
const SETTINGS = [
  ['connection.mail', { connection: { kind: 'mail', secret: null }, sealed: 'c2VhbGVk' }],
  ['plan.overridePassword', { hash: 'argon-of-the-override' }],
] as const;

interface Opened {
  readonly site: OpenedSite;
  readonly database: TestDatabase;
  readonly dataDir: string;
}

const opened: Opened[] = [];
const reopened: OpenedSite[] = [];
const openOn = (database: TestDatabase, dataDir: string) =>
  openSite(DEMO_ENTRY, database.connection, dataDir, {
    own: database.connection,
    poolSize: 4,
    clock: new TestClock(NOW),
  });
const openNew = async (): Promise<Opened> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'homecare-archive-'));
  const database = await testDatabase();
  const made = { site: await openOn(database, dataDir), database, dataDir };
  opened.push(made);
  return made;
};

let folder: string;
let first: Opened;
let archive: string;

/** A year of an agency, with a file, waiting texts, settings with secrets, and queued work. */
const fill = async ({ site, database, dataDir }: Opened) => {
  const scope = await Scope.startJob(site, 'test');
  await createExampleData(scope, { clients: 5, providers: 4, months: 12, say: () => undefined });
  const personId = await addProvider(database.pool, 'Written', { phone: '(720) 555-0100' });
  const written = path.join(dataDir, 'upload');
  await writeFile(written, FILE);
  const sha256 = createHash('sha256').update(FILE).digest();
  const incoming = { path: written, name: 'plan.pdf', size: FILE.length, sha256 };
  await storeFile(scope, incoming, (keepIn) =>
    mutate(scope, 'test', async (tx, record) => {
      const key = await keepIn(tx);
      await tx
        .insertInto('person_files')
        .values({ person_id: personId, name: 'Plan.pdf', stored_key: key, created_by: 'TE' })
        .execute();
      record({ entity: 'person', id: personId, action: 'update' });
      return done(null);
    }),
  );
  await mutate(scope, 'test', async (tx, record) => {
    const owner = { personId, candidateId: null };
    const text = { channel: 'SMS', recipient: '+17205550100', subject: null, owner, text: 'Hello' } as const;
    const queued = await queueMessages(tx, scope, [text], record);
    await queueJob(tx, 'messaging', { id: 7, at: '2027-01-01T00:00:00Z' });
    return queued.ok ? done(null) : queued;
  });
  await database.pool.query("update messages set status = 'waiting', sealed_link = $1", [
    site.secrets.encrypt('token-of-a-live-link'),
  ]);
  for (const [key, value] of SETTINGS)
    await database.pool.query('insert into settings (key, value) values ($1, $2)', [
      key,
      JSON.stringify(value),
    ]);
  await database.pool.query(
    `insert into accounts (login, password_hash, full_name, role, initials, second_factor)
     values ('maria', 'argon-of-maria', 'Maria Reyes', 'admin', 'M.R.', true)`,
  );
  await database.pool.query(
    `insert into account_identities select 'https://issuer.test', 'maria', id, true, $1 from accounts where login = 'maria'`,
    [NOW],
  );
};

const exportOf = async ({ site }: Opened, name: string, made = NOW) => {
  const file = path.join(folder, name);
  await writeArchive(site, (await open(file, 'wx')).createWriteStream(), made);
  return file;
};

const contentOf = async (file: string) => {
  const handle = await open(file, 'r');
  try {
    const content = new Map<string, string>();
    for await (const { name, read } of readTar(handle)) content.set(name, (await read()).toString('latin1'));
    return content;
  } finally {
    await handle.close();
  }
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'homecare-archives-'));
  first = await openNew();
  await fill(first);
  archive = await exportOf(first, 'first.tar');
});
afterAll(async () => {
  for (const site of reopened) await site.close();
  for (const { site, database, dataDir } of opened) {
    await site.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
  await rm(folder, { recursive: true, force: true });
});

const take = (target: Opened, source: string, stopAfter?: number) =>
  importAgency({
    site: target.site,
    source,
    say: () => undefined,
    ...(stopAfter !== undefined && { stopAfter }),
  });

/** A position within the rows of people. */
const inPeople = (bytes: Buffer) => bytes.indexOf('tables/people/000001.jsonl') + 600;

describe('the archive of a year', () => {
  it('names what is left out, contains no secret, and describes its content by a schema', async () => {
    const content = await contentOf(archive);
    const manifest = JSON.parse(content.get('manifest.json') ?? '{}');
    expect(Object.keys(manifest.leftOut.tables)).toEqual(Object.keys(LEFT_OUT));
    expect(manifest.leftOut.columns).toContain('accounts.password_hash');
    const all = [...content.values()].join('\n');
    for (const secret of ['argon-of-maria', 'argon-of-the-override', 'c2VhbGVk', 'token-of-a-live-link'])
      expect(all).not.toContain(secret);
    // A person deleted at the company stays deleted; an identity is no secret.
    expect(content.get('tables/account_identities/000001.jsonl')).toContain('https://issuer.test');
    expect([...content.values()]).toContain(FILE.toString('latin1'));
    expect(content.get('jobs.jsonl')).toContain('"messaging 7"');
    for (const table of WHOLE) {
      const schema = JSON.parse(content.get(`schema/${table}.json`) ?? '{}');
      const [line] = content.get(`tables/${table}/000001.jsonl`)?.split('\n') ?? [];
      if (line) expect(Object.keys(JSON.parse(line)).toSorted()).toEqual(schema.required.toSorted());
    }
  });

  it('is imported into an empty site, even after an interruption, and gives the same archive again', async () => {
    const target = await openNew();
    expect(await take(target, archive, 3)).toBe(false);
    expect(await take(target, archive, 40)).toBe(false);
    await target.site.close();
    const again = { ...target, site: await openOn(target.database, target.dataDir) };
    reopened.push(again.site);
    expect(await take(again, archive)).toBe(true);
    const second = await contentOf(await exportOf(again, 'second.tar', '2027-01-01T00:00:00Z'));
    const before = await contentOf(archive);
    expect([...second.keys()]).toEqual([...before.keys()]);
    const differing = [...before].filter(([name, text]) => second.get(name) !== text).map(([name]) => name);
    expect(differing).toEqual(['manifest.json']);
    const withoutStamp = (text = '') => text.replace(/"made": "[^"]*"/, '');
    expect(withoutStamp(second.get('manifest.json'))).toBe(withoutStamp(before.get('manifest.json')));
    // What was sealed by one key is read with the other.
    const { rows } = await target.database.pool.query<{ id: number; sealed: Buffer }>(
      'select id, ssn_cipher as sealed from people where ssn_cipher is not null order by id limit 1',
    );
    const [was] = (
      await first.database.pool.query<{ sealed: Buffer }>(
        'select ssn_cipher as sealed from people where id = $1',
        [rows[0]?.id],
      )
    ).rows;
    if (!rows[0] || !was) throw new Error('nobody has a number');
    expect(openSsn(rows[0].sealed, again.site.secrets)).toBe(openSsn(was.sealed, first.site.secrets));
    // Numbering continues, and constraints between tables hold again.
    const next = await addClient(target.database.pool, 'Next');
    const { rows: last } = await target.database.pool.query<{ id: number }>(
      'select max(id) as id from people',
    );
    expect(next).toBe(last[0]?.id);
    await expect(
      target.database.pool.query('update person_files set person_id = 2000000000'),
    ).rejects.toThrow('foreign key');
  });

  it('includes its queued work, even if interrupted at the very end', async () => {
    const target = await openNew();
    await target.site.pool.query(
      `create function refuse_job() returns trigger language plpgsql as $$ begin raise exception 'stopped'; end $$;
       create trigger refuse_job before insert on graphile_worker._private_jobs
         for each row execute function refuse_job()`,
    );
    await expect(take(target, archive)).rejects.toThrow('stopped');
    await target.database.pool.query('drop function refuse_job cascade');
    expect(await take(target, archive)).toBe(true);
    const content = await contentOf(await exportOf(target, 'queued.tar'));
    expect(content.get('jobs.jsonl')).toContain('"messaging 7"');
  });

  it('sends nothing automatically that was waiting, and the office sees it', async () => {
    const target = await openNew();
    await take(target, archive);
    const { rows } = await target.database.pool.query('select status, sealed_link, error from messages');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toEqual({
        status: 'unknown',
        sealed_link: null,
        error: 'Imported: whether this message went out before is not known.',
      });
  });

  test.each([
    ['damaged', (bytes: Buffer) => bytes.fill('x', inPeople(bytes), inPeople(bytes) + 4)],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5_000)],
    ['something else', () => Buffer.from('name,phone\n')],
  ])('is refused as a whole if %s', async (name, change) => {
    const target = await openNew();
    const file = path.join(folder, `${name}.tar`);
    await writeFile(file, change(await readFile(archive)));
    await expect(take(target, file)).rejects.toThrow('Nothing was imported');
    await pause(0);
    expect(await take(target, archive, 1)).toBe(false);
  });

  it('is not imported into a site in use, nor over another half-finished import', async () => {
    await expect(take(first, archive)).rejects.toThrow('is in use');
    const target = await openNew();
    await take(target, archive, 2);
    const other = await exportOf(first, 'other.tar', '2026-11-21T00:00:00Z');
    await expect(take(target, other)).rejects.toThrow('Another archive is half imported');
  });
});

it('an archive of a state unknown to this release is refused', async () => {
  const { pool } = first.database;
  await pool.query("insert into settings (key, value) values ('state', '\"ZZ\"')");
  const file = await exportOf(first, 'state.tar');
  await pool.query("delete from settings where key = 'state'");
  await expect(take(first, file)).rejects.toThrow(
    'The archive is of an agency in ZZ, whose rules this release does not know',
  );
});

it('an archive is refused if a table or a column of bytes has no rule', async () => {
  const target = await openNew();
  await target.database.pool.query('create table forgotten (id int primary key)');
  await expect(exportOf(target, 'forgotten.tar')).rejects.toThrow('forgotten');
  await target.database.pool.query('drop table forgotten');
  await target.database.pool.query('alter table people add column portrait bytea');
  await expect(exportOf(target, 'portrait.tar')).rejects.toThrow('people.portrait');
});

it('every table has exactly one rule whether it is in the archive', () => {
  const names = [...WHOLE, ...Object.keys(LEFT_OUT)];
  expect(IS_COMPLETE).toBe(true);
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(COLUMNS).filter((name) => !WHOLE.some((table) => name.startsWith(`${table}.`)))).toEqual(
    [],
  );
});
