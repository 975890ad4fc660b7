import {
  coverAbsence,
  insertCarePlan,
  previewAbsence,
  readCarePlan,
  updateCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { getBoard } from '@homecare/domain/schedule/contract.ts';
import * as calls from '@homecare/domain/staffing/contract.ts';
import { applyBulk, getEvvProvider, rescheduleVisit, undoBulk } from '@homecare/domain/visits/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCaregiver, addClient, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { rollForward } from '../visits/service.ts';

// Friday, November 20, 2026, 05:04 in Denver.
let server: TestServer;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T12:04:00Z' });
  user = await server.as('user');
});
afterAll(() => server.stop());

const WEEK = { from: '2026-11-23', through: '2026-11-27' } as const;
const [MONDAY, TUESDAY, WEDNESDAY, FRIDAY] = [WEEK.from, '2026-11-24', '2026-11-25', WEEK.through] as const;
const SATURDAY = '2026-11-28';
const point = {
  address_latitude: CLIENT_POINT.latitude,
  address_longitude: CLIENT_POINT.longitude,
  city: 'Aurora',
};
let serial = 0;
const nameOf = (name: string) => {
  serial += 1;
  return `${name}${serial}`;
};
const caregiver = (name: string) => addCaregiver(server.database.pool, nameOf(name), point);

/** Dolores cares for Helen from 9 to 11 on weekdays; Ana is free. */
const agency = async () => {
  const dolores = await caregiver('Dolores');
  const ana = await caregiver('Ana');
  const helen = await addClient(server.database.pool, nameOf('Helen'), point);
  const hours = ['09:00', '11:00'] as const;
  const data = {
    ProviderID: dolores,
    ClientID: helen,
    Type: 'PCP',
    StartDate: '2026-11-01',
    createReason: 'New client',
    week: weekOf({ Mon: hours, Tue: hours, Wed: hours, Thu: hours, Fri: hours }),
  };
  const { insertId } = await user.call(insertCarePlan, { data });
  return { dolores, ana, helen, planId: insertId ?? 0 };
};

/** Ana covers the week while Dolores is away, or its first days. */
const coverWeek = async (
  { dolores, ana, planId }: Awaited<ReturnType<typeof agency>>,
  days: { readonly from: string; readonly through: string } = WEEK,
) => {
  const covers = [{ planId, from: days.from, providerId: ana, approvedDays: [] }];
  return user.call(coverAbsence, { id: dolores, ...days, createReason: 'Away', covers });
};
const firstOf = (made: Awaited<ReturnType<typeof coverWeek>>) => made.data?.[0]?.made?.id ?? 0;
/** The days of a plan that staffing has recorded as covered. */
const coveredDaysOf = async (planId: number) => {
  const { rows } = await server.database.pool.query<{ day: string }>(
    'select day::text from open_visits where plan_id = $1 and cover_id is not null order by day',
    [planId],
  );
  return rows.map(({ day }) => day);
};
const lastTextTo = async (person: number) => {
  const { rows } = await server.database.pool.query<{ text: string }>(
    'select text from messages where person_id = $1 order by id desc limit 1',
    [person],
  );
  return rows[0]?.text;
};
const move = async (providerId: number, fromDate: string, startDate: string, startTime: string) => {
  const { CareID: careId } = await visitOn(providerId, fromDate);
  const moved = await user.call(rescheduleVisit, { careId, fromDate, startDate, startTime });
  expect(moved.status, moved.text).toBe(200);
};
const saturdayOf = async (provider: number) => {
  const { rows } = await server.database.pool.query<{ start: string }>(
    `select to_char(plan_start, 'HH24:MI') as start from visits
      where provider_id = $1 and removed is null and date = $2 order by 1`,
    [provider, SATURDAY],
  );
  return rows.map(({ start }) => start);
};

/** '2026-11-23 09:00' for each of a caregiver's visits in that week, except closed ones. */
const visitsOf = async (provider: number) => {
  const { rows } = await server.database.pool.query<{ at: string }>(
    `select date || ' ' || to_char(plan_start, 'HH24:MI') as at from visits
      where provider_id = $1 and removed is null and closed is null and date between $2 and $3 order by 1`,
    [provider, WEEK.from, WEEK.through],
  );
  return rows.map(({ at }) => at);
};
const visitOn = async (providerId: number, date: string) => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const { data } = await user.call(getEvvProvider, { providerId, year, month, day });
  const visit = data?.find((one) => one.Date === date);
  if (!visit) throw new Error('there is no such visit');
  return visit;
};
const cancel = async (providerId: number, date: string) => {
  const { id } = await visitOn(providerId, date);
  const { data } = await user.call(applyBulk, { action: 'close', ids: [id], closeCode: 'hospital' });
  expect(data?.done).toEqual([id]);
  return { id, bulk: data?.bulk ?? 0 };
};
/** The board's rows with a visit of the client that takes place on a day. */
const onBoard = async (clientId: number, day: string) => {
  const { data } = await user.call(getBoard, { from: day, through: day });
  return (data?.visits ?? [])
    .filter((visit) => visit.ClientID === clientId && visit.closed === null)
    .map(({ ProviderID }) => ProviderID);
};
/** Ana cannot come on Wednesday, and Bea takes that day. */
const giveWednesday = async ({ ana, planId }: Awaited<ReturnType<typeof agency>>) => {
  const bea = await caregiver('Bea');
  const span = { from: '2026-11-25T07:00:00Z', until: '2026-11-26T07:00:00Z' };
  await user.call(calls.callOut, { ProviderID: ana, ...span, note: 'flu' });
  const taken = await user.call(calls.coverVisit, { planId, day: WEDNESDAY, providerId: bea });
  expect(taken.status, taken.text).toBe(200);
  return bea;
};

describe('a canceled visit', () => {
  test('stays canceled when its week is covered, and is reopened for the caregiver who covers it then', async () => {
    const all = await agency();
    const { dolores, ana, helen } = all;
    const { id } = await cancel(dolores, FRIDAY);
    await coverWeek(all);
    await rollForward(server.scope);
    expect(await visitsOf(ana)).not.toContain(`${FRIDAY} 09:00`);
    expect(await visitsOf(ana)).toHaveLength(4);
    expect(await onBoard(helen, FRIDAY)).toEqual([]);
    // Nobody is told that Ana comes on that day.
    expect(await lastTextTo(ana)).toContain('4 new visits');
    expect(await coveredDaysOf(all.planId)).toEqual([MONDAY, TUESDAY, WEDNESDAY, '2026-11-26']);
    // The client is home again: the visit is Ana's and nobody else's.
    const opened = await user.call(applyBulk, { action: 'reopen', ids: [id] });
    expect(opened.data?.done, opened.text).toEqual([id]);
    expect(await visitsOf(ana)).toContain(`${FRIDAY} 09:00`);
    expect(await visitsOf(dolores)).toEqual([]);
    expect(await onBoard(helen, FRIDAY)).toEqual([ana]);
    // That was a mistake: undo cancels it again.
    const undone = await user.call(undoBulk, { bulk: opened.data?.bulk ?? 0 });
    expect(undone.data, undone.text).toMatchObject({ done: [expect.any(Number)], refused: [] });
    expect([await visitsOf(ana), await onBoard(helen, FRIDAY)]).toEqual([expect.any(Array), []]);
    expect(await visitsOf(ana)).toHaveLength(4);
  });

  test('that was reopened for a cover, which then ended, says why the undo cannot cancel it', async () => {
    const all = await agency();
    const { id } = await cancel(all.dolores, FRIDAY);
    const made = await coverWeek(all);
    const opened = await user.call(applyBulk, { action: 'reopen', ids: [id] });
    await user.call(updateCarePlan, { id: firstOf(made), data: { Status: 'Deleted' } });
    const undone = await user.call(undoBulk, { bulk: opened.data?.bulk ?? 0 });
    const reason = 'The visit was given to somebody else or taken away since then.';
    expect(undone.data, undone.text).toMatchObject({
      done: [],
      refused: [{ name: expect.stringMatching(/Ana/), reason }],
    });
    expect(await visitsOf(all.dolores)).toContain(`${FRIDAY} 09:00`);
  });

  test('of one client, reopened together with another client’s, is not refused because of a moved visit of the other client', async () => {
    const [first, second] = [await agency(), await agency()];
    const ids: number[] = [];
    for (const one of [first, second]) {
      await move(one.dolores, FRIDAY, FRIDAY, '14:00');
      const made = await coverWeek(one, { from: MONDAY, through: MONDAY });
      expect(made.data?.[0]?.refused, made.text).toBeNull();
      ids.push((await cancel(one.ana, MONDAY)).id);
    }
    // The first client no longer has Friday visits; this week's was agreed on.
    const week = weekOf({ Mon: ['09:00', '11:00'] });
    const changed = await user.call(updateCarePlan, {
      id: first.planId,
      data: { week, weekFrom: WEDNESDAY },
    });
    expect(changed.status, changed.text).toBe(200);
    expect(await visitsOf(first.dolores)).toContain(`${FRIDAY} 14:00`);
    const opened = await user.call(applyBulk, { action: 'reopen', ids });
    expect(opened.data?.done.toSorted(), opened.text).toEqual(ids.toSorted());
    expect(await visitsOf(first.dolores)).toContain(`${FRIDAY} 14:00`);
    expect(await visitsOf(first.ana)).toEqual([`${MONDAY} 09:00`]);
  });

  test('of a cover stays canceled when another day of the cover goes to someone else', async () => {
    const all = await agency();
    const { dolores, ana, helen } = all;
    await coverWeek(all);
    const { bulk } = await cancel(ana, FRIDAY);
    await giveWednesday(all);
    expect(await visitsOf(ana)).toEqual(['2026-11-23 09:00', '2026-11-24 09:00', '2026-11-26 09:00']);
    expect(await onBoard(helen, FRIDAY)).toEqual([]);
    // Undoing the change gives it to Ana by the rest of her cover.
    const back = await user.call(undoBulk, { bulk });
    expect(back.data?.refused, back.text).toEqual([]);
    expect(await visitsOf(ana)).toContain(`${FRIDAY} 09:00`);
    expect([await visitsOf(dolores), await onBoard(helen, FRIDAY)]).toEqual([[], [ana]]);
  });

  test('of a cover stays canceled when the cover is taken back', async () => {
    const all = await agency();
    const made = await coverWeek(all);
    await cancel(all.ana, FRIDAY);
    const id = made.data?.[0]?.made?.id ?? 0;
    const deleted = await user.call(updateCarePlan, { id, data: { Status: 'Deleted' } });
    expect(deleted.status, deleted.text).toBe(200);
    expect((await user.call(readCarePlan, { id, filters: [] })).data?.Status).toBe('Deleted');
    expect(await visitsOf(all.dolores)).toHaveLength(4);
    expect(await onBoard(all.helen, FRIDAY)).toEqual([]);
    // Nobody is sent there, although Dolores could not come either.
    const span = { from: '2026-11-27T07:00:00Z', until: '2026-11-28T07:00:00Z' };
    await user.call(calls.callOut, { ProviderID: all.dolores, ...span, note: 'flu' });
    const key = { planId: all.planId, day: FRIDAY };
    const sent = await user.call(calls.coverVisit, { ...key, providerId: all.ana });
    expect(sent).toMatchObject({ status: 409, Info: 'This visit was canceled.' });
    expect(await visitsOf(all.ana)).toEqual([]);
  });
});

/** Gives a caregiver another client on Saturdays at these hours. */
const saturdays = async (providerId: number, hours: readonly [string, string]) => {
  const earl = await addClient(server.database.pool, nameOf('Earl'), point);
  const plan = { ProviderID: providerId, ClientID: earl, StartDate: '2026-11-01', Type: 'PCP' };
  const week = weekOf({ Sat: hours });
  const made = await user.call(insertCarePlan, { data: { ...plan, createReason: 'New client', week } });
  expect(made.status, made.text).toBe(200);
  return made.insertId ?? 0;
};
const IN_THE_WAY = /^The provider has another visit then: .+ Move one of the two visits first\.$/;

describe('a visit that was moved to a time when its plan’s caregiver is elsewhere', () => {
  test('cannot be given back, on the board, by the form or by archiving a caregiver, until one of the two is moved', async () => {
    const all = await agency();
    const { dolores, ana, planId } = all;
    const made = await coverWeek(all);
    // Ana is free on Saturday; Dolores is not.
    await saturdays(dolores, ['10:00', '12:00']);
    await move(ana, FRIDAY, SATURDAY, '11:00');
    const id = firstOf(made);
    const before = [await visitsOf(ana), await saturdayOf(ana), await saturdayOf(dolores)];
    const admin = await server.as('admin');
    const leaves = { Cur: 'n', archiveDate: FRIDAY, 'DC Date': FRIDAY, 'DC Reason': 'Moved' };
    for (const refused of [
      await user.call(updateCarePlan, { id, data: { Status: 'Deleted' } }),
      await user.call(updateCarePlan, { id, data: { Status: 'Archive', EndDate: WEDNESDAY } }),
      await user.call(calls.uncoverVisit, { planId, day: FRIDAY }),
      await admin.call(updatePerson, { id: ana, data: leaves }),
    ])
      expect(refused).toMatchObject({ status: 409, Info: expect.stringMatching(IN_THE_WAY) });
    expect([await visitsOf(ana), await saturdayOf(ana), await saturdayOf(dolores)]).toEqual(before);
    // Another day of the cover can be given up; Saturday stays Ana's.
    expect((await user.call(calls.uncoverVisit, { planId, day: TUESDAY })).status).toBe(200);
    expect([await saturdayOf(ana), await visitsOf(dolores)]).toEqual([['11:00'], [`${TUESDAY} 09:00`]]);
    await move(ana, SATURDAY, SATURDAY, '14:00');
    expect((await user.call(calls.uncoverVisit, { planId, day: FRIDAY })).status).toBe(200);
    expect(await saturdayOf(dolores)).toEqual(['10:00', '14:00']);
  });

  test('cannot be given back if the other visit is the one that was moved', async () => {
    const all = await agency();
    const made = await coverWeek(all);
    await saturdays(all.dolores, ['10:00', '12:00']);
    await move(all.dolores, SATURDAY, FRIDAY, '10:00');
    const id = firstOf(made);
    const refused = await user.call(updateCarePlan, { id, data: { Status: 'Deleted' } });
    expect(refused).toMatchObject({ status: 409, Info: expect.stringMatching(IN_THE_WAY) });
    expect((await user.call(updateCarePlan, { id, data: { EndDate: FRIDAY } })).status).toBe(200);
  });

  test('cannot be reopened; others of the same action can', async () => {
    const { dolores } = await agency();
    await move(dolores, FRIDAY, SATURDAY, '11:00');
    const { id, bulk } = await cancel(dolores, SATURDAY);
    const tuesday = await cancel(dolores, TUESDAY);
    // Nobody comes on Saturday, so Dolores has time for another client.
    const careId = await saturdays(dolores, ['12:00', '14:00']);
    const opened = await user.call(applyBulk, { action: 'reopen', ids: [id, tuesday.id] });
    const refused = [{ id, reason: expect.stringMatching(IN_THE_WAY) }];
    expect(opened.data, opened.text).toMatchObject({ done: [tuesday.id], refused });
    const undone = await user.call(undoBulk, { bulk });
    expect(undone.data, undone.text).toMatchObject({ done: [], refused });
    expect(await visitsOf(dolores)).toContain(`${TUESDAY} 09:00`);
    const later = { careId, fromDate: SATURDAY, startDate: SATURDAY, startTime: '14:00' };
    expect((await user.call(rescheduleVisit, later)).status).toBe(200);
    const again = await user.call(applyBulk, { action: 'reopen', ids: [id] });
    expect(again.data, again.text).toMatchObject({ done: [id], refused: [] });
  });

  test('of two that overlap and are reopened together, only the earlier one is reopened', async () => {
    const { dolores } = await agency();
    await move(dolores, FRIDAY, SATURDAY, '11:00');
    const first = await cancel(dolores, SATURDAY);
    await move(dolores, TUESDAY, SATURDAY, '12:00');
    const { rows } = await server.database.pool.query<{ id: number }>(
      "select id from visits where provider_id = $1 and date = $2 and plan_start = '12:00'",
      [dolores, SATURDAY],
    );
    const second = rows[0]?.id ?? 0;
    await user.call(applyBulk, { action: 'close', ids: [second], closeCode: 'hospital' });
    const opened = await user.call(applyBulk, { action: 'reopen', ids: [second, first.id] });
    const refused = [{ id: second, reason: expect.stringMatching(IN_THE_WAY) }];
    expect(opened.data, opened.text).toMatchObject({ done: [first.id], refused });
  });

  test('cannot be moved to the time of a planned visit that is not created yet', async () => {
    const { dolores } = await agency();
    const { CareID: careId } = await visitOn(dolores, MONDAY);
    const last = '2026-12-04';
    const to = (startTime: string) =>
      user.call(rescheduleVisit, { careId, fromDate: MONDAY, startDate: last, startTime });
    const Info = 'The provider has another visit then: 12-04-2026, 9:00 AM – 11:00 AM.';
    expect(await to('10:00')).toMatchObject({ status: 409, Info });
    expect((await to('11:00')).status).toBe(200);
  });

  test('blocks a new plan, or a new week, of another client at that time', async () => {
    const { dolores } = await agency();
    await move(dolores, FRIDAY, SATURDAY, '11:00');
    const earl = await addClient(server.database.pool, nameOf('Earl'), point);
    const plan = { ProviderID: dolores, ClientID: earl, StartDate: '2026-11-01', Type: 'PCP' };
    const data = { ...plan, createReason: 'New', week: weekOf({ Sat: ['12:00', '14:00'] }) };
    const refused = { status: 409, Info: expect.stringMatching(IN_THE_WAY) };
    expect(await user.call(insertCarePlan, { data })).toMatchObject(refused);
    const made = await user.call(insertCarePlan, {
      data: { ...data, week: weekOf({ Sat: ['14:00', '16:00'] }) },
    });
    const id = made.insertId ?? 0;
    const week = { week: data.week, weekFrom: SATURDAY };
    expect(await user.call(updateCarePlan, { id, data: week })).toMatchObject(refused);
    const next = { ...week, weekFrom: '2026-11-29' };
    expect((await user.call(updateCarePlan, { id, data: next })).status).toBe(200);
  });

  test('cannot be taken over with an absence by a caregiver who is elsewhere then', async () => {
    const all = await agency();
    const { dolores, ana } = all;
    await move(dolores, FRIDAY, FRIDAY, '14:00');
    await saturdays(ana, ['10:00', '12:00']);
    await move(ana, SATURDAY, FRIDAY, '15:00');
    const made = await coverWeek(all);
    expect(made.data?.[0]?.refused, made.text).toMatch(/^11-27-2026, 2:00 PM: With Earl/);
    expect(await visitsOf(dolores)).toContain(`${FRIDAY} 14:00`);
  });
});

test('a cover whose caregiver may no longer work can give up one day and keeps the others', async () => {
  const all = await agency();
  const { dolores, ana, planId } = all;
  await coverWeek(all);
  await server.database.pool.query('update people set background_check = null, rev = rev + 1 where id = $1', [
    ana,
  ]);
  const bea = await caregiver('Bea');
  const taken = await user.call(calls.coverVisit, { planId, day: WEDNESDAY, providerId: bea });
  expect(taken.status, taken.text).toBe(200);
  expect(await visitsOf(bea)).toEqual([`${WEDNESDAY} 09:00`]);
  expect((await user.call(calls.uncoverVisit, { planId, day: TUESDAY })).status).toBe(200);
  expect(await visitsOf(dolores)).toEqual([`${TUESDAY} 09:00`]);
  expect(await visitsOf(ana)).toEqual([`${MONDAY} 09:00`, '2026-11-26 09:00', `${FRIDAY} 09:00`]);
});

describe('a canceled visit whose cover has ended', () => {
  /** Does the work some days later. */
  const later = async (at: string, work: () => Promise<void>) => {
    server.clock.set(at);
    user = await server.as('user');
    try {
      await work();
    } finally {
      server.clock.set('2026-11-20T12:04:00Z');
      user = await server.as('user');
    }
  };
  const nowOf = async (id: number) => {
    const { rows } = await server.database.pool.query<{ who: number; plan: number }>(
      `select own.provider_id as who, own.care_plan_id as plan from visits asked
        join care_plans of on of.id = asked.care_plan_id
        join care_plans kin on coalesce(kin.covers_id, kin.id) = coalesce(of.covers_id, of.id)
        join visits own on own.care_plan_id = kin.id and own.planned_day = asked.planned_day
      where asked.id = $1 and own.removed is null`,
      [id],
    );
    return rows;
  };

  test('goes to the plan’s caregiver when it is reopened, even on a past day or a date it was moved to', async () => {
    const all = await agency();
    const made = await coverWeek(all);
    const past = await cancel(all.ana, MONDAY);
    await move(all.ana, TUESDAY, SATURDAY, '10:00');
    const ahead = await cancel(all.ana, SATURDAY);
    await later('2026-11-26T12:04:00Z', async () => {
      const deleted = await user.call(updateCarePlan, { id: firstOf(made), data: { Status: 'Deleted' } });
      expect(deleted.status, deleted.text).toBe(200);
      const ids = [past.id, ahead.id];
      const opened = await user.call(applyBulk, { action: 'reopen', ids });
      expect(opened.data, opened.text).toMatchObject({ done: ids, refused: [] });
      for (const id of ids) expect(await nowOf(id)).toEqual([{ who: all.dolores, plan: all.planId }]);
      expect(await saturdayOf(all.dolores)).toEqual(['10:00']);
      const undone = await user.call(undoBulk, { bulk: opened.data?.bulk ?? 0 });
      expect(undone.data?.refused, undone.text).toEqual([]);
      expect(await saturdayOf(all.ana)).toEqual([]);
    });
  });

  test('goes to whoever has taken the day since', async () => {
    const all = await agency();
    const { id } = await cancel(all.dolores, MONDAY);
    await later('2026-11-25T12:04:00Z', async () => {
      const made = await coverWeek(all, { from: MONDAY, through: TUESDAY });
      expect(made.data?.[0]?.refused, made.text).toBeNull();
      const opened = await user.call(applyBulk, { action: 'reopen', ids: [id] });
      expect(opened.data, opened.text).toMatchObject({ done: [id], refused: [] });
      expect(await nowOf(id)).toEqual([{ who: all.ana, plan: firstOf(made) }]);
    });
  });
});

describe('a moved visit', () => {
  test('stays where it is when another day of its cover changes hands, and when it is given back', async () => {
    const all = await agency();
    const { dolores, ana } = all;
    await coverWeek(all);
    await move(ana, FRIDAY, FRIDAY, '14:00');
    await move(ana, '2026-11-26', SATURDAY, '10:00');
    await giveWednesday(all);
    expect(await visitsOf(ana)).toEqual(['2026-11-23 09:00', '2026-11-24 09:00', `${FRIDAY} 14:00`]);
    expect([await saturdayOf(ana), await saturdayOf(dolores)]).toEqual([['10:00'], []]);
    // Ana's cover of the rest is taken back. Whoever comes, the client was told of these times.
    const { CareID: id } = await visitOn(ana, FRIDAY);
    const deleted = await user.call(updateCarePlan, { id, data: { Status: 'Deleted' } });
    expect(deleted.status, deleted.text).toBe(200);
    expect([await visitsOf(dolores), await saturdayOf(dolores)]).toEqual([[`${FRIDAY} 14:00`], ['10:00']]);
    expect(await saturdayOf(ana)).toEqual([]);
  });

  test('moved to another date is not created again by the cover of its week; moved within its day, it is covered at its time', async () => {
    const all = await agency();
    const { dolores, ana, helen } = all;
    await move(dolores, WEDNESDAY, SATURDAY, '15:00');
    await move(dolores, FRIDAY, FRIDAY, '14:00');
    // The dialog names both: the one taken over at its time, and the one nobody would come to.
    const away = (await user.call(previewAbsence, { id: dolores, ...WEEK, through: SATURDAY })).data;
    expect(away?.moved).toMatchObject([
      { ClientID: helen, day: FRIDAY, date: FRIDAY, start: '14:00', end: '16:00' },
      { ClientID: helen, day: WEDNESDAY, date: SATURDAY, start: '15:00', end: '17:00' },
    ]);
    const onSaturday = { from: SATURDAY, through: SATURDAY };
    const { data: last } = await user.call(previewAbsence, { id: dolores, ...onSaturday });
    expect(last).toMatchObject({ parts: [], moved: [{ day: WEDNESDAY, date: SATURDAY }] });
    const made = await coverWeek(all);
    expect(made.data?.[0]?.refused, made.text).toBeNull();
    await rollForward(server.scope);
    const covered = ['2026-11-23 09:00', '2026-11-24 09:00', '2026-11-26 09:00', `${FRIDAY} 14:00`];
    expect(await visitsOf(ana)).toEqual(covered);
    expect(await lastTextTo(ana)).toContain('4 new visits');
    expect(await coveredDaysOf(all.planId)).toEqual([MONDAY, TUESDAY, '2026-11-26', FRIDAY]);
    expect([await saturdayOf(dolores), await saturdayOf(ana)]).toEqual([['15:00'], []]);
    expect(await onBoard(helen, WEDNESDAY)).toEqual([]);
    await user.call(updateCarePlan, { id: firstOf(made), data: { Status: 'Deleted' } });
    expect([await visitsOf(dolores), await saturdayOf(dolores)]).toEqual([covered, ['15:00']]);
  });

  test('moved within its day prevents a temporary plan whose caregiver is elsewhere at that time', async () => {
    const { dolores, ana, helen, planId } = await agency();
    await move(dolores, FRIDAY, FRIDAY, '14:00');
    const plan = { Type: 'PCP', createReason: 'Away' };
    const earl = await addClient(server.database.pool, nameOf('Earl'), point);
    const busy = { ...plan, ProviderID: ana, ClientID: earl, StartDate: '2026-11-01' };
    await user.call(insertCarePlan, { data: { ...busy, week: weekOf({ Fri: ['14:00', '16:00'] }) } });
    const data = {
      ...{ ...plan, ProviderID: ana, ClientID: helen, StartDate: FRIDAY, EndDate: FRIDAY },
      ...{ coversPlanId: planId, week: weekOf({ Fri: ['09:00', '11:00'] }) },
    };
    const refused = await user.call(insertCarePlan, { data });
    expect(refused).toMatchObject({ status: 409, Info: expect.stringMatching(/^The provider has another/) });
    expect(await visitsOf(dolores)).toContain(`${FRIDAY} 14:00`);
    // Once the visit elsewhere is canceled, nothing stands in the way.
    await cancel(ana, FRIDAY);
    const made = await user.call(insertCarePlan, { data });
    expect(made.status, made.text).toBe(200);
    expect(await visitsOf(ana)).toEqual([`${FRIDAY} 14:00`]);
  });

  test('moved within its day prevents a longer temporary plan whose caregiver is elsewhere', async () => {
    const all = await agency();
    const { dolores, ana } = all;
    await move(dolores, FRIDAY, FRIDAY, '14:00');
    const made = await coverWeek(all, { from: MONDAY, through: '2026-11-26' });
    const earl = await addClient(server.database.pool, nameOf('Earl'), point);
    const busy = { ProviderID: ana, ClientID: earl, StartDate: '2026-11-01', Type: 'PCP' };
    const week = weekOf({ Fri: ['14:00', '16:00'] });
    await user.call(insertCarePlan, { data: { ...busy, createReason: 'New client', week } });
    const longer = { id: firstOf(made), data: { EndDate: FRIDAY } };
    const refused = await user.call(updateCarePlan, longer);
    expect(refused).toMatchObject({ status: 409, Info: expect.stringMatching(/^The provider has another/) });
    expect(await visitsOf(dolores)).toEqual([`${FRIDAY} 14:00`]);
    await cancel(ana, FRIDAY);
    expect((await user.call(updateCarePlan, longer)).status).toBe(200);
    expect([await visitsOf(dolores), await visitsOf(ana)]).toEqual([
      [],
      [...(await visitsOf(ana)).slice(0, -1), `${FRIDAY} 14:00`],
    ]);
  });

  test('in the future stays where it is when its cover gives up a day in between', async () => {
    const all = await agency();
    const { dolores, ana } = all;
    await coverWeek(all);
    await move(ana, TUESDAY, SATURDAY, '10:00');
    const bea = await giveWednesday(all);
    expect(await visitsOf(ana)).toEqual([`${MONDAY} 09:00`, '2026-11-26 09:00', `${FRIDAY} 09:00`]);
    expect([await visitsOf(bea), await visitsOf(dolores)]).toEqual([[`${WEDNESDAY} 09:00`], []]);
    expect([await saturdayOf(ana), await saturdayOf(dolores)]).toEqual([['10:00'], []]);
  });

  test('in the future continues when the caregiver covering its day is archived in between', async () => {
    const all = await agency();
    await coverWeek(all);
    await move(all.ana, TUESDAY, SATURDAY, '10:00');
    const leaves = { Cur: 'n', archiveDate: WEDNESDAY, 'DC Date': WEDNESDAY, 'DC Reason': 'Moved' };
    const admin = await server.as('admin');
    expect((await admin.call(updatePerson, { id: all.ana, data: leaves })).status).toBe(200);
    expect(await visitsOf(all.ana)).toEqual([`${MONDAY} 09:00`]);
    expect([await saturdayOf(all.ana), await saturdayOf(all.dolores)]).toEqual([[], ['10:00']]);
    expect((await visitsOf(all.dolores)).at(0)).toBe(`${WEDNESDAY} 09:00`);
  });

  test('moved within its day is left alone by a new week of its plan, and when a cover is taken back', async () => {
    const { dolores, ana, planId } = await agency();
    await move(dolores, FRIDAY, FRIDAY, '14:00');
    const week = weekOf({ Wed: ['10:00', '12:00'], Fri: ['10:00', '12:00'] });
    const changed = await user.call(updateCarePlan, { id: planId, data: { week, weekFrom: WEDNESDAY } });
    expect(changed.status, changed.text).toBe(200);
    expect((await visitsOf(dolores)).slice(2)).toEqual([`${WEDNESDAY} 10:00`, `${FRIDAY} 14:00`]);
    const span = { from: '2026-11-27T07:00:00Z', until: '2026-11-28T07:00:00Z' };
    await user.call(calls.callOut, { ProviderID: dolores, ...span, note: 'flu' });
    expect((await user.call(calls.coverVisit, { planId, day: FRIDAY, providerId: ana })).status).toBe(200);
    expect(await visitsOf(ana)).toEqual([`${FRIDAY} 14:00`]);
    expect((await user.call(calls.uncoverVisit, { planId, day: FRIDAY })).status).toBe(200);
    expect((await visitsOf(dolores)).slice(2)).toEqual([`${WEDNESDAY} 10:00`, `${FRIDAY} 14:00`]);
  });

  test('moved while it was covered opens at its new time when its caregiver calls out', async () => {
    const { dolores, ana, planId } = await agency();
    // A call-out of this one visit, as the phone sends it.
    const span = { from: '2026-11-27T16:00:00Z', until: '2026-11-27T16:01:00Z' };
    await user.call(calls.callOut, { ProviderID: dolores, ...span, note: '' });
    expect((await user.call(calls.coverVisit, { planId, day: FRIDAY, providerId: ana })).status).toBe(200);
    await move(ana, FRIDAY, FRIDAY, '14:00');
    expect((await user.call(calls.uncoverVisit, { planId, day: FRIDAY })).status).toBe(200);
    const { data } = await user.call(calls.listOpenVisits, { from: FRIDAY, through: FRIDAY });
    expect(data?.filter((visit) => visit.planId === planId)).toMatchObject([
      { day: FRIDAY, start: '14:00', reason: 'calledOut' },
    ]);
  });

  test('stays as it is when the caregiver covering it is archived', async () => {
    const all = await agency();
    await coverWeek(all);
    await move(all.ana, FRIDAY, FRIDAY, '14:00');
    const leaves = { Cur: 'n', archiveDate: WEDNESDAY, 'DC Date': WEDNESDAY, 'DC Reason': 'Moved' };
    const admin = await server.as('admin');
    expect((await admin.call(updatePerson, { id: all.ana, data: leaves })).status).toBe(200);
    expect(await visitsOf(all.ana)).toEqual(['2026-11-23 09:00', '2026-11-24 09:00']);
    expect((await visitsOf(all.dolores)).at(-1)).toBe(`${FRIDAY} 14:00`);
  });

  test('in the future, of a day that has passed by now, goes back to the plan’s caregiver when its cover is taken back', async () => {
    const all = await agency();
    await server.database.pool.query("update people set notify_visit = '(303) 555-0188' where id = $1", [
      all.helen,
    ]);
    const made = await coverWeek(all);
    await move(all.ana, MONDAY, SATURDAY, '10:00');
    server.clock.set('2026-11-26T12:04:00Z');
    user = await server.as('user');
    const deleted = await user.call(updateCarePlan, { id: firstOf(made), data: { Status: 'Deleted' } });
    expect(deleted.status, deleted.text).toBe(200);
    expect([await saturdayOf(all.ana), await saturdayOf(all.dolores)]).toEqual([[], ['10:00']]);
    expect(await lastTextTo(all.helen)).not.toMatch(/canceled/i);
  });
});
