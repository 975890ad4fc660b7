import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { answerOffer, listAsked, listOwnOffers, sendOffers } from '@homecare/domain/offers/contract.ts';
import * as calls from '@homecare/domain/staffing/contract.ts';
import { getEvvProvider, rescheduleVisit, updateVisit } from '@homecare/domain/visits/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCaregiver, addClient, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { offerLink } from '../offers/link.ts';

/** Visits across midnight in Denver, called out of before and after midnight. */

// Thursday, November 19, 2026, noon.
const NOON = '2026-11-19T19:00:00Z';
const [THURSDAY, FRIDAY] = ['2026-11-19', '2026-11-20'];
let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: NOON });
  user = await server.as('user');
});
afterAll(() => server.stop());

const point = {
  address_latitude: CLIENT_POINT.latitude,
  address_longitude: CLIENT_POINT.longitude,
  city: 'Aurora',
};
/** Sessions expire between the times of a story. */
const setClock = async (now: string) => {
  server.clock.set(now);
  user = await server.as('user');
};
let serial = 0;
const caregiver = (name: string) => {
  serial += 1;
  return addCaregiver(server.database.pool, `${name}${serial}`, point);
};

/** Dolores works Thursday nights, and called out at noon. */
const night = async (hours: readonly [string, string] = ['22:00', '06:00']) => {
  await setClock(NOON);
  const [dolores, ana] = [await caregiver('Dolores'), await caregiver('Ana')];
  serial += 1;
  const helen = await addClient(server.database.pool, `Helen${serial}`, point);
  const plan = { ProviderID: dolores, ClientID: helen, Type: 'PCP', StartDate: '2026-11-01' };
  const week = weekOf({ Thu: hours });
  const made = await user.call(insertCarePlan, { data: { ...plan, createReason: 'New', week } });
  const planId = made.insertId ?? 0;
  const span = { from: '2026-11-20T03:00:00Z', until: '2026-11-20T06:00:00Z' };
  const callOut = await user.call(calls.callOut, { ProviderID: dolores, ...span, note: '' });
  expect(callOut.data?.opened).toEqual([{ planId, day: THURSDAY }]);
  return { dolores, ana, planId, key: { planId, day: THURSDAY } };
};
const visitsOf = async (providerId: number, day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const { data = [] } = await user.call(getEvvProvider, { providerId, year, month, day: date });
  return data
    .filter((visit) => visit.Date === day)
    .map(({ id, PlanStartTime, PlanEndTime, Status }) => ({ id, PlanStartTime, PlanEndTime, Status }));
};

const BEFORE_MIDNIGHT = '2026-11-20T06:50:00Z';
const AFTER_MIDNIGHT = '2026-11-20T07:30:00Z';

describe('a night shift that is covered after midnight', () => {
  test('has its own record on the date it begins, and its caregiver can check in', async () => {
    const { dolores, ana, key } = await night();
    await setClock(AFTER_MIDNIGHT);
    const ranked = await user.call(calls.listCandidates, key);
    expect(ranked.data?.visit).toMatchObject({ start: '00:30', end: '08:30' });
    const covered = await user.call(calls.coverVisit, { ...key, providerId: ana });
    expect(covered.data).toMatchObject({ visits: 1, times: { start: '00:30', end: '08:30' } });
    expect(await visitsOf(dolores, THURSDAY)).toEqual([]);
    expect(await visitsOf(ana, THURSDAY)).toEqual([]);
    const [visit] = await visitsOf(ana, FRIDAY);
    expect(visit).toMatchObject({ PlanStartTime: '00:30', PlanEndTime: '08:30', Status: 'Planned' });
    const phone = await server.as('evv', { providerId: ana });
    const data = { Status: 'Active' as const };
    const checkedIn = await phone.call(updateVisit, { id: visit?.id ?? 0, data });
    expect(checkedIn.status, checkedIn.text).toBe(200);
  });

  test('goes back to the first caregiver when the cover is taken back', async () => {
    const { dolores, ana, key } = await night();
    const [before] = await visitsOf(dolores, THURSDAY);
    await setClock(AFTER_MIDNIGHT);
    await user.call(calls.coverVisit, { ...key, providerId: ana });
    const back = await user.call(calls.uncoverVisit, key);
    expect(back.status, back.text).toBe(200);
    expect(await visitsOf(ana, FRIDAY)).toEqual([]);
    expect(await visitsOf(dolores, THURSDAY)).toEqual([before]);
    const again = await user.call(calls.coverVisit, { ...key, providerId: ana });
    expect(again.status, again.text).toBe(200);
    expect(await visitsOf(ana, FRIDAY)).toHaveLength(1);
  });

  test('is covered at the same place again after it was taken back', async () => {
    const { dolores, ana, key } = await night();
    await user.call(calls.coverVisit, { ...key, providerId: ana });
    expect(await visitsOf(ana, THURSDAY)).toMatchObject([{ PlanStartTime: '22:00' }]);
    await setClock(AFTER_MIDNIGHT);
    expect((await user.call(calls.uncoverVisit, key)).status).toBe(200);
    expect(await visitsOf(dolores, THURSDAY)).toMatchObject([
      { PlanStartTime: '22:00', PlanEndTime: '06:00' },
    ]);
  });

  test('that is covered by the care plan form has its record on the planned day', async () => {
    const { dolores, ana, planId } = await night();
    await setClock(AFTER_MIDNIGHT);
    const { data } = await user.call(calls.listCandidates, { planId, day: THURSDAY });
    const cover = {
      ProviderID: ana,
      ClientID: data?.visit.ClientID,
      Type: 'PCP',
      StartDate: THURSDAY,
      EndDate: THURSDAY,
      createReason: 'Cover',
      coversPlanId: planId,
      isTemporary: true,
      week: weekOf({ Thu: ['22:00', '06:00'] }),
    };
    const made = await user.call(insertCarePlan, { data: cover });
    expect(made.status, made.text).toBe(200);
    expect(await visitsOf(dolores, THURSDAY)).toEqual([]);
    expect(await visitsOf(ana, THURSDAY)).toMatchObject([{ PlanStartTime: '22:00', PlanEndTime: '06:00' }]);
  });

  test('can be entered with other times, which mean the nearest date', async () => {
    const { ana, key } = await night();
    await setClock('2026-11-20T12:00:00Z');
    const times = { start: '05:30', end: '06:00' };
    const covered = await user.call(calls.coverVisit, { ...key, providerId: ana, times });
    expect(covered.status, covered.text).toBe(200);
    expect(await visitsOf(ana, FRIDAY)).toMatchObject([{ PlanStartTime: '05:30', PlanEndTime: '06:00' }]);
    const early = await night();
    await setClock(AFTER_MIDNIGHT);
    const before = { start: '23:45', end: '06:00' };
    const cover = () => user.call(calls.coverVisit, { ...early.key, providerId: early.ana, times: before });
    expect((await cover()).Info).toBe('Nobody could check in by then. Choose a later start.');
    await setClock('2026-11-20T07:00:00Z');
    expect((await cover()).status).toBe(200);
    expect(await visitsOf(early.ana, THURSDAY)).toMatchObject([{ PlanStartTime: '23:45' }]);
  });
});

test('a visit starts on the next date if its next quarter hour is after midnight', async () => {
  const { ana, key } = await night(['21:00', '01:00']);
  await setClock(BEFORE_MIDNIGHT);
  const covered = await user.call(calls.coverVisit, { ...key, providerId: ana });
  expect(covered.data?.times).toEqual({ start: '00:00', end: '04:00' });
  expect(await visitsOf(ana, THURSDAY)).toEqual([]);
  expect(await visitsOf(ana, FRIDAY)).toMatchObject([{ PlanStartTime: '00:00', PlanEndTime: '04:00' }]);
});

test('a night visit cannot be taken by a caregiver who works after midnight, but by one who is free by then', async () => {
  const { ana, key } = await night();
  serial += 1;
  const other = await addClient(server.database.pool, `Otto${serial}`, point);
  const plan = { ProviderID: ana, ClientID: other, Type: 'PCP', StartDate: '2026-11-01' };
  const week = weekOf({ Fri: ['07:00', '09:00'] });
  expect((await user.call(insertCarePlan, { data: { ...plan, createReason: 'New', week } })).status).toBe(
    200,
  );
  const whyOf = async () =>
    (await user.call(calls.listCandidates, key)).data?.candidates.find(({ ProviderID }) => ProviderID === ana)
      ?.obstacle;
  expect(await whyOf()).toBeNull();
  await setClock(AFTER_MIDNIGHT);
  expect(await whyOf()).toBe('working');
});

describe('the page behind an offer’s link', () => {
  const visitor = { address: '203.0.113.7', agent: null, request: '', staff: null };
  const tokenOf = async (planId: number, providerId: number) => {
    const { rows } = await server.database.pool.query<{ hash: Buffer }>(
      'select token_hash as hash from offers where plan_id = $1 and provider_id = $2',
      [planId, providerId],
    );
    return rows[0]?.hash ?? Buffer.alloc(32);
  };

  test('names the day on which its reader would start a night shift, before and after midnight', async () => {
    const { ana, planId, key } = await night();
    expect((await user.call(sendOffers, { ...key, providerIds: [ana] })).data).toMatchObject({ asked: 1 });
    const token = await tokenOf(planId, ana);
    const read = async () => {
      const page = await offerLink.offer(server.scope, token, { ...visitor, fields: {} });
      return page && 'text' in page ? page.text : ['', ''];
    };
    const [english, spanish] = await read();
    expect(english).toMatch(/^today 10:00 PM-6:00 AM, Aurora/);
    expect(spanish).toMatch(/^hoy 10:00 p\. ?m\.-6:00 a\. ?m\., Aurora/);
    // Ten minutes before midnight, nobody can be there on the planned day.
    await setClock(BEFORE_MIDNIGHT);
    const [late, tarde] = await read();
    expect(late).toMatch(/^tomorrow 12:00 AM-8:00 AM, Aurora/);
    expect(tarde).toMatch(/^mañana 12:00/);
    await setClock(AFTER_MIDNIGHT);
    expect((await read())[0]).toMatch(/^today 12:30 AM-8:30 AM, Aurora/);
    // A yes takes the visit on the day it named.
    const taken = await offerLink.use(server.scope, token, { ...visitor, fields: { answer: 'yes' } });
    expect(taken && 'text' in taken ? taken.text[0] : '').toContain('11-20-2026 12:30 AM-8:30 AM');
    expect(await visitsOf(ana, FRIDAY)).toMatchObject([{ PlanStartTime: '00:30', PlanEndTime: '08:30' }]);
  });

  test('names weekday and date of a night two days ahead', async () => {
    const { ana, planId, key } = await night();
    await setClock('2026-11-18T01:00:00Z');
    await user.call(sendOffers, { ...key, providerIds: [ana] });
    const page = await offerLink.offer(server.scope, await tokenOf(planId, ana), { ...visitor, fields: {} });
    expect(page && 'text' in page ? page.text[0] : '').toMatch(/^Thu 11-19 10:00 PM-6:00 AM, Aurora/);
  });
});

describe('an open night shift that began yesterday', () => {
  const openOn = async (from: string, planId: number) => {
    const { data = [] } = await user.call(calls.listOpenVisits, { from, through: '2026-12-02' });
    return data.filter((visit) => visit.planId === planId);
  };

  test.each([
    ['11:50 PM', THURSDAY, BEFORE_MIDNIGHT, 1],
    ['12:30 AM', FRIDAY, AFTER_MIDNIGHT, 1],
    ['5:59 AM', FRIDAY, '2026-11-20T12:59:00Z', 1],
    ['6:00 AM, when it is over', FRIDAY, '2026-11-20T13:00:00Z', 0],
  ])('is listed from today on at %s', async (_, today, now, count) => {
    const { planId } = await night();
    await setClock(now);
    expect(await openOn(today, planId)).toMatchObject(
      Array.from({ length: count }, () => ({ day: THURSDAY, date: THURSDAY, start: '22:00' })),
    );
  });

  test('is part of the proposal from today on, and of what was asked today, until it ends', async () => {
    const { ana, planId, key } = await night();
    const proposed = async () => {
      const asked = { from: FRIDAY, through: FRIDAY, fixed: [], farther: false, isQuick: false };
      const { data } = await user.call(calls.planOpenVisits, asked);
      return (data?.lines ?? []).filter(({ visit }) => visit.planId === planId);
    };
    const askedFor = async () =>
      ((await user.call(listAsked, {})).data ?? []).filter((one) => one.planId === planId);
    expect((await user.call(sendOffers, { ...key, providerIds: [ana] })).data).toMatchObject({ asked: 1 });
    await setClock(AFTER_MIDNIGHT);
    expect(await proposed()).toMatchObject([{ visit: { day: THURSDAY, start: '00:30' } }]);
    expect(await askedFor()).toMatchObject([{ day: THURSDAY, date: THURSDAY, start: '22:00' }]);
    const phone = await server.as('evv', { providerId: ana });
    // A caregiver who says yes now comes today.
    const own = (await phone.call(listOwnOffers, {})).data;
    expect(own?.waiting).toMatchObject([{ day: FRIDAY, start: '00:30', end: '08:30' }]);
    const answer = { id: own?.waiting[0]?.id ?? 0, answer: 'no' as const };
    expect((await phone.call(answerOffer, answer)).status).toBe(200);
    await user.call(calls.coverVisit, { ...key, providerId: await caregiver('Bhim') });
    expect((await phone.call(listOwnOffers, {})).data?.ended).toMatchObject([{ day: THURSDAY }]);
    expect(await askedFor()).toHaveLength(1);
    await setClock('2026-11-20T15:31:00Z');
    expect(await proposed()).toEqual([]);
  });

  test('is listed among visits whose caregiver no longer has them', async () => {
    const { dolores, ana, planId, key } = await night();
    const [visit] = await visitsOf(dolores, THURSDAY);
    await user.call(calls.coverVisit, { ...key, providerId: ana });
    await setClock('2026-11-20T05:01:00Z');
    const phone = await server.as('evv', { providerId: dolores });
    const data = { Status: 'Active' as const, DeviceTime: server.scope.now().toString() };
    const said = await phone.call(updateVisit, { id: visit?.id ?? 0, data });
    expect(said).toMatchObject({ status: 409, reason: 'attemptRecorded' });
    await setClock(AFTER_MIDNIGHT);
    const arrivals = async (day: string) =>
      ((await user.call(calls.listArrivals, { from: day, through: day })).data ?? []).filter(
        (one) => one.planId === planId,
      );
    expect(await arrivals(THURSDAY)).toHaveLength(1);
    expect(await arrivals(FRIDAY)).toMatchObject([{ day: THURSDAY, ProviderID: dolores }]);
    expect(await arrivals('2026-11-21')).toEqual([]);
  });

  test('is not listed on a later day, and does not come back once it has ended', async () => {
    const { planId } = await night();
    const byDay = await night(['20:15', '23:15']);
    await setClock(AFTER_MIDNIGHT);
    expect(await openOn('2026-11-21', planId)).toEqual([]);
    expect(await openOn(FRIDAY, byDay.planId)).toEqual([]);
  });

  test('can be called out of on the phone until it ends', async () => {
    const { ana, key } = await night();
    await user.call(calls.coverVisit, { ...key, providerId: ana });
    const [visit] = await visitsOf(ana, THURSDAY);
    await setClock(AFTER_MIDNIGHT);
    const phone = await server.as('evv', { providerId: ana });
    const said = await phone.call(calls.cannotCome, { visitId: visit?.id ?? 0, note: 'flu' });
    expect(said.data?.opened, said.text).toEqual([key]);
    expect((await phone.call(calls.listOwnCallOuts, {})).data?.map(({ id }) => id)).toEqual([said.data?.id]);
    expect(await openOn(FRIDAY, key.planId)).toMatchObject([
      { ...key, reason: 'calledOut', ProviderID: ana },
    ]);
    await setClock('2026-11-20T13:01:00Z');
    const later = await server.as('evv', { providerId: ana });
    const late = await later.call(calls.cannotCome, { visitId: visit?.id ?? 0, note: 'flu' });
    expect(late.status).toBe(400);
  });
});

describe('a visit that was moved to another date', () => {
  const moved = async () => {
    const { dolores, ana, planId, key } = await night(['20:15', '23:15']);
    const [visit] = await visitsOf(dolores, THURSDAY);
    const to = { startDate: '2026-12-01', startTime: '09:00', endDate: '2026-12-01', endTime: '12:00' };
    const move = { careId: planId, id: visit?.id ?? 0, rev: 0, fromDate: THURSDAY, ...to };
    const answer = await user.call(rescheduleVisit, move);
    expect(answer.status, answer.text).toBe(200);
    const away = { from: '2026-12-01T07:00:00Z', until: '2026-12-02T07:00:00Z' };
    await user.call(calls.callOut, { ProviderID: dolores, ...away, note: '' });
    return { ana, planId, key };
  };

  test('is open on its new date, and says why nobody can take it', async () => {
    const { planId, key, ana } = await moved();
    const { data = [] } = await user.call(calls.listOpenVisits, {
      from: '2026-12-01',
      through: '2026-12-01',
    });
    expect(data.filter((visit) => visit.planId === planId)).toMatchObject([
      { day: THURSDAY, date: '2026-12-01', start: '09:00' },
    ]);
    const whyOf = async () => {
      const { data: ranked } = await user.call(calls.listCandidates, key);
      expect(ranked?.visit).toMatchObject({ day: THURSDAY, date: '2026-12-01' });
      return ranked?.candidates.find(({ ProviderID }) => ProviderID === ana)?.why;
    };
    expect(await whyOf()).toContain('Move it back before another caregiver takes it');
    await setClock('2026-11-21T19:00:00Z');
    expect(await whyOf()).toContain('Cancel it and add a care plan for 12-01-2026');
    const refused = await user.call(calls.coverVisit, { ...key, providerId: ana });
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.text).toContain('was moved from 11-19-2026 to 12-01-2026');
  });
});
