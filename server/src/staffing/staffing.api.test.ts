import { getAuthorization, savePar } from '@homecare/domain/authorizations/contract.ts';
import { getOwnWeek, saveNeeds, saveTimeOff } from '@homecare/domain/availability/contract.ts';
import { saveCap, saveLimitRule } from '@homecare/domain/calculator/contract.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import {
  coverAbsence,
  insertCarePlan,
  readCarePlan,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { printCarePlan } from '@homecare/domain/plan-documents/contract.ts';
import { getBoard } from '@homecare/domain/schedule/contract.ts';
import { getSettings, saveSettings } from '@homecare/domain/sites/contract.ts';
import type { SiteSwitches } from '@homecare/domain/sites/schema.ts';
import * as calls from '@homecare/domain/staffing/contract.ts';
import { getHolidays, saveHolidays } from '@homecare/domain/staffing/holiday-contract.ts';
import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { CLIENT_REASONS } from '@homecare/domain/visits/closing.ts';
import { getEvvProvider, updateVisit } from '@homecare/domain/visits/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCaregiver, addClient, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { readPdf } from '../../testing/pdf.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { workMessages } from '../messaging/sending.ts';
import { coverNewsJob } from './cover-news.ts';

// Friday, November 20, 2026, 05:04 in Denver.
let server: TestServer;
let user: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T12:04:00Z', others: ['other'] });
  user = await server.as('user');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const TODAY = '2026-11-20';
const point = {
  address_latitude: CLIENT_POINT.latitude,
  address_longitude: CLIENT_POINT.longitude,
  city: 'Aurora',
};

let serial = 0;
const caregiver = (name: string, columns: object = {}) => {
  serial += 1;
  return addCaregiver(server.database.pool, `${name}${serial}`, { ...point, ...columns });
};
const client = (name: string, columns: object = {}) => {
  serial += 1;
  return addClient(server.database.pool, `${name}${serial}`, { ...point, ...columns });
};
const addPlan = async (
  ProviderID: number,
  ClientID: number,
  days: Parameters<typeof weekOf>[0],
  over: object = {},
) => {
  const answer = await user.call(insertCarePlan, {
    data: {
      ProviderID,
      ClientID,
      Type: 'PCP',
      StartDate: '2026-11-01',
      createReason: 'New client',
      week: weekOf(days),
      ...over,
    },
  });
  if (!answer.insertId) throw new Error(answer.text);
  return answer.insertId;
};

/** Dolores cares for Helen on Fridays from 1 to 3; Ana is free. */
const agency = async () => {
  const dolores = await caregiver('Dolores');
  const ana = await caregiver('Ana');
  const helen = await client('Helen');
  const planId = await addPlan(dolores, helen, { Fri: ['13:00', '15:00'] });
  return { dolores, ana, helen, planId };
};
const callsOut = (ProviderID: number, from = '2026-11-20T12:00:00Z', until = '2026-11-21T07:00:00Z') =>
  user.call(calls.callOut, { ProviderID, from, until, note: 'flu' });
const openOf = async (planId: number) =>
  ((await user.call(calls.listOpenVisits, { from: TODAY, through: '2026-11-27' })).data ?? []).filter(
    (visit) => visit.planId === planId,
  );
const visitsOn = async (providerId: number, day = 20) =>
  ((await user.call(getEvvProvider, { providerId, year: 2026, month: 11, day })).data ?? []).filter(
    ({ Date: date }) => date === `2026-11-${day}`,
  );

/** Starts calls one after the other while someone is locked, so that they continue in that order once all are waiting. */
const inTurnAt = async <T>(
  person: number,
  asks: readonly (() => Promise<T>)[],
  /** A statement the lock's holder runs once all are waiting. */
  also?: string,
): Promise<T[]> => {
  const holder = await server.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from people where id = $1 for update', [person]);
    const asked: Promise<T>[] = [];
    for (const ask of asks) {
      asked.push(ask());
      await expect
        .poll(async () => {
          const { rowCount } = await server.site.pool.query(
            "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          return rowCount;
        })
        .toBe(asked.length);
    }
    if (also !== undefined) await holder.query(also);
    await holder.query('commit');
    return await Promise.all(asked);
  } finally {
    holder.release();
  }
};

describe('a call-out', () => {
  test('opens the visits of its span at once, and no others', async () => {
    const { dolores, planId } = await agency();
    expect(await openOf(planId)).toEqual([]);
    const calledOut = await callsOut(dolores);
    expect(calledOut.data?.opened).toEqual([{ planId, day: TODAY }]);
    expect(await openOf(planId)).toMatchObject([
      {
        day: TODAY,
        start: '13:00',
        end: '15:00',
        minutes: 120,
        reason: 'calledOut',
        note: 'flu',
        ProviderID: dolores,
      },
    ]);
  });

  test('that was a mistake can be withdrawn, and the visits go back to the caregiver', async () => {
    const { dolores, planId } = await agency();
    const { data } = await callsOut(dolores);
    const id = data?.id ?? 0;
    expect((await user.call(calls.withdrawCallOut, { id, rev: 7 })).status).toBe(409);
    expect((await user.call(calls.withdrawCallOut, { id, rev: 0 })).status).toBe(200);
    expect(await openOf(planId)).toEqual([]);
    const story = await user.call(getVisitStory, { planId, day: TODAY });
    expect(story.data?.events.map(({ kind }) => kind)).toEqual(['calledOut', 'callOutWithdrawn']);
  });

  test('that is over or longer than a month is refused at its field', async () => {
    const { dolores } = await agency();
    const past = await callsOut(dolores, '2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z');
    expect(past).toMatchObject({ status: 400, errors: [{ field: 'until' }] });
    const long = await callsOut(dolores, '2026-11-20T12:00:00Z', '2027-01-20T12:00:00Z');
    expect(long).toMatchObject({ status: 400, errors: [{ field: 'until' }] });
  });

  test('by phone covers only the caregiver’s own visits, and counts once if sent twice', async () => {
    const { dolores, planId, ana } = await agency();
    const [visit] = await visitsOn(dolores);
    const visitId = visit?.id ?? 0;
    const other = await server.as('evv', { providerId: ana });
    expect((await other.call(calls.cannotCome, { visitId, note: '' })).status).toBe(404);
    const phone = await server.as('evv', { providerId: dolores });
    const first = await phone.call(calls.cannotCome, { visitId, note: 'flu' });
    expect(first.data?.opened).toEqual([{ planId, day: TODAY }]);
    const again = await phone.call(calls.cannotCome, { visitId, note: 'flu' });
    expect(again.data?.id).toBe(first.data?.id);
    expect((await phone.call(calls.listOwnCallOuts, {})).data?.map(({ id }) => id)).toEqual([first.data?.id]);
    expect((await other.call(calls.listOwnCallOuts, {})).data).toEqual([]);
    const later = { week: weekOf({ Fri: ['14:00', '16:00'] }) };
    expect((await user.call(updateCarePlan, { id: planId, data: later })).status).toBe(200);
    expect(await openOf(planId)).toMatchObject([{ day: TODAY, start: '14:00', reason: 'calledOut' }]);
    expect((await user.call(calls.listOwnCallOuts, {})).status).toBe(403);
  });

  test('by phone for a whole day includes earlier visits, and one for a later visit hides none', async () => {
    const { dolores, helen, planId } = await agency();
    const early = await addPlan(dolores, helen, { Fri: ['08:00', '10:00'] });
    const [first, last] = (await visitsOn(dolores)).toSorted((a, b) =>
      a.PlanStartTime.localeCompare(b.PlanStartTime),
    );
    const phone = await server.as('evv', { providerId: dolores });
    const one = await phone.call(calls.cannotCome, { visitId: last?.id ?? 0, note: '' });
    expect(one.data?.opened).toEqual([{ planId, day: TODAY }]);
    expect(await openOf(early)).toEqual([]);
    const earlier = await phone.call(calls.cannotCome, { visitId: first?.id ?? 0, note: '' });
    expect(earlier.data?.opened).toEqual([{ planId: early, day: TODAY }]);
    expect(await openOf(early)).toMatchObject([{ day: TODAY, reason: 'calledOut' }]);

    const other = await agency();
    const morning = await addPlan(other.dolores, other.helen, { Fri: ['08:00', '10:00'] });
    const own = await visitsOn(other.dolores);
    const afternoon = own.find(({ PlanStartTime }) => PlanStartTime === '13:00');
    const day = await server.as('evv', { providerId: other.dolores });
    await day.call(calls.cannotCome, { visitId: afternoon?.id ?? 0, through: TODAY, note: '' });
    expect(await openOf(other.planId)).toMatchObject([{ day: TODAY }]);
    expect(await openOf(morning)).toMatchObject([{ day: TODAY }]);
  });

  test('by the office is for a caregiver, and counts once if sent twice', async () => {
    const { dolores, helen, planId } = await agency();
    expect((await callsOut(helen)).status).toBe(404);
    const first = await callsOut(dolores);
    const again = await callsOut(dolores);
    expect(again.data).toEqual({ id: first.data?.id, opened: [{ planId, day: TODAY }] });
    const story = await user.call(getVisitStory, { planId, day: TODAY });
    expect(JSON.stringify(story.data).match(/flu/g)).toHaveLength(1);
  });
});

describe('the list of who can take an open visit', () => {
  test('shows reliability from the 90 days of visits on record at that moment', async () => {
    const { dolores, ana, helen, planId } = await agency();
    await callsOut(dolores);
    const reliable = async () => {
      const { data } = await user.call(calls.listCandidates, { planId, day: TODAY });
      const own = data?.candidates.find(({ ProviderID }) => ProviderID === ana);
      return own?.parts.find(({ name }) => name === 'reliable')?.why;
    };
    expect(await reliable()).toBe('no visits in 90 days');
    const own = await addPlan(ana, helen, { Thu: ['08:00', '10:00'] });
    const { pool } = server.database;
    await pool.query(
      `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status,
         start_at, end_at, tasks, created)
       values ($1, '2026-11-12', '2026-11-12', '08:00', '10:00', $2, $3, 'Complete', '2026-11-12T16:00:00Z',
         '2026-11-12T17:00:00Z', '{"WorkingTime": 0, "TravelTime": 0, "Care": {}, "Home": {}}', now())`,
      [own, helen, ana],
    );
    expect(await reliable()).toBe('1 late or missed of 1');
    await pool.query("update visits set plan_start = '09:00' where care_plan_id = $1", [own]);
    expect(await reliable()).toBe('0 late or missed of 1');
    // Nobody came to a closed visit: a cancellation by the client is not held against the caregiver, an absence is.
    const missed = (code: string | null) =>
      pool.query(
        `update visits set status = 'Planned', start_at = null, end_at = null, closed_code = $2::text,
            closed = case when $2::text is not null then created end,
            closed_by = case when $2::text is not null then 'T.' end
          where care_plan_id = $1 and planned_day = '2026-11-12'`,
        [own, code],
      );
    for (const code of CLIENT_REASONS) {
      await missed(code);
      expect([code, await reliable()]).toEqual([code, 'no visits in 90 days']);
    }
    await missed('absent');
    expect(await reliable()).toBe('1 late or missed of 1');
    await missed(null);
    expect(await reliable()).toBe('1 late or missed of 1');
  });

  test('shows the state of that moment, however often it is requested', async () => {
    const { dolores, ana, planId } = await agency();
    const { pool } = server.database;
    await callsOut(dolores);
    const obstacle = async () => {
      const { data } = await user.call(calls.listCandidates, { planId, day: TODAY });
      return data?.candidates.find(({ ProviderID }) => ProviderID === ana)?.obstacle;
    };
    expect(await obstacle()).toBeNull();
    const other = await addPlan(ana, await client('Other'), { Fri: ['14:00', '16:00'] });
    expect(await obstacle()).toBe('working');
    await pool.query("update care_plans set end_date = '2026-11-10' where id = $1", [other]);
    await pool.query('update visits set removed = now() where care_plan_id = $1', [other]);
    expect(await obstacle()).toBeNull();
    await pool.query("update people set work_authorization_expiration = '2026-11-19' where id = $1", [ana]);
    expect(await obstacle()).toBe('documents');
    await pool.query('update people set work_authorization_expiration = null where id = $1', [ana]);
    expect(await obstacle()).toBeNull();
    const { rows } = await pool.query<{ id: number }>(
      `insert into time_off (provider_id, from_day, through_day, status, requested, requested_by, decided, decided_by,
         updated, updated_by)
       values ($1, $2, $2, 'Approved', now(), 'T.', now(), 'T.', now(), 'T.') returning id`,
      [ana, TODAY],
    );
    expect(await obstacle()).toBe('timeOff');
    await pool.query('delete from time_off where id = $1', [rows[0]?.id]);
    expect(await obstacle()).toBeNull();
    // Moved from a distant day to the hours of the open visit.
    const far = await addPlan(ana, await client('Far'), { Tue: ['08:00', '10:00'] });
    await pool.query(
      `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status, tasks, created)
       select id, '2026-12-08', '2026-12-08', '08:00', '10:00', client_id, provider_id, 'Planned',
         '{"WorkingTime": 0, "TravelTime": 0, "Care": {}, "Home": {}}', now() from care_plans where id = $1`,
      [far],
    );
    expect(await obstacle()).toBeNull();
    await pool.query(
      "update visits set date = $2, plan_start = '12:00', plan_end = '14:00' where care_plan_id = $1",
      [far, TODAY],
    );
    expect(await obstacle()).toBe('working');
    await callsOut(ana);
    expect(await obstacle()).toBe('timeOff');
  });

  test('counts no hours for a visit the caregiver called out of, and does not show them as free during it', async () => {
    const { dolores, ana, planId } = await agency();
    const morning = await addPlan(ana, await client('Morning'), { Fri: ['07:00', '09:00'] });
    await callsOut(dolores);
    const own = async (reader = user) => {
      const { data } = await reader.call(calls.listCandidates, { planId, day: TODAY });
      return data?.candidates.find(({ ProviderID }) => ProviderID === ana);
    };
    expect(await own()).toMatchObject({ obstacle: null, weekMinutes: 120 });
    const phone = await server.as('evv', { providerId: ana });
    const onPhone = async () => (await phone.call(getOwnWeek, {})).data?.plannedMinutes;
    expect(await onPhone()).toBe(120);
    const [visit] = await visitsOn(ana);
    const said = await phone.call(calls.cannotCome, { visitId: visit?.id ?? 0, note: '' });
    expect(said.data?.opened).toEqual([{ planId: morning, day: TODAY }]);
    expect([(await own())?.weekMinutes, await onPhone()]).toEqual([0, 0]);
    // Nobody covers it; in the afternoon it still counts toward nobody's hours, nor does it on the board.
    const boardHours = async (reader = user) => {
      const { data } = await reader.call(getBoard, { from: TODAY, through: TODAY });
      return data?.caregivers.find(({ id }) => id === ana)?.hours.planned;
    };
    expect(await boardHours()).toBe(0);
    server.clock.advance({ hours: 5 });
    const later = await server.as('user');
    expect([await boardHours(later), (await own(later))?.weekMinutes]).toEqual([0, 0]);
    server.clock.advance({ hours: -5 });
    const early = await addPlan(dolores, await client('Early'), { Fri: ['08:00', '10:00'] });
    const { data } = await user.call(calls.listCandidates, { planId: early, day: TODAY });
    expect(data?.candidates.find(({ ProviderID }) => ProviderID === ana)).toMatchObject({
      why: 'Called out',
    });
  });

  test('respects the units of the authorization, less worked and planned ones', async () => {
    const { dolores, ana, helen, planId } = await agency();
    const par = { id: null, clientId: helen, type: 'PCP', number: `U${helen}`, from: '2026-11-20' };
    const valid = { ...par, through: '2026-12-31', rev: null };
    // Two hours and the travel are 9 units; today’s visit leaves 3 for next Friday’s.
    const saved = await admin.call(savePar, { ...valid, units: 12 });
    expect(saved.status).toBe(200);
    await callsOut(dolores, '2026-11-20T12:00:00Z', '2026-11-28T07:00:00Z');
    const ask = async (day: string, reader = admin) =>
      (await reader.call(calls.listCandidates, { planId, day })).data;
    const of = (data: Awaited<ReturnType<typeof ask>>) =>
      data?.candidates.find(({ ProviderID }) => ProviderID === ana);
    await server.site.pool.query(
      `update care_plan_type_terms set rate = 600
        where type_id = (select id from care_plan_types where code = 'PCP')`,
    );
    const today = await ask(TODAY);
    expect(today?.units).toMatchObject({ left: 12 });
    expect(of(today)?.obstacle).toBeNull();
    const next = await ask('2026-11-27');
    expect(next?.units).toMatchObject({ left: 3 });
    // Admins see dollars, managers only units.
    expect(of(next)).toMatchObject({
      obstacle: 'authorization',
      why: expect.stringMatching(/^6 units short: .+ has 3 left, this visit takes 9 \(\$36\.00\)$/),
    });
    expect(of(await ask('2026-11-27', user))?.why).toMatch(/^6 units short: .+ this visit takes 9$/);
    const covered = await user.call(calls.coverVisit, { planId, day: '2026-11-27', providerId: ana });
    expect(covered).toMatchObject({ status: 409, reason: 'cannotCome' });
    expect((await user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana })).status).toBe(200);
  });

  test('asks for a justification beyond the units, if the agency wants one, and keeps it', async () => {
    const { dolores, ana, helen, planId } = await agency();
    const par = {
      id: null,
      clientId: helen,
      type: 'PCP',
      number: `J${helen}`,
      from: '2026-11-20',
      rev: null,
    };
    const saved = await admin.call(savePar, { ...par, through: '2026-12-31', units: 3 });
    await callsOut(dolores);
    await admin.call(saveLimitRule, { limit: 'coverUnits', rule: 'justify', rev: null });
    const { data } = await user.call(calls.listCandidates, { planId, day: TODAY });
    const why = expect.stringMatching(/^6 units short: .+ has 3 left, this visit takes 9$/);
    expect(data?.candidates.find(({ ProviderID }) => ProviderID === ana)).toMatchObject({
      obstacle: null,
      warnings: expect.arrayContaining([why]),
      toJustify: [{ limit: 'coverUnits', amount: 6, cents: null, why }],
      whyNoOffer: 'Beyond a limit: assign them and write why',
    });
    const cover = { planId, day: TODAY, providerId: ana };
    const asked = await user.call(calls.coverVisit, cover);
    expect(asked).toMatchObject({ status: 409, reason: 'justificationMissing', errors: [{ message: why }] });
    // Users who may see money are shown dollars too.
    const ofAdmin = await admin.call(calls.coverVisit, cover);
    expect(ofAdmin.errors?.[0]?.message).toMatch(/^6 units short: .+ takes 9 \(\$\d+\.\d\d\)$/);
    expect((await user.call(calls.coverVisit, { ...cover, justification: 'Alone at home' })).status).toBe(
      200,
    );
    const detail = await user.call(getAuthorization, { id: saved.insertId ?? 0 });
    expect(detail.data?.justifications).toMatchObject([
      { limit: 'coverUnits', amount: 6, until: TODAY, text: 'Alone at home' },
    ]);
    await admin.call(saveLimitRule, { limit: 'coverUnits', rule: 'block', rev: 0 });
  });

  test('gives a score whose parts add up, or one reason for everyone who cannot come', async () => {
    const { dolores, ana, planId } = await agency();
    const busy = await caregiver('Busy');
    await addPlan(busy, await client('Third'), { Fri: ['14:00', '16:00'] });
    const lapsed = await caregiver('Lapsed', { work_authorization_expiration: '2026-11-19' });
    await callsOut(dolores);
    const { data } = await admin.call(calls.listCandidates, { planId, day: TODAY });
    const found = new Map(data?.candidates.map((one) => [one.ProviderID, one]));
    const best = found.get(ana);
    expect(best).toMatchObject({
      obstacle: null,
      cost: { payCents: 4333, overtimeCents: 0, overtimeMinutes: 0 },
    });
    expect(best?.parts.reduce((points, part) => points + part.points, 0)).toBe(best?.score);
    expect(found.get(dolores)).toMatchObject({ obstacle: 'timeOff', score: null });
    expect(found.get(busy)?.why).toMatch(/^With Third\d+, Chris until 4:00 PM$/);
    expect(found.get(lapsed)).toMatchObject({
      obstacle: 'documents',
      why: 'Work authorization expired 11-19-2026',
    });
  });

  test('never shows dollars to a manager', async () => {
    const { dolores, ana, planId } = await agency();
    await callsOut(dolores);
    const { data } = await user.call(calls.listCandidates, { planId, day: TODAY });
    expect(data?.candidates.find(({ ProviderID }) => ProviderID === ana)?.cost).toEqual({
      payCents: null,
      overtimeCents: null,
      overtimeMinutes: 0,
    });
  });

  test('does not exist for a visit that needs nobody', async () => {
    const { planId } = await agency();
    expect((await user.call(calls.listCandidates, { planId, day: TODAY })).status).toBe(409);
    expect((await user.call(calls.listCandidates, { planId: 999_999, day: TODAY })).status).toBe(404);
  });
});

describe('a cover', () => {
  test('is a temporary plan of the day with its visit, and can be given back', async () => {
    const { dolores, ana, planId } = await agency();
    await callsOut(dolores);
    const covered = await user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana });
    expect(covered).toMatchObject({ status: 200, data: { visits: 1 } });
    const { data: plan } = await user.call(readCarePlan, { id: covered.data?.id ?? 0, filters: [] });
    expect(plan).toMatchObject({ coversPlanId: planId, StartDate: TODAY, EndDate: TODAY, excluded: null });
    expect(plan?.createReason).toBe('The regular caregiver cannot come');
    expect(await openOf(planId)).toEqual([]);
    expect(await visitsOn(ana)).toMatchObject([{ Status: 'Planned', PlanStartTime: '13:00' }]);
    expect(await visitsOn(dolores)).toEqual([]);
    const twice = await user.call(calls.coverVisit, {
      planId,
      day: TODAY,
      providerId: await caregiver('Late'),
    });
    expect(twice).toMatchObject({
      status: 409,
      reason: 'notOpen',
      Info: expect.stringMatching(/^Ana\d+, Pat has taken this visit\.$/),
    });
    expect((await user.call(calls.uncoverVisit, { planId, day: TODAY })).status).toBe(200);
    expect(await openOf(planId)).toHaveLength(1);
    const story = await user.call(getVisitStory, { planId, day: TODAY });
    expect(story.data?.events.map(({ kind }) => kind)).toEqual([
      'calledOut',
      'covered',
      'told',
      'uncovered',
      'told',
      'told',
    ]);
  });

  test('never tells the client or the caregiver why the regular one cannot come', async () => {
    const { pool } = server.database;
    const read = async (planId: number, ana: number) => {
      const covered = await user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana });
      const id = covered.data?.id ?? 0;
      const phone = await server.as('evv', { providerId: ana });
      const own = await phone.call(readCarePlan, { id, filters: [] });
      const paper = await user.raw(requestOf(printCarePlan, { id }));
      const pages = (await readPdf(paper.bytes)).flatMap(({ text }) => text).join(' ');
      expect(pages).toContain('Reason: The regular caregiver cannot come');
      return `${own.text} ${pages}`;
    };
    const ill = await agency();
    await callsOut(ill.dolores);
    expect(await read(ill.planId, ill.ana)).not.toContain('flu');
    const off = await agency();
    await pool.query(
      `insert into time_off (provider_id, from_day, through_day, reason, status, requested, requested_by, decided,
         decided_by, updated, updated_by)
       values ($1, $2, $2, 'Surgery', 'Approved', now(), 'T.', now(), 'T.', now(), 'T.')`,
      [off.dolores, TODAY],
    );
    expect(await read(off.planId, off.ana)).not.toContain('Surgery');
    const lapsed = await agency();
    const expires = (day: string | null) =>
      pool.query('update people set work_authorization_expiration = $2 where id = $1', [lapsed.dolores, day]);
    await expires('2026-11-19');
    expect(await read(lapsed.planId, lapsed.ana)).not.toMatch(/authorization expired/i);
    await expires(null);
  });

  test('is refused with the candidate’s reason', async () => {
    const { dolores, planId } = await agency();
    await callsOut(dolores);
    const busy = await caregiver('Busy');
    await addPlan(busy, await client('Third'), { Fri: ['14:00', '16:00'] });
    const refused = await user.call(calls.coverVisit, { planId, day: TODAY, providerId: busy });
    expect(refused).toMatchObject({ status: 409, reason: 'cannotCome' });
    expect(await openOf(planId)).toHaveLength(1);
  });

  test('is possible only as far ahead as a temporary plan may start', async () => {
    const { dolores, ana, planId } = await agency();
    await callsOut(dolores, '2027-02-25T07:00:00Z', '2027-02-27T07:00:00Z');
    const key = { planId, day: '2027-02-26' };
    const { data } = await user.call(calls.listCandidates, key);
    const why = 'A temporary plan starts at most 14 days back and 90 days ahead.';
    expect(data?.candidates.find(({ ProviderID }) => ProviderID === ana)).toMatchObject({ why });
    const refused = await user.call(calls.coverVisit, { ...key, providerId: ana });
    expect(refused).toMatchObject({ status: 409, reason: 'cannotCome' });
  });

  test('that has begun cannot be taken back', async () => {
    const { dolores, ana, planId } = await agency();
    await callsOut(dolores);
    await user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana });
    const [visit] = await visitsOn(ana);
    await server.database.pool.query("update visits set status = 'Active', start_at = now() where id = $1", [
      visit?.id,
    ]);
    const refused = await user.call(calls.uncoverVisit, { planId, day: TODAY });
    expect(refused.status).toBe(409);
  });

  test('after the planned start is announced and shown with its own times', async () => {
    const { ana, helen } = await agency();
    const early = await caregiver('Early');
    const planId = await addPlan(early, helen, { Fri: ['04:50', '06:50'] });
    await callsOut(early, '2026-11-20T11:00:00Z');
    const key = { planId, day: TODAY };
    const { data } = await user.call(calls.listCandidates, key);
    expect(data?.visit).toMatchObject({ start: '05:15', end: '07:15' });
    const covered = await user.call(calls.coverVisit, { ...key, providerId: ana });
    expect(covered.data, covered.text).toMatchObject({ times: { start: '05:15', end: '07:15' } });
    const story = (await user.call(getVisitStory, key)).data;
    expect(story?.events.find(({ kind }) => kind === 'told')?.words).toContain('5:15 AM to 7:15 AM');
    expect(story).toMatchObject({ start: '05:15', plan: { start: '04:50', end: '06:50' } });
  });

  test('lists who can come at the times that the office enters', async () => {
    const { ana, helen } = await agency();
    const early = await caregiver('Early');
    const planId = await addPlan(early, helen, { Fri: ['04:50', '06:50'] });
    await addPlan(ana, await client('Morning'), { Fri: ['06:00', '08:00'] });
    await callsOut(early, '2026-11-20T11:00:00Z');
    const asked = async (times: { start?: string; end?: string }) =>
      user.call(calls.listCandidates, { planId, day: TODAY, ...times });
    const ofAna = ({ data }: Awaited<ReturnType<typeof asked>>) =>
      data?.candidates.find(({ ProviderID }) => ProviderID === ana)?.obstacle;
    expect(ofAna(await asked({}))).toBe('working');
    const later = await asked({ start: '09:00', end: '11:00' });
    expect(later.data?.visit).toMatchObject({ start: '09:00', end: '11:00' });
    expect(ofAna(later)).toBeNull();
    for (const times of [{ start: '09:00' }, { start: '09:00', end: '09:00' }])
      expect((await asked(times)).status).toBe(400);
  });

  test('cannot be at times when check-in would already be over', async () => {
    const { dolores, ana, helen } = await agency();
    const planId = await addPlan(dolores, helen, { Fri: ['04:30', '06:30'] });
    await callsOut(dolores, '2026-11-20T11:00:00Z');
    const cover = { planId, day: TODAY, providerId: ana };
    const early = { start: '04:00', end: '06:00' };
    expect(await user.call(calls.coverVisit, { ...cover, times: early })).toMatchObject({
      status: 409,
      Info: 'Nobody could check in by then. Choose a later start.',
    });
    const later = { start: '06:00', end: '08:00' };
    const covered = await user.call(calls.coverVisit, { ...cover, times: later });
    expect(covered.data, covered.text).toMatchObject({ times: later });
  });

  test('shows for each message what became of it', async () => {
    const { dolores, ana, planId } = await agency();
    await server.database.pool.query('update people set phone = null where id = $1', [dolores]);
    await callsOut(dolores);
    const key = { planId, day: TODAY };
    await user.call(calls.coverVisit, { ...key, providerId: ana });
    await user.call(calls.uncoverVisit, key);
    const notified = async () =>
      (await user.call(getVisitStory, key)).data?.events
        .filter(({ kind }) => kind === 'told' || kind === 'notTold')
        .map(({ kind, ProviderID, words, message }) => [
          kind,
          ProviderID,
          kind === 'told' ? message?.status : words,
        ]);
    const none = ['notTold', dolores, 'No phone is on record.'];
    expect(await notified()).toEqual([['told', ana, 'waiting'], ['told', ana, 'waiting'], none]);
    // The agency has no account for texts.
    await workMessages(server.scope);
    expect(await notified()).toEqual([['told', ana, 'recorded'], ['told', ana, 'recorded'], none]);
  });

  test('whose own caregiver can come after all goes back to them', async () => {
    const { dolores, ana, planId } = await agency();
    await callsOut(dolores);
    await user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana });
    const { data: out } = await callsOut(ana);
    expect(await openOf(planId)).toMatchObject([{ ProviderID: ana }]);
    expect((await user.call(calls.withdrawCallOut, { id: out?.id ?? 0, rev: 0 })).status).toBe(200);
    expect(await openOf(planId)).toEqual([]);
    expect(await visitsOn(ana)).toHaveLength(1);
  });

  test('whose own caregiver calls out too is replaced', async () => {
    const { dolores, ana, planId } = await agency();
    const third = await caregiver('Third');
    await callsOut(dolores);
    await user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana });
    await callsOut(ana);
    expect(await openOf(planId)).toMatchObject([{ ProviderID: ana, planId }]);
    const covered = await user.call(calls.coverVisit, { planId, day: TODAY, providerId: third });
    expect(covered.status).toBe(200);
    expect(await visitsOn(ana)).toEqual([]);
    expect(await visitsOn(third)).toHaveLength(1);
  });

  test('may overlap a second caregiver’s visit only where the plan allows that', async () => {
    const { dolores, ana, helen, planId } = await agency();
    await callsOut(dolores);
    const second = await caregiver('Second');
    const beside = await addPlan(second, helen, { Fri: ['15:00', '17:00'] });
    const { pool } = server.database;
    const moveTo = (from: string, to: string) =>
      pool.query(
        `update care_plans set json = jsonb_set(jsonb_set(json, '{time,0,Fri}', to_jsonb($2::text)),
           '{time,1,Fri}', to_jsonb($3::text)) where id = $1`,
        [beside, from, to],
      );
    // Two caregivers at the same hour, as an admin's override leaves them.
    await moveTo('13:00', '15:00');
    const covered = await user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana });
    expect(covered.status, covered.text).toBe(200);
    const next = { planId, day: '2026-11-27' };
    await callsOut(dolores, '2026-11-27T12:00:00Z', '2026-11-28T07:00:00Z');
    await moveTo('15:00', '17:00');
    const late = { start: '14:00', end: '16:00' };
    const refused = await user.call(calls.coverVisit, { ...next, providerId: ana, times: late });
    expect(refused).toMatchObject({ status: 409, reason: 'cannotCome' });
  });

  test('is exempt from visit verification if the pair is, and then never late', async () => {
    const { dolores, ana, helen, planId } = await agency();
    await callsOut(dolores);
    await addPlan(ana, helen, { Sat: ['08:00', '10:00'] }, { excluded: '2026-11-01' });
    // Nobody checks in, so no phone login is needed.
    await server.database.pool.query('delete from accounts where provider_id = $1', [ana]);
    const covered = await user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana });
    const { data: plan } = await user.call(readCarePlan, { id: covered.data?.id ?? 0, filters: [] });
    expect(plan?.excluded).toBe('2026-11-01');
    expect(await visitsOn(ana)).toEqual([]);
    expect(await openOf(planId)).toEqual([]);
  });

  test('taken back after the call-out was withdrawn returns the visit to its caregiver', async () => {
    const { dolores, ana, planId } = await agency();
    const { data: out } = await callsOut(dolores);
    await user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana });
    await user.call(calls.withdrawCallOut, { id: out?.id ?? 0, rev: 0 });
    expect((await user.call(calls.uncoverVisit, { planId, day: TODAY })).status).toBe(200);
    expect(await visitsOn(dolores)).toHaveLength(1);
    const story = await user.call(getVisitStory, { planId, day: TODAY });
    const notified = story.data?.events.filter(
      ({ kind, ProviderID }) => kind === 'told' && ProviderID === dolores,
    );
    expect(notified?.map(({ words }) => words)).toEqual([expect.stringContaining('is yours again')]);
  });

  test('can be made only by the office, and never reaches another agency', async () => {
    const { dolores, ana, planId } = await agency();
    await callsOut(dolores);
    const input = { planId, day: TODAY, providerId: ana };
    for (const role of ['provider', 'evv'] as const)
      expect((await (await server.as(role, { providerId: ana })).call(calls.coverVisit, input)).status).toBe(
        403,
      );
    const other = await server.as('admin', { site: server.siteNamed('other') });
    expect((await other.call(calls.coverVisit, input)).status).toBe(404);
  });
});

const textsTo = async (person: number) => {
  const { rows } = await server.database.pool.query<{ text: string }>(
    'select text from messages where person_id = $1 order by id',
    [person],
  );
  return rows.map(({ text }) => text);
};

test('the list of who can come reflects every saved plan', async () => {
  const { dolores, ana, planId } = await agency();
  await callsOut(dolores);
  const obstacle = async () => {
    const { data } = await user.call(calls.listCandidates, { planId, day: TODAY });
    return data?.candidates.find(({ ProviderID }) => ProviderID === ana)?.obstacle;
  };
  expect(await obstacle()).toBeNull();
  // A plan is created, moved to another hour, and ended; each time only that plan is read again.
  const other = await addPlan(ana, await client('Otto'), { Fri: ['14:00', '16:00'] });
  expect(await obstacle()).toBe('working');
  const change = async (data: object) => {
    const saved = await user.call(updateCarePlan, { id: other, data });
    expect(saved.status, saved.text).toBe(200);
  };
  await change({ week: weekOf({ Fri: ['17:00', '18:00'] }), weekFrom: TODAY });
  expect(await obstacle()).toBeNull();
  await change({ week: weekOf({ Fri: ['13:30', '14:30'] }), weekFrom: TODAY });
  expect(await obstacle()).toBe('working');
  await change({ Status: 'Archive', EndDate: '2026-11-19' });
  expect(await obstacle()).toBeNull();
  // After a change of many plans, all are read again.
  await server.database.pool.query("select bump_revision('carePlans', 'all')");
  expect(await obstacle()).toBeNull();
});

test('a night shift is open and not among its caregiver’s hours if their time off begins after its midnight', async () => {
  const dolores = await caregiver('Dolores');
  const [saturday, sunday] = ['2026-11-21', '2026-11-22'];
  const planId = await addPlan(dolores, await client('Helen'), { Sat: ['22:00', '06:00'] });
  const state = async () => {
    const days = { from: saturday, through: saturday };
    const open = (await user.call(calls.listOpenVisits, days)).data ?? [];
    const board = (await user.call(getBoard, days)).data;
    const own = board?.caregivers.find(({ id }) => id === dolores);
    return {
      reason: open.find((visit) => visit.planId === planId)?.reason,
      planned: own?.hours.planned,
      away: board?.away.some(({ ProviderID }) => ProviderID === dolores),
    };
  };
  // Two of the eight hours are in this week, with the paid travel.
  expect(await state()).toEqual({ reason: undefined, planned: 130, away: false });
  const off = { providerId: dolores, from: sunday, through: sunday, fromTime: null, throughTime: null };
  const saved = await user.call(saveTimeOff, {
    ...{ ...off, id: null, rev: null, reason: 'Vacation', status: 'Approved' as const },
  });
  expect(saved.status, saved.text).toBe(200);
  expect(await state()).toEqual({ reason: 'timeOff', planned: 0, away: false });
});

test('everyone who asked for it is told of a cover once: the contacts of both, and the client', async () => {
  const { dolores, planId, helen } = await agency();
  const ana = await caregiver('Ana', {
    phone: '(720) 555-0190',
    notify_visit: 'ana.home@example.org',
  });
  await callsOut(dolores);
  const recipients = async () => {
    const { rows } = await server.database.pool.query<{ recipient: string }>(
      'select recipient from messages where person_id = any($1) order by id',
      [[helen, ana]],
    );
    return rows.map(({ recipient }) => recipient);
  };
  const cover = async () => {
    const covered = await user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana });
    expect(covered.status, covered.text).toBe(200);
  };
  const takeBack = () => user.call(calls.uncoverVisit, { planId, day: TODAY });
  // Nobody asked for it on the client's side.
  await cover();
  expect(await recipients()).toEqual(['+17205550190', 'ana.home@example.org']);
  expect((await textsTo(ana))[1]).toMatch(/, Pat Ana\d+: You have a new visit/);
  await takeBack();
  const before = (await recipients()).length;
  await server.database.pool.query(
    "update people set notify_visit = '(303) 555-0191', email = 'helen@example.org' where id = $1",
    [helen],
  );
  const needs = { skills: [], languages: [], wishedLanguages: [], notifyBy: 'email' as const };
  await user.call(saveNeeds, { id: helen, needs, rev: 0 });
  await cover();
  expect((await recipients()).slice(before)).toEqual([
    ...['+17205550190', 'ana.home@example.org'],
    ...['+13035550191', 'helen@example.org'],
  ]);
  const { data: story } = await user.call(getVisitStory, { planId, day: TODAY });
  const told = story?.events.filter(({ kind }) => kind === 'told').map(({ words }) => words) ?? [];
  expect(told.slice(-3)).toEqual([
    expect.stringMatching(/^Pat Ana\d+’s contact$/),
    'The client’s contact',
    'The client',
  ]);
  // Their phone and address are not on record, so the story says why they are not told.
  await takeBack();
  await server.database.pool.query('update people set email = null where id = $1', [helen]);
  await cover();
  const { data: unheard } = await user.call(getVisitStory, { planId, day: TODAY });
  expect(unheard?.events.at(-1)).toMatchObject({ kind: 'notTold', words: 'No email address is on record.' });
  // The client and the contact share a phone, so one message is enough.
  await takeBack();
  const again = (await recipients()).length;
  await server.database.pool.query("update people set phone = '303-555-0191' where id = $1", [helen]);
  await user.call(saveNeeds, { id: helen, needs: { ...needs, notifyBy: 'text' }, rev: 1 });
  await cover();
  expect((await recipients()).slice(again).filter((one) => one === '+13035550191')).toHaveLength(1);
});

describe('covers by the care plan form', () => {
  const AWAY = { from: '2026-12-18', through: '2026-12-31' } as const;
  const coverAway = async (absent: number, planId: number, providerId: number) => {
    const covers = [{ planId, from: AWAY.from, providerId, approvedDays: [] }];
    const { data } = await user.call(coverAbsence, { id: absent, ...AWAY, createReason: 'Away', covers });
    return data?.[0]?.made?.id ?? 0;
  };
  const storyOf = async (planId: number, day: string) =>
    (await user.call(getVisitStory, { planId, day })).data?.events ?? [];
  const said = async (planId: number, day: string) =>
    (await storyOf(planId, day)).map(({ kind, ProviderID }) => [kind, ProviderID]);
  const figures = async (day: string) =>
    (await user.call(calls.getFigures, { from: day, through: day })).data?.total;

  test('of an absence are in the story and the figures, and everyone is told once', async () => {
    const { dolores, ana, planId } = await agency();
    const id = await coverAway(dolores, planId, ana);
    for (const day of ['2026-12-18', '2026-12-25'])
      expect(await said(planId, day)).toEqual([
        ['covered', ana],
        ['told', ana],
      ]);
    expect((await storyOf(planId, '2026-12-18')).at(-1)?.words).toBe(
      'You have 2 new visits from 12-18-2026 to 12-25-2026. Details are in the app.',
    );
    // Nobody called out, so no time to cover is counted.
    expect(await figures('2026-12-25')).toMatchObject({ covers: 1, withoutOvertime: 1, medianMinutes: null });
    expect((await user.call(updateCarePlan, { id, data: { Status: 'Deleted' } })).status).toBe(200);
    expect(await figures('2026-12-25')).toMatchObject({ covers: 0 });
    expect((await said(planId, '2026-12-25')).slice(2)).toEqual([
      ['uncovered', ana],
      ['told', ana],
      ['told', dolores],
    ]);
    expect((await storyOf(planId, '2026-12-25')).slice(3).map(({ words }) => words)).toEqual([
      'You no longer need to come to 2 visits from 12-18-2026 to 12-25-2026.',
      '2 visits from 12-18-2026 to 12-25-2026 are yours again. Please call the office if you cannot come.',
    ]);
  });

  test('count overtime as it is planned', async () => {
    const { dolores, ana, planId } = await agency();
    const own = { Mon: ['06:00', '18:00'], Tue: ['06:00', '18:00'], Wed: ['06:00', '18:00'] } as const;
    await addPlan(ana, await client('Long'), { ...own, Thu: ['06:00', '10:00'] });
    await coverAway(dolores, planId, ana);
    const found = await figures('2026-12-18');
    expect(found).toMatchObject({ covers: 1, withoutOvertime: 0 });
  });

  test('that are shortened or extended begin and end with their days', async () => {
    const { dolores, ana, planId } = await agency();
    const id = await coverAway(dolores, planId, ana);
    const moved = await user.call(updateCarePlan, { id, data: { EndDate: '2026-12-20', Status: 'Archive' } });
    expect(moved.status).toBe(200);
    expect((await said(planId, '2026-12-18')).map(([kind]) => kind)).toEqual(['covered', 'told']);
    expect((await said(planId, '2026-12-25'))[2]).toEqual(['uncovered', ana]);
  });

  test('that are shortened twice notify everyone each time', async () => {
    const { dolores, ana, planId } = await agency();
    const id = await coverAway(dolores, planId, ana);
    const lastDay = async (EndDate: string) =>
      expect((await user.call(updateCarePlan, { id, data: { EndDate } })).status).toBe(200);
    for (const day of ['2026-12-20', '2026-12-31', '2026-12-20', '2026-12-31']) await lastDay(day);
    const once = ['uncovered', 'told', 'told', 'covered', 'told'];
    expect((await said(planId, '2026-12-25')).map(([kind]) => kind)).toEqual([
      'covered',
      'told',
      ...once,
      ...once,
    ]);
  });

  test('can give up a single day on the board and keep the others', async () => {
    const { dolores, ana, planId } = await agency();
    const coversOn = async (day: string) => (await figures(day))?.covers ?? 0;
    const before = [await coversOn('2026-12-18'), await coversOn('2026-12-25')];
    await coverAway(dolores, planId, ana);
    expect((await user.call(calls.uncoverVisit, { planId, day: '2026-12-18' })).status).toBe(200);
    expect(await coversOn('2026-12-18')).toBe(before[0]);
    expect(await coversOn('2026-12-25')).toBe((before[1] ?? 0) + 1);
    expect(await said(planId, '2026-12-25')).toHaveLength(2);
    expect((await user.call(calls.uncoverVisit, { planId, day: '2026-12-25' })).status).toBe(200);
    expect(await coversOn('2026-12-25')).toBe(before[1]);
  });

  test('end with the plan they cover, and the contact is told', async () => {
    const { dolores, ana, helen, planId } = await agency();
    await server.database.pool.query("update people set notify_visit = '(303) 555-0171' where id = $1", [
      helen,
    ]);
    await coverAway(dolores, planId, ana);
    const ends = await user.call(updateCarePlan, {
      id: planId,
      data: { Status: 'Archive', EndDate: '2026-12-20' },
    });
    expect(ends.status, ends.text).toBe(200);
    expect((await said(planId, '2026-12-18')).map(([kind]) => kind)).toEqual(['covered', 'told', 'told']);
    expect((await said(planId, '2026-12-25')).slice(3)).toEqual([
      ['uncovered', ana],
      ['told', ana],
      ['told', null],
    ]);
    expect(await textsTo(helen)).toEqual([
      expect.stringContaining('another caregiver comes to 2 visits from 12-18-2026 to 12-25-2026.'),
      expect.stringContaining('regular visits no longer take place, starting with the visit on 12-25-2026'),
    ]);
    expect(await textsTo(dolores)).toEqual([
      expect.stringContaining('The first one you no longer need to come to: 01-01-2027, 1:00 PM to 3:00 PM'),
    ]);
    expect((await textsTo(ana)).at(-1)).toContain('You no longer need to come on 12-25-2026');
  });

  test('do not make a contact hear that an archived caregiver’s plan ended before them', async () => {
    const { dolores, ana, helen, planId } = await agency();
    await server.database.pool.query("update people set notify_visit = '(303) 555-0172' where id = $1", [
      helen,
    ]);
    await addPlan(dolores, helen, { Sat: ['08:00', '10:00'] });
    const earl = await client('Earl', { notify_visit: '(303) 555-0173' });
    await addPlan(dolores, earl, { Mon: ['08:00', '10:00'] });
    await coverAway(dolores, planId, ana);
    const before = [await textsTo(dolores), await textsTo(helen), await textsTo(earl)];
    const leaves = { Cur: 'n', archiveDate: '2026-12-18', 'DC Date': '2026-12-18', 'DC Reason': 'Moved' };
    expect((await admin.call(updatePerson, { id: dolores, data: leaves })).status).toBe(200);
    const after = [await textsTo(dolores), await textsTo(helen), await textsTo(earl)];
    // Ana still comes on both Fridays. One message covers two plans of one client.
    const ended = 'regular visits no longer take place, starting with the visit on';
    expect(after.map((texts, n) => texts.slice(before[n]?.length))).toEqual([
      [expect.stringContaining('Your visits end. The first one you no longer need to come to: 12-19-2026')],
      [expect.stringContaining(`${ended} 12-19-2026, 8:00 AM to 10:00 AM`)],
      [expect.stringContaining(`${ended} 12-21-2026, 8:00 AM to 10:00 AM`)],
    ]);
    // A caregiver is told that a client leaves; the family gets no more messages.
    const bhim = await caregiver('Bhim');
    await addPlan(bhim, earl, { Tue: ['08:00', '10:00'] });
    const [toBhim, toEarl] = [(await textsTo(bhim)).length, (await textsTo(earl)).length];
    expect((await admin.call(updatePerson, { id: earl, data: leaves })).status).toBe(200);
    expect((await textsTo(bhim)).slice(toBhim)).toEqual([expect.stringContaining('Your visits end.')]);
    expect((await textsTo(earl)).slice(toEarl)).toEqual([]);
  });

  test('end when their caregiver is archived', async () => {
    const { dolores, ana, planId } = await agency();
    await coverAway(dolores, planId, ana);
    const leaves = { Cur: 'n', archiveDate: '2026-12-21', 'DC Date': '2026-12-20', 'DC Reason': 'Moved' };
    const gone = await admin.call(updatePerson, { id: ana, data: leaves });
    expect(gone.status).toBe(200);
    expect((await said(planId, '2026-12-18')).map(([kind]) => kind)).toEqual(['covered', 'told']);
    expect((await said(planId, '2026-12-25')).slice(2)).toContainEqual(['uncovered', ana]);
  });

  test('are exempt from visit verification if the pair is on all of the days', async () => {
    const excludedOf = async (EndDate: string | null) => {
      const { dolores, ana, helen, planId } = await agency();
      const ends = EndDate === null ? {} : { EndDate };
      await addPlan(ana, helen, { Sat: ['08:00', '10:00'] }, { excluded: '2026-11-01', ...ends });
      const id = await coverAway(dolores, planId, ana);
      return (await user.call(readCarePlan, { id, filters: [] })).data?.excluded;
    };
    expect(await excludedOf(null)).toBe('2026-11-01');
    expect(await excludedOf('2026-12-20')).toBeNull();
  });
});

describe('a proposal for all visits of an absent caregiver', () => {
  /** Two clients of Dolores on this Friday and the next; Ana can take all of them. */
  const broken = async () => {
    const dolores = await caregiver('Dolores');
    const ana = await caregiver('Ana');
    const morning = await addPlan(dolores, await client('Helen'), { Fri: ['09:00', '11:00'] });
    const noon = await addPlan(dolores, await client('Earl'), { Fri: ['13:00', '15:00'] });
    await callsOut(dolores, '2026-11-20T12:00:00Z', '2026-11-28T07:00:00Z');
    return { dolores, ana, morning, noon };
  };
  const propose = (by: Caller, ProviderID: number, fixed: object[] = [], only?: object[]) =>
    by.raw({
      method: 'POST',
      url: '/homecare/api/staffing/plan-open-visits',
      payload: { from: TODAY, through: '2026-11-27', ProviderID, fixed, only },
    });
  const dataOf = (answer: { text: string }) => calls.Proposal.parse(JSON.parse(answer.text).data);

  test('covers all of them, together with what the office picked, and changes nothing yet', async () => {
    const { dolores, ana, morning } = await broken();
    const proposal = dataOf(await propose(admin, dolores));
    expect(proposal.lines.map(({ visit }) => [visit.day, visit.start])).toEqual([
      [TODAY, '09:00'],
      [TODAY, '13:00'],
      ['2026-11-27', '09:00'],
      ['2026-11-27', '13:00'],
    ]);
    expect(proposal).toMatchObject({
      totals: { covered: 4, mostAtOneClient: 1 },
      oneByOne: { covered: 4 },
    });
    // The lines add up to the totals.
    const sumOf = (part: (line: (typeof proposal.lines)[number]) => number | null) =>
      proposal.lines.reduce((all, line) => all + (part(line) ?? 0), 0);
    expect(sumOf(({ extraMinutes }) => extraMinutes)).toBe(proposal.totals.extraMinutes);
    expect(sumOf(({ overtimeCents }) => overtimeCents)).toBe(proposal.totals.overtimeCents);
    expect(proposal.lines[0]?.why).toBe('no visits here in 90 days, 0 minutes more driving, no overtime');
    const fixed = [{ planId: morning, day: TODAY, providerId: ana }];
    const around = dataOf(await propose(admin, dolores, fixed));
    expect(around.lines[0]).toMatchObject({ ProviderID: ana, isFixed: true });
    const only = [{ planId: morning, day: '2026-11-27' }];
    const part = dataOf(await propose(admin, dolores, [], only));
    expect(part.lines.map(({ visit }) => [visit.day, visit.start])).toEqual([['2026-11-27', '09:00']]);
    expect(await openOf(morning)).toHaveLength(2);
    const week = { ProviderID: ana, weekMinutes: 0, overtimeMinutes: 0 };
    const onlyAna = proposal.lines.map(({ visit: { planId, day } }) => ({ planId, day, providerId: ana }));
    expect(dataOf(await propose(admin, dolores, onlyAna)).hours).toMatchObject([
      { ...week, week: '2026-11-15', addedMinutes: 240 },
      { ...week, week: '2026-11-22', addedMinutes: 240 },
    ]);
  });

  test('returns what has been found when the same request is repeated in a hurry', async () => {
    const { dolores } = await broken();
    const asked = { from: TODAY, through: '2026-11-27', ProviderID: dolores, fixed: [], farther: false };
    const [slow, quick] = await Promise.all([
      admin.call(calls.planOpenVisits, { ...asked, isQuick: false }),
      admin.call(calls.planOpenVisits, { ...asked, isQuick: true }),
    ]);
    expect(quick.data?.totals).toMatchObject({ visits: 4, covered: 4 });
    expect(slow.data?.totals).toMatchObject({ visits: 4, covered: 4 });
  });

  test('shows a manager no dollars, and asks for fewer days if too much is open', async () => {
    const { dolores } = await broken();
    const { totals, lines } = dataOf(await propose(user, dolores));
    expect(lines.map(({ overtimeCents }) => overtimeCents)).toEqual([null, null, null, null]);
    expect(totals).toMatchObject({ payCents: null, overtimeCents: null, overtimeMinutes: 0 });
    const wrong = await user.raw({
      method: 'POST',
      url: '/homecare/api/staffing/plan-open-visits',
      payload: { from: TODAY, through: '2027-11-27' },
    });
    expect(wrong).toMatchObject({ status: 400, errors: [{ field: 'through' }] });
  });

  test('checks what a single cover checks, for all visits together, so that none is refused later', async () => {
    const [dolores, ana, helen] = [await caregiver('Dolores'), await caregiver('Ana'), await client('Helen')];
    const planId = await addPlan(dolores, helen, { Fri: ['13:00', '15:00'] }, { Type: 'RPCP' });
    // Caregivers who are not relatives work by the other type, which has units for one of the two visits.
    const par = { id: null, clientId: helen, type: 'PCP', number: `W${helen}`, from: TODAY, rev: null };
    expect((await admin.call(savePar, { ...par, through: '2026-12-31', units: 12 })).status).toBe(200);
    await addPlan(ana, await client('Third'), { Fri: ['15:10', '16:00'] });
    await callsOut(dolores, '2026-11-20T12:00:00Z', '2026-11-28T07:00:00Z');
    const [first, second] = ['2026-11-20', '2026-11-27'].map((day) => ({ planId, day, providerId: ana }));
    if (!first || !second) throw new Error('there are two days');
    const { lines } = dataOf(await propose(user, dolores, [first]));
    expect(lines.map(({ whyNot, notes }) => ({ whyNot, notes: notes.slice(0, 1) }))).toEqual([
      { whyNot: null, notes: ['Only 10 minutes between two visits'] },
      { whyNot: null, notes: [] },
    ]);
    expect(lines[0]?.notes).toContainEqual(expect.stringMatching(/^Covered as .+: not a relative$/));
    expect(lines.map(({ ProviderID }) => ProviderID)).toEqual([ana, null]);
    // A choice of the office that is not possible says why.
    const both = dataOf(await propose(user, dolores, [first, second]));
    expect(both.lines[1]?.whyNot).toBe('Only a relative can give this service');
    const { data } = await user.call(calls.coverVisits, { covers: [first, second] });
    expect(data?.map(({ refused }) => refused)).toEqual([
      null,
      expect.stringMatching(/Only a relative can give this service/),
    ]);
  });

  test('is carried out visit by visit: one that cannot be covered does not stop the others', async () => {
    const { ana, morning, noon } = await broken();
    const covers = [
      { planId: morning, day: TODAY, providerId: ana },
      { planId: morning, day: TODAY, providerId: ana },
      { planId: noon, day: '2026-11-27', providerId: ana },
    ];
    const { data } = await user.call(calls.coverVisits, { covers });
    expect(data?.map(({ refused }) => refused)).toEqual([
      null,
      expect.stringMatching(/^Ana\d+, Pat has taken this visit\.$/),
      null,
    ]);
    expect(await openOf(morning)).toHaveLength(1);
    expect(
      (await (await server.as('evv', { providerId: ana })).call(calls.coverVisits, { covers })).status,
    ).toBe(403);
  });
});

test('saving several covers tells everyone about those in force, even if the request ends in between', async () => {
  const dolores = await caregiver('Dolores');
  const ana = await caregiver('Ana');
  const morning = await addPlan(dolores, await client('Helen'), { Fri: ['09:00', '11:00'] });
  const noon = await addPlan(dolores, await client('Earl'), { Fri: ['13:00', '15:00'] });
  await callsOut(dolores);
  const { pool } = server.database;
  /** The server stops at the second visit. */
  const endedBy = async (when: string, press: () => Promise<{ readonly status: number }>) => {
    await pool.query(`create function stop_here() returns trigger language plpgsql as $$
      begin raise exception 'the server stops here'; end $$;
      create trigger stop_here before insert or update on care_plans for each row when (${when}) execute function stop_here()`);
    try {
      expect((await press()).status).toBe(500);
    } finally {
      await pool.query('drop function stop_here cascade');
    }
  };
  const keys = [morning, noon].map((planId) => ({ planId, day: TODAY }));
  const covers = keys.map((key) => ({ ...key, providerId: ana }));
  await endedBy(`new.covers_id = ${noon}`, () => user.call(calls.coverVisits, { covers }));
  expect(await openOf(morning)).toEqual([]);
  expect(await textsTo(ana)).toEqual([]);
  await coverNewsJob.run(server.scope, null);
  expect(await textsTo(ana)).toEqual([expect.stringContaining('9:00 AM to 11:00 AM')]);
  await user.call(calls.coverVisits, { covers: covers.slice(1) });
  await endedBy(`new.covers_id = ${noon}`, () => user.call(calls.uncoverVisits, { visits: keys }));
  expect(await textsTo(ana)).toHaveLength(2);
  await coverNewsJob.run(server.scope, null);
  expect((await textsTo(ana)).slice(2)).toEqual([
    expect.stringMatching(/You no longer need to come on 11-20-2026.*9:00 AM to 11:00 AM/),
  ]);
  // News is sent only once.
  await coverNewsJob.run(server.scope, null);
  expect(await textsTo(ana)).toHaveLength(3);
});

test('the figures show how many visits are filled, and how fast they were covered', async () => {
  const { dolores, ana, planId } = await agency();
  const days = { from: '2026-12-04', through: '2026-12-04' };
  const before = (await user.call(calls.getFigures, days)).data;
  await callsOut(dolores, '2026-12-04T07:00:00Z', '2026-12-05T07:00:00Z');
  const open = (await user.call(calls.getFigures, days)).data;
  expect(open?.total.filled).toBe((before?.total.filled ?? 0) - 1);
  expect(open?.total.openMinutes).toBe((before?.total.openMinutes ?? 0) + 120);
  await user.call(calls.coverVisit, { planId, day: '2026-12-04', providerId: ana });
  const covered = (await user.call(calls.getFigures, days)).data;
  expect(covered?.total).toMatchObject({
    filled: before?.total.filled,
    covers: 1,
    withoutOvertime: 1,
    medianMinutes: 0,
  });
  expect(covered?.weeks).toMatchObject([{ name: '2026-11-29' }]);

  // Each number comes with the visits it counts.
  const behind = async (asked: Partial<InputOf<typeof calls.listFigureVisits>> = {}) => {
    const { data, text } = await user.call(calls.listFigureVisits, { ...days, figure: 'fill', ...asked });
    if (!data) throw new Error(text);
    return data;
  };
  const all = await behind();
  expect(all).toMatchObject({ total: covered?.total.planned, counted: covered?.total.filled });
  expect(all.rows.find((one) => one.planId === planId)).toMatchObject({
    day: '2026-12-04',
    staffing: 'assigned',
    ProviderID: ana,
    counts: true,
  });
  expect(await behind({ figure: 'covers' })).toMatchObject({
    total: 1,
    rows: [{ planId, ProviderID: ana, cover: { minutes: 0, overtimeMinutes: 0 } }],
  });
  expect((await behind({ figure: 'usual' })).rows[0]).toMatchObject({ planId, counts: false });
  const week = await behind({ figure: 'covers', group: 'weeks', name: '2026-11-29' });
  expect(week.total).toBe(1);
  expect(await behind({ figure: 'covers', group: 'weeks', name: '2026-12-06' })).toMatchObject({
    ...{ total: 0, counted: 0, rows: [] },
  });
  const year = { from: '2026-01-01', through: '2026-12-31' };
  const evv = await server.as('evv', { providerId: ana });
  expect(await user.call(calls.getFigures, year)).toMatchObject({
    status: 400,
    errors: [{ field: 'through' }],
  });
  expect((await user.call(calls.printFigures, year)).status).toBe(400);
  const asked = { ...days, figure: 'fill' } as const;
  expect((await user.call(calls.listFigureVisits, { ...asked, ...year })).status).toBe(400);
  expect((await evv.call(calls.listFigureVisits, asked)).status).toBe(403);
  const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
  expect((await elsewhere.call(calls.listFigureVisits, asked)).data?.total).toBe(0);
  expect((await evv.call(calls.getFigures, days)).status).toBe(403);
  expect((await evv.call(calls.printFigures, days)).status).toBe(403);

  // The printout has the same content, and another agency gets none of it.
  const textOf = async (caller: Caller) => {
    const answer = await caller.raw(requestOf(calls.printFigures, days));
    expect(answer.headers['content-type'], answer.text).toBe('application/pdf');
    return (await readPdf(answer.bytes, 0.1)).map(({ text }) => text.replace(/\s+/g, ' ')).join(' ');
  };
  const paper = await textOf(user);
  const filled = covered?.total.filled ?? 0;
  expect(paper).toContain('Staffing figures');
  expect(paper).toContain(`Nov 29 – Dec 5 100.0% ${filled} of ${filled} 0 h`);
  expect(paper).toMatch(/Covered by Covers Time to cover No overtime .* 1 0 min 100\.0%/);
  expect(await textOf(await server.as('admin', { site: server.siteNamed('other') }))).toContain('None');
});

test('a visit moved to next week and closed counts only there, and its cover says when it is', async () => {
  const { dolores, ana, planId } = await agency();
  const [before, after] = [
    { from: '2027-01-03', through: '2027-01-09' },
    { from: '2027-01-10', through: '2027-01-16' },
  ];
  const rowsOf = async (days: typeof before, figure: 'fill' | 'covers' = 'fill') => {
    const { data, text } = await user.call(calls.listFigureVisits, { ...days, figure });
    if (!data) throw new Error(text);
    const { total } = (await user.call(calls.getFigures, days)).data ?? {};
    expect(data.total).toBe(figure === 'fill' ? total?.planned : total?.covers);
    return data.rows.filter((row) => row.planId === planId);
  };
  await callsOut(dolores, '2027-01-08T07:00:00Z', '2027-01-09T07:00:00Z');
  await user.call(calls.coverVisit, { planId, day: '2027-01-08', providerId: ana });
  expect(await rowsOf(before)).toMatchObject([{ date: '2027-01-08', ProviderID: ana }]);
  // Nobody came on Monday. The absence counts among the planned visits.
  await server.database.pool.query(
    `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status, tasks,
       created, closed_code, closed, closed_by)
     select id, '2027-01-08', '2027-01-11', '23:30', '01:30', client_id, provider_id, 'Planned',
       '{"WorkingTime": 0, "TravelTime": 0, "Care": {}, "Home": {}}', now(), 'absent', now(), 'T.'
     from care_plans where covers_id = $1`,
    [planId],
  );
  expect(await rowsOf(before)).toEqual([]);
  expect((await rowsOf(after)).filter(({ date }) => date === '2027-01-11')).toMatchObject([
    { day: '2027-01-08', start: '23:30', staffing: 'missed', ProviderID: ana, counts: false },
  ]);
  expect(await rowsOf(before, 'covers')).toMatchObject([
    { day: '2027-01-08', date: '2027-01-11', start: '23:30', end: '01:30', ProviderID: ana },
  ]);
});

test('a visit that nobody can take names the nearest hour at which someone can', async () => {
  const [dolores, ana] = [await caregiver('Dolores'), await caregiver('Ana')];
  // Only Ana speaks the language, and she is with Vera until 4.
  await server.database.pool.query('update people set language = $2 where id = $1', [ana, 'Amharic']);
  const [helen, vera] = [await client('Helen'), await client('Vera')];
  const saved = await user.call(saveNeeds, {
    id: helen,
    needs: { skills: [], languages: ['Amharic'], wishedLanguages: [] },
    rev: 0,
  });
  expect(saved.status, saved.text).toBe(200);
  const planId = await addPlan(dolores, helen, { Fri: ['13:30', '15:00'] });
  await addPlan(ana, vera, { Fri: ['12:00', '15:45'] });
  await callsOut(dolores);
  const key = { planId, day: TODAY };
  const { data } = await user.call(calls.getOtherTime, key);
  expect(data).toMatchObject({ start: '16:00', end: '17:30', count: 1 });
  expect(data?.Providers).toEqual([expect.stringMatching(/^Ana/)]);
  // It is not open, belongs to another agency, or a caregiver asks.
  expect((await user.call(calls.getOtherTime, { planId, day: '2026-11-27' })).data).toBeNull();
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await other.call(calls.getOtherTime, key)).data).toBeNull();
  expect((await (await server.as('evv', { providerId: ana })).call(calls.getOtherTime, key)).status).toBe(
    403,
  );
});

test('when ten caregivers take a visit at once, one gets it and no plans overlap', async () => {
  const { dolores, planId } = await agency();
  await callsOut(dolores);
  const takers = [];
  for (let n = 0; n < 10; n += 1) takers.push(await caregiver('Taker'));
  const answers = await Promise.all(
    takers.map((providerId) => user.call(calls.coverVisit, { planId, day: TODAY, providerId })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ]);
});

describe('a caregiver who comes after all', () => {
  /** Today's visit at 1 PM, which Dolores's phone still has and Ana covers. It is 12:55. */
  const covered = async () => {
    const { dolores, ana, helen, planId } = await agency();
    const { rows } = await server.database.pool.query<{ id: number }>(
      'select id from visits where care_plan_id = $1 and planned_day = $2',
      [planId, TODAY],
    );
    await callsOut(dolores);
    const made = await user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana });
    if (!made.data) throw new Error(made.text);
    const phone = await server.as('evv', { providerId: dolores });
    const comes = (DeviceTime = server.scope.now().toString()) =>
      phone.call(updateVisit, { id: rows[0]?.id ?? 0, data: { Status: 'Active', DeviceTime } });
    return { dolores, ana, helen, planId, visitId: rows[0]?.id ?? 0, comes };
  };
  const arrivals = async (planId: number) =>
    ((await user.call(calls.listArrivals, { from: TODAY, through: TODAY })).data ?? []).filter(
      (one) => one.planId === planId,
    );

  test('is recorded and shown to the office, which gives the visit back', async () => {
    const { dolores, ana, planId, visitId, comes } = await covered();
    const said = await comes();
    expect(said).toMatchObject({ status: 409, reason: 'attemptRecorded' });
    expect(said.text).toContain('This visit is no longer yours. Call the office. Your time is recorded');
    expect(await arrivals(planId)).toMatchObject([
      { day: TODAY, ProviderID: dolores, cover: { ProviderID: ana, hasStarted: false } },
    ]);
    const story = await user.call(getVisitStory, { planId, day: TODAY });
    expect(story.data?.arrivals).toHaveLength(1);
    await user.call(calls.uncoverVisit, { planId, day: TODAY });
    expect(await arrivals(planId)).toEqual([]);
    const [visit] = (await visitsOn(dolores)).filter(({ id }) => id === visitId);
    expect(visit?.Attempts).toMatchObject([{ move: 'Check-In' }]);
  });

  test('is shown once however often they tap, and disappears once the office has seen it', async () => {
    const { planId, comes } = await covered();
    await comes();
    await comes();
    const [arrival, ...others] = await arrivals(planId);
    expect(others).toEqual([]);
    const close = (caller: Caller) => caller.call(calls.closeArrival, { id: arrival?.id ?? 0 });
    const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
    expect((await close(elsewhere)).status).toBe(404);
    expect((await close(user)).status).toBe(200);
    expect(await arrivals(planId)).toEqual([]);
    expect((await close(user)).status).toBe(404);
  });

  test('may find a cover that has already started', async () => {
    const { ana, planId, comes } = await covered();
    const [visit] = await visitsOn(ana);
    await server.database.pool.query("update visits set status = 'Active', start_at = now() where id = $1", [
      visit?.id,
    ]);
    await comes();
    expect(await arrivals(planId)).toMatchObject([{ cover: { hasStarted: true } }]);
  });
});

describe('the agency’s caps', () => {
  test('on hours a day apply to covers as they are entered, from the cap’s first day', async () => {
    const { ana, dolores, planId } = await agency();
    await callsOut(dolores);
    const obstacleOf = async () => {
      const { data } = await user.call(calls.listCandidates, { planId, day: TODAY });
      return data?.candidates.find(({ ProviderID }) => ProviderID === ana);
    };
    expect(await obstacleOf()).toMatchObject({ obstacle: null });
    const cap = { kind: 'providerDay' as const, validFrom: TODAY, source: 'Our own rule' };
    expect((await admin.call(saveCap, { ...cap, minutes: 90, rev: null })).status).toBe(200);
    expect(await obstacleOf()).toMatchObject({
      obstacle: 'tooManyHours',
      why: '2 h that day, at most 1.5 h',
    });
    expect((await admin.call(saveCap, { ...cap, minutes: 960, rev: 0 })).status).toBe(200);
    expect(await obstacleOf()).toMatchObject({ obstacle: null });
  });

  test('apply to two covers of one caregiver at the same moment: the second is checked after the first is written', async () => {
    const [one, two] = [await agency(), await agency()];
    for (const { dolores } of [one, two]) await callsOut(dolores);
    const twoId = await addPlan(two.dolores, await client('Evening'), { Fri: ['16:00', '18:00'] });
    const cap = { kind: 'providerWeek' as const, validFrom: TODAY, source: 'Our own rule' };
    expect((await admin.call(saveCap, { ...cap, minutes: 180, rev: null })).status).toBe(200);
    const covers = [one.planId, twoId].map((planId) => ({ planId, day: TODAY, providerId: one.ana }));
    const answers = await inTurnAt(
      one.ana,
      covers.map((cover) => () => user.call(calls.coverVisit, cover)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({
      reason: 'cannotCome',
      Info: expect.stringContaining('4 h that week, at most 3 h'),
    });
    expect((await admin.call(saveCap, { ...cap, minutes: 5_040, rev: 0 })).status).toBe(200);
  });
});

describe('changes at the same moment', () => {
  const leaving = { Cur: 'n', archiveDate: TODAY, 'DC Date': TODAY, 'DC Reason': 'Moved away' } as const;

  test('a visit is not covered by a caregiver who is being archived', async () => {
    const { dolores, ana, planId } = await agency();
    await callsOut(dolores);
    const archive = () => admin.call(updatePerson, { id: dolores, data: leaving });
    const cover = () => user.call(calls.coverVisit, { planId, day: TODAY, providerId: ana });
    const [archived, covered] = await inTurnAt<Awaited<ReturnType<typeof archive | typeof cover>>>(dolores, [
      archive,
      cover,
    ]);
    expect(archived?.status, archived?.text).toBe(200);
    expect(covered).toMatchObject({ status: 409, reason: 'notOpen', Info: 'This visit was canceled.' });
    expect(await visitsOn(ana)).toEqual([]);
  });

  test('a cover being made or taken back does not lock its visit while it waits for a person', async () => {
    const { dolores, ana, planId } = await agency();
    await callsOut(dolores);
    const key = { planId, day: TODAY };
    const visit = `select from open_visits where plan_id = ${planId} for update nowait`;
    const cover = () => user.call(calls.coverVisit, { ...key, providerId: ana });
    const uncover = () => user.call(calls.uncoverVisit, key);
    const [covered] = await inTurnAt(dolores, [cover], visit);
    expect(covered?.status, covered?.text).toBe(200);
    const [uncovered] = await inTurnAt(dolores, [uncover], visit);
    expect(uncovered?.status, uncovered?.text).toBe(200);
  });

  test('a plan that is being deleted gets no temporary plan', async () => {
    const { dolores, ana, helen, planId } = await agency();
    const data = {
      ...{ ProviderID: ana, ClientID: helen, Type: 'PCP', createReason: 'Away', coversPlanId: planId },
      ...{ StartDate: TODAY, EndDate: TODAY, week: weekOf({ Fri: ['13:00', '15:00'] }) },
    };
    const remove = () => admin.call(updateCarePlan, { id: planId, data: { Status: 'Deleted' } });
    const replace = () => user.call(insertCarePlan, { data });
    const [deleted, temporary] = await inTurnAt<Awaited<ReturnType<typeof remove | typeof replace>>>(
      dolores,
      [remove, replace],
    );
    expect(deleted?.status, deleted?.text).toBe(200);
    expect(temporary).toMatchObject({
      status: 400,
      errors: [{ message: 'The plan to be covered was not found.' }],
    });
    expect(await visitsOn(ana)).toEqual([]);
  });
});

describe('a late visit', () => {
  test('is open after the number of minutes the agency has set', async () => {
    const late = await caregiver('Late');
    const planId = await addPlan(late, await client('Helen'), { Fri: ['04:20', '07:00'] });
    const reasonOf = async () => (await openOf(planId)).find(({ day }) => day === TODAY)?.reason;
    expect(await reasonOf()).toBeUndefined();
    const { data } = await admin.call(getSettings, {});
    if (!data) throw new Error('no settings');
    const { rev, paper, switches } = data;
    const saved = await admin.call(saveSettings, { rev, paper, switches: { ...switches, lateMinutes: 40 } });
    expect(saved.status, saved.text).toBe(200);
    expect(await reasonOf()).toBe('late');
    await admin.call(saveSettings, { rev: rev + 1, paper, switches });
    expect(await reasonOf()).toBeUndefined();
  });
});

describe('a holiday of the agency', () => {
  test('is shown for everyone who can come that day, and is entered by admins', async () => {
    const { ana, dolores, planId } = await agency();
    await callsOut(dolores);
    const holidays = [{ day: TODAY, name: 'Founders’ day' }];
    expect((await user.call(saveHolidays, { holidays, rev: 0 })).status).toBe(403);
    expect((await admin.call(saveHolidays, { holidays, rev: 0 })).data).toEqual({ rev: 1 });
    expect((await admin.call(saveHolidays, { holidays: [], rev: 0 })).status).toBe(409);
    const { data } = await user.call(calls.listCandidates, { planId, day: TODAY });
    expect(data?.candidates.find(({ ProviderID }) => ProviderID === ana)?.warnings).toContain(
      '11-20-2026 is a holiday: Founders’ day',
    );
    const twice = [...holidays, ...holidays];
    expect(await admin.call(saveHolidays, { holidays: twice, rev: 1 })).toMatchObject({
      status: 400,
      errors: [{ field: 'holidays.1.day' }],
    });
    const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
    expect((await elsewhere.call(getHolidays, {})).data).toEqual({ holidays: [], rev: 0 });
    expect((await admin.call(saveHolidays, { holidays: [], rev: 1 })).status).toBe(200);
  });
});

test('a cover counts from the last call-out, and not at all once its plan is deleted', async () => {
  const { dolores, ana, planId } = await agency();
  const days = { from: '2026-12-11', through: '2026-12-11' };
  const key = { planId, day: '2026-12-11' };
  const callsOutThen = (id: number) => callsOut(id, '2026-12-11T07:00:00Z', '2026-12-12T07:00:00Z');
  await callsOutThen(dolores);
  await user.call(calls.coverVisit, { ...key, providerId: ana });
  server.clock.advance({ minutes: 20 });
  await callsOutThen(ana);
  const next = await caregiver('Next');
  const { data: cover } = await user.call(calls.coverVisit, { ...key, providerId: next });
  expect((await user.call(calls.getFigures, days)).data?.total).toMatchObject({
    covers: 1,
    medianMinutes: 0,
  });
  await admin.call(updateCarePlan, { id: cover?.id ?? 0, data: { Status: 'Deleted' } });
  expect((await user.call(calls.getFigures, days)).data?.total).toMatchObject({ covers: 0 });
  expect(await user.call(calls.uncoverVisit, key)).toMatchObject({ status: 409, reason: 'notOpen' });
});

test('a cover does not count from a withdrawn call-out', async () => {
  const { dolores, ana, planId } = await agency();
  const day = '2027-01-22';
  const callsOutThen = async () =>
    (await callsOut(dolores, '2027-01-22T07:00:00Z', '2027-01-23T07:00:00Z')).data?.id ?? 0;
  const withdraw = async (id: number) =>
    expect((await user.call(calls.withdrawCallOut, { id, rev: 0 })).status).toBe(200);
  const median = async () =>
    (await user.call(calls.getFigures, { from: day, through: day })).data?.total.medianMinutes;
  const id = await callsOutThen();
  server.clock.advance({ minutes: 10 });
  await withdraw(id);
  server.clock.advance({ minutes: 10 });
  const again = await callsOutThen();
  server.clock.advance({ minutes: 5 });
  expect((await user.call(calls.coverVisit, { planId, day, providerId: ana })).status).toBe(200);
  expect(await median()).toBe(5);
  expect((await user.call(calls.uncoverVisit, { planId, day })).status).toBe(200);
  await withdraw(again);
  const off = { providerId: dolores, from: day, through: day, fromTime: null, throughTime: null };
  await user.call(saveTimeOff, { ...off, id: null, rev: null, reason: 'Ill', status: 'Approved' });
  expect((await user.call(calls.coverVisit, { planId, day, providerId: ana })).status).toBe(200);
  expect(await median()).toBeNull();
});

test('a cover counts from the call-out that is still in force when a later one of the same caregiver was withdrawn', async () => {
  const { dolores, ana, planId } = await agency();
  const day = '2027-02-12';
  const median = async () =>
    (await user.call(calls.getFigures, { from: day, through: day })).data?.total.medianMinutes;
  const out = async (from: string, until: string) => (await callsOut(dolores, from, until)).data?.id ?? 0;
  const withdraw = async (id: number) =>
    expect((await user.call(calls.withdrawCallOut, { id, rev: 0 })).status).toBe(200);
  const ofDay = await out('2027-02-12T07:00:00Z', '2027-02-13T07:00:00Z');
  server.clock.advance({ minutes: 10 });
  await withdraw(await out('2027-02-10T07:00:00Z', '2027-02-14T07:00:00Z'));
  server.clock.advance({ minutes: 5 });
  const cover = { planId, day, providerId: ana };
  expect((await user.call(calls.coverVisit, cover)).status).toBe(200);
  expect(await median()).toBe(15);
  // If the withdrawal came afterwards, the wait did happen and counts.
  server.clock.advance({ minutes: 5 });
  await withdraw(ofDay);
  expect(await median()).toBe(15);
});

test('a cover can start as far ahead as the agency allows temporary plans to, and is impossible where it allows none', async () => {
  const { dolores, ana, planId } = await agency();
  const day = '2027-03-05';
  await callsOut(dolores, '2027-03-05T07:00:00Z', '2027-03-06T07:00:00Z');
  const key = { planId, day };
  const why = async () => {
    const { data } = await user.call(calls.listCandidates, key);
    return data?.candidates.find(({ ProviderID }) => ProviderID === ana)?.why;
  };
  const manager = await server.as('admin');
  const save = async (switches: Partial<SiteSwitches>) => {
    const { data } = await manager.call(getSettings, {});
    if (!data) throw new Error('no settings');
    const { rev, paper } = data;
    const saved = await manager.call(saveSettings, {
      ...{ rev, paper },
      switches: { ...data.switches, ...switches },
    });
    expect(saved.status, saved.text).toBe(200);
  };
  expect(await why()).toBe('A temporary plan starts at most 14 days back and 90 days ahead.');
  await save({ temporaryAhead: 120 });
  expect(await why()).toBeNull();
  await save({ temporaryEnabled: false });
  expect(await why()).toBe('Temporary plans are not switched on for your agency.');
  await save({ temporaryEnabled: true });
  expect((await user.call(calls.coverVisit, { ...key, providerId: ana })).status).toBe(200);
  await save({ temporaryAhead: 90 });
});

test('open visits are read again when something about a person that matters changes, not for the aggregator’s status', async () => {
  const { dolores } = await agency();
  const { pool } = server.database;
  let tag = '';
  const status = async () => {
    const days = { from: TODAY, through: TODAY };
    const answer = await user.call(calls.listOpenVisits, days, { 'if-none-match': tag });
    tag = String(answer.headers.etag);
    return answer.status;
  };
  const set = (what: string) => pool.query(`update people set ${what} where id = ${dolores}`);
  expect(await status()).toBe(200);
  await set("aggregator_status = 'Pending', rev = rev + 1");
  expect(await status()).toBe(304);
  const changes = [
    "caps_check = '2026-11-01'",
    "caps_check = '2027-11-01'",
    "work_authorization_expiration = '2027-11-01'",
    "city = 'Parker'",
  ];
  for (const what of changes) {
    await set(what);
    expect([what, await status()]).toEqual([what, 200]);
  }
});
