import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/database.ts';
import { DEMO_ENTRY, type SitesFile, writeSites } from '../config/config.ts';
import { Connections } from '../db/connections.ts';
import { oneWay } from '../db/databases.ts';
import { type Directory, FileDirectory } from './directory.ts';
import { TableDirectory } from './directory-table.ts';

let dataDir: string;
let database: TestDatabase;
let ends: (() => unknown)[];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'homecare-directory-'));
  database = await testDatabase();
  ends = [];
});
afterEach(async () => {
  for (const end of ends) await end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const table = async (folder = dataDir) => {
  const directory = await TableDirectory.open(oneWay(database.connection), folder, new Connections(2));
  ends.push(() => directory.end());
  return directory;
};
const fileOf = (...names: string[]): SitesFile => ({
  sites: names.map((name) => ({ ...DEMO_ENTRY, name, hosts: [`${name}.test`] })),
  pickerHosts: ['pick.test'],
  trustedProxies: ['10.0.0.1'],
});

const KINDS: readonly (readonly [string, () => Promise<readonly [Directory, Directory]>])[] = [
  ['the table', async () => [await table(), await table()]],
  ['the file', async () => [new FileDirectory(dataDir), new FileDirectory(dataDir)]],
];

describe.each(KINDS)('%s', (_, open) => {
  it('is empty before the first start, and then contains what was written', async () => {
    const [one, other] = await open();
    expect(await one.read()).toBeUndefined();
    await one.change(() => fileOf('mesa', 'aurora'));
    expect(await other.read()).toEqual(fileOf('mesa', 'aurora'));
    await other.change((file = fileOf()) => ({ ...file, sites: file.sites.slice(1), pickerHosts: [] }));
    expect(await one.read()).toEqual({ ...fileOf('aurora'), pickerHosts: [] });
  });

  it('notifies another process of changes, including those between its start and first check', async () => {
    const [one, other] = await open();
    await one.change(() => fileOf('mesa'));
    expect((await other.read())?.sites).toHaveLength(1);
    await one.change(() => fileOf('mesa', 'vail'));
    const seen: string[][] = [];
    const following = other.follow(
      (file) => seen.push(file.sites.map(({ name }) => name)),
      () => undefined,
    );
    ends.push(() => following.stop());
    await expect.poll(() => seen, { timeout: 60_000 }).toEqual([['mesa', 'vail']]);
    await one.change(() => fileOf('mesa', 'aurora'));
    await expect.poll(() => seen.at(-1), { timeout: 60_000 }).toEqual(['mesa', 'aurora']);
    expect(seen).toHaveLength(2);
  });
});

describe('the table of sites', () => {
  it('takes over a sites.json and puts it aside, once', async () => {
    await writeSites(dataDir, fileOf('mesa', 'aurora'));
    expect(await (await table()).read()).toEqual(fileOf('mesa', 'aurora'));
    expect(await readdir(dataDir)).toEqual(['sites.json.taken-over']);
    expect((await (await table()).read())?.sites).toHaveLength(2);
  });

  it('takes over what a second machine’s file has in addition', async () => {
    await writeSites(dataDir, fileOf('mesa'));
    const one = await table();
    const second = await mkdtemp(path.join(tmpdir(), 'homecare-directory-'));
    ends.push(() => rm(second, { recursive: true, force: true }));
    await writeSites(second, fileOf('mesa', 'aurora'));
    await table(second);
    expect((await one.read())?.sites.map(({ name }) => name)).toEqual(['mesa', 'aurora']);
  });

  it('refuses a host that is listed twice, and changes nothing', async () => {
    const directory = await table();
    await directory.change(() => fileOf('mesa'));
    const twice = (file: SitesFile = fileOf()) => ({
      ...file,
      sites: [...file.sites, { ...DEMO_ENTRY, name: 'other', hosts: ['mesa.test'] }],
    });
    await expect(directory.change(twice)).rejects.toThrow('mesa.test is listed twice');
    expect(await directory.read()).toEqual(fileOf('mesa'));
  });

  it('applies simultaneous changes one after the other', async () => {
    const [one, other] = [await table(), await table()];
    await one.change(() => fileOf());
    const add = (directory: Directory, name: string) =>
      directory.change((file = fileOf()) => ({ ...file, sites: [...file.sites, ...fileOf(name).sites] }));
    await Promise.all(Array.from({ length: 10 }, (_, n) => add(n % 2 === 0 ? one : other, `site-${n}`)));
    expect((await one.read())?.sites).toHaveLength(10);
  });

  it('gives each due site to one process, and to another when that one dies', async () => {
    const [one, other] = [(await table()).schedule, (await table()).schedule];
    const directory = await table();
    await directory.change(() => fileOf('mesa', 'aurora', 'vail'));
    const claimed = (await Promise.all([one.claim(2), other.claim(2)])).flat().map(({ name }) => name);
    expect(claimed.toSorted()).toEqual(['aurora', 'mesa', 'vail']);
    expect(await other.claim(2)).toEqual([]);
    await one.settle('mesa', Date.now(), Date.now() + 3_600_000);
    await database.pool.query("update homecare.sites set claimed_until = now() - interval '1 s'");
    expect((await other.claim(9)).map(({ name }) => name).toSorted()).toEqual(['aurora', 'vail']);
    // Something queued in the meantime is due earlier.
    await one.bringForward('mesa', Date.now() - 1);
    await database.pool.query("update homecare.sites set claimed_until = '-infinity' where name = 'mesa'");
    const [mesa] = await one.claim(9);
    expect(mesa).toMatchObject({ name: 'mesa', isResting: true });
  });
});
