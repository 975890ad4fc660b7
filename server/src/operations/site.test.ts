import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { onServer } from '../../testing/on-server.ts';
import { buildRegistry } from '../app.ts';
import { sealLog } from '../log-seals/service.ts';
import { Scope } from '../platform/auth/scope.ts';
import { readSites, writeSites } from '../platform/config/config.ts';
import { databaseName, oneWay } from '../platform/db/databases.ts';
import { BASE } from '../platform/http/base-path.ts';
import { buildServer } from '../platform/http/server.ts';
import { NO_LOG } from '../platform/log/log.ts';
import { FileDirectory } from '../platform/site/directory.ts';
import { unservedMachine } from '../platform/site/machine.ts';
import { type OpenedSite, Sites } from '../platform/site/sites.ts';
import { openSite } from '../sites/open-site.ts';
import {
  addSite,
  describeSites,
  type Installation,
  readSiteRequest,
  recoverAccess,
  verifyLogs,
} from './site.ts';

const server = inject('postgres').connection;
let at: Installation;
let name: string;
let opened: OpenedSite[];

beforeEach(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'homecare-site-'));
  at = { server: oneWay(server), directory: new FileDirectory(dataDir), dataDir };
  name = `agency-${randomBytes(4).toString('hex')}`;
  opened = [];
});
afterEach(async () => {
  for (const site of opened) await site.close();
  await onServer(server, `drop database if exists ${databaseName(name)} with (force)`);
  await rm(at.dataDir, { recursive: true, force: true });
});

const request = (...more: string[]) =>
  readSiteRequest([name, '--title', 'Mesa Home Care', '--host', 'Care.Mesa.test', ...ADMIN, ...more]);
const ADMIN = ['--admin', 'Olga', '--admin-name', 'Olga Vance'];

const open = async () => {
  const entry = (await readSites(at.dataDir))?.sites.find((site) => site.name === name);
  if (!entry) throw new Error('the site is not in sites.json');
  const site = await openSite(entry, server, at.dataDir);
  opened.push(site);
  return site;
};

/** The application as it would be started now. */
const start = async () => {
  const sites = new Sites([await open()], { pickerHosts: [] });
  const registry = buildRegistry(sites, unservedMachine(at.dataDir));
  return buildServer({ sites, registry, log: NO_LOG, trustedProxies: [] });
};
type App = Awaited<ReturnType<typeof start>>;

const send = async (app: App, cmd: string, data: Record<string, unknown>, cookie = '') => {
  const form = new URLSearchParams({
    cmd,
    data: JSON.stringify(Object.entries(data).map(([field, value]) => ({ field, value }))),
  });
  const response = await app.inject({
    method: 'POST',
    url: `${BASE}/poster.php`,
    headers: {
      host: 'care.mesa.test',
      'content-type': 'application/x-www-form-urlencoded',
      'x-requested-with': 'homecare',
      cookie,
    },
    payload: form.toString(),
  });
  const answer: { code?: number; data?: { reset_password?: number; role?: string } } = response.json();
  return {
    code: answer.code ?? response.statusCode,
    data: answer.data,
    cookie: String(response.headers['set-cookie'] ?? '').split(';')[0] ?? '',
  };
};
const signIn = (app: App, pass: string) => send(app, 'login', { user: 'olga', pass });

describe('adding a site', () => {
  test('makes one whose first admin signs in, changes the password and finds the Colorado types', async () => {
    const password = await addSite(at, request('--premium', '--version', '2', '--max-clients', '40'));
    expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    const file = await readSites(at.dataDir);
    expect(file?.sites).toEqual([
      {
        name,
        title: 'Mesa Home Care',
        place: '',
        hosts: ['care.mesa.test'],
        timeZone: 'America/Denver',
        capabilities: { premium: true, billing: false, version: 2, maxClients: 40 },
      },
    ]);
    const key: unknown = JSON.parse(await readFile(path.join(at.dataDir, 'keys', `${name}.key`), 'utf8'));
    expect(key).toMatchObject({ content: { site: name, keys: [expect.stringMatching(/^[0-9a-f]{64}$/)] } });

    const app = await start();
    const first = await signIn(app, password);
    expect(first).toMatchObject({ code: 200, data: { role: 'admin', reset_password: 1 } });
    expect(await send(app, 'type_get', {}, first.cookie)).toMatchObject({ code: 403 });
    const changed = await send(app, 'user_update', { password: 'Grand-Mesa-81501' }, first.cookie);
    expect(changed.code).toBe(200);
    // A new site requires its office to set up a second factor first; an admin may turn that off.
    expect(await send(app, 'type_get', {}, first.cookie)).toMatchObject({ code: 403 });
    await opened[0]?.pool.query(
      `update settings set value = 'false', rev = rev + 1 where key = 'secondFactor'`,
    );
    const types = await send(app, 'type_get', {}, first.cookie);
    expect(types.data).toContainEqual(expect.objectContaining({ Code: 'PCP' }));
    expect((await signIn(app, password)).code).toBe(401);
    await app.close();
  });

  test('gives a temporary password that expires after 72 hours, and is in the change log', async () => {
    await addSite(at, request());
    const { pool } = await open();
    const { rows } = await pool.query(
      `select role, reset_password, full_name, initials,
         extract(epoch from password_expires - now()) / 3600 between 71.9 and 72 as in_time from accounts`,
    );
    expect(rows).toEqual([
      { role: 'admin', reset_password: true, full_name: 'Olga Vance', initials: 'O.V.', in_time: true },
    ]);
    const log = await pool.query(`select call, entity, action, actor from change_log`);
    const added = { call: 'sites.add', actor: 'operator' };
    expect(log.rows).toEqual([
      { ...added, entity: 'account', action: 'insert' },
      { ...added, entity: 'setting', action: 'update' },
    ]);
  });

  test('seals its logs, and verification succeeds until the database’s owner changes a row', async () => {
    await addSite(at, request());
    const site = await open();
    const [sealed] = await sealLog(await Scope.startJob(site, 'jobs'), 'change_log');
    const noted = [sealed?.digest ?? ''];
    const before = await verifyLogs(at, { name, noted });
    expect(before.isSound).toBe(true);
    expect(before.lines).toEqual([
      `${name}:`,
      'Change log: 2 rows under 1 seal, 0 rows since.',
      `  The newest seal, of ${sealed?.day}: ${sealed?.digest}`,
      'Access log: 0 rows under 0 seals, 0 rows since.',
    ]);
    await site.pool.query(`alter table change_log disable trigger user`);
    await site.pool.query(`update change_log set actor = 'somebody'`);
    const after = await verifyLogs(at, { name: undefined, noted: ['ab'] });
    expect(after.isSound).toBe(false);
    expect(after.lines).toContain(`  Rows 1 to 2, sealed on ${sealed?.day}, were changed.`);
    expect(after.lines.at(-1)).toBe(
      'No seal has the digest ab: it was removed, or the log was sealed again from the start.',
    );
  });

  test('includes it when verify-log without a name verifies all sites, even if one cannot be opened', async () => {
    await addSite(at, request());
    await at.directory.change((file = { sites: [], pickerHosts: [], trustedProxies: [] }) => ({
      ...file,
      sites: [{ ...request().entry, name: 'gone', hosts: ['gone.test'] }, ...file.sites],
    }));
    const { lines, isSound } = await verifyLogs(at, { name: undefined, noted: [] });
    expect(isSound).toBe(false);
    expect(lines).toEqual([
      'gone:',
      '  The database homecare_gone does not exist: restore it, or move the site to where it is. Nothing of it was verified.',
      `${name}:`,
      'Change log: 0 rows under 0 seals, 2 rows since.',
      'Access log: 0 rows under 0 seals, 0 rows since.',
    ]);
    await expect(verifyLogs(at, { name: 'gone', noted: [] })).rejects.toThrow('does not exist');
  });

  test('leaves existing sites alone and gives it its own hosts', async () => {
    const other = { ...request().entry, name: 'first', hosts: ['first.test'] };
    await writeSites(at.dataDir, {
      sites: [other],
      pickerHosts: ['pick.test'],
      trustedProxies: ['10.0.0.1'],
    });
    const taken = { ...request(), entry: { ...request().entry, hosts: ['pick.test'] } };
    await expect(addSite(at, taken)).rejects.toThrow('The host pick.test belongs to another site.');
    await addSite(at, request());
    await expect(addSite(at, request())).rejects.toThrow(`There is a site '${name}' already.`);
    const file = await readSites(at.dataDir);
    expect(file?.sites.map((site) => site.name)).toEqual(['first', name]);
    expect(file?.trustedProxies).toEqual(['10.0.0.1']);
  });

  test('that was killed before its last step is completed by the next run', async () => {
    const lost = await addSite(at, request());
    await rm(path.join(at.dataDir, 'sites.json'));
    const password = await addSite(at, request());
    const app = await start();
    expect((await signIn(app, lost)).code).toBe(401);
    expect((await signIn(app, password)).code).toBe(200);
    await app.close();

    await rm(path.join(at.dataDir, 'sites.json'));
    await expect(addSite(at, request())).rejects.toThrow(`The database of '${name}' has accounts already`);
    await expect(readFile(path.join(at.dataDir, 'sites.json'))).rejects.toThrow('ENOENT');
  });
});

describe('recovering an admin', () => {
  test('lets a throttled admin in again, ends every session and is in the change log', async () => {
    const first = await addSite(at, request());
    const app = await start();
    const session = await signIn(app, first);
    for (let n = 0; n < 10; n += 1) expect((await signIn(app, 'wrong')).code).toBe(401);
    expect((await signIn(app, first)).code).toBe(429);

    const password = await recoverAccess(at, name, 'OLGA');
    expect(password).not.toBe(first);
    expect((await send(app, 'logout', {}, session.cookie)).code).toBe(401);
    expect((await signIn(app, first)).code).toBe(401);
    expect(await signIn(app, password)).toMatchObject({ code: 200, data: { reset_password: 1 } });
    const { rows } = await (opened[0] ?? (await open())).pool.query(
      `select actor, action, changes from change_log where call = 'accounts.recoverAdmin'`,
    );
    expect(rows).toEqual([
      { actor: 'operator', action: 'update', changes: { password: ['(hidden)', '(hidden)'] } },
    ]);
    await app.close();
  });

  test('resumes a suspended admin, as the change log says', async () => {
    const first = await addSite(at, request());
    const { pool } = await open();
    await pool.query("update accounts set suspended = '2026-11-20T17:00:00Z' where login = 'olga'");
    const app = await start();
    expect((await signIn(app, first)).code).toBe(403);
    const password = await recoverAccess(at, name, 'olga');
    expect(await signIn(app, password)).toMatchObject({ code: 200 });
    const { rows } = await pool.query<{ changes: { suspended: unknown[] } }>(
      `select changes from change_log where call = 'accounts.recoverAdmin'`,
    );
    expect(rows[0]?.changes.suspended).toEqual([true, false]);
    await app.close();
  });

  test('works only for admins of existing sites', async () => {
    await addSite(at, request());
    const { pool } = await open();
    await pool.query(`insert into accounts (login, password_hash, full_name, role, initials)
      values ('manager', 'x', 'Max Manager', 'user', 'M.M.')`);
    await expect(recoverAccess(at, 'nowhere', 'olga')).rejects.toThrow("There is no site 'nowhere'");
    await expect(recoverAccess(at, name, 'nobody')).rejects.toThrow("There is no account 'nobody'.");
    await expect(recoverAccess(at, name, 'manager')).rejects.toThrow("'manager' is not an admin");
  });
});

describe('the command line for sites', () => {
  test('says what is wrong in one sentence', () => {
    const title = ['--title', 'Mesa', '--host', 'mesa.test'];
    const cases: [string[], string][] = [
      [[], 'Give one name to the new site.'],
      [['mesa', 'vail'], 'Give one name to the new site.'],
      [['Mesa!', ...title, ...ADMIN], 'A site name is lower-case letters, digits and hyphens.'],
      [['mesa', ...ADMIN], '--title is missing.'],
      [['mesa', '--title', 'Mesa', ...ADMIN], '--host is missing.'],
      [
        ['mesa', '--title', 'Mesa', '--host', 'https://mesa.test', ...ADMIN],
        "'https://mesa.test' is not a host",
      ],
      [['mesa', ...title], '--admin is missing.'],
      [['mesa', ...title, ...ADMIN, '--time-zone', 'Mars/Olympus'], "'Mars/Olympus' is not a time zone"],
      [['mesa', ...title, ...ADMIN, '--max-clients', 'many'], '--max-clients is a whole number.'],
      [['mesa', ...title, '--admin', 'ab', '--admin-name', 'Abe Lee'], 'at least 3 characters'],
      [['mesa', ...title, ...ADMIN, '--colour', 'red'], "Unknown option '--colour'"],
    ];
    for (const [args, sentence] of cases) expect(() => readSiteRequest(args)).toThrow(sentence);
  });

  test('lists the sites', () => {
    const { entry } = request('--premium', '--host', '[::1]:8443', '--time-zone', 'America/Phoenix');
    expect(describeSites({ sites: [entry], pickerHosts: [], trustedProxies: [] })).toEqual([
      `${name}: Mesa Home Care at care.mesa.test, [::1]:8443 (America/Phoenix; premium, version 1; at most 10000 active clients)`,
    ]);
  });
});
