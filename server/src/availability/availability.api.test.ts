import * as calls from '@homecare/domain/availability/contract.ts';
import type { HoursDraft, TimeOffSpan } from '@homecare/domain/availability/schema.ts';
import { perDay } from '@homecare/domain/calendar.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, setPayRates, weekOf } from '../../testing/care.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import {
  listCaregiverHours,
  listClientNeeds,
  listPairPreferences,
  listSkillsAmong,
  listTimeOff,
} from './service.ts';

// Friday, November 20, 2026, 10:00 in Denver.
let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(async () => {
  const broken = await brokenInvariants(server.database.pool);
  // These people were inserted directly into the table.
  expect(broken.filter((line) => !line.startsWith('every person stands in the change log'))).toEqual([]);
  await server.stop();
});

let serial = 0;
const provider = () => {
  serial += 1;
  return addProvider(server.database.pool, `Reyes${serial}`);
};
const client = () => {
  serial += 1;
  return addClient(server.database.pool, `Lopez${serial}`);
};
const caregiver = async () => {
  const id = await provider();
  return { id, phone: await server.as('evv', { providerId: id }) };
};

const mornings: HoursDraft = {
  windows: {
    ...perDay(() => []),
    Mon: [{ from: '08:00', to: '12:00' }],
    Sun: [{ from: '22:00', to: '06:00' }],
  },
  wishedMinutes: 1_200,
  mostMinutes: 1_800,
  farthestMiles: 12,
};
const anyTime: HoursDraft = { windows: null, wishedMinutes: null, mostMinutes: null, farthestMiles: null };

describe('a caregiver’s hours', () => {
  it('are unrestricted until someone enters them', async () => {
    const id = await provider();
    const { data } = await user.call(calls.getHours, { id });
    expect(data).toEqual({ hours: anyTime, skills: [], rev: 0 });
    expect((await listCaregiverHours(server.site.db)).has(id)).toBe(false);
  });

  it('are entered by the office with skills, and read by everyone who plans', async () => {
    const id = await provider();
    await user.call(calls.saveSkill, { was: null, name: 'Hoyer lift' });
    const saved = await user.call(calls.saveHours, { id, hours: mornings, skills: ['hoyer LIFT'], rev: 0 });
    expect(saved.data).toEqual({ rev: 1 });
    expect((await admin.call(calls.getHours, { id })).data).toEqual({
      hours: mornings,
      skills: ['Hoyer lift'],
      rev: 1,
    });
    expect((await listCaregiverHours(server.site.db)).get(id)).toEqual(mornings);
    const skills = await listSkillsAmong(server.site.db, ['Hoyer lift', 'Dementia care']);
    expect([...skills]).toEqual([[id, ['Hoyer lift']]]);
    expect((await listSkillsAmong(server.site.db, ['Dementia care'])).size).toBe(0);
  });

  it('can be changed by the caregiver, who cannot change the skills', async () => {
    const { id, phone } = await caregiver();
    await user.call(calls.saveSkill, { was: null, name: 'Dementia care' });
    await user.call(calls.saveHours, { id, hours: mornings, skills: ['Dementia care'], rev: 0 });
    const own = await phone.call(calls.saveHours, { id, hours: anyTime, rev: 1 });
    expect(own.data).toEqual({ rev: 2 });
    expect((await phone.call(calls.getHours, { id })).data?.skills).toEqual(['Dementia care']);
    const skilled = await phone.call(calls.saveHours, { id, hours: anyTime, skills: [], rev: 2 });
    expect(skilled.status).toBe(403);
  });

  it('of others cannot be seen by a caregiver', async () => {
    const { phone } = await caregiver();
    const other = await provider();
    expect((await phone.call(calls.getHours, { id: other })).status).toBe(403);
    expect((await phone.call(calls.saveHours, { id: other, hours: anyTime, rev: 0 })).status).toBe(403);
  });

  it('are refused at the day on which they overlap, and if the user had an older version', async () => {
    const id = await provider();
    const twice = {
      ...perDay(() => []),
      Tue: [
        { from: '08:00', to: '12:00' },
        { from: '11:00', to: '13:00' },
      ],
    };
    const wrong = await user.call(calls.saveHours, { id, hours: { ...anyTime, windows: twice }, rev: 0 });
    expect(wrong.errors).toEqual([expect.objectContaining({ field: 'windows.Tue' })]);
    await admin.call(calls.saveHours, { id, hours: mornings, rev: 0 });
    const late = await user.call(calls.saveHours, { id, hours: anyTime, rev: 0 });
    expect([late.status, late.reason]).toEqual([409, 'stale']);
  });

  it('belong to caregivers only, and use skills from the list', async () => {
    const id = await client();
    expect((await user.call(calls.getHours, { id })).status).toBe(404);
    expect((await user.call(calls.saveHours, { id, hours: anyTime, rev: 0 })).status).toBe(404);
    const unknown = await user.call(calls.saveHours, {
      id: await provider(),
      hours: anyTime,
      skills: ['Juggling'],
      rev: 0,
    });
    expect(unknown.errors).toEqual([
      { field: 'skills', message: 'Juggling is not on the list of skills. Add it under Configuration.' },
    ]);
  });
});

describe('the list of skills', () => {
  const names = async () => (await user.call(calls.listSkills, {})).data?.map(({ name }) => name);

  it('has each name once, and renames it everywhere', async () => {
    const id = await provider();
    await user.call(calls.saveSkill, { was: null, name: ' Tube  feeding ' });
    expect((await user.call(calls.saveSkill, { was: null, name: 'TUBE FEEDING' })).errors).toEqual([
      { field: 'name', message: 'Tube feeding is on the list already.' },
    ]);
    await user.call(calls.saveHours, { id, hours: anyTime, skills: ['Tube feeding'], rev: 0 });
    await user.call(calls.saveSkill, { was: 'Tube feeding', name: 'Feeding tube' });
    expect((await user.call(calls.getHours, { id })).data?.skills).toEqual(['Feeding tube']);
  });

  it('keeps skills in use, and can remove unused ones', async () => {
    const id = await client();
    await user.call(calls.saveSkill, { was: null, name: 'Ventilator' });
    const needs = { skills: ['Ventilator'], languages: [], wishedLanguages: [] };
    await user.call(calls.saveNeeds, { id, needs, rev: 0 });
    expect((await user.call(calls.removeSkill, { name: 'Ventilator' })).status).toBe(409);
    await user.call(calls.saveNeeds, { id, needs: { ...needs, skills: [] }, rev: 1 });
    await user.call(calls.removeSkill, { name: 'Ventilator' });
    expect(await names()).not.toContain('Ventilator');
  });
});

test('a client’s requirements are written by the office and read by everyone who plans', async () => {
  const id = await client();
  await user.call(calls.saveSkill, { was: null, name: 'Catheter' });
  const needs = { skills: ['Catheter'], languages: ['Spanish', 'spanish '], wishedLanguages: ['Vietnamese'] };
  await user.call(calls.saveNeeds, { id, needs, rev: 0 });
  const tidy = { skills: ['Catheter'], languages: ['Spanish'], wishedLanguages: ['Vietnamese'] };
  expect((await user.call(calls.getNeeds, { id })).data).toEqual({
    needs: { ...tidy, notifyBy: null },
    rev: 1,
  });
  expect((await listClientNeeds(server.site.db, [id])).get(id)).toEqual({ clientId: id, ...tidy });
  await user.call(calls.saveNeeds, { id, needs: { ...needs, notifyBy: 'email' }, rev: 1 });
  expect((await user.call(calls.getNeeds, { id })).data?.needs.notifyBy).toBe('email');
  expect((await user.call(calls.getNeeds, { id: await provider() })).status).toBe(404);
});

describe('a preference', () => {
  it('appears on both records, and can be changed and taken back', async () => {
    const pair = { providerId: await provider(), clientId: await client() };
    const said = { ...pair, side: 'client', kind: 'never', reason: ' Was late often. ' } as const;
    const { insertId: id = 0 } = await user.call(calls.savePreference, { id: null, rev: null, ...said });
    const shown = (await user.call(calls.listPreferences, { id: pair.clientId })).data;
    expect(shown).toEqual((await user.call(calls.listPreferences, { id: pair.providerId })).data);
    expect(shown).toMatchObject([
      { id, ...pair, side: 'client', kind: 'never', reason: 'Was late often.', rev: 0 },
    ]);
    await user.call(calls.savePreference, { id, rev: 0, ...said, kind: 'preferred', reason: null });
    expect(await listPairPreferences(server.site.db, [pair.clientId])).toEqual([
      { id, ...pair, side: 'client', kind: 'preferred', reason: null },
    ]);
    expect((await user.call(calls.removePreference, { id, rev: 0 })).reason).toBe('stale');
    await user.call(calls.removePreference, { id, rev: 1 });
    expect((await user.call(calls.listPreferences, { id: pair.clientId })).data).toEqual([]);
    // Someone who still has it on screen is told what happened to it.
    expect(await user.call(calls.savePreference, { id, rev: 1, ...said })).toMatchObject({
      status: 404,
      Info: 'Someone else removed this preference. Add it again if it still applies.',
    });
    expect(await user.call(calls.removePreference, { id, rev: 1 })).toMatchObject({
      status: 404,
      Info: 'Someone else already removed this preference.',
    });
  });

  it('is stored once per side, for a caregiver and a client', async () => {
    const pair = { providerId: await provider(), clientId: await client() };
    const said = { id: null, rev: null, ...pair, kind: 'preferred', reason: null } as const;
    await user.call(calls.savePreference, { ...said, side: 'client' });
    expect((await user.call(calls.savePreference, { ...said, side: 'caregiver' })).status).toBe(200);
    expect((await user.call(calls.savePreference, { ...said, side: 'client' })).status).toBe(409);
    const twoClients = { ...said, side: 'client', providerId: pair.clientId } as const;
    expect((await user.call(calls.savePreference, twoClients)).status).toBe(404);
  });
});

const off = (from: string, through = from, more: Partial<TimeOffSpan> = {}) => ({
  from,
  through,
  fromTime: null,
  throughTime: null,
  ...more,
});
const asking = (providerId: number, span: TimeOffSpan, status: 'Requested' | 'Approved' = 'Requested') => ({
  id: null,
  rev: null,
  providerId,
  ...span,
  reason: null,
  status,
});
const ask = async (by: Caller, providerId: number, span: TimeOffSpan, reason: string | null = null) => {
  const { insertId, text } = await by.call(calls.saveTimeOff, { ...asking(providerId, span), reason });
  if (!insertId) throw new Error(text);
  return insertId;
};
const rowOf = async (id: number) =>
  (await user.call(calls.listTimeOff, { past: true })).data?.find((one) => one.id === id);

describe('time off', () => {
  it('is requested by the caregiver, approved by the office and shown on the phone', async () => {
    const { id: providerId, phone } = await caregiver();
    const id = await ask(phone, providerId, off('2026-11-23', '2026-11-25'), ' Knee surgery. ');
    expect(await rowOf(id)).toMatchObject({
      status: 'Requested',
      reason: 'Knee surgery.',
      decidedBy: null,
      rev: 0,
    });
    await user.call(calls.decideTimeOff, { items: [{ id, rev: 0 }], status: 'Approved' });
    expect((await phone.call(calls.listOwnTimeOff, {})).data).toMatchObject([
      { id, status: 'Approved', decidedBy: 'T.U.', rev: 1 },
    ]);
    const days = { from: '2026-11-25', through: '2026-11-30' };
    expect(await listTimeOff(server.site.db, days, ['Approved'])).toContainEqual({
      id,
      providerId,
      ...off('2026-11-23', '2026-11-25'),
      status: 'Approved',
      reason: 'Knee surgery.',
    });
  });

  it('of a caregiver answers 304 until some of it changes, and only to them', async () => {
    const [{ id: providerId, phone }, other] = [await caregiver(), await caregiver()];
    const id = await ask(phone, providerId, off('2026-11-24'));
    let tag = '';
    const status = async () => {
      const answer = await phone.call(calls.listOwnTimeOff, {}, { 'if-none-match': tag });
      tag = String(answer.headers.etag);
      return answer.status;
    };
    expect([await status(), await status()]).toEqual([200, 304]);
    await user.call(calls.decideTimeOff, { items: [{ id, rev: 0 }], status: 'Approved' });
    expect([await status(), await status()]).toEqual([200, 304]);
    const theirs = await other.phone.call(calls.listOwnTimeOff, {}, { 'if-none-match': tag });
    expect([theirs.status, theirs.data]).toEqual([200, []]);
    expect((await user.call(calls.listOwnTimeOff, {})).status).toBe(403);
  });

  it('no longer waits once the caregiver has left by then', async () => {
    const { id: providerId, phone } = await caregiver();
    const [before, after] = [
      await ask(phone, providerId, off('2026-11-23')),
      await ask(phone, providerId, off('2026-12-23')),
    ];
    await server.database.pool.query(
      "update people set cur = 'n', archive_date = '2026-12-01' where id = $1",
      [providerId],
    );
    expect(await rowOf(before)).toMatchObject({ status: 'Requested' });
    expect(await rowOf(after)).toBeUndefined();
  });

  it('can be neither approved nor requested for others by a caregiver', async () => {
    const { id: providerId, phone } = await caregiver();
    const other = await provider();
    const span = off('2026-12-01');
    expect((await phone.call(calls.saveTimeOff, asking(other, span))).status).toBe(403);
    expect((await phone.call(calls.saveTimeOff, asking(providerId, span, 'Approved'))).status).toBe(403);
    const id = await ask(user, other, span);
    expect(
      (await phone.call(calls.decideTimeOff, { items: [{ id, rev: 0 }], status: 'Approved' })).status,
    ).toBe(403);
    expect((await phone.call(calls.removeTimeOff, { id, rev: 0 })).status).toBe(403);
  });

  it('that is already decided says by whom, and a decision can be taken back', async () => {
    const id = await ask(user, await provider(), off('2026-12-01', '2026-12-02'));
    await admin.call(calls.decideTimeOff, { items: [{ id, rev: 0 }], status: 'Declined' });
    const again = await user.call(calls.decideTimeOff, { items: [{ id, rev: 0 }], status: 'Approved' });
    expect([again.status, again.Info]).toEqual([409, 'Dec 1 to Dec 2 is already declined (T.A.).']);
    await user.call(calls.decideTimeOff, { items: [{ id, rev: 1 }], status: 'Requested' });
    expect(await rowOf(id)).toMatchObject({ status: 'Requested', decided: null, decidedBy: null });
  });

  it('can be decided for many at once, all or none', async () => {
    const [one, two, three] = [await provider(), await provider(), await provider()];
    const ids = [await ask(user, one, off('2026-12-01')), await ask(user, two, off('2026-12-01'))];
    const taken = await ask(user, three, off('2026-12-01'));
    await user.call(calls.decideTimeOff, { items: [{ id: taken, rev: 0 }], status: 'Approved' });
    const items = [...ids, taken].map((id) => ({ id, rev: 0 }));
    const refused = await user.call(calls.decideTimeOff, { items, status: 'Approved' });
    expect(refused.errors?.map(({ field }) => field)).toEqual([String(taken)]);
    expect(await rowOf(ids[0] ?? 0)).toMatchObject({ status: 'Requested' });
    await user.call(calls.decideTimeOff, { items: items.slice(0, 2), status: 'Approved' });
    expect(await rowOf(ids[1] ?? 0)).toMatchObject({ status: 'Approved' });
  });

  it('that overlaps is refused, even if two are requested at the same moment', async () => {
    const { id: providerId, phone } = await caregiver();
    await ask(phone, providerId, off('2026-12-01', '2026-12-05'));
    const over = await phone.call(calls.saveTimeOff, asking(providerId, off('2026-12-05')));
    expect(over.errors?.[0]?.field).toBe('from');
    const days = off('2026-12-10', '2026-12-12');
    const both = await Promise.all([
      user.call(calls.saveTimeOff, asking(providerId, days, 'Approved')),
      admin.call(calls.saveTimeOff, asking(providerId, days, 'Approved')),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('can be withdrawn by the caregiver until it is decided, and removed by the office', async () => {
    const { id: providerId, phone } = await caregiver();
    const gone = await ask(phone, providerId, off('2026-12-01'));
    expect((await phone.call(calls.removeTimeOff, { id: gone, rev: 0 })).status).toBe(200);
    expect((await phone.call(calls.removeTimeOff, { id: gone, rev: 0 })).status).toBe(404);
    const kept = await ask(phone, providerId, off('2026-12-03'));
    await user.call(calls.decideTimeOff, { items: [{ id: kept, rev: 0 }], status: 'Approved' });
    expect((await phone.call(calls.removeTimeOff, { id: kept, rev: 1 })).status).toBe(409);
    expect((await user.call(calls.removeTimeOff, { id: kept, rev: 1 })).status).toBe(200);
    const { rows } = await server.database.pool.query(
      `select changes -> 'Time off' as said from change_log where entity = 'person' and entity_id = $1 order by id`,
      [providerId],
    );
    expect(rows.map(({ said }) => said)).toEqual([
      [null, 'Dec 1: requested'],
      ['Dec 1: requested', null],
      [null, 'Dec 3: requested'],
      ['Dec 3: requested', 'Dec 3: approved'],
      ['Dec 3: approved', null],
    ]);
  });

  it('is a followed list: clients that have it get what changed', async () => {
    const providerId = await provider();
    const first = await user.call(calls.listTimeOff, {});
    const tag = String(first.headers.etag);
    const id = await ask(user, providerId, off('2026-12-01'));
    const next = await user.call(calls.listTimeOff, { since: tag });
    expect(next.data?.map((row) => row.id)).toEqual([id]);
  });
});

describe('before time off is approved', () => {
  it('the office sees how many planned visits it opens, even on days whose visits do not exist yet', async () => {
    const providerId = await provider();
    const planned = await user.call(insertCarePlan, {
      data: {
        ProviderID: providerId,
        ClientID: await client(),
        Type: 'PCP',
        StartDate: '2026-11-01',
        createReason: 'New client',
        week: weekOf({ Mon: ['08:00', '10:00'], Wed: ['20:00', '02:00'] }),
      },
    });
    expect(planned.status).toBe(200);
    const count = async (span: TimeOffSpan) =>
      (await user.call(calls.previewTimeOff, { spans: [{ providerId, ...span }] })).data?.visits;
    // Monday 23 and 30 and Wednesday, November 25; Wednesday's night shift reaches into Thursday.
    expect(await count(off('2026-11-23', '2026-11-30'))).toEqual([3]);
    expect(await count(off('2026-11-26'))).toEqual([1]);
    expect(await count(off('2026-11-23', '2026-11-23', { fromTime: '10:00', throughTime: '12:00' }))).toEqual(
      [0],
    );
    // Five weeks ahead no visits exist yet.
    expect(await count(off('2026-12-21', '2026-12-27'))).toEqual([2]);
    expect(await count(off('2026-11-27', '2026-11-29'))).toEqual([0]);
  });
});

test('nothing of time off is shown to role provider, or to another site', async () => {
  const id = await provider();
  const onProvider = await server.as('provider');
  expect((await onProvider.call(calls.getHours, { id })).status).toBe(403);
  expect((await onProvider.call(calls.listPreferences, { id })).status).toBe(403);
  expect((await onProvider.call(calls.listTimeOff, {})).status).toBe(403);
  await ask(user, id, off('2026-12-01'));
  const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
  expect((await elsewhere.call(calls.listTimeOff, { past: true })).data).toEqual([]);
  expect((await elsewhere.call(calls.getHours, { id })).status).toBe(404);
});

test('caregivers see their own week with pay so far, and nobody else does', async () => {
  const { id, phone } = await caregiver();
  const { data } = await phone.call(calls.getOwnWeek, {});
  expect(data).toEqual({
    from: '2026-11-15',
    through: '2026-11-21',
    workedMinutes: 0,
    plannedMinutes: 0,
    wishedMinutes: null,
    payCents: 0,
  });
  const planned = await user.call(insertCarePlan, {
    data: {
      ProviderID: id,
      ClientID: await client(),
      Type: 'PCP',
      StartDate: '2026-11-20',
      createReason: 'New client',
      week: weekOf({ Fri: ['12:00', '14:00'] }),
    },
  });
  expect(planned.status).toBe(200);
  await server.database.pool.query(
    `update visits set status = 'Complete', start_at = '2026-11-20T19:00:00Z', end_at = '2026-11-20T20:30:00Z',
      edited = now(), edited_by = 'T.', edited_via = 'app' where provider_id = $1 and date = '2026-11-20'`,
    [id],
  );
  await setPayRates(server.database.pool, id, { 'PCP/RPCP': 2_000 });
  await user.call(calls.saveHours, { id, hours: mornings, rev: 0 });
  const { data: week } = await phone.call(calls.getOwnWeek, {});
  expect(week).toMatchObject({ workedMinutes: 90, plannedMinutes: 120, wishedMinutes: 1_200 });
  // An hour and a half, and ten minutes of travel.
  expect(week?.payCents).toBe(3_333);
  expect((await user.call(calls.getOwnWeek, {})).status).toBe(403);
});
