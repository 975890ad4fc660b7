import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { to } from 'pg-copy-streams';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { cloneTemplate } from '../../testing/database.ts';
import { onServer } from '../../testing/on-server.ts';
import { DEMO_ENTRY, readSites, type SiteEntry, writeSites } from '../platform/config/config.ts';
import { Keyring } from '../platform/crypto/keyring.ts';
import { keyFile } from '../platform/crypto/keys.ts';
import { databaseName, oneWay } from '../platform/db/databases.ts';
import { onDatabase, openPool } from '../platform/db/pool.ts';
import { readTables } from '../platform/db/shapes.ts';
import { FileDirectory } from '../platform/site/directory.ts';
import type { OpenedSite } from '../platform/site/sites.ts';
import { openSite } from '../sites/open-site.ts';
import { filesFolder, type Manifest, OperationRefused, storedFile } from './archive.ts';
import { backUp, copyFiles } from './backup.ts';
import { openBackup, restore } from './restore.ts';
import { copyOut } from './table-copy.ts';

let box: string;
let sites: OpenedSite[];
let names: string[];
const server = inject('postgres').connection;
const say = () => undefined;

beforeEach(async () => {
  box = await mkdtemp(path.join(tmpdir(), 'homecare-backup-'));
  names = ['one', 'two'].map((name) => `${name}-${randomBytes(4).toString('hex')}`);
  sites = [];
});
afterEach(async () => {
  for (const site of sites) await site.close();
  for (const name of names) await dropDatabase(name);
  await rm(box, { recursive: true, force: true });
});

const dropDatabase = (name: string) =>
  onServer(server, `drop database if exists ${databaseName(name)} with (force)`);

const entryOf = (name: string): SiteEntry => ({ ...DEMO_ENTRY, name, title: name, hosts: [`${name}.test`] });

const open = async (name: string, dataDir: string) => {
  const site = await openSite(entryOf(name), server, dataDir);
  sites.push(site);
  return site;
};

/** An agency just after its first start. */
const openNew = async (name: string, dataDir: string) => {
  await cloneTemplate(databaseName(name));
  return open(name, dataDir);
};

const awkward = 'tab\tline\nback\\slash "quoted" \\N \\. \u{1f3e1} José';

/** Two agencies with rows that are hard to copy, a sealed value, a queued job, and files. */
const twoAgencies = async (master?: Buffer) => {
  const dataDir = path.join(box, 'data');
  for (const name of names) {
    const { pool, secrets } = await openNew(name, dataDir);
    const sealed = secrets.encrypt('123-45-6789');
    await pool.query(`insert into settings (key, value) values ('awkward', $1), ('sealed', $2)`, [
      JSON.stringify({ text: awkward, empty: '', none: null }),
      JSON.stringify(sealed.toString('hex')),
    ]);
    await pool.query(
      `insert into change_log (actor, role, call, entity, action) select $1, 'admin', 'test', 'x', 'run' from generate_series(1, 500)`,
      [awkward],
    );
    await pool.query(
      `insert into accounts (login, password_hash, full_name, role, initials) values ($1, 'x', $2, 'admin', 'AB')`,
      [name, awkward],
    );
    await pool.query(`insert into sessions (token_hash, account_id) values ($1, 1)`, [randomBytes(32)]);
    await pool.query(
      `insert into phones (account_id, token_hash, created, last_used, expires, pin_hash)
       values (1, $1, now(), now(), now() + interval '30 days', 'x')`,
      [randomBytes(32)],
    );
    await pool.query(
      `select graphile_worker.add_job('send', '{"id":7}', job_key => 'seven', max_attempts => 3)`,
    );
    const files = filesFolder(dataDir, name);
    await mkdir(path.join(files, 'ab'), { recursive: true });
    await writeFile(path.join(files, 'ab', 'scan.pdf'), randomBytes(200_000));
    await writeFile(path.join(files, 'empty'), '');
  }
  const limits = { requestsPerAddress: 500 };
  const common = { pickerHosts: ['pick.test'], trustedProxies: [], limits };
  await writeSites(dataDir, { sites: names.map(entryOf), ...common });
  const target = path.join(box, 'saved');
  const manifest = await backUp({
    server: oneWay(server),
    directory: new FileDirectory(dataDir),
    dataDir,
    master,
    target,
    say,
  });
  return { dataDir, target, keys: `${target}-keys.json`, manifest };
};

const forget = async () => {
  for (const site of sites.splice(0)) await site.close();
  for (const name of names) await dropDatabase(name);
};

const restoreTo = async (dataDir: string, source: string, keys: string, master?: Buffer) =>
  restore({
    server: oneWay(server),
    directory: new FileDirectory(dataDir),
    dataDir,
    source,
    master,
    backup: await openBackup(source, { keysFile: keys, master }),
    say,
  });

/** A restore ends sessions and phones, and sets counters to numbers never used before. */
const isSetAnew = ({ name }: { readonly name: string }) =>
  ['sessions', 'phones', 'revisions', 'revision_rows'].includes(name);

const contentOf = async (name: string) => {
  const pool = openPool(onDatabase(server, databaseName(name)), { max: 1, onError: say });
  const client = await pool.connect();
  try {
    const content: unknown[] = [];
    for (const table of await readTables(client))
      if (!isSetAnew(table)) content.push(await copyOut(client, table));
    return content;
  } finally {
    client.release();
    await pool.end();
  }
};

test('a table is counted by the lines copied, because the server’s count may come after them', async () => {
  const [name = ''] = names;
  const { pool } = await openNew(name, path.join(box, 'data'));
  await pool.query('create table awkward (id int primary key, text text)');
  await pool.query('insert into awkward select n, $1 from generate_series(1, 3000) n', [awkward]);
  const client = await pool.connect();
  try {
    const table = { name: 'awkward', columns: ['id', 'text'], order: ['id'] };
    // Simulates that the driver has not read the closing message yet.
    const withoutClosing = new Proxy(client, {
      get: (target, key) =>
        key === 'query'
          ? (stream: ReturnType<typeof to>) =>
              Object.assign(target.query(stream), { handleCommandComplete: () => undefined })
          : Reflect.get(target, key),
    });
    expect((await copyOut(withoutClosing, table)).rows).toBe(3000);
  } finally {
    client.release();
  }
});

const saved = (manifest: Manifest, name: string) =>
  manifest.sites.find((site) => site.entry.name === name)?.tables.filter((table) => !isSetAnew(table));

test('all sites are restored as they were: rows, sealed values, numbering, jobs, files, hosts', async () => {
  const { dataDir, target, keys, manifest } = await twoAgencies();
  expect((await stat(target)).mode & 0o077).toBe(0);
  expect((await stat(keys)).mode & 0o077).toBe(0);
  await forget();

  const fresh = path.join(box, 'fresh');
  await restoreTo(fresh, target, keys);
  expect(await readSites(fresh)).toEqual(await readSites(dataDir));
  for (const name of names) {
    expect(await contentOf(name)).toEqual(saved(manifest, name));
    const { pool, secrets } = await open(name, fresh);
    const setting = async (key: string) =>
      (await pool.query('select value from settings where key = $1', [key])).rows[0].value;
    expect(await setting('awkward')).toEqual({ text: awkward, empty: '', none: null });
    expect(secrets.decrypt(Buffer.from(await setting('sealed'), 'hex'))).toBe('123-45-6789');
    const account = `insert into accounts (login, password_hash, full_name, role, initials) values ('next', 'x', 'N', 'user', 'N')`;
    expect((await pool.query(`${account} returning id`)).rows).toEqual([{ id: 2 }]);
    await expect(pool.query(`update change_log set actor = 'me'`)).rejects.toThrow('append-only');
    const orphan = pool.query(`insert into sessions (token_hash, account_id) values ('', 99)`);
    await expect(orphan).rejects.toThrow('foreign key');
    for (const table of ['sessions', 'phones'])
      expect((await pool.query(`select from ${table} where ended is null`)).rowCount).toBe(0);
    const { rows: ids } = await pool.query('select last_value::int as last from webhook_deliveries_id_seq');
    expect(ids[0].last).toBeGreaterThan(1_000_000);
    await pool.query(
      `insert into people (kind, last_name, first_name, updated_by) values ('Client', 'B', 'A', 'T.')`,
    );
    const { rows: counters } = await pool.query<{ rev: string }>('select rev from revisions');
    expect(counters.length).toBeGreaterThan(1);
    for (const { rev } of counters) expect(Number(rev)).toBeGreaterThan(1_700_000_000_000);
    const jobs = await pool.query('select task_identifier, key, max_attempts from graphile_worker.jobs');
    expect(jobs.rows).toEqual([{ task_identifier: 'send', key: 'seven', max_attempts: 3 }]);
    for (const file of ['ab/scan.pdf', 'empty'])
      expect(await readFile(path.join(filesFolder(fresh, name), file))).toEqual(
        await readFile(path.join(filesFolder(dataDir, name), file)),
      );
  }
});

const withoutSeals = (tables: ReturnType<typeof saved>) => tables?.map(({ stored: _, ...table }) => table);

test('with a master key a backup contains nothing readable, and is restored with that key only', async () => {
  const master = randomBytes(32);
  const { target, keys, manifest } = await twoAgencies(master);
  const [name = ''] = names;
  expect(existsSync(keys)).toBe(false);
  for (const file of [
    'manifest.json',
    path.join(name, 'tables', 'accounts.copy.gz'),
    path.join(name, 'site.key'),
  ]) {
    const content = await readFile(path.join(target, file));
    for (const word of [awkward, 'pick.test', 'admin']) expect(content.includes(word)).toBe(false);
    expect(content.subarray(0, 2).toString('hex')).not.toBe('1f8b');
  }
  await forget();
  const fresh = path.join(box, 'fresh');
  expect(await refusal(restoreTo(fresh, target, keys))).toMatch('is sealed by a master key');
  expect(await refusal(restoreTo(fresh, target, keys, randomBytes(32)))).toMatch('by another master key');
  const copy = path.join(box, 'copy');
  await cp(target, copy, { recursive: true });
  const table = path.join(copy, name, 'tables', 'accounts.copy.gz');
  const spoiled = await readFile(table);
  spoiled[spoiled.length >> 1] = (spoiled[spoiled.length >> 1] ?? 0) ^ 1;
  await writeFile(table, spoiled);
  expect(await refusal(restoreTo(fresh, copy, keys, master))).toMatch('is damaged');
  // Puts another agency's key file in the place of this one.
  await cp(path.join(target, names[1] ?? '', 'site.key'), path.join(copy, name, 'site.key'));
  await cp(path.join(target, name, 'tables', 'accounts.copy.gz'), table);
  await expect(restoreTo(fresh, copy, keys, master)).rejects.toThrow(
    `The key file of site ${name} is that of site ${names[1]}.`,
  );
  await restoreTo(fresh, target, keys, master);
  for (const one of names) expect(await contentOf(one)).toEqual(withoutSeals(saved(manifest, one)));
  const text = await readFile(path.join(fresh, 'keys', `${name}.key`), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ format: 2, site: name, sealed: expect.any(String) });
});

test('a backup is one moment: what is written while it runs is in it completely or not at all', async () => {
  const dataDir = path.join(box, 'data');
  names = names.slice(0, 1);
  const [name = ''] = names;
  const { pool } = await openNew(name, dataDir);
  await writeSites(dataDir, { sites: [entryOf(name)], pickerHosts: [], trustedProxies: [] });
  let writing = true;
  let written = 0;
  const writer = (async () => {
    for (let n = 0; writing; n++) {
      const client = await pool.connect();
      await client.query('begin');
      await client.query(
        `insert into change_log (actor, role, call, entity, entity_id, action) values ('a', 'admin', 'test', 'x', $1, 'run')`,
        [n],
      );
      await client.query(`insert into update_notes (note) values ($1)`, [`${n}`]);
      await client.query('commit');
      client.release();
      written += 1;
    }
  })();
  await expect.poll(() => written).toBeGreaterThan(0);
  try {
    for (let round = 0; round < 3; round++) {
      const { sites: found } = await backUp({
        server: oneWay(server),
        directory: new FileDirectory(dataDir),
        dataDir,
        target: path.join(box, `live-${round}`),
        say,
      });
      const rows = (table: string) => found[0]?.tables.find((entry) => entry.name === table)?.rows;
      expect(rows('change_log')).toBeGreaterThan(0);
      expect(rows('change_log')).toBe(rows('update_notes'));
    }
  } finally {
    writing = false;
    await writer;
  }
});

test('a site that gets a new key during its copy is copied again, with both', async () => {
  const { dataDir } = await twoAgencies();
  const [name = '', other = ''] = names;
  const target = path.join(box, 'rotated');
  const spoken: string[] = [];
  await backUp({
    server: oneWay(server),
    directory: new FileDirectory(dataDir),
    dataDir,
    target,
    say: (line) => {
      if (spoken.length === 0) {
        new Keyring(keyFile(dataDir, name), name, undefined).change('add');
        writeFileSync(path.join(filesFolder(dataDir, name), 'empty'), 'sealed anew');
      }
      spoken.push(line);
    },
  });
  const { keys } = JSON.parse(await readFile(`${target}-keys.json`, 'utf8'));
  expect([keys[name].length, keys[other].length]).toEqual([2, 1]);
  expect(spoken).toContain(`${name}: it was given a new key in the meantime and is copied again`);
  await openBackup(target, { keysFile: `${target}-keys.json` });
  expect(await readFile(storedFile(target, name, 'empty'), 'utf8')).toBe('sealed anew');
});

test('a site that cannot be copied is named, and the others are saved', async () => {
  const { dataDir } = await twoAgencies();
  const [name = '', away = ''] = names;
  await rm(path.join(dataDir, 'last-backup.json'));
  await rm(keyFile(dataDir, away));
  const target = path.join(box, 'without');
  const spoken: string[] = [];
  const options = { server: oneWay(server), directory: new FileDirectory(dataDir), dataDir };
  const manifest = await backUp({ ...options, target, say: (line) => spoken.push(line) });
  expect(manifest).toMatchObject({ sites: [{ entry: { name } }], missing: [away] });
  expect(spoken.at(-1)).toMatch(`${away}: NOT in this backup: The key file of site ${away} is missing`);
  // The Health page shows the last complete backup.
  expect(existsSync(path.join(dataDir, 'last-backup.json'))).toBe(false);
  await rm(keyFile(dataDir, name));
  await expect(backUp({ ...options, target: path.join(box, 'none'), say })).rejects.toThrow(/is missing/);
  expect((await readdir(box)).sort()).toEqual(
    ['data', 'saved', 'saved-keys.json', 'without', 'without-keys.json'].sort(),
  );
  await openBackup(target, { keysFile: `${target}-keys.json` });
});

test('a file that is deleted while others are copied is left out', async () => {
  const folder = path.join(box, 'files');
  await mkdir(folder);
  await writeFile(path.join(folder, 'b'), 'a scan');
  const copied = await copyFiles(['a', 'b'], folder, (file) => path.join(box, 'copies', file));
  expect(copied).toMatchObject({ files: [{ path: 'b', size: 6 }], gone: ['a'] });
  expect(await readdir(path.join(box, 'copies'))).toEqual(['b']);
});

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperationRefused);
  return error instanceof Error ? error.message : '';
};

test('nothing is restored without its keys, with those of another backup, or over existing data', async () => {
  const { dataDir, target, keys } = await twoAgencies();
  const fresh = path.join(box, 'fresh');
  expect(await refusal(restoreTo(fresh, target, path.join(box, 'lost.json')))).toMatch(
    /encryption keys are not in the backup but in a file of their own, .*--keys FILE/,
  );
  const { backup, keys: known } = JSON.parse(await readFile(keys, 'utf8'));
  const wrong = { backup, keys: { ...known, [names[1] ?? '']: randomBytes(32).toString('hex') } };
  await writeFile(path.join(box, 'wrong.json'), JSON.stringify(wrong));
  expect(await refusal(restoreTo(fresh, target, path.join(box, 'wrong.json')))).toMatch(
    `does not hold the key of site ${names[1]}`,
  );
  expect(await refusal(restoreTo(dataDir, target, keys))).toMatch(`has a site ${names[0]} already`);
  expect(await refusal(restoreTo(fresh, target, keys))).toMatch('exists already: nothing was changed');
  expect(existsSync(fresh)).toBe(false);
});

test('a failure half-way removes what was made, and the next try succeeds', async () => {
  const { target, keys } = await twoAgencies();
  const [first = '', second = ''] = names;
  await sites[0]?.close();
  sites.shift();
  await dropDatabase(first);
  const fresh = path.join(box, 'fresh');
  // The second site's database still exists.
  expect(await refusal(restoreTo(fresh, target, keys))).toMatch(databaseName(second));
  const { rows } = await openPoolAndAsk(`select from pg_database where datname = '${databaseName(first)}'`);
  expect(rows).toEqual([]);
  expect(await readdir(path.join(fresh, 'keys'))).toEqual([]);
  await forget();
  await restoreTo(fresh, target, keys);
  expect((await readSites(fresh))?.sites).toHaveLength(2);
});

const openPoolAndAsk = async (text: string) => {
  const pool = openPool(server, { max: 1, onError: say });
  try {
    return await pool.query(text);
  } finally {
    await pool.end();
  }
};

test('any changed or missing byte is found before anything is restored', async () => {
  const { target, keys } = await twoAgencies();
  await forget();
  const [name = ''] = names;
  const table = path.join(name, 'tables', 'accounts.copy.gz');
  const damage: [string, (file: string) => Promise<void>][] = [
    [
      table,
      async (file) =>
        writeFile(
          file,
          gzipSync(
            gunzipSync(await readFile(file))
              .toString()
              .replace('admin', 'users'),
          ),
        ),
    ],
    [table, (file) => rm(file)],
    [table, async (file) => writeFile(file, (await readFile(file)).subarray(0, 40))],
    [
      path.join(name, 'files', 'ab', 'scan.pdf'),
      async (file) => writeFile(file, (await readFile(file)).fill(0, 9, 10)),
    ],
    [
      'manifest.json',
      async (file) =>
        writeFile(
          file,
          (await readFile(file, 'utf8')).replace('admin', 'users').replace('pick.test', 'evil.test'),
        ),
    ],
  ];
  for (const [file, spoil] of damage) {
    const copy = path.join(box, 'copy');
    await cp(target, copy, { recursive: true });
    await spoil(path.join(copy, file));
    expect(await refusal(restoreTo(path.join(box, 'fresh'), copy, keys))).toMatch(`is damaged: ${file}`);
    await rm(copy, { recursive: true });
  }
  expect(await refusal(openBackup(box, { keysFile: keys }))).toMatch('is not a backup');
});
