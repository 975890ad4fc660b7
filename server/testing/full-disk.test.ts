import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { todayIn } from '@homecare/domain/calendar.ts';
import { getPeople, insertPerson } from '@homecare/domain/people/contract.ts';
import { afterAll, expect, test } from 'vitest';
import { DEMO_ENTRY } from '../src/platform/config/config.ts';
import { openPool } from '../src/platform/db/pool.ts';
import { readPostmaster } from '../src/platform/db/postmaster.ts';
import { BASE } from '../src/platform/http/base-path.ts';
import { freePort } from './free-port.ts';
import { sampleClient } from './sample-people.ts';
import { askOver, launchServer, request, type ServerProcess, signInOver } from './server-process.ts';

/**
 * One PostgreSQL with two agencies, one of whose databases is on a separate disk that becomes full. Only root can mount such a disk;
 * otherwise the test is skipped.
 */
const PASSWORD = 'Full-Disk-1';
const MEGABYTES = 100;
const home = mkdtempSync(join(tmpdir(), 'homecare-full-'));
const disk = join(home, 'disk');
mkdirSync(disk);
const mounts = (...options: string[]) => spawnSync('mount', [...options, disk]).status === 0;
const isMounted = process.platform === 'linux' && mounts('-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs');
if (!isMounted) console.log('full disk: left out, for only root on Linux can mount a disk of its own');

const dataDir = join(home, 'data');
mkdirSync(dataDir);
const siteOf = (name: string) => ({ ...DEMO_ENTRY, name, title: name, hosts: [`${name}.test`] });
const writeSites = (...names: string[]) =>
  writeFileSync(
    join(dataDir, 'sites.json'),
    JSON.stringify({ sites: names.map(siteOf), pickerHosts: [], trustedProxies: [] }),
  );
const agent = new Agent({ keepAlive: true });
let server: ServerProcess | undefined;
afterAll(async () => {
  server?.kill('SIGTERM');
  await server?.ended;
  agent.destroy();
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(home, { recursive: true, force: true });
});

/** Runs a statement as the owner of PostgreSQL. */
const asOwner = async (database: string, statement: string) => {
  const { port, socketDir: host } = readPostmaster(join(dataDir, 'postgres')) ?? {};
  if (port === undefined || host === undefined) throw new Error('no PostgreSQL runs');
  const pool = openPool({ host, port, user: 'homecare', database }, { max: 1, onError: () => undefined });
  await pool.query(statement).finally(() => pool.end());
};

/** A copy of the healthy agency, with its logins and key. */
const makeCrammed = async () => {
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  chownSync(disk, uid, gid);
  await asOwner('postgres', `create tablespace small location '${disk}'`);
  await asOwner('postgres', 'alter database homecare_demo allow_connections false');
  await asOwner(
    'postgres',
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'homecare_demo'",
  );
  await asOwner('postgres', 'create database homecare_crammed template homecare_demo tablespace small');
  await asOwner('postgres', 'alter database homecare_demo allow_connections true');
  const key = readFileSync(join(dataDir, 'keys/demo.key'), 'utf8');
  writeFileSync(join(dataDir, 'keys/crammed.key'), key.replace('"site":"demo"', '"site":"crammed"'));
  writeSites('demo', 'crammed');
};

/** Large pieces first, then single pages, until the disk is full. */
const fill = async (database: string) => {
  await asOwner(database, 'create table filler (page text)');
  for (const rows of [4_000, 100, 1])
    for (let isFull = false; !isFull; )
      await asOwner(
        database,
        `insert into filler select repeat(md5(random()::text), 200) from generate_series(1, ${rows})`,
      ).catch((error) => {
        if (error.code !== '53100') throw error;
        isFull = true;
      });
};

test.skipIf(!isMounted)(
  'an agency with a full disk answers 503 to what it cannot store; the others continue, and so does it once there is space',
  async () => {
    writeSites('demo');
    const started = await launchServer({
      DATA_DIR: dataDir,
      PORT: await freePort(),
      DEMO_PASSWORD: PASSWORD,
    }).ready;
    server = started;
    const today = todayIn('America/Denver', Temporal.Now.instant());
    const entering = async (host: string) => {
      const headers = { host };
      // A new agency is served within five seconds.
      const knock = async () => (await request(`${started.url}${BASE}/getPremium.php`, { headers })).status;
      await expect.poll(knock).toBe(401);
      const cookie = await signInOver(started.url, 'admin', PASSWORD, headers);
      const ask = (call: typeof insertPerson | typeof getPeople, input: unknown) =>
        askOver({ url: started.url, cookie }, call, input, { agent, headers });
      return {
        save: (name: string) => ask(insertPerson, { data: sampleClient(name, today) }),
        list: () => ask(getPeople, { filters: [] }),
      };
    };
    await makeCrammed();
    const crammed = await entering('crammed.test');
    const well = await entering('demo.test');
    expect((await crammed.save('Before')).status).toBe(200);

    await fill('homecare_crammed');
    const saved = Array.from({ length: 20 }, (_, n) => crammed.save(`Full ${n}`));
    const beside = Array.from({ length: 20 }, (_, n) => well.save(`Well ${n}`));
    const [refused, stored] = await Promise.all([Promise.all(saved), Promise.all(beside)]);
    const said = started.output().slice(-3_000);
    expect(
      stored.map(({ status }) => status),
      said,
    ).toEqual(beside.map(() => 200));
    // Some pages still have space for a row; what is not stored is never reported as stored.
    const statuses = refused.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(503);
    expect((await request(`${started.url}/readyz`)).status).toBe(200);
    const listed = await crammed.list();
    expect(listed.status).toBe(200);
    const names = listed.body.toString();
    for (const [n, status] of statuses.entries()) expect(names.includes(`"Full ${n}"`)).toBe(status === 200);

    expect(mounts('-o', `remount,size=${MEGABYTES * 3}m`)).toBe(true);
    expect((await crammed.save('After')).status).toBe(200);
  },
);
