import { savePreference, saveTimeOff } from '@homecare/domain/availability/contract.ts';
import { saveCap, saveLimitRule } from '@homecare/domain/calculator/contract.ts';
import {
  coverAbsence,
  insertCarePlan,
  previewAbsence,
  previewCoverLimits,
  readCarePlan,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCaregiver, addClient, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

// Friday, November 20, 2026, 10:00 in Denver.
let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  user = await server.as('user');
});
afterAll(() => server.stop());

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

let serial = 0;
const provider = (name: string, columns: object = {}) => {
  serial += 1;
  return addCaregiver(server.database.pool, `${name}${serial}`, { ...columns });
};
const client = (name: string, columns: object = {}) => {
  serial += 1;
  return addClient(server.database.pool, `${name}${serial}`, { ...columns });
};
const addPlan = async (ProviderID: number, ClientID: number, over: object = {}) => {
  const answer = await user.call(insertCarePlan, {
    data: {
      ProviderID,
      ClientID,
      Type: 'PCP',
      StartDate: '2026-11-01',
      createReason: 'New client',
      week: weekOf({ Mon: ['08:00', '10:00'], Wed: ['08:00', '10:00'] }),
      ...over,
    },
  });
  if (!answer.insertId) throw new Error(answer.text);
  return answer.insertId;
};
const AWAY = { from: '2026-11-23', through: '2026-12-06' } as const;

/** A caregiver with a morning and an evening client, and someone who is free. */
const agency = async () => {
  const absent = await provider('Away');
  const [morning, evening] = [await client('Morning'), await client('Evening')];
  const plans = [
    await addPlan(absent, morning),
    await addPlan(absent, evening, { week: weekOf({ Mon: ['18:00', '20:00'] }), Remarks: 'Ring twice' }),
  ] as const;
  return { absent, morning, evening, plans, free: await provider('Free') };
};
const cover = (id: number, covers: readonly object[], over: object = {}) =>
  user.raw({
    method: 'POST',
    url: '/homecare/api/care-plans/cover-absence',
    payload: { id, ...AWAY, createReason: 'Vacation of Pat', covers, ...over },
  });
const visitsOf = async (plan: number) =>
  (
    await query<{ date: string }>(
      'select date from visits where care_plan_id = $1 and removed is null order by date',
      [plan],
    )
  ).map(({ date }) => date);

describe('the care plans of an absent caregiver', () => {
  test('are shown with their days and hours, and with everyone who could step in', async () => {
    const { absent, plans, free } = await agency();
    const lapsed = await provider('Lapsed', { work_authorization_expiration: '2026-11-19' });
    const busy = await provider('Busy');
    await addPlan(busy, await client('Third'), { week: weekOf({ Mon: ['09:00', '11:00'] }) });
    const { data } = await user.call(previewAbsence, { id: absent, ...AWAY });
    expect(data?.parts).toMatchObject([
      { id: plans[1], from: AWAY.from, through: AWAY.through, days: 2, hours: 4, why: [] },
      { id: plans[0], from: AWAY.from, through: AWAY.through, days: 4, hours: 8, why: [] },
    ]);
    const of = (id: number) => data?.standIns.find((one) => one.id === id);
    expect(of(absent)).toBeUndefined();
    expect(of(free)).toMatchObject({ mayNotWork: [], parts: [{ why: [] }, { why: [] }] });
    expect(of(lapsed)?.mayNotWork).toEqual(['work authorization expired 11-19-2026']);
    expect(of(busy)?.parts.map(({ why }) => why)).toEqual([
      [],
      [expect.stringMatching(/^11-23-2026, 8:00 AM: With Third\d+, Chris until 11:00 AM$/)],
    ]);
    expect(data?.standIns.map(({ mayNotWork }) => mayNotWork.length > 0)).toEqual(
      data?.standIns.map(({ mayNotWork }) => mayNotWork.length > 0).toSorted((a, b) => Number(a) - Number(b)),
    );
  });

  test('of a client whose address has no location are shown without a rating', async () => {
    const absent = await provider('Away');
    const lost = await client('Nowhere', { address_latitude: null, address_longitude: null });
    await addPlan(absent, lost);
    const { data } = await user.call(previewAbsence, { id: absent, ...AWAY });
    expect(data?.standIns.length).toBeGreaterThan(0);
    expect(data?.standIns.every(({ parts }) => parts[0]?.rate === null)).toBe(true);
  });

  test('say why if nobody can take them over', async () => {
    const { absent, plans, free } = await agency();
    await cover(absent, [{ planId: plans[0], from: AWAY.from, providerId: free }]);
    const { data } = await user.call(previewAbsence, { id: absent, ...AWAY });
    expect(data?.parts.map(({ why }) => why)).toEqual([
      [],
      [
        expect.stringMatching(/^This client have same time in Monday with provider Free/),
        expect.stringMatching(/^This client have same time in Wednesday with provider Free/),
      ],
    ]);
    // The plan that she took over is itself temporary.
    const hers = (await user.call(previewAbsence, { id: free, ...AWAY })).data;
    expect(hers?.parts.map(({ why }) => why)).toEqual([
      [`This plan is temporary itself. Change its end, then cover plan ${plans[0]}.`],
    ]);
  });

  test('cannot be requested with the last day before the first, or for an unknown caregiver', async () => {
    const { absent, morning } = await agency();
    const wrong = await user.call(previewAbsence, { id: absent, from: AWAY.through, through: AWAY.from });
    expect(wrong).toMatchObject({ status: 400, Info: expect.stringMatching(/^The last day is before/) });
    // Every day is checked, so thousands of years would hold up everyone else.
    const endless = await user.call(previewAbsence, { id: absent, from: AWAY.from, through: '9999-12-31' });
    expect(endless).toMatchObject({ status: 400, errors: [{ field: 'through' }] });
    expect((await user.call(previewAbsence, { id: morning, ...AWAY })).status).toBe(404);
  });
});

describe('covering an absence', () => {
  test('makes a temporary plan for each care plan, which takes over the visits, and one log row for all', async () => {
    const { absent, plans, free } = await agency();
    const answer = await user.call(coverAbsence, {
      id: absent,
      ...AWAY,
      createReason: 'Vacation of Pat',
      covers: plans.map((planId) => ({ planId, from: AWAY.from, providerId: free, approvedDays: [] })),
    });
    expect(answer.data).toMatchObject([
      { planId: plans[0], made: { visits: 4 }, refused: null },
      { planId: plans[1], made: { visits: 2 }, refused: null },
    ]);
    const [first, second] = (answer.data ?? []).map(({ made }) => made?.id ?? 0);
    expect(await visitsOf(plans[0])).toEqual([]);
    expect(await visitsOf(first ?? 0)).toEqual(['2026-11-23', '2026-11-25', '2026-11-30', '2026-12-02']);
    const made = (await user.call(readCarePlan, { id: second ?? 0, filters: [] })).data;
    expect(made).toMatchObject({
      ProviderID: free,
      StartDate: AWAY.from,
      EndDate: AWAY.through,
      Status: 'Archive',
      coversPlanId: plans[1],
      Remarks: 'Ring twice',
      createReason: 'Vacation of Pat',
    });
    const log = await query<{ action: string; changes: object }>(
      `select action, changes from change_log where call = 'carePlans.coverAbsence' and entity = 'carePlan'
       and (entity_id = any($1) or entity_id is null) order by id desc limit 3`,
      [[first, second]],
    );
    expect(log[0]).toEqual({
      action: 'run',
      changes: { absence: [null, { provider: absent, ...AWAY, made: 2, refused: 0 }] },
    });
  });

  test('refuses a plan by the rules of a single one and makes the others', async () => {
    const { absent, plans, free } = await agency();
    await addPlan(free, await client('Third'), { week: weekOf({ Mon: ['09:00', '11:00'] }) });
    const unchecked = await provider('Unchecked', { background_check: null });
    const answer = await cover(absent, [
      { planId: plans[0], from: AWAY.from, providerId: free },
      { planId: plans[1], from: AWAY.from, providerId: free },
      { planId: plans[1], from: AWAY.from, providerId: unchecked },
      { planId: plans[1], from: '2026-11-24', providerId: free },
      { planId: plans[0], from: AWAY.from, providerId: absent },
    ]);
    expect(answer.data).toMatchObject([
      {
        made: null,
        refused: expect.stringMatching(/^11-23-2026, 8:00 AM: With Third\d+, Chris until 11:00 AM$/),
      },
      { made: { visits: 2 }, refused: null },
      { made: null, refused: '11-23-2026, 6:00 PM: No background check on record' },
      { made: null, refused: 'This care plan no longer has visits of this provider on these days.' },
      { made: null, refused: 'Choose another provider than the one who is away.' },
    ]);
    expect(await visitsOf(plans[0])).toHaveLength(4);
  });

  test('asks about short gaps, and makes the plan once they are approved', async () => {
    const { absent, plans, free } = await agency();
    await addPlan(free, await client('Third'), { week: weekOf({ Mon: ['10:05', '11:00'] }) });
    const one = { planId: plans[0], from: AWAY.from, providerId: free };
    expect((await cover(absent, [one])).data).toMatchObject([{ made: null, gapDays: ['Mon'] }]);
    expect((await cover(absent, [{ ...one, approvedDays: ['Mon'] }])).data).toMatchObject([
      { made: { visits: 4 }, gapDays: [] },
    ]);
  });

  test('makes one temporary plan for each week if the plan’s week changes', async () => {
    const { absent, plans, free } = await agency();
    const changed = await user.call(updateCarePlan, {
      id: plans[0],
      data: { weekFrom: '2026-11-30', week: weekOf({ Tue: ['12:00', '13:00'] }) },
    });
    expect(changed.status).toBe(200);
    const { data } = await user.call(previewAbsence, { id: absent, ...AWAY });
    const parts = data?.parts.filter(({ id }) => id === plans[0]) ?? [];
    expect(parts).toMatchObject([
      { from: '2026-11-23', through: '2026-11-29', days: 2 },
      { from: '2026-11-30', through: '2026-12-06', days: 1 },
    ]);
    const answer = await cover(
      absent,
      parts.map(({ id, from }) => ({ planId: id, from, providerId: free })),
    );
    expect(answer.data).toMatchObject([{ made: { visits: 2 } }, { made: { visits: 1 } }]);
  });

  test('respects a hard cap, including plans of the same request, and names the visit', async () => {
    const { absent, plans, free } = await agency();
    const admin = await server.as('admin');
    const cap = { kind: 'providerWeek' as const, validFrom: '2026-11-22', source: 'Letter', soft: false };
    expect((await admin.call(saveCap, { ...cap, minutes: 300, rev: null })).status).toBe(200);
    // Four hours a week in the morning, and two more on Monday evening. This is shown before anything is made.
    const previewed = await user.call(previewCoverLimits, {
      ...{ id: absent, ...AWAY },
      covers: plans.map((planId) => ({ planId, from: AWAY.from, providerId: free })),
    });
    expect(previewed.data).toMatchObject([
      { planId: plans[0], refused: null, exceeded: [] },
      { planId: plans[1], refused: '11-23-2026, 6:00 PM: 6 h that week, at most 5 h', exceeded: [] },
    ]);
    const answer = await cover(absent, [
      { planId: plans[0], from: AWAY.from, providerId: free },
      { planId: plans[1], from: AWAY.from, providerId: free, justification: 'Alone at home' },
    ]);
    const refused = '11-23-2026, 6:00 PM: 6 h that week, at most 5 h';
    expect(answer.data).toMatchObject([
      { made: { visits: 4 }, exceeded: [] },
      { made: null, refused, exceeded: [] },
    ]);
    expect(await visitsOf(plans[1])).toHaveLength(2);
    // A soft cap asks for a reason, which is stored for each day.
    expect((await admin.call(saveCap, { ...cap, soft: true, minutes: 300, rev: 0 })).status).toBe(200);
    const evening = { planId: plans[1], from: AWAY.from, providerId: free };
    const exceeded = [refused, '11-30-2026, 6:00 PM: 6 h that week, at most 5 h'];
    const soft = await user.call(previewCoverLimits, { id: absent, ...AWAY, covers: [evening] });
    expect(soft.data).toEqual([
      { planId: plans[1], from: AWAY.from, refused: null, exceeded, asksWhy: true },
    ]);
    expect((await cover(absent, [evening])).data).toMatchObject([
      { made: null, refused, exceeded, asksWhy: true },
    ]);
    const made = await cover(absent, [{ ...evening, justification: 'Alone at home' }]);
    expect(made.data).toMatchObject([{ made: { visits: 2 }, refused: null, exceeded }]);
    const [{ made: plan }] = made.data as [{ made: { id: number } }];
    const kept = await query(
      'select limit_name, amount, until_day::text as day from limit_justifications where plan_id = $1 order by id',
      [plan.id],
    );
    expect(kept).toEqual([
      { limit_name: 'providerWeek', amount: 60, day: '2026-11-23' },
      { limit_name: 'providerWeek', amount: 60, day: '2026-11-30' },
    ]);
    // A warning does not stop the save and is returned.
    await user.call(updateCarePlan, { id: plan.id, data: { Status: 'Deleted' } });
    await admin.call(saveLimitRule, { limit: 'providerWeek', rule: 'warn', rev: null });
    expect((await cover(absent, [evening])).data).toMatchObject([{ made: { visits: 2 }, exceeded }]);
    await admin.call(saveCap, { ...cap, minutes: 5_040, rev: 1 });
  });

  test('offers nobody whom the save would refuse, because of a client’s refusal or time off', async () => {
    const { absent, morning, plans } = await agency();
    const [unwanted, resting] = [await provider('Unwanted'), await provider('Resting')];
    const pair = {
      clientId: morning,
      providerId: unwanted,
      side: 'client',
      kind: 'never',
      reason: 'Smokes',
    } as const;
    expect((await user.call(savePreference, { ...pair, id: null, rev: null })).status).toBe(200);
    const span = { from: '2026-11-30', through: '2026-11-30', fromTime: null, throughTime: null };
    const off = { ...span, id: null, rev: null, providerId: resting, reason: 'Vacation' };
    expect((await user.call(saveTimeOff, { ...off, status: 'Approved' })).status).toBe(200);
    const { data } = await user.call(previewAbsence, { id: absent, ...AWAY });
    const at = data?.parts.findIndex(({ id }) => id === plans[0]) ?? -1;
    const why = {
      [unwanted]: '11-23-2026, 8:00 AM: The client asked not to send them',
      [resting]: '11-30-2026, 8:00 AM: Time off Nov 30',
    };
    for (const [id, sentence] of Object.entries(why)) {
      expect(data?.standIns.find((one) => one.id === Number(id))?.parts[at]?.why).toEqual([sentence]);
      const answer = await cover(absent, [{ planId: plans[0], from: AWAY.from, providerId: Number(id) }]);
      expect(answer.data).toMatchObject([{ made: null, refused: sentence }]);
    }
  });

  test('refuses everyone a single cover would refuse: without a pay rate or phone login, or too far away', async () => {
    const { absent, plans } = await agency();
    const { pool } = server.database;
    const [unpaid, offline, far] = [
      await provider('Unpaid'),
      await provider('Offline'),
      await provider('Far'),
    ];
    await pool.query('delete from pay_rates where provider_id = $1', [unpaid]);
    await pool.query('delete from accounts where provider_id = $1', [offline]);
    const parker = { address_latitude: CLIENT_POINT.latitude + 0.3 };
    await addPlan(far, await client('Parker', parker), { week: weekOf({ Wed: ['06:00', '07:45'] }) });
    const why = {
      [unpaid]: '11-23-2026, 8:00 AM: No pay rate for PCP/RPCP',
      [offline]: '11-23-2026, 8:00 AM: Has no phone login to check in with',
      [far]: expect.stringMatching(/^11-25-2026, 8:00 AM: \d+ min drive, 15 free$/),
    };
    const { data } = await user.call(previewAbsence, { id: absent, ...AWAY });
    const at = data?.parts.findIndex(({ id }) => id === plans[0]) ?? -1;
    for (const [id, sentence] of Object.entries(why)) {
      const part = { planId: plans[0], from: AWAY.from, providerId: Number(id) };
      expect(data?.standIns.find((one) => one.id === Number(id))?.parts[at]?.why).toEqual([sentence]);
      const limits = await user.call(previewCoverLimits, { id: absent, ...AWAY, covers: [part] });
      expect(limits.data).toMatchObject([{ refused: sentence }]);
      expect((await cover(absent, [part])).data).toMatchObject([{ made: null, refused: sentence }]);
    }
    expect(await visitsOf(plans[0])).toHaveLength(4);
  });

  test('of a plan for relatives uses the client’s other type for caregivers who are not relatives', async () => {
    const [mother, child] = [await provider('Mother'), await client('Child')];
    const plan = await addPlan(mother, child, { Type: 'RPCP' });
    const [aunt, stranger] = [await provider('Aunt'), await provider('Stranger')];
    await addPlan(aunt, child, { Type: 'RPCP', week: weekOf({ Sat: ['08:00', '10:00'] }) });
    const part = { planId: plan, from: AWAY.from };
    const asked = await user.call(previewCoverLimits, {
      ...{ id: mother, ...AWAY },
      covers: [{ ...part, providerId: stranger }],
    });
    expect(asked.data).toMatchObject([
      { refused: null, otherType: expect.stringMatching(/^Covered as .+: not a relative$/) },
    ]);
    const typeMade = async (providerId: number) => {
      const [{ made }] = (await cover(mother, [{ ...part, providerId }])).data as [{ made: { id: number } }];
      const { data } = await user.call(readCarePlan, { id: made.id, filters: [] });
      await user.call(updateCarePlan, { id: made.id, data: { Status: 'Deleted' } });
      return data?.Type;
    };
    expect(await typeMade(stranger)).toBe('PCP');
    expect(await typeMade(aunt)).toBe('RPCP');
    // Four visits of nine units: those not worked by a relative end with the third.
    await query(
      `insert into client_pars (client_id, type_id, number, from_date, through_date, units, modified, modified_by)
       select $1, id, 'A' || code, '2026-11-01', '2026-12-31', case code when 'PCP' then 24 else 480 end, now(), 'T.U.'
       from care_plan_types where code in ('PCP', 'RPCP')`,
      [child],
    );
    expect((await cover(mother, [{ ...part, providerId: stranger }])).data).toMatchObject([
      { made: null, refused: expect.stringMatching(/^11-30-2026, 8:00 AM: 3 units short: .+ has 6 left/) },
    ]);
    expect(await typeMade(aunt)).toBe('RPCP');
  });

  test('sent twice with the same key makes each plan once', async () => {
    const { absent, plans, free } = await agency();
    const once = () =>
      user.raw({
        method: 'POST',
        url: '/homecare/api/care-plans/cover-absence',
        headers: { 'idempotency-key': `absence-${absent}-0123456789` },
        payload: {
          id: absent,
          ...AWAY,
          createReason: 'Vacation',
          covers: [{ planId: plans[0], from: AWAY.from, providerId: free }],
        },
      });
    const [first, again] = [await once(), await once()];
    expect(first.data).toMatchObject([{ made: { visits: 4 } }]);
    expect(again.data).toEqual(first.data);
    expect(await query('select from care_plans where covers_id = $1', [plans[0]])).toHaveLength(1);
  });

  test('can be taken back plan by plan, and the covered plan gets its visits back', async () => {
    const { absent, plans, free } = await agency();
    const answer = await cover(absent, [{ planId: plans[0], from: AWAY.from, providerId: free }]);
    const [{ made }] = answer.data as [{ made: { id: number } }];
    const undone = await user.call(updateCarePlan, { id: made.id, data: { Status: 'Deleted' } });
    expect(undone.status).toBe(200);
    expect(await visitsOf(plans[0])).toHaveLength(4);
  });

  test('needs a reason, and is closed to caregivers and to other sites', async () => {
    const { absent, plans, free } = await agency();
    const covers = [{ planId: plans[0], from: AWAY.from, providerId: free, approvedDays: [] }];
    const without = await cover(absent, covers, { createReason: ' ' });
    expect(without.data).toMatchObject([{ made: null, refused: 'Create reason is required.' }]);
    const input = { id: absent, ...AWAY, createReason: 'x', covers };
    const caregiver = await server.as('evv', { providerId: absent });
    const viewer = await server.as('provider');
    for (const refused of [caregiver, viewer]) {
      expect((await refused.call(coverAbsence, input)).status).toBe(403);
      expect((await refused.call(previewAbsence, { id: absent, ...AWAY })).status).toBe(403);
    }
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    expect((await stranger.call(previewAbsence, { id: absent, ...AWAY })).status).toBe(404);
    expect((await stranger.call(coverAbsence, input)).data).toMatchObject([{ made: null }]);
    expect(await query('select from care_plans where covers_id = $1', [plans[0]])).toEqual([]);
  });
});
