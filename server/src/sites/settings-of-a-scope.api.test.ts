import { touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { getSettings, saveSettings } from '@homecare/domain/sites/contract.ts';
import { capabilities } from '@homecare/domain/sites/page-contract.ts';
import type { PaperTexts, SiteSwitches } from '@homecare/domain/sites/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleClient } from '../../testing/sample-people.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { Scope } from '../platform/auth/scope.ts';

/** A request keeps the settings it began with; one that begins after an answered change has that change. */

let server: TestServer;
let admin: Caller;
let elsewhere: Caller;
beforeAll(async () => {
  server = await testServer();
  admin = await server.as('admin');
  elsewhere = await server.atSecondInstance(admin);
});
afterAll(() => server.stop());

const save = async (by: Caller, change: Partial<SiteSwitches>, texts: Partial<PaperTexts> = {}) => {
  const { data } = await by.call(getSettings, {});
  if (!data) throw new Error('no settings');
  const { rev, switches, paper } = data;
  const saved = await by.call(saveSettings, {
    rev,
    paper: { ...paper, ...texts },
    switches: { ...switches, ...change },
  });
  expect(saved.status).toBe(200);
};

const newClient = async (name: string) => {
  const data = sampleClient(name, server.clock.now().toZonedDateTimeISO('America/Denver').toPlainDate());
  const { insertId } = await admin.call(insertPerson, { data });
  return insertId ?? 0;
};
const recordsOf = async (id: number) => {
  const { rows } = await server.database.pool.query<{ status: string }>(
    `select status from aggregator_records where type = 'Client' and record_id = $1`,
    [id],
  );
  return rows.map(({ status }) => status);
};

/** A separate connection locks the record until someone waits for it. */
const lockPerson = async (id: number) => {
  const { pool } = server.database;
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from people where id = $1 for update', [id]);
  const isWaitedFor = async () => {
    const { rows } = await pool.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length > 0;
  };
  return {
    waitedFor: () => expect.poll(isWaitedFor, { timeout: 20_000 }).toBe(true),
    release: async () => {
      await client.query('commit');
      client.release();
    },
  };
};

describe('a switch that changes during a use case', () => {
  test('does not affect it, and applies to the next request', async () => {
    await save(admin, { sandataEnabled: false });
    const id = await newClient('Kept');
    const other = await newClient('Next');
    await save(admin, { sandataEnabled: true });
    const blocker = await lockPerson(id);
    const changing = admin.call(updatePerson, { id, data: { Phone: '(303) 555-0142' } });
    await blocker.waitedFor();
    await save(await server.as('admin'), { sandataEnabled: false });
    await blocker.release();
    expect((await changing).status).toBe(200);
    expect(await recordsOf(id)).toEqual(['Planned']);

    expect((await admin.call(updatePerson, { id: other, data: { Phone: '(303) 555-0143' } })).status).toBe(
      200,
    );
    expect(await recordsOf(other)).toEqual([]);
    await save(admin, { sandataEnabled: true });
  });

  test('does not affect a job’s present step, but its next one', async () => {
    const job = await Scope.startJob(server.site, 'test');
    const before = structuredClone(job.settings);
    await save(admin, { timeZone: 'America/Phoenix', messagesPerDay: 7 }, { agency: 'Mesa Care' });
    expect(job.settings).toEqual(before);
    expect(job.ofPart().settings).toBe(job.settings);
    const next = await job.nextStep();
    expect([next.user, next.settings.timeZone]).toEqual([job.user, 'America/Phoenix']);
    expect(next.settings.capabilities.messagesPerDay).toBe(7);
    expect(next.settings.paper.letterhead.agency).toBe('Mesa Care');
    await save(admin, { timeZone: 'America/Denver', messagesPerDay: 10_000 }, { agency: '' });
  });
});

test('a scope’s settings cannot be modified at any depth', async () => {
  const { settings } = await Scope.startJob(server.site, 'test');
  const writable: string[] = [];
  const look = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
    if (!Object.isFrozen(value)) writable.push(path);
    for (const [name, part] of Object.entries(value)) look(part, `${path}.${name}`);
  };
  look(settings, 'settings');
  expect(writable).toEqual([]);
  expect(() => Object.assign(settings.paper.letterhead, { agency: 'Other' })).toThrow(TypeError);
});

test('while nothing is saved, all requests and jobs share one read', async () => {
  const first = await Scope.startJob(server.site, 'test');
  await admin.call(capabilities, {});
  expect((await Scope.startJob(server.site, 'test')).settings).toBe(first.settings);
  expect(server.scope.settings).toBe(first.settings);
});

describe('with two processes', () => {
  const most = async (by: Caller) => (await by.call(capabilities, {})).data?.messagesPerDay;

  test('each sees at once what the other has just saved', async () => {
    for (let n = 1; n <= 12; n += 1) {
      const [saves, reads] = n % 2 === 0 ? [admin, elsewhere] : [elsewhere, admin];
      await save(saves, { messagesPerDay: n });
      // Many at a time look up their sessions together.
      expect(await Promise.all([reads, reads, reads, saves].map(most))).toEqual([n, n, n, n]);
    }
    await save(admin, { messagesPerDay: 10_000 });
  });

  test('a session follows the idle time saved in the other process', async () => {
    await save(admin, { idleMinutes: 10 });
    expect((await elsewhere.call(touchSession, {})).data?.idleMinutes).toBe(10);
    await save(admin, { idleMinutes: 60 });
    server.clock.advance({ minutes: 30 });
    expect((await elsewhere.call(touchSession, {})).status).toBe(200);
    await save(admin, { idleMinutes: 10 });
    server.clock.advance({ minutes: 11 });
    expect((await elsewhere.call(touchSession, {})).status).toBe(401);
  });

  test('a change made by SQL applies too', async () => {
    const here = await server.as('admin');
    const there = await server.atSecondInstance(here);
    const query = (text: string) => server.database.pool.query(text);
    await query(
      `update settings set value = value || '{"idleMinutes": 30, "messagesPerDay": 3}' where key = 'switches'`,
    );
    expect([await most(here), await most(there)]).toEqual([3, 3]);
    await query(`delete from settings where key = 'switches'`);
    expect([await most(here), await most(there)]).toEqual([10_000, 10_000]);
  });
});
