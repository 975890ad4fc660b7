import { suspendAccount } from '@homecare/domain/accounts/contract.ts';
import { saveHours } from '@homecare/domain/availability/contract.ts';
import { NO_HOURS } from '@homecare/domain/availability/schema.ts';
import { sayClock } from '@homecare/domain/calendar.ts';
import { insertCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { exportMessages } from '@homecare/domain/list-export/contract.ts';
import { deleteTemplate, getSendLog, insertTemplate } from '@homecare/domain/messaging/contract.ts';
import { getConversation, listUnread } from '@homecare/domain/messaging/delivery-contract.ts';
import { listNotices } from '@homecare/domain/notices/contract.ts';
import * as calls from '@homecare/domain/offers/contract.ts';
import { ANSWER_WORDS, DEFAULT_AUTOPILOT, sayHours } from '@homecare/domain/offers/rules.ts';
import { AskingSettings } from '@homecare/domain/offers/schema.ts';
import { getPersonLog, getPlanLog } from '@homecare/domain/record-log/contract.ts';
import { getBoard, printWeek } from '@homecare/domain/schedule/contract.ts';
import { getSettings, saveSettings } from '@homecare/domain/sites/contract.ts';
import {
  callOut,
  cannotCome,
  coverVisit,
  coverVisits,
  getFigures,
  getOtherTime,
  listCallOuts,
  listCandidates,
  listOpenVisits,
  planOpenVisits,
  printFigures,
  uncoverVisit,
  uncoverVisits,
} from '@homecare/domain/staffing/contract.ts';
import {
  getNotificationTemplates,
  NO_TEMPLATES,
  saveNotificationTemplates,
} from '@homecare/domain/staffing/notifications-contract.ts';
import { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import { applyBulk, rescheduleVisit, updateVisit } from '@homecare/domain/visits/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTwilio } from '../../../simulators/src/twilio.ts';
import { newSid, signatureOf } from '../../../simulators/src/twilio-books.ts';
import { addCaregiver, addClient, CLIENT_POINT, weekOf } from '../../testing/care.ts';
import { readPdf } from '../../testing/pdf.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { workMessages } from '../messaging/sending.ts';
import { Scope } from '../platform/auth/scope.ts';
import { AUTOMATIC } from '../staffing/notifying.ts';
import { workOffers } from './jobs.ts';
import { offerLink } from './link.ts';

// Friday, November 20, 2026, 05:04 in Denver.
const ACCOUNT = `AC${'1'.repeat(32)}`;
const NUMBER = '+13035550110';
const PUBLIC = 'https://care.agency.test';
const TODAY = '2026-11-20';
let twilio: Awaited<ReturnType<typeof startTwilio>>;
let server: TestServer;
let user: Caller;
let admin: Caller;
beforeAll(async () => {
  twilio = await startTwilio({ accountSid: ACCOUNT, authToken: 'secret', number: NUMBER });
  twilio.callbacks = 'none';
  server = await testServer({
    now: '2026-11-20T12:04:00Z',
    entry: {
      hosts: ['localhost', 'care.agency.test'],
      publicUrl: PUBLIC,
      textMessages: { accountSid: ACCOUNT, authToken: 'secret', from: NUMBER, url: twilio.url },
    },
    others: ['other'],
  });
  user = await server.as('user');
  admin = await server.as('admin');
});
afterAll(async () => {
  await server.stop();
  await twilio.stop();
});

const point = {
  address_latitude: CLIENT_POINT.latitude,
  address_longitude: CLIENT_POINT.longitude,
  city: 'Aurora',
};
let serial = 0;
const caregiver = async (name: string) => {
  serial += 1;
  const digits = String(serial).padStart(4, '0');
  const { pool } = server.database;
  const id = await addCaregiver(pool, `${name}${serial}`, { ...point, phone: `(720) 555-${digits}` });
  return { id, number: `+1720555${digits}` };
};
const addPlan = async (ProviderID: number, Fri: readonly [string, string]) => {
  serial += 1;
  const ClientID = await addClient(server.database.pool, `Helen${serial}`, {
    ...point,
    notify_visit: '(303) 555-0177',
  });
  const data = { ProviderID, ClientID, Type: 'PCP', StartDate: '2026-11-01', createReason: 'New' };
  const answer = await user.call(insertCarePlan, { data: { ...data, week: weekOf({ Fri }) } });
  if (!answer.insertId) throw new Error(answer.text);
  return answer.insertId;
};
/** A caregiver calls out of a visit today from 1 to 3 PM. */
const openVisit = async (
  until = '2026-11-21T07:00:00Z',
  hours: readonly [string, string] = ['13:00', '15:00'],
) => {
  const { id } = await caregiver('Dolores');
  const planId = await addPlan(id, hours);
  await user.call(callOut, {
    ProviderID: id,
    from: '2026-11-20T12:00:00Z',
    until,
    note: 'flu',
  });
  return { planId, day: TODAY };
};
const stateOf = async (key: { planId: number; day: string }) => (await user.call(calls.listOffers, key)).data;
const textFrom = async (number: string, Body: string) => {
  const url = '/homecare/api/hooks/twilio/message';
  const sid = newSid('SM');
  const fields = {
    AccountSid: ACCOUNT,
    ApiVersion: '2010-04-01',
    MessageSid: sid,
    From: number,
    To: NUMBER,
    Body,
  };
  const answer = await server.app.inject({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: {
      host: 'care.agency.test',
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signatureOf('secret', `${PUBLIC}${url}`, fields),
    },
  });
  expect(answer.statusCode).toBe(200);
  await workOffers(server.scope);
};
const lastTextTo = async (number: string) => {
  const { rows } = await server.database.pool.query<{ text: string }>(
    "select text from messages where recipient = $1 and direction = 'out' order by id desc limit 1",
    [number],
  );
  return rows[0]?.text;
};
const codeOf = async (planId: number, providerId: number) => {
  const { rows } = await server.database.pool.query<{ code: string }>(
    'select code from offers where plan_id = $1 and provider_id = $2 order by id desc limit 1',
    [planId, providerId],
  );
  return rows[0]?.code ?? '';
};

describe('offers by text', () => {
  test('the office can ask a caregiver at any distance; waves only ask those who live near enough', async () => {
    const key = await openVisit();
    const far = await caregiver('Zoe');
    await server.database.pool.query('update people set address_latitude = 40.2 where id = $1', [far.id]);
    const hours = { ...NO_HOURS, windows: null, farthestMiles: 5 };
    expect((await admin.call(saveHours, { id: far.id, hours, rev: 0 })).status).toBe(200);
    const obstacleOf = async (more: { farther?: 1 }) => {
      const { data } = await user.call(listCandidates, { ...key, ...more });
      return data?.candidates.find(({ ProviderID }) => ProviderID === far.id)?.obstacle;
    };
    expect(await obstacleOf({})).toBe('tooFar');
    expect(await obstacleOf({ farther: 1 })).toBeNull();
    const sent = await user.call(calls.sendOffers, { ...key, providerIds: [far.id] });
    expect(sent.data, sent.text).toEqual({ asked: 1, later: null });
    await textFrom(far.number, 'Y');
    expect((await stateOf(key))?.offers).toMatchObject([{ ProviderID: far.id, state: 'covered' }]);
  });

  test('an offer names day, hours, town and pay; the first yes gets the visit and the second caregiver is told that it is taken', async () => {
    const key = await openVisit();
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await server.database.pool.query("update people set notify_visit = '(303) 555-0166' where id = $1", [
      bhim.id,
    ]);
    const sent = await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
    expect(sent.data).toEqual({ asked: 2, later: null });
    const text = await lastTextTo(ana.number);
    expect(text).toContain('open visit today 1:00 PM-3:00 PM, Aurora');
    expect(text).toContain('about $43.33');
    expect(text).not.toContain('Helen');
    expect(text).not.toContain('Havana');
    const read = async (who: Caller) => {
      const thread = await who.call(getConversation, { personId: ana.id, number: null });
      const log = await who.call(getSendLog, { date: TODAY });
      return [...(thread.data?.texts ?? []), ...(log.data ?? [])].map((one) => one.text).join(' ');
    };
    expect(await read(admin)).toContain('about $43.33.');
    expect(await read(user)).toContain('about $….');
    expect(await read(user)).not.toMatch(/\$\d/);
    await workMessages(server.scope);

    await textFrom(bhim.number, `Y ${await codeOf(key.planId, bhim.id)}`);
    expect(await lastTextTo(bhim.number)).toContain('You have this visit');
    expect(await lastTextTo(ana.number)).toContain('Already taken, thank you.');
    expect(await lastTextTo('+13035550177')).toContain('another caregiver comes');
    // A contact in the caregiver's record is notified just as when the office assigns them.
    expect(await lastTextTo('+13035550166')).toMatch(/, Pat Bhim\d+: You have a new visit/);
    await textFrom(ana.number, `yes ${await codeOf(key.planId, ana.id)}`);
    expect(await lastTextTo(ana.number)).toContain('Already taken, thank you.');
    const state = await stateOf(key);
    expect(state?.offers.map((one) => [one.ProviderID, one.state])).toEqual([
      [ana.id, 'taken'],
      [bhim.id, 'covered'],
    ]);
    expect(state?.round?.ended).toMatch(/has taken this visit/);
    const story = await user.call(getVisitStory, key);
    expect(story.data?.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['calledOut', 'offered', 'covered', 'accepted', 'told', 'refused']),
    );
    const ofYes = story.data?.events.filter(({ kind }) => ['accepted', 'checked', 'covered'].includes(kind));
    expect(ofYes?.map(({ kind, words }) => [kind, kind === 'checked' ? words : ''])).toEqual([
      ['accepted', ''],
      ['checked', 'No overlapping visit, 2 h that week including this one, documents valid'],
      ['covered', ''],
    ]);
  });

  test('a caregiver can decline in their own words, and gets one reply if their words were not understood', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    await textFrom(ana.number, 'how far is it?');
    expect(await lastTextTo(ana.number)).toContain('We did not understand.');
    await textFrom(ana.number, 'No, kids to school');
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'declined', words: 'No, kids to school' }]);
  });

  test('a yes is refused if the caregiver took another visit at the same time', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    await addPlan(ana.id, ['13:30', '14:30']);
    await textFrom(ana.number, 'y');
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'refused', cause: 'working' }]);
    const phone = await server.as('evv', { providerId: ana.id });
    const reasonOf = async () =>
      (await phone.call(calls.listOwnOffers, {})).data?.ended.map(({ english }) => english);
    const reason = 'You can no longer take this visit: you have another visit at that time.';
    expect(await reasonOf()).toEqual([reason]);
    expect(await lastTextTo(ana.number)).toContain(
      'You can no longer take this visit: you have another visit at that time.',
    );
    const story = await user.call(getVisitStory, key);
    expect(story.data?.events.find(({ kind }) => kind === 'refused')?.words).toMatch(/^With Helen/);
    const open = await user.call(listOpenVisits, { from: TODAY, through: TODAY });
    expect(open.data?.some(({ planId }) => planId === key.planId)).toBe(true);
    const bhim = await caregiver('Bhim');
    expect((await user.call(coverVisit, { ...key, providerId: bhim.id })).status).toBe(200);
    expect(await reasonOf()).toEqual([reason]);
  });

  test('a yes is refused if the caregiver has been archived since', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    await server.database.pool.query(
      "update people set cur = 'n', archive_date = '2026-11-20' where id = $1",
      [ana.id],
    );
    await textFrom(ana.number, 'Y');
    expect(await lastTextTo(ana.number)).toContain('You can no longer take this visit');
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'refused', cause: 'archived' }]);
  });

  test("a yes through the link is refused while the caregiver's account is suspended", async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    const evv = await server.as('evv', { providerId: ana.id });
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    const opened = async () => {
      const { rows } = await server.database.pool.query<{ hash: Buffer }>(
        'select token_hash as hash from offers where plan_id = $1',
        [key.planId],
      );
      const visitor = { fields: {}, address: '203.0.113.7', agent: null, request: '', staff: null };
      return offerLink.offer(server.scope, rows[0]?.hash ?? Buffer.alloc(32), visitor);
    };
    expect(await opened()).toMatchObject({
      title: ['Open visit', 'Visita disponible'],
      text: [
        expect.stringContaining('today 1:00 PM-3:00 PM'),
        expect.stringContaining('hoy 1:00 p. m.-3:00 p. m.'),
      ],
    });
    const { rows } = await server.database.pool.query<{ rev: number }>(
      'select rev from accounts where id = $1',
      [evv.accountId],
    );
    const suspended = await admin.call(suspendAccount, { id: evv.accountId ?? 0, rev: rows[0]?.rev ?? 0 });
    expect(suspended.status).toBe(200);
    expect(await opened()).toBeUndefined();
  });

  test('a yes after the office took the cover back does not take the visit again, and the caregiver is told so', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    await textFrom(ana.number, 'Y');
    expect((await user.call(uncoverVisit, key)).status).toBe(200);
    const { rows } = await server.database.pool.query<{ hash: Buffer }>(
      'select token_hash as hash from offers where plan_id = $1',
      [key.planId],
    );
    const visitor = { fields: {}, address: '203.0.113.7', agent: null, request: '', staff: null };
    const page = await offerLink.offer(server.scope, rows[0]?.hash ?? Buffer.alloc(32), visitor);
    expect(page).toMatchObject({ text: ANSWER_WORDS.takenBack });
    // This holds however often she says it, even if she opened the link before.
    for (const words of ['yes', 'Yes please']) {
      await textFrom(ana.number, words);
      expect(await lastTextTo(ana.number)).toContain('You no longer have this visit.');
    }
    const later = await offerLink.offer(server.scope, rows[0]?.hash ?? Buffer.alloc(32), visitor);
    expect(later).toMatchObject({ text: ANSWER_WORDS.takenBack });
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'refused', cause: 'takenBack' }]);
    const story = await user.call(getVisitStory, key);
    expect(story.data?.events.find(({ kind }) => kind === 'refused')?.words).toBe(
      'Their cover was taken back.',
    );
    const open = await user.call(listOpenVisits, { from: TODAY, through: TODAY });
    expect(open.data?.some(({ planId }) => planId === key.planId)).toBe(true);
    // This also works within the same moment, because each wave has its own text.
    const again = await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    expect(again.data, again.text).toEqual({ asked: 1, later: null });
    expect(await lastTextTo(ana.number)).toContain(`Y ${await codeOf(key.planId, ana.id)}`);
  });

  test('a yes from a caregiver the office assigned adds no second cover, and their no goes into the history', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    expect((await user.call(coverVisit, { ...key, providerId: ana.id })).status).toBe(200);
    const code = await codeOf(key.planId, ana.id);
    await textFrom(ana.number, `Y ${code}`);
    expect(await lastTextTo(ana.number)).toContain('You have this visit. Details are in the app.');
    await textFrom(ana.number, `N ${code}`);
    expect(await lastTextTo(ana.number)).toContain('Please call the office if you cannot come.');
    const story = await user.call(getVisitStory, key);
    expect(story.data?.events.find(({ kind }) => kind === 'declined')).toMatchObject({ words: `N ${code}` });
    const open = await user.call(listOpenVisits, { from: TODAY, through: TODAY });
    expect(open.data?.some(({ planId }) => planId === key.planId)).toBe(false);
  });

  test('an answer from a caregiver the office assigned is recorded, and takes back no visit that was taken from them', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    const code = await codeOf(key.planId, ana.id);
    server.clock.advance({ minutes: 1 });
    expect((await user.call(coverVisit, { ...key, providerId: ana.id })).status).toBe(200);
    await workOffers(server.scope);
    await textFrom(ana.number, `Yes ${code}`);
    expect(await lastTextTo(ana.number)).toContain('You have this visit.');
    expect((await stateOf(key))?.offers).toMatchObject([
      { state: 'closed', answered: expect.any(String), words: `Yes ${code}` },
    ]);
    const saidOf = async () =>
      (await user.call(getVisitStory, key)).data?.events.flatMap(({ kind, words }) =>
        kind === 'accepted' || kind === 'refused' ? [[kind, words]] : [],
      );
    expect(await saidOf()).toEqual([['accepted', `Yes ${code}`]]);
    const phone = await server.as('evv', { providerId: ana.id });
    const { id = 0 } = (await stateOf(key))?.offers[0] ?? {};
    // A later tap adds nothing.
    expect((await phone.call(calls.answerOffer, { id, answer: 'yes' })).data?.state).toBe('covered');
    expect(await saidOf()).toEqual([['accepted', `Yes ${code}`]]);
    expect((await stateOf(key))?.offers).toMatchObject([{ words: `Yes ${code}` }]);
    expect((await user.call(uncoverVisit, key)).status).toBe(200);
    // The office wants someone else, so it only asks her again for another visit.
    for (const words of [`Y ${code}`, 'yes']) {
      await textFrom(ana.number, words);
      expect(await lastTextTo(ana.number)).toContain('You no longer have this visit.');
    }
    expect((await saidOf())?.slice(1)).toEqual([
      ['refused', 'Their cover was taken back.'],
      ['refused', 'Their cover was taken back.'],
    ]);
    const open = await user.call(listOpenVisits, { from: TODAY, through: TODAY });
    expect(open.data?.some(({ planId }) => planId === key.planId)).toBe(true);
    const again = await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    expect(again.data, again.text).toEqual({ asked: 1, later: null });
    await textFrom(ana.number, 'Y');
    expect(await lastTextTo(ana.number)).toContain('You have this visit.');
  });

  test('a yes with its code, days after the visit was taken, is told so; a bare yes goes to the office as conversation', async () => {
    const key = { ...(await openVisit('2026-11-28T07:00:00Z')), day: '2026-11-27' };
    const before = server.clock.now();
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
    const code = await codeOf(key.planId, ana.id);
    await textFrom(bhim.number, 'Y');
    server.clock.set('2026-11-25T15:00:00Z');
    try {
      user = await server.as('user');
      expect((await user.call(uncoverVisit, key)).status).toBe(200);
      const last = await lastTextTo(ana.number);
      await textFrom(ana.number, 'Yes, thanks');
      expect(await lastTextTo(ana.number)).toBe(last);
      expect((await stateOf(key))?.offers).toMatchObject([{ state: 'closed', answered: null }, {}]);
      expect((await user.call(coverVisit, { ...key, providerId: bhim.id })).status).toBe(200);
      await textFrom(ana.number, `Y ${code}`);
      expect(await lastTextTo(ana.number)).toContain('Already taken, thank you.');
      expect((await stateOf(key))?.offers).toMatchObject([{ state: 'taken', words: `Y ${code}` }, {}]);
    } finally {
      server.clock.set(before.toString());
      user = await server.as('user');
    }
  });

  test('a yes from a caregiver who has called out of the visit since does not give it back to them', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    const code = await codeOf(key.planId, ana.id);
    await textFrom(ana.number, 'Y');
    const away = { from: '2026-11-20T12:00:00Z', until: '2026-11-21T07:00:00Z', note: 'car' };
    await user.call(callOut, { ProviderID: ana.id, ...away });
    await textFrom(ana.number, `Y ${code}`);
    expect(await lastTextTo(ana.number)).toContain('You can no longer take this visit: you are off');
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'refused', cause: 'timeOff' }]);
    await textFrom(ana.number, `N ${code}`);
    expect(await lastTextTo(ana.number)).toContain('Thanks for telling us.');
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'declined', words: `N ${code}` }]);
    const open = await user.call(listOpenVisits, { from: TODAY, through: TODAY });
    expect(open.data?.some(({ planId }) => planId === key.planId)).toBe(true);
  });

  test('a yes with the code of another caregiver’s offer counts for neither of them', async () => {
    const key = await openVisit();
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    await textFrom(bhim.number, `Y ${await codeOf(key.planId, ana.id)}`);
    expect(await lastTextTo(bhim.number)).toContain('not an open offer of yours');
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'waiting' }]);
  });

  test('a yes from an unknown phone does not count; the caregiver who was asked is told, and the office sees it', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    await textFrom('+13035550142', `Y ${await codeOf(key.planId, ana.id)}`);
    expect(await lastTextTo(ana.number)).toContain('came from another phone');
    expect(await lastTextTo('+13035550142')).toBeUndefined();
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'waiting' }]);
    const story = await user.call(getVisitStory, key);
    expect(story.data?.events.find(({ kind }) => kind === 'answeredUnclear')?.words).toMatch(
      /^From \(303\) 555-0142: Y \d{4}$/,
    );
    const unread = await user.call(listUnread, {});
    expect(unread.data?.map(({ number }) => number)).toContain('+13035550142');
    await textFrom('+13035550142', 'Y');
    expect(await lastTextTo('+13035550142')).toBeUndefined();
  });

  test('a yes from another caregiver’s phone does not count; both are told, and the office sees it', async () => {
    const key = await openVisit();
    const [ana, bea] = [await caregiver('Ana'), await caregiver('Bea')];
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    await textFrom(bea.number, `Y ${await codeOf(key.planId, ana.id)}`);
    expect(await lastTextTo(bea.number)).toContain('This code is not an open offer of yours.');
    expect(await lastTextTo(ana.number)).toContain('came from another phone');
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'waiting' }]);
    const story = await user.call(getVisitStory, key);
    expect(story.data?.events.find(({ kind }) => kind === 'answeredUnclear')?.words).toMatch(
      /^From \(720\) 555-\d{4}: Y \d{4}$/,
    );
  });

  test('two yeses make one cover, and a later no does not give the visit back', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    await textFrom(ana.number, 'Y');
    await textFrom(ana.number, 'yes!');
    expect(await lastTextTo(ana.number)).toContain('You have this visit.');
    await textFrom(ana.number, 'no');
    expect(await lastTextTo(ana.number)).toContain('Please call the office if you cannot come.');
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'covered' }]);
    const { rows } = await server.database.pool.query('select id from care_plans where covers_id = $1', [
      key.planId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('a yes from a caregiver who opted out with STOP counts, and is answered only in the app and at the office', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    await textFrom(ana.number, 'STOP');
    const before = await lastTextTo(ana.number);
    await textFrom(ana.number, `Y ${await codeOf(key.planId, ana.id)}`);
    expect(await lastTextTo(ana.number)).toBe(before);
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'covered' }]);
    const second = await openVisit();
    await user.call(calls.sendOffers, { ...second, providerIds: [(await caregiver('Bhim')).id] });
    expect((await stateOf(second))?.offers).toMatchObject([{ channel: 'text' }]);
  });

  test('no offer goes to a caregiver who can be reached neither by app nor by text, though the office can assign them', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    const { pool } = server.database;
    const { rows } = await pool.query<{ id: number }>(
      'select client_id as id from care_plans where id = $1',
      [key.planId],
    );
    const pair = { ProviderID: ana.id, ClientID: rows[0]?.id ?? 0, Type: 'PCP', excluded: '2026-11-01' };
    const data = { ...pair, StartDate: '2026-11-01', createReason: 'Lives with them' };
    const week = weekOf({ Sat: ['08:00', '10:00'] });
    const exempt = await user.call(insertCarePlan, { data: { ...data, week } });
    expect(exempt.insertId, exempt.text).toBeTruthy();
    await pool.query('delete from accounts where provider_id = $1', [ana.id]);
    const asCandidate = async () => {
      const { data } = await user.call(listCandidates, key);
      return data?.candidates.find(({ ProviderID }) => ProviderID === ana.id);
    };
    expect(await asCandidate()).toMatchObject({ obstacle: null, whyNoOffer: null });
    await textFrom(ana.number, 'STOP');
    expect(await asCandidate()).toMatchObject({
      obstacle: null,
      whyNoOffer: 'No phone login and no texts: assign them',
    });
    expect(await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] })).toMatchObject({
      status: 400,
      errors: [
        { field: 'providerIds', message: expect.stringMatching(/^Ana\d+, .*: No phone login and no texts/) },
      ],
    });
    expect((await user.call(coverVisit, { ...key, providerId: ana.id })).status).toBe(200);
  });

  test('a caregiver who opted out with STOP and answers too late is told in the app, without any name', async () => {
    const key = await openVisit();
    const [ana, bhim, carla] = [await caregiver('Ana'), await caregiver('Bhim'), await caregiver('Carla')];
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id, carla.id] });
    const endedOf = async ({ id }: { id: number }) => {
      const { data, text } = await (await server.as('evv', { providerId: id })).call(calls.listOwnOffers, {});
      expect(text).not.toMatch(/Ana|Bhim|Carla|Helen|Havana/);
      return data?.ended.map(({ start, end, english, spanish }) => [start, end, english, spanish]);
    };
    expect(await endedOf(ana)).toEqual([]);
    await textFrom(ana.number, 'STOP');
    const code = await codeOf(key.planId, ana.id);
    await textFrom(bhim.number, 'Y');
    await textFrom(ana.number, `Y ${code}`);
    const at = (stamp: string) => stamp.replace('AM', 'a. m.');
    const clock = sayClock(server.scope.now().toString(), 'America/Denver');
    const taken = [`Taken by someone else at ${clock}.`, `La tomó otra persona (${at(clock)}).`];
    expect(await endedOf(ana)).toEqual([['13:00', '15:00', ...taken]]);
    expect(await endedOf(carla)).toEqual([['13:00', '15:00', ...taken]]);
    expect(await endedOf(bhim)).toEqual([['13:00', '15:00', ...ANSWER_WORDS.covered]]);
    await user.call(uncoverVisit, key);
    expect(await endedOf(carla)).toEqual([]);
  });

  const move = async (
    key: { planId: number; day: string },
    date: string,
    times: readonly [string, string],
    from = TODAY,
  ) => {
    const { rows } = await server.database.pool.query<{ id: number; rev: number }>(
      'select id, rev from visits where care_plan_id = $1 and planned_day = $2',
      [key.planId, key.day],
    );
    const { id = 0, rev = 0 } = rows[0] ?? {};
    const span = { fromDate: from, startDate: date, startTime: times[0], endDate: date, endTime: times[1] };
    const moved = await user.call(rescheduleVisit, { careId: key.planId, id, rev, ...span });
    expect(moved.status, moved.text).toBe(200);
  };

  test('an answer for a visit that was moved far ahead says that it was moved, not that it was canceled', async () => {
    const key = await openVisit('2026-12-03T07:00:00Z');
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    await move(key, '2026-12-01', ['12:00', '14:00']);
    await workOffers(server.scope);
    expect(await lastTextTo(ana.number)).toContain('has another time now');
    const { data } = await user.call(getVisitStory, key);
    expect(data?.events.map(({ words }) => words).join(' ')).not.toContain('canceled');
    expect((await stateOf(key))?.round?.ended).toContain('was moved from 11-20-2026 to 12-01-2026');
  });

  test('when a visit is moved to another day, the caregivers who were asked are told and nobody else is asked', async () => {
    const key = await openVisit('2026-11-22T07:00:00Z');
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
    await move(key, '2026-11-21', ['12:00', '14:00']);
    await textFrom(ana.number, `Y ${await codeOf(key.planId, ana.id)}`);
    expect(await lastTextTo(ana.number)).toContain('has another time now');
    expect(await lastTextTo(bhim.number)).toContain('has another time now');
    expect((await stateOf(key))?.offers).toMatchObject([
      { state: 'refused', cause: 'moved' },
      { state: 'closed' },
    ]);
    const story = await user.call(getVisitStory, key);
    expect(story.data?.events.map(({ kind }) => kind)).toContain('refused');
    const who = await user.call(listCandidates, key);
    expect(new Set(who.data?.candidates.map(({ why }) => why))).toEqual(
      new Set([
        'This visit was moved from 11-20-2026 to 11-21-2026. Move it back before another caregiver takes it.',
      ]),
    );
    await move(key, TODAY, ['13:00', '15:00'], '2026-11-21');
    expect((await user.call(calls.sendOffers, { ...key, providerIds: [bhim.id] })).status).toBe(200);
  });

  test('a yes for the old hours of a visit that was moved within its day does not count; caregivers are asked again for the new hours', async () => {
    const dolores = await caregiver('Dolores');
    const key = { planId: await addPlan(dolores.id, ['13:00', '15:00']), day: TODAY };
    const { rows } = await server.database.pool.query('select id from visits where care_plan_id = $1', [
      key.planId,
    ]);
    const phone = await server.as('evv', { providerId: dolores.id });
    // He calls out of this visit alone, so moving it ends the call-out too.
    expect((await phone.call(cannotCome, { visitId: rows[0]?.id, note: '' })).status).toBe(200);
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
    const old = await codeOf(key.planId, ana.id);
    await move(key, TODAY, ['15:00', '17:00']);
    await textFrom(ana.number, `Y ${old}`);
    const moved =
      'The visit on 11-20-2026, 1:00 PM-3:00 PM, has another time now: 11-20-2026, 3:00 PM-5:00 PM.';
    expect(await lastTextTo(ana.number)).toContain(moved);
    expect(await lastTextTo(bhim.number)).toContain(moved);
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'refused' }, { state: 'closed' }]);
    server.clock.advance({ minutes: 1 });
    const again = await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
    expect(again.data, again.text).toEqual({ asked: 2, later: null });
    expect(await lastTextTo(bhim.number)).toContain('3:00 PM-5:00 PM');
    await textFrom(bhim.number, `Y ${await codeOf(key.planId, bhim.id)}`);
    expect(await lastTextTo(bhim.number)).toContain('You have this visit.');
  });

  test('when a visit is canceled, the caregivers who were asked are told that it no longer needs anyone', async () => {
    const key = await openVisit();
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
    const deleted = await admin.call(updateCarePlan, { id: key.planId, data: { Status: 'Deleted' } });
    expect(deleted.status, deleted.text).toBe(200);
    await textFrom(ana.number, `Y ${await codeOf(key.planId, ana.id)}`);
    for (const { number } of [ana, bhim])
      expect(await lastTextTo(number)).toContain('no longer needs a caregiver');
    expect((await stateOf(key))?.offers).toMatchObject([
      { state: 'taken', cause: 'gone' },
      { state: 'closed' },
    ]);
  });

  test('when a visit’s own caregiver comes after all, the caregivers who were asked are told that it no longer needs anyone', async () => {
    const key = await openVisit();
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
    await server.database.pool.query(
      "update visits set status = 'Active', start_at = $2 where care_plan_id = $1 and planned_day = $3",
      [key.planId, server.scope.now().toString(), key.day],
    );
    await textFrom(ana.number, `Y ${await codeOf(key.planId, ana.id)}`);
    for (const { number } of [ana, bhim])
      expect(await lastTextTo(number)).toContain('no longer needs a caregiver');
    expect(await stateOf(key)).toMatchObject({
      round: { ended: expect.stringMatching(/has checked in\.$/) },
      offers: [{ state: 'taken' }, { state: 'closed' }],
    });
  });

  test.each([
    ['to which its own caregiver checks in', 'start'],
    ['whose plan is deleted', 'delete'],
    ['whose week has no such visit any more', 'week'],
    ['that is canceled after its start', 'cancel'],
  ] as const)('asking for a visit that is %s ends, because the change wakes the job', async (_, how) => {
    const key = await openVisit(undefined, how === 'cancel' ? ['05:15', '07:15'] : undefined);
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    await server.site.pool.query('delete from graphile_worker._private_jobs');
    const before = server.clock.now();
    const { rows } = await server.site.pool.query<{ id: number }>(
      'select id from visits where care_plan_id = $1 and planned_day = $2',
      [key.planId, key.day],
    );
    if (how === 'start') {
      const startedAt = server.scope.now().toString();
      const data = { Status: 'Active', startedAt, changeCode: 2 } as const;
      const started = await admin.call(updateVisit, { id: rows[0]?.id ?? 0, data });
      expect(started.status, started.text).toBe(200);
    } else if (how === 'cancel') {
      server.clock.set('2026-11-20T12:17:00Z');
      const closing = { action: 'close' as const, ids: [rows[0]?.id ?? 0], closeCode: 'hospital' as const };
      expect((await admin.call(applyBulk, closing)).data?.done).toHaveLength(1);
    } else {
      const data =
        how === 'delete' ? { Status: 'Deleted' as const } : { week: weekOf({ Thu: ['13:00', '15:00'] }) };
      const changed = await admin.call(updateCarePlan, { id: key.planId, data });
      expect(changed.status, changed.text).toBe(200);
    }
    const woken = await server.site.pool.query(
      "select from graphile_worker._private_jobs where key = 'offers now'",
    );
    expect(woken.rowCount).toBe(1);
    await workOffers(server.scope);
    server.clock.set(before.toString());
    expect(await lastTextTo(ana.number)).toContain('no longer needs a caregiver');
  });

  test('a yes covers a visit that is not created yet', async () => {
    const { id } = await caregiver('Dolores');
    const planId = await addPlan(id, ['13:00', '15:00']);
    const key = { planId, day: '2026-12-18' };
    const away = { from: '2026-12-18T12:00:00Z', until: '2026-12-19T07:00:00Z', note: 'trip' };
    await user.call(callOut, { ProviderID: id, ...away });
    const open = await user.call(listOpenVisits, { from: key.day, through: key.day });
    expect(open.data?.find((visit) => visit.planId === planId)?.visitId).toBeNull();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    expect(await lastTextTo(ana.number)).toContain('Fri 12-18 1:00 PM-3:00 PM');
    await textFrom(ana.number, 'Y');
    expect(await lastTextTo(ana.number)).toMatch(/You have this visit\..* 12-18-2026 1:00 PM-3:00 PM\.$/);
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'covered' }]);
  });

  test('a text saying sick proposes a call-out and changes nothing until the office decides', async () => {
    const ana = await caregiver('Ana');
    const planId = await addPlan(ana.id, ['09:00', '11:00']);
    await textFrom(ana.number, 'sick');
    const { data } = await user.call(calls.listProposals, {});
    const mine = data?.find(({ ProviderID }) => ProviderID === ana.id);
    expect(mine).toMatchObject({ words: 'sick', next: [{ planId, day: TODAY, start: '09:00' }] });
    const open = await user.call(listOpenVisits, { from: TODAY, through: TODAY });
    expect(open.data?.some((visit) => visit.planId === planId)).toBe(false);
    // The visit should have begun by now; the proposal stays, because nobody is there.
    const before = server.clock.now();
    server.clock.set(`${TODAY}T16:10:00Z`);
    try {
      const { data: later } = await (await server.as('user')).call(calls.listProposals, {});
      expect(later?.find(({ ProviderID }) => ProviderID === ana.id)?.next).toMatchObject([{ planId }]);
    } finally {
      server.clock.set(before.toString());
    }
    expect((await user.call(calls.closeProposal, { id: mine?.id ?? 0 })).status).toBe(200);
    expect((await user.call(calls.closeProposal, { id: mine?.id ?? 0 })).status).toBe(404);
  });

  test('a no with sick declines the offer and also proposes a call-out', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    const proposalsOf = async () =>
      (await user.call(calls.listProposals, {})).data?.filter(({ ProviderID }) => ProviderID === ana.id);
    // The text is unclear: the offer stays open, and both sides are told.
    await textFrom(ana.number, 'throwing up');
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'waiting' }]);
    expect(await lastTextTo(ana.number)).toContain(ANSWER_WORDS.proposed[0]);
    expect(await proposalsOf()).toMatchObject([{ words: 'throwing up' }]);
    await textFrom(ana.number, 'No I cant make it');
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'declined' }]);
    expect(await lastTextTo(ana.number)).toContain(ANSWER_WORDS.declined[0]);
    expect(await proposalsOf()).toHaveLength(1);
    await textFrom(ana.number, 'N sick kid');
    // Everything one caregiver writes is one proposal and is seen at once.
    const [both, ...others] = (await proposalsOf()) ?? [];
    expect(both?.words).toBe('throwing up / N sick kid');
    expect(others).toEqual([]);
    expect((await user.call(calls.closeProposal, { id: both?.id ?? 0 })).status).toBe(200);
    expect(await proposalsOf()).toEqual([]);
  });

  test('a text from a phone that two caregivers share shows both names to the office', async () => {
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await server.database.pool.query(
      'update people set alt_phone = (select phone from people where id = $1) where id = $2',
      [ana.id, bhim.id],
    );
    const planId = await addPlan(bhim.id, ['09:00', '11:00']);
    await textFrom(ana.number, 'estoy mala');
    const { data } = await user.call(calls.listProposals, {});
    expect(data?.filter(({ ProviderID }) => ProviderID === ana.id)).toMatchObject([
      { words: 'estoy mala', next: [], others: [{ ProviderID: bhim.id, next: [{ planId }] }] },
    ]);
  });
});

describe('waves', () => {
  test('waves start again at once with the first one when the visit is moved', async () => {
    const key = await openVisit();
    const { rows } = await server.database.pool.query<{ id: number; rev: number }>(
      'select id, rev from visits where care_plan_id = $1 and planned_day = $2',
      [key.planId, TODAY],
    );
    const { id = 0, rev = 0 } = rows[0] ?? {};
    for (let n = 0; n < 5; n += 1) await caregiver('Anew');
    expect((await user.call(calls.sendOffers, key)).data).toEqual({ asked: 4, later: null });
    const to = { startDate: TODAY, startTime: '15:00', endDate: TODAY, endTime: '17:00' };
    const moved = await user.call(rescheduleVisit, { careId: key.planId, id, rev, fromDate: TODAY, ...to });
    expect(moved.status, moved.text).toBe(200);
    await workOffers(server.scope);
    const state = await stateOf(key);
    expect(state?.round).toMatchObject({ wave: 1, ended: null });
    expect(state?.offers.filter(({ state: one }) => one === 'waiting')).toHaveLength(4);
  });

  test('waves of the office that end early say why in the history', async () => {
    const dolores = await caregiver('Dolores');
    const clock = (minutes: number) =>
      server.scope
        .now()
        .add({ minutes })
        .toZonedDateTimeISO('America/Denver')
        .toPlainTime()
        .toString()
        .slice(0, 5);
    const key = { planId: await addPlan(dolores.id, [clock(63), clock(123)]), day: TODAY };
    await user.call(callOut, {
      ProviderID: dolores.id,
      from: server.scope.now().toString(),
      until: server.scope.now().add({ hours: 3 }).toString(),
      note: '',
    });
    await caregiver('Near');
    expect((await user.call(calls.sendOffers, key)).status).toBe(200);
    const story = await user.call(getVisitStory, key);
    expect(story.data?.events.filter(({ kind }) => kind === 'stopped').map(({ words }) => words)).toEqual([
      'The next wave would be less than 60 minutes before the start.',
    ]);
    // Nothing more happens automatically; the office may ask again.
    const again = await user.call(calls.sendOffers, key);
    expect(again.status, again.text).toBe(200);
  });

  test('waves continue while the office asks a caregiver of its own choice', async () => {
    const key = await openVisit();
    for (let n = 0; n < 6; n += 1) await caregiver('Wave');
    const first = await user.call(calls.sendOffers, key);
    expect(first.data).toEqual({ asked: 4, later: null });
    const before = await stateOf(key);
    const again = await user.call(calls.sendOffers, key);
    expect(again).toMatchObject({
      status: 409,
      Info: 'Caregivers are being asked already, a few at a time.',
    });
    const asked = before?.offers.map(({ ProviderID }) => ProviderID) ?? [];
    const twice = await user.call(calls.sendOffers, { ...key, providerIds: asked });
    expect(twice).toMatchObject({ status: 409, Info: 'They were asked already.' });
    const ranked = await user.call(listCandidates, key);
    const other = ranked.data?.candidates.find(
      ({ ProviderID, obstacle }) => obstacle === null && !asked.includes(ProviderID),
    );
    const more = await user.call(calls.sendOffers, { ...key, providerIds: [other?.ProviderID ?? 0] });
    expect(more.data, more.text).toEqual({ asked: 1, later: null });
    expect((await stateOf(key))?.round).toEqual(before?.round);
  });
});

describe('a caregiver who was asked', () => {
  test('can still say yes when nobody else can be asked, and is told when the office assigns someone', async () => {
    const key = await openVisit();
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
    server.clock.advance({ minutes: 5 });
    // The following wave finds nobody new among the chosen caregivers.
    await server.database.pool.query(
      'update offer_rounds set next_at = now() - interval $$1 year$$ where plan_id = $1',
      [key.planId],
    );
    await workOffers(server.scope);
    const ended = await stateOf(key);
    expect(ended).toMatchObject({
      round: { ended: 'Nobody else can be asked.' },
      offers: [{ state: 'waiting' }, { state: 'waiting' }],
    });
    await server.site.pool.query('delete from graphile_worker._private_jobs');
    expect((await user.call(coverVisit, { ...key, providerId: ana.id })).status).toBe(200);
    const { rows } = await server.site.pool.query(
      "select from graphile_worker._private_jobs where key = 'offers now'",
    );
    expect(rows).toHaveLength(1);
    await workOffers(server.scope);
    expect((await stateOf(key))?.offers).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
    expect(await lastTextTo(bhim.number)).toContain('Already taken, thank you.');
    expect(await lastTextTo(ana.number)).toContain('You have this visit.');
    await textFrom(bhim.number, `Y ${await codeOf(key.planId, bhim.id)}`);
    expect(await lastTextTo(bhim.number)).toContain('Already taken, thank you.');
  });
});

describe('the list of what was asked today', () => {
  test('shows the office who is coming and how many were asked, and nothing of another agency', async () => {
    const key = await openVisit();
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
    const rowOf = async () =>
      (await user.call(calls.listAsked, {})).data?.find(({ planId }) => planId === key.planId);
    expect(await rowOf()).toMatchObject({
      asked: 2,
      covered: null,
      calledOut: { Provider: expect.stringContaining(', ') },
      start: '13:00',
      town: 'Aurora',
    });
    await textFrom(ana.number, `Y ${await codeOf(key.planId, ana.id)}`);
    expect(await rowOf()).toMatchObject({ asked: 2, covered: { Provider: expect.stringMatching(/^Ana/) } });
    const phone = await server.as('evv', { providerId: ana.id });
    expect((await phone.call(calls.listAsked, {})).status).toBe(403);
    const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
    expect((await elsewhere.call(calls.listAsked, {})).data).toEqual([]);
    expect((await user.call(uncoverVisit, key)).status).toBe(200);
    expect(await rowOf()).toMatchObject({ covered: null, round: { ended: 'The cover was taken back.' } });
    expect((await stateOf(key))?.round?.ended).toBe('The cover was taken back.');
    const all = await user.call(calls.listAsked, { days: 30 });
    expect(all.data?.map(({ planId }) => planId)).toContain(key.planId);
    expect((await user.call(calls.listAsked, { days: 31 })).status).toBe(400);
  });

  test('counts everyone asked since the call-out, even if the asking was restarted', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await caregiver('Bhim');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    server.clock.advance({ minutes: 1 });
    const waves = await user.call(calls.sendOffers, key);
    const { data } = await user.call(calls.listAsked, {});
    expect(data?.find(({ planId }) => planId === key.planId)?.asked).toBe(1 + (waves.data?.asked ?? 0));
    expect(waves.data?.asked, waves.text).toBeGreaterThan(0);
  });
});

describe('the list of what was asked since yesterday evening', () => {
  test('follows a visit that was moved to today, shows who is coming, and stays as long as the asking continues', async () => {
    const { pool } = server.database;
    const began = (planId: number, at: string, ended: string | null = null) =>
      pool.query(
        `update offer_rounds set started_at = $2, ended_at = $3::timestamptz, next_at = null,
           ended_why = case when $3::timestamptz is not null then 'Over.' end where plan_id = $1`,
        [planId, at, ended],
      );
    const rowOf = async ({ planId }: { planId: number }) =>
      (await user.call(calls.listAsked, {})).data?.find((row) => row.planId === planId);
    const [key, red, ahead] = [await openVisit(), await openVisit(), await openVisit('2026-11-28T07:00:00Z')];
    const ana = await caregiver('Ana');
    for (const one of [key, red, { ...ahead, day: '2026-11-27' }])
      await user.call(calls.sendOffers, { ...one, providerIds: [ana.id] });
    // It was asked at 9:40 PM.
    for (const { planId } of [key, red, ahead]) await began(planId, '2026-11-20T04:40:00Z');
    expect(await rowOf(red)).toMatchObject({
      covered: null,
      started: expect.stringContaining('2026-11-20T04:40'),
    });
    expect(await rowOf(ahead)).toMatchObject({ day: '2026-11-27', covered: null });
    await textFrom(ana.number, `Y ${await codeOf(key.planId, ana.id)}`);
    expect(await rowOf(key)).toMatchObject({
      asked: 1,
      covered: { Provider: expect.stringMatching(/^Ana/) },
    });
    // It ended before today and its visit is on another day, so it does not belong to today.
    await began(ahead.planId, '2026-11-20T04:40:00Z', '2026-11-20T05:00:00Z');
    expect(await rowOf(ahead)).toBeUndefined();
    const week = await user.call(calls.listAsked, { days: 7 });
    expect(week.data?.map(({ planId }) => planId)).toContain(ahead.planId);
  });
});

describe('a caregiver the office assigns', () => {
  test('gets a text, as do the client’s contact and, when the cover is taken back, everyone again', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    expect((await user.call(coverVisit, { ...key, providerId: ana.id })).status).toBe(200);
    expect(await lastTextTo(ana.number)).toContain(
      'You have a new visit: 11-20-2026, 1:00 PM to 3:00 PM, Aurora. Details are in the app.',
    );
    expect(await lastTextTo('+13035550177')).toContain('another caregiver comes to the visit on 11-20-2026');
    expect((await user.call(uncoverVisit, key)).status).toBe(200);
    expect(await lastTextTo(ana.number)).toContain('You no longer need to come on 11-20-2026');
    expect(await lastTextTo('+13035550177')).toContain('who comes changes again');
    const story = await user.call(getVisitStory, key);
    expect(story.data?.events.filter(({ kind }) => kind === 'told').length).toBe(5);
  });

  test('is announced to the contact in the agency’s own template, where it has chosen one', async () => {
    const template = async (name: string, text: string) =>
      (await admin.call(insertTemplate, { data: { name, text } })).insertId ?? 0;
    const covered = await template('Who comes', '%agency%: %caregiver% comes on %day%, %hours%.');
    const ours = NO_TEMPLATES;
    const templates = { ...ours, covered, spanish: ours };
    expect((await user.call(saveNotificationTemplates, { templates, rev: 0 })).status).toBe(403);
    expect((await admin.call(saveNotificationTemplates, { templates, rev: 0 })).data).toEqual({ rev: 1 });
    expect((await admin.call(saveNotificationTemplates, { templates, rev: 0 })).status).toBe(409);
    const key = await openVisit();
    const ana = await caregiver('Ana');
    expect((await user.call(coverVisit, { ...key, providerId: ana.id })).status).toBe(200);
    expect(await lastTextTo('+13035550177')).toMatch(/ comes on 11-20-2026, 1:00 PM to 3:00 PM\.$/);
    expect((await user.call(uncoverVisit, key)).status).toBe(200);
    expect(await lastTextTo('+13035550177')).toContain('who comes changes again');
    const empty = { ...ours, uncovered: await template('Empty', ''), spanish: ours };
    expect(await admin.call(saveNotificationTemplates, { templates: empty, rev: 1 })).toMatchObject({
      status: 400,
      errors: [{ field: 'templates.uncovered', message: 'This template is empty.' }],
    });
    expect(
      (
        await admin.call(saveNotificationTemplates, {
          templates: { ...ours, covered: 99, spanish: ours },
          rev: 1,
        })
      ).status,
    ).toBe(404);
    // When the template is deleted, the default words are used.
    expect((await admin.call(deleteTemplate, { id: covered, data: { rev: 0 } })).status).toBe(200);
    expect((await user.call(coverVisit, { ...key, providerId: ana.id })).status).toBe(200);
    expect(await lastTextTo('+13035550177')).toContain('another caregiver comes to the visit on 11-20-2026');
    const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
    expect((await elsewhere.call(getNotificationTemplates, {})).data).toEqual({
      templates: { ...ours, spanish: ours },
      rev: 0,
    });
  });

  test('is announced in Spanish to the contact of a client who speaks Spanish', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await server.database.pool.query(
      "update people set language = 'Spanish' where id = (select client_id from care_plans where id = $1)",
      [key.planId],
    );
    expect((await user.call(coverVisit, { ...key, providerId: ana.id })).status).toBe(200);
    expect(await lastTextTo('+13035550177')).toContain(
      'otra persona va a la visita el 11-20-2026, 1:00 p. m. a 3:00 p. m. Llame a la oficina',
    );
  });

  test('is told when the visit is moved, and the contact is told when it takes place after all', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    const { data } = await user.call(coverVisit, { ...key, providerId: ana.id });
    const { rows } = await server.database.pool.query<{ id: number }>(
      'select id from visits where care_plan_id = $1 and removed is null',
      [data?.id],
    );
    const to = { startDate: TODAY, startTime: '15:30', endDate: TODAY, endTime: '17:30' };
    const move = { careId: data?.id ?? 0, id: rows[0]?.id ?? 0, rev: 0, fromDate: TODAY, ...to };
    const moved = await user.call(rescheduleVisit, move);
    expect(moved.status, moved.text).toBe(200);
    expect(await lastTextTo(ana.number)).toContain(
      'Your visit on 11-20-2026, 1:00 PM to 3:00 PM, is now on 11-20-2026, 3:30 PM to 5:30 PM.',
    );
    expect(await lastTextTo('+13035550177')).toContain('another time, now on 11-20-2026, 3:30 PM to 5:30 PM');
    expect((await user.call(uncoverVisit, key)).status).toBe(200);
    expect(await lastTextTo('+13035550177')).toContain(
      'who comes changes again for the visit on 11-20-2026, 3:30 PM to 5:30 PM',
    );
  });

  test('gets one text about all visits that one action adds and removes, and so does the contact', async () => {
    const key = await openVisit('2026-11-28T07:00:00Z');
    const ana = await caregiver('Ana');
    const visits = [key, { ...key, day: '2026-11-27' }];
    const textsTo = async (number: string) => {
      const { rows } = await server.database.pool.query<{ text: string }>(
        "select text from messages where recipient = $1 and direction = 'out' order by id",
        [number],
      );
      return rows.map(({ text }) => text);
    };
    const before = (await textsTo('+13035550177')).length;
    const covers = visits.map((visit) => ({ ...visit, providerId: ana.id }));
    expect((await user.call(coverVisits, { covers })).status).toBe(200);
    const undone = await user.call(uncoverVisits, { visits: [...visits, key] });
    expect(undone.data?.map(({ refused }) => refused)).toEqual([null, null, 'Nobody covers this visit.']);
    expect(await textsTo(ana.number)).toEqual([
      expect.stringContaining('You have 2 new visits from 11-20-2026 to 11-27-2026.'),
      expect.stringContaining('You no longer need to come to 2 visits from 11-20-2026 to 11-27-2026.'),
    ]);
    expect((await textsTo('+13035550177')).slice(before)).toEqual([
      expect.stringContaining('another caregiver comes to 2 visits from 11-20-2026 to 11-27-2026.'),
      expect.stringContaining('who comes changes again for 2 visits from 11-20-2026 to 11-27-2026.'),
    ]);
    const evv = await server.as('evv', { providerId: ana.id });
    expect((await evv.call(uncoverVisits, { visits })).status).toBe(403);
    const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
    const foreign = await elsewhere.call(uncoverVisits, { visits: [key] });
    expect(foreign.data).toMatchObject([{ refused: 'Nobody covers this visit.' }]);
  });

  test('gets one text about several visits', async () => {
    const [one, other] = [await openVisit(), await openVisit()];
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    const covers = [
      { ...one, providerId: ana.id },
      { ...other, providerId: bhim.id },
    ];
    const { data } = await user.call(coverVisits, { covers });
    expect(data?.map(({ refused }) => refused)).toEqual([null, null]);
    expect(await lastTextTo(ana.number)).toContain('You have a new visit');
    expect(await lastTextTo(bhim.number)).toContain('You have a new visit');
    const { rows } = await server.database.pool.query(
      "select id from messages where recipient = $1 and direction = 'out'",
      [ana.number],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('offers in the phone app', () => {
  test('can be answered until others are asked, or until the visit begins while nobody else will be', async () => {
    const key = await openVisit();
    await caregiver('Best');
    await user.call(calls.sendOffers, key);
    // Whoever is asked may have offers of other visits too.
    const offer = (await stateOf(key))?.offers[0];
    const phone = await server.as('evv', { providerId: offer?.ProviderID ?? 0 });
    const answerBy = async () =>
      (await phone.call(calls.listOwnOffers, {})).data?.waiting.find(({ id }) => id === offer?.id)?.answerBy;
    const next = (await stateOf(key))?.round?.nextAt;
    expect(next).not.toBeNull();
    expect(await answerBy()).toBe(next);
    await user.call(calls.pauseOffers, key);
    expect(await answerBy()).toBe('2026-11-20T20:00:00Z');
    await user.call(calls.resumeOffers, key);
    expect(await answerBy()).not.toBe('2026-11-20T20:00:00Z');
    await server.database.pool.query(
      "insert into visit_events (plan_id, day, at, kind) values ($1, $2, now() + interval '5 years', 'notSent')",
      [key.planId, key.day],
    );
    expect(await answerBy()).toBe('2026-11-20T20:00:00Z');
  });

  test('are shown to their own caregiver without names, and only that caregiver can answer them', async () => {
    const key = await openVisit();
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await addPlan(bhim.id, ['10:30', '12:00']);
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
    const phone = await server.as('evv', { providerId: ana.id });
    const { data, text } = await phone.call(calls.listOwnOffers, {});
    expect(data?.waiting, text).toMatchObject([
      { start: '13:00', town: 'Aurora', payCents: 4333, from: null },
    ]);
    expect(text).not.toContain('Helen');
    const id = data?.waiting[0]?.id ?? 0;
    // Nobody else is asked, so they can answer until the visit begins.
    expect(data?.waiting[0]).toMatchObject({ isOpened: false, answerBy: '2026-11-20T20:00:00Z' });
    expect((await phone.call(calls.openOffer, { id })).data).toEqual({ id });
    expect((await phone.call(calls.openOffer, { id })).status).toBe(200);
    expect((await phone.call(calls.listOwnOffers, {})).data?.waiting[0]?.isOpened).toBe(true);
    const other = await server.as('evv', { providerId: bhim.id });
    const busy = await other.call(calls.listOwnOffers, {});
    expect(busy.data?.waiting).toMatchObject([{ from: { start: '10:30', town: 'Aurora' } }]);
    expect(busy.text).not.toContain('Helen');
    expect(await lastTextTo(bhim.number)).toContain(' miles from your 10:30 AM visit in Aurora, about');
    expect(await lastTextTo(ana.number)).toContain(' miles, about');
    const { rows } = await server.database.pool.query<{ hash: Buffer }>(
      'select token_hash as hash from offers where plan_id = $1 and provider_id = $2',
      [key.planId, bhim.id],
    );
    const visitor = { fields: {}, address: '203.0.113.7', agent: null, request: '', staff: null };
    const page = await offerLink.offer(server.scope, rows[0]?.hash ?? Buffer.alloc(32), visitor);
    const before = [
      expect.stringContaining('miles, from your 10:30 AM visit in Aurora, about $43.33.'),
      expect.stringContaining('millas, desde su visita de las 10:30 a. m. en Aurora, unos $43.33.'),
    ];
    expect(page).toMatchObject({ text: before });
    expect((await other.call(calls.answerOffer, { id, answer: 'yes' })).status).toBe(404);
    expect((await user.call(calls.answerOffer, { id, answer: 'yes' })).status).toBe(403);
    expect((await other.call(calls.openOffer, { id })).status).toBe(404);
    expect((await user.call(calls.openOffer, { id })).status).toBe(403);
    expect((await phone.call(calls.answerOffer, { id, answer: 'yes' })).data).toMatchObject({
      state: 'covered',
    });
    expect((await phone.call(calls.answerOffer, { id, answer: 'yes' })).data).toMatchObject({
      state: 'covered',
    });
  });
});

describe('an offer after the planned start', () => {
  test('says when each caregiver can be there: in the text, on the link’s page, in the app and in the cover', async () => {
    const at = (minutes: number) =>
      server.scope
        .now()
        .add({ minutes })
        .toZonedDateTimeISO('America/Denver')
        .toPlainTime()
        .toString()
        .slice(0, 5);
    const dolores = await caregiver('Dolores');
    const [start, end] = [at(-10), at(110)];
    const key = { planId: await addPlan(dolores.id, [start, end]), day: TODAY };
    await user.call(callOut, {
      ProviderID: dolores.id,
      from: server.scope.now().subtract({ hours: 1 }).toString(),
      until: '2026-11-21T07:00:00Z',
      note: '',
    });
    const [near, far] = [await caregiver('Near'), await caregiver('Far')];
    // About 45 minutes away.
    await server.database.pool.query('update people set address_latitude = 39.9 where id = $1', [far.id]);
    const sent = await user.call(calls.sendOffers, { ...key, providerIds: [near.id, far.id] });
    expect(sent.data, sent.text).toMatchObject({ asked: 2 });
    const hoursIn = (text = '') => /\d+:\d\d [AP]M-\d+:\d\d [AP]M/.exec(text)?.[0];
    const saidTo = async ({ id, number }: typeof near) => {
      const { rows } = await server.database.pool.query<{ hash: Buffer }>(
        'select token_hash as hash from offers where plan_id = $1 and provider_id = $2',
        [key.planId, id],
      );
      const visitor = { fields: {}, address: '203.0.113.7', agent: null, request: '', staff: null };
      const page = await offerLink.offer(server.scope, rows[0]?.hash ?? Buffer.alloc(32), visitor);
      const phone = await server.as('evv', { providerId: id });
      const [own] = (await phone.call(calls.listOwnOffers, {})).data?.waiting ?? [];
      return {
        text: hoursIn(await lastTextTo(number)),
        link: hoursIn(page && 'text' in page ? page.text[0] : ''),
        phone: own && sayHours(own.start, own.end),
      };
    };
    const [toNear, toFar] = [await saidTo(near), await saidTo(far)];
    for (const said of [toNear, toFar])
      expect(said).toEqual({ text: said.text, link: said.text, phone: said.text });
    expect(new Set([sayHours(start, end), toNear.text, toFar.text]).size).toBe(3);
    await textFrom(far.number, 'Y');
    expect(hoursIn(await lastTextTo(far.number))).toBe(toFar.text);
  });
});

describe('offers for several visits at once', () => {
  test('respect the daily limit of offers to one person, and say who gets no more', async () => {
    const ana = await caregiver('Ana');
    const full = /Ana\d+.*: Has had 3 offers today\./;
    for (const hour of ['13', '14', '15']) {
      const key = await openVisit(undefined, [`${hour}:00`, `${hour}:45`]);
      const sent = await user.call(calls.sendOffers, { ...key, providerIds: [ana.id], isLimited: true });
      expect(sent.data, sent.text).toEqual({ asked: 1, later: null });
    }
    const key = await openVisit(undefined, ['16:00', '17:00']);
    const fourth = await user.call(calls.sendOffers, { ...key, providerIds: [ana.id], isLimited: true });
    expect(fourth.data, fourth.text).toMatchObject({ asked: 0, later: null });
    expect(fourth.data?.leftOut).toMatch(full);
    expect((await stateOf(key))?.offers).toEqual([]);
    // The office may still name her for a single visit.
    const named = await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    expect(named.data, named.text).toEqual({ asked: 1, later: null });
    const evv = await server.as('evv', { providerId: ana.id });
    const refused = await evv.call(calls.sendOffers, { ...key, providerIds: [ana.id], isLimited: true });
    expect(refused.status).toBe(403);
  });

  test('count for the day on which the quiet hours end, and respect the limit at that time', async () => {
    const ana = await caregiver('Ana');
    // It is four in the morning in Denver, and quiet until five.
    server.clock.set('2026-11-20T11:00:00Z');
    try {
      const keys: Awaited<ReturnType<typeof openVisit>>[] = [];
      for (const hour of ['13', '14', '15', '16'])
        keys.push(await openVisit(undefined, [`${hour}:00`, `${hour}:45`]));
      const sent = [];
      for (const key of keys)
        sent.push(await user.call(calls.sendOffers, { ...key, providerIds: [ana.id], isLimited: true }));
      const later = sent[0]?.data?.later;
      expect(later).toContain('5:00 AM');
      expect(sent.map(({ data }) => data?.later)).toEqual([later, later, later, null]);
      expect(sent[3]?.data?.leftOut).toMatch(
        /Ana\d+.*: Quiet hours end at 5:00 AM, and for Nov 20 they already have 3 offers\./,
      );
      // The offers that wait say until when.
      const waiting = await stateOf(keys[0] ?? { planId: 0, day: '' });
      expect(waiting?.round).toMatchObject({ isAfterQuiet: true, nextAt: '2026-11-20T12:00:00Z' });
      // Someone asks her for another visit when the quiet hours end, so one of the three is held back.
      server.clock.set('2026-11-20T12:04:00Z');
      const one = keys[3] ?? { planId: 0, day: '' };
      await user.call(calls.sendOffers, { ...one, providerIds: [ana.id] });
      await workOffers(server.scope);
      const states = await Promise.all(keys.map(stateOf));
      expect(states.map((state) => state?.offers.length)).toEqual([1, 1, 0, 1]);
      // The reason can name other people, so only the sealed story gives it.
      expect(states[2]?.round?.ended).toBe(
        'Quiet hours ended at 5:00 AM, and nobody was asked. The visit’s story says why. Ask others, or assign somebody.',
      );
      const story = await user.call(getVisitStory, keys[2] ?? { planId: 0, day: '' });
      expect(story.data?.events.find(({ kind }) => kind === 'stopped')?.words).toMatch(
        /^Quiet hours ended at 5:00 AM, and nobody was asked\. .*Ana\d+.*: Has had 3 offers today\. Ask others, or assign somebody\.$/,
      );
    } finally {
      server.clock.set('2026-11-20T12:04:00Z');
    }
  });
});

describe('asking during quiet hours', () => {
  /** It is four in the morning in Denver, and quiet until five. */
  const inQuietHours = async (work: () => Promise<void>) => {
    server.clock.set('2026-11-20T11:00:00Z');
    try {
      await work();
    } finally {
      server.clock.set('2026-11-20T12:04:00Z');
    }
  };
  const askedOf = async (key: Awaited<ReturnType<typeof openVisit>>) => {
    server.clock.set('2026-11-20T12:04:00Z');
    await workOffers(server.scope);
    return (await stateOf(key))?.offers.map(({ ProviderID }) => ProviderID) ?? [];
  };

  test('a second time keeps the chosen caregivers and asks the best ones with them', () =>
    inQuietHours(async () => {
      const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
      // About 45 minutes away, so only the office asks them.
      await server.database.pool.query('update people set address_latitude = 39.9 where id = any($1)', [
        [ana.id, bhim.id],
      ]);
      const key = await openVisit();
      const first = await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
      expect(first.data?.later, first.text).toContain('5:00 AM');
      const second = await user.call(calls.sendOffers, key);
      expect(second.data, second.text).toEqual({ asked: 0, later: first.data?.later });
      const third = await user.call(calls.sendOffers, key);
      expect(third.Info).toBe('Caregivers are being asked already, a few at a time.');
      const asked = await askedOf(key);
      expect(asked).toEqual(expect.arrayContaining([ana.id, bhim.id]));
      expect(asked.length).toBeGreaterThan(2);
      expect((await stateOf(key))?.round?.nextAt).not.toBeNull();
    }));

  test('for one more person asks everyone who is waiting', () =>
    inQuietHours(async () => {
      const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
      const key = await openVisit();
      const first = await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
      const second = await user.call(calls.sendOffers, { ...key, providerIds: [bhim.id] });
      expect(second.data, second.text).toEqual({ asked: 0, later: first.data?.later });
      expect((await askedOf(key)).toSorted((a, b) => a - b)).toEqual([ana.id, bhim.id]);
      expect((await stateOf(key))?.round?.nextAt).toBeNull();
    }));

  test('for a person in addition to the waves asks them with the next wave', () =>
    inQuietHours(async () => {
      const far = await caregiver('Far');
      await server.database.pool.query('update people set address_latitude = 39.9 where id = $1', [far.id]);
      const key = await openVisit();
      expect((await user.call(calls.sendOffers, key)).data?.later).toContain('5:00 AM');
      const named = await user.call(calls.sendOffers, { ...key, providerIds: [far.id] });
      expect(named.data?.later, named.text).toContain('5:00 AM');
      const asked = await askedOf(key);
      expect(asked).toContain(far.id);
      expect(asked.length).toBeGreaterThan(1);
    }));
});

describe('a caregiver the office names during quiet hours', () => {
  const FOUR = '2026-11-20T11:00:00Z';
  const FIVE = '2026-11-20T12:04:00Z';
  /** About 45 minutes away, so only the office asks them. */
  const farAway = async () => {
    const person = await caregiver('Far');
    await server.database.pool.query('update people set address_latitude = 39.9 where id = $1', [person.id]);
    return person;
  };
  const byOf = async (key: Awaited<ReturnType<typeof openVisit>>) => {
    const { rows } = await server.database.pool.query<{ id: number; by: string }>(
      'select provider_id as id, sent_by as by from offers where plan_id = $1 and day = $2 order by id',
      [key.planId, key.day],
    );
    return rows;
  };
  const atFour = async (work: () => Promise<void>) => {
    server.clock.set(FOUR);
    try {
      await work();
    } finally {
      server.clock.set(FIVE);
      await server.database.pool.query('delete from autopilot');
    }
  };
  /** The autopilot has begun to ask for this visit, and starts on no other. */
  const isAutomatic = async ({ planId }: { readonly planId: number }, stopMinutes: number) => {
    const { pool } = server.database;
    await pool.query(
      `update offer_rounds set is_automatic = true,
        settings = settings || jsonb_build_object('stopMinutes', $2::int) where plan_id = $1`,
      [planId, stopMinutes],
    );
    await pool.query(`insert into autopilot (settings, updated, updated_by, rev)
      values ('{"isOn": true, "withinHours": 0}', now(), 'T.U.', 1) on conflict do nothing`);
  };

  test('is asked in the name of the office, not the autopilot, whose waves continue', () =>
    atFour(async () => {
      const far = await farAway();
      const key = await openVisit();
      await user.call(calls.sendOffers, key);
      await isAutomatic(key, 60);
      expect((await user.call(calls.sendOffers, { ...key, providerIds: [far.id] })).status).toBe(200);
      server.clock.set(FIVE);
      await workOffers(server.scope);
      const asked = await byOf(key);
      expect(asked.filter(({ id }) => id === far.id)).toEqual([{ id: far.id, by: 'T.U.' }]);
      const others = asked.filter(({ id }) => id !== far.id);
      expect(others.length).toBeGreaterThan(0);
      expect(others.every(({ by }) => by === AUTOMATIC)).toBe(true);
    }));

  test('is asked even if the visit starts so soon by then that the autopilot leaves it to the office', () =>
    atFour(async () => {
      const far = await farAway();
      const key = await openVisit();
      await user.call(calls.sendOffers, key);
      await isAutomatic(key, 600);
      expect((await user.call(calls.sendOffers, { ...key, providerIds: [far.id] })).status).toBe(200);
      await workOffers(server.scope);
      expect((await stateOf(key))?.round?.ended).toBeNull();
      server.clock.set(FIVE);
      await workOffers(server.scope);
      expect(await byOf(key)).toEqual([{ id: far.id, by: 'T.U.' }]);
      expect((await stateOf(key))?.round?.ended).toBe('Nobody yet, 600 minutes before the start.');
    }));

  test('is asked when quiet hours end even if the waves are paused, and the waves stay paused', () =>
    atFour(async () => {
      const far = await farAway();
      const key = await openVisit();
      await user.call(calls.sendOffers, key);
      await user.call(calls.pauseOffers, key);
      const named = await user.call(calls.sendOffers, { ...key, providerIds: [far.id] });
      expect(named.data?.later, named.text).toContain('5:00 AM');
      server.clock.set(FIVE);
      for (const _ of [1, 2]) await workOffers(server.scope);
      expect(await byOf(key)).toEqual([{ id: far.id, by: 'T.U.' }]);
      expect((await stateOf(key))?.round).toMatchObject({ isPaused: true, ended: null });
      await user.call(calls.resumeOffers, key);
      await workOffers(server.scope);
      expect((await byOf(key)).length).toBeGreaterThan(1);
    }));
});

describe('what a manager can read about a visit that was offered and covered', () => {
  test('never includes an amount: in answers, history, log, messages, files and on paper', async () => {
    const key = await openVisit();
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id, bhim.id] });
    const days = { from: TODAY, through: TODAY };
    const open = [
      await user.call(listCandidates, key),
      await user.call(planOpenVisits, { ...days, fixed: [], farther: false, isQuick: false }),
      await user.call(getOtherTime, key),
    ];
    await textFrom(ana.number, `Y ${await codeOf(key.planId, ana.id)}`);
    const { rows } = await server.database.pool.query<{ id: number }>(
      'select id from care_plans where covers_id = $1',
      [key.planId],
    );
    const cover = rows[0]?.id ?? 0;
    const all = [
      ...open,
      await user.call(calls.listOffers, key),
      await user.call(calls.listAsked, {}),
      await user.call(getVisitStory, key),
      await user.call(getBoard, days),
      await user.call(getFigures, days),
      await user.call(listCallOuts, days),
      await user.call(calls.listProposals, {}),
      await user.call(listNotices, {}),
      await user.call(getPersonLog, { id: ana.id }),
      await user.call(getPlanLog, { id: cover }),
      await user.call(getConversation, { personId: ana.id, number: null }),
      await user.call(listUnread, {}),
      await user.call(getSendLog, { date: TODAY }),
      await user.call(exportMessages, { date: TODAY, part: 'all', format: 'csv' }),
    ];
    for (const { status, text } of all) {
      expect(status, text).toBe(200);
      expect(text).not.toMatch(/\$ ?\d/);
      expect(text).not.toMatch(/[Cc]ents"?: ?\d/);
    }
    const board = await user.raw(
      requestOf(printWeek, { from: '2026-11-15', grouping: 'caregiver', ids: [ana.id] }),
    );
    const figures = await user.raw(requestOf(printFigures, days));
    for (const { status, bytes } of [board, figures]) {
      expect(status).toBe(200);
      const pages = await readPdf(bytes);
      expect(pages.flatMap(({ text }) => text).join(' ')).not.toMatch(/\$ ?\d/);
    }
    // An admin can read amounts; the offer names the pay.
    expect((await admin.call(getSendLog, { date: TODAY })).text).toMatch(/about \$43\.33/);
    expect((await admin.call(listCandidates, await openVisit())).text).toMatch(/payCents":4333/);
  });
});

describe('the autopilot', () => {
  test('can only be set by an admin, and asks automatically once it is on', async () => {
    expect((await user.call(calls.getAutopilot, {})).status).toBe(403);
    const key = await openVisit();
    await caregiver('Ana');
    await workOffers(server.scope);
    expect((await stateOf(key))?.round).toBeNull();
    const saved = await admin.call(calls.saveAutopilot, {
      settings: { ...DEFAULT_AUTOPILOT, isOn: true, offersPerDay: 50 },
      rev: 0,
    });
    expect(saved.data).toEqual({ rev: 1 });
    await workOffers(server.scope);
    expect((await stateOf(key))?.round).toMatchObject({ wave: 1, isAutomatic: true, ended: null });
    expect((await user.call(calls.pauseOffers, key)).data).toEqual({ isPaused: true });
    expect((await user.call(calls.resumeOffers, key)).data).toEqual({ isPaused: false });
    const stale = { settings: DEFAULT_AUTOPILOT, rev: 0 };
    expect((await admin.call(calls.saveAutopilot, stale)).status).toBe(409);
    // Once switched off it asks nobody, even for visits it had begun with. Caregivers already asked can still say yes.
    expect((await admin.call(calls.saveAutopilot, { ...stale, rev: 1 })).status).toBe(200);
    server.clock.advance({ minutes: 30 });
    const asked = (await stateOf(key))?.offers.length;
    await workOffers(server.scope);
    expect(await stateOf(key)).toMatchObject({
      round: { ended: 'The autopilot was switched off.', nextAt: null },
      offers: { length: asked },
    });
  });

  test('asks again when the caregiver who took the visit calls out too', async () => {
    const settings = { ...DEFAULT_AUTOPILOT, isOn: true, offersPerDay: 50, mostMiles: null };
    expect((await admin.call(calls.saveAutopilot, { settings, rev: 2 })).status).toBe(200);
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    const phone = await server.as('evv', { providerId: ana.id });
    const id = (await phone.call(calls.listOwnOffers, {})).data?.waiting[0]?.id ?? 0;
    await phone.call(calls.answerOffer, { id, answer: 'yes' });
    await workOffers(server.scope);
    expect((await stateOf(key))?.round).toMatchObject({ isAutomatic: false, nextAt: null });
    server.clock.advance({ minutes: 1 });
    await user.call(callOut, {
      ProviderID: ana.id,
      from: server.scope.now().toString(),
      until: '2026-11-21T07:00:00Z',
      note: 'car',
    });
    await workOffers(server.scope);
    const again = await stateOf(key);
    expect(again?.round).toMatchObject({ isAutomatic: true, wave: 1, ended: null });
    expect(again?.offers.filter(({ state }) => state === 'waiting').length).toBeGreaterThan(0);
    expect(again?.offers.filter(({ ProviderID }) => ProviderID === ana.id)).toHaveLength(1);
    expect((await admin.call(calls.saveAutopilot, { settings: DEFAULT_AUTOPILOT, rev: 3 })).status).toBe(200);
  });

  test('texts the office contact once per call-out when it stops, and never about asking that the office began', async () => {
    const settings = {
      ...DEFAULT_AUTOPILOT,
      isOn: true,
      people: 1,
      offersPerDay: 50,
      mostMiles: null,
      stopMinutes: 60,
      callName: 'Marisol Reyes',
      callPhone: '(720) 555-9101',
    };
    expect((await admin.call(calls.saveAutopilot, { settings, rev: 4 })).status).toBe(200);
    const [key, own] = [await openVisit(), await openVisit()];
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...own, providerIds: [ana.id] });
    await workOffers(server.scope);
    const wordsToOffice = async ({ planId }: { planId: number }) => {
      const { data } = await user.call(getVisitStory, { planId, day: TODAY });
      return data?.events.filter(({ kind }) => kind === 'officeTold').map(({ words }) => words);
    };
    const textsToOffice = async () => {
      const { rows } = await server.database.pool.query<{ text: string }>(
        'select text from messages where to_office order by id',
      );
      return rows.map(({ text }) => text);
    };
    expect(await wordsToOffice(key)).toEqual([]);
    const before = Temporal.Instant.from('2026-11-20T19:20:00Z').since(server.scope.now());
    server.clock.advance({ minutes: Math.floor(before.total('minutes')) });
    // Their sessions have expired in the hours between.
    [user, admin] = [await server.as('user'), await server.as('admin')];
    await Promise.all([workOffers(server.scope), workOffers(server.scope)]);
    await workOffers(server.scope);
    expect(await wordsToOffice(key)).toEqual(['Marisol Reyes']);
    expect(await wordsToOffice(own)).toEqual([]);
    const texts = await textsToOffice();
    const about = texts.filter((text) =>
      /: nobody yet for the visit at 1:00 PM in Aurora, [1-9]\d* asked, starts in 40 min\.$/.test(text),
    );
    expect(about.length, texts.join('\n')).toBeGreaterThan(0);
    expect(texts.join(' ')).not.toContain('Helen');
    // This call-out comes too late to ask anyone.
    const late = await openVisit();
    await workOffers(server.scope);
    await workOffers(server.scope);
    expect(await wordsToOffice(late)).toEqual(['Marisol Reyes']);
    expect((await textsToOffice()).at(-1)).toContain(', 0 asked, ');
    expect(await textsToOffice()).toHaveLength(texts.length + 1);
    const { data } = await admin.call(getSendLog, { date: TODAY });
    expect(data?.find(({ to }) => to === '+17205559101')).toMatchObject({ name: 'Office' });
    expect((await admin.call(calls.saveAutopilot, { settings: DEFAULT_AUTOPILOT, rev: 5 })).status).toBe(200);
  });

  test('shows in red and in the history that the message limit stops its texts, and asks once it can', async () => {
    const saveLimit = async (messagesPerDay: number) => {
      const { data } = await admin.call(getSettings, {});
      if (!data) throw new Error('no settings');
      const { rev, switches, paper } = data;
      await admin.call(saveSettings, { rev, paper, switches: { ...switches, messagesPerDay } });
    };
    const rev = (await admin.call(calls.getAutopilot, {})).data?.rev ?? 0;
    const settings = {
      ...DEFAULT_AUTOPILOT,
      ...{ isOn: true, offersPerDay: 50, mostMiles: null, stopMinutes: 60 },
      ...{ callName: 'Marisol Reyes', callPhone: '(720) 555-9101' },
    };
    expect((await admin.call(calls.saveAutopilot, { settings, rev })).status).toBe(200);
    const [key, late] = [await openVisit(undefined, ['18:00', '20:00']), await openVisit()];
    await caregiver('Ana');
    await saveLimit(1);
    const kindsOf = async (one: typeof key) =>
      (await user.call(getVisitStory, one)).data?.events
        .map(({ kind }) => kind)
        .filter((kind) => kind === 'notSent' || kind === 'offered' || kind === 'officeTold');
    const isUnsent = async () =>
      (await user.call(calls.listAsked, {})).data?.find(({ planId }) => planId === key.planId)?.round
        .isUnsent;
    // A job reads the settings when it starts.
    const work = async () => workOffers(await Scope.startJob(server.site, 'offers'));
    for (const _ of [1, 2]) await work();
    expect([await kindsOf(key), await isUnsent()]).toEqual([['notSent'], true]);
    // Within the hour before the start, the office contact cannot be texted either.
    expect(await kindsOf(late)).toEqual(['notSent']);
    const byHand = await user.call(calls.sendOffers, {
      ...late,
      providerIds: [(await caregiver('Bhim')).id],
    });
    expect(byHand).toMatchObject({ status: 429, Info: 'Your agency sends at most 1 messages a day.' });
    await saveLimit(10_000);
    await work();
    expect((await kindsOf(key))?.slice(0, 2)).toEqual(['notSent', 'offered']);
    expect(await isUnsent()).toBe(false);
    expect(await kindsOf(late)).toEqual(['notSent', 'officeTold']);
    const off = await admin.call(calls.saveAutopilot, { settings: DEFAULT_AUTOPILOT, rev: rev + 1 });
    expect(off.status).toBe(200);
  });

  test('continues with the other visits when one fails, and reports the failure', async () => {
    const [broken, whole] = [
      await openVisit(undefined, ['18:00', '20:00']),
      await openVisit(undefined, ['18:00', '20:00']),
    ];
    for (let n = 0; n < 6; n += 1) await caregiver('Wave');
    for (const key of [broken, whole]) expect((await user.call(calls.sendOffers, key)).status).toBe(200);
    const { pool } = server.database;
    const due = (planId: number, at: string) =>
      pool.query('update offer_rounds set next_at = $2 where plan_id = $1', [planId, at]);
    await due(broken.planId, '2026-11-20T01:00:00Z');
    await due(whole.planId, '2026-11-20T02:00:00Z');
    await pool.query("update offer_rounds set settings = 'null' where plan_id = $1", [broken.planId]);
    await expect(workOffers(server.scope)).rejects.toThrow(TypeError);
    expect((await stateOf(whole))?.round).toMatchObject({ wave: 2 });
    await pool.query(
      `update offer_rounds set settings = $2, next_at = null, ended_at = now(), ended_why = 'Over.' where plan_id = $1`,
      [broken.planId, JSON.stringify(DEFAULT_AUTOPILOT)],
    );
  });

  test('sends a test text to a mobile phone of the office and to no other kind of number', async () => {
    const input = { phone: '(720) 555-9202', language: 'en' as const, text: DEFAULT_AUTOPILOT.english };
    expect((await user.call(calls.sendTest, input)).status).toBe(403);
    const phone = await server.as('evv', { providerId: (await caregiver('Ana')).id });
    expect((await phone.call(calls.sendTest, input)).status).toBe(403);
    expect((await admin.call(calls.sendTest, input)).data).toEqual({ queued: 1 });
    expect(await lastTextTo('+17205559202')).toMatch(/^Test: .*open visit today 7:00 AM-10:00 AM, Aurora/);
    const wrong = await admin.call(calls.sendTest, { ...input, phone: '(900) 555-0101', text: '{day}' });
    expect(wrong).toMatchObject({ status: 400, errors: [{ field: 'phone' }, { field: 'text' }] });
    await textFrom('+17205559202', 'STOP');
    expect((await admin.call(calls.sendTest, input)).status).toBe(409);
  });

  test('refuses a template without a code, at its field', async () => {
    const settings = { ...DEFAULT_AUTOPILOT, english: '{day} {hours}' };
    const refused = await admin.call(calls.saveAutopilot, { settings, rev: 6 });
    expect(refused).toMatchObject({ status: 400, errors: [{ field: 'english' }] });
  });
});

describe('ten yeses at the same time', () => {
  test('make one cover', async () => {
    const people = [];
    for (let n = 0; n < 10; n += 1) people.push(await caregiver('Racer'));
    const phones = await Promise.all(people.map(({ id }) => server.as('evv', { providerId: id })));
    const key = await openVisit();
    await user.call(calls.sendOffers, { ...key, providerIds: people.map(({ id }) => id) });
    const answers = await Promise.all(
      phones.map(async (phone) => {
        const { data } = await phone.call(calls.listOwnOffers, {});
        return phone.call(calls.answerOffer, { id: data?.waiting[0]?.id ?? 0, answer: 'yes' });
      }),
    );
    expect(answers.filter(({ data }) => data?.state === 'covered')).toHaveLength(1);
    const { rows } = await server.database.pool.query('select id from care_plans where covers_id = $1', [
      key.planId,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('autopilot settings tried on past call-outs', () => {
  const asking = AskingSettings.strip().parse({ ...DEFAULT_AUTOPILOT, mostMiles: null });
  const tried = async (over: Partial<AskingSettings> = {}) => {
    const { data, text } = await admin.call(calls.tryAutopilot, { settings: { ...asking, ...over } });
    if (!data) throw new Error(text);
    return data;
  };
  let before: Temporal.Instant;
  beforeAll(() => {
    before = server.clock.now();
  });
  afterAll(async () => {
    server.clock.set(before.toString());
    [user, admin] = [await server.as('user'), await server.as('admin')];
  });

  test('count visits with a call-out and someone to ask, no matter who came', async () => {
    const now = await tried();
    const key = await openVisit();
    const ana = await caregiver('Ana');
    expect((await user.call(coverVisit, { ...key, providerId: ana.id })).status).toBe(200);
    // The visit is still ahead.
    expect(await tried()).toEqual(now);
    server.clock.advance({ minutes: 60 * 24 });
    [user, admin] = [await server.as('user'), await server.as('admin')];
    const listed = async (days: number) => (await user.call(calls.listAsked, { days })).data?.length;
    expect(await listed(1)).toBe(0);
    expect(await listed(2)).toBeGreaterThan(0);
    const { visits, asked, minutes, overtimeCents, tried: all } = await tried({ stopMinutes: 0 });
    expect(visits).toBeGreaterThan(0);
    expect(asked).toBe(visits);
    // The figures come with the visits they count.
    expect(all).toHaveLength(visits);
    expect(all.find(({ planId, day }) => planId === key.planId && day === key.day)).toMatchObject({
      overtimeCents: 0,
      Provider: expect.stringContaining(', '),
    });
    // Offers of these days were accepted, and each time someone without overtime was free.
    expect(minutes).not.toBeNull();
    expect(overtimeCents).toBe(0);
    const quiet = await tried({ stopMinutes: 0, quietFrom: '00:00', quietUntil: '06:00' });
    expect(quiet.minutes).toBeGreaterThan(minutes ?? 0);
    const nobody = {
      ...{ visits, asked: 0, minutes: null, overtimeCents: 0 },
      tried: all.map((one) => ({ ...one, overtimeCents: null })),
    };
    expect(await tried({ stopMinutes: 1_440 })).toEqual(nobody);
    expect(await tried({ callOuts: 'phone' })).toEqual(nobody);
    expect(await tried({ onlyKnown: true })).toEqual(nobody);
  });

  test('are for admins, for their own agency', async () => {
    expect((await user.call(calls.tryAutopilot, { settings: asking })).status).toBe(403);
    const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
    const { data } = await elsewhere.call(calls.tryAutopilot, { settings: asking });
    expect(data).toEqual({ visits: 0, asked: 0, minutes: null, overtimeCents: 0, tried: [] });
  });
});

describe('a polled list of offers answers 304', () => {
  const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
  /** Polls as the same browser would. */
  const poller = (ask: (headers: Record<string, string>) => Promise<{ status: number; headers: object }>) => {
    let tag = '';
    return async () => {
      const answer = await ask({ 'if-none-match': tag });
      tag = 'etag' in answer.headers ? String(answer.headers.etag) : tag;
      return answer.status;
    };
  };
  const changes = async (
    poll: () => Promise<number>,
    steps: Readonly<Record<string, () => Promise<unknown>>>,
  ) => {
    await poll();
    expect(await poll()).toBe(304);
    for (const [name, change] of Object.entries(steps)) {
      await change();
      expect([name, await poll()]).toEqual([name, 200]);
      expect([name, await poll()]).toEqual([name, 304]);
    }
  };
  const setPerson = (id: number, what: string) => query(`update people set ${what} where id = ${id}`);
  const checkedByAggregator = (id: number) => setPerson(id, "aggregator_status = 'Success', rev = rev + 1");

  test('for one visit, until someone is asked or answers, the call-out changes, or the cover is taken back', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    const poll = poller((headers) => user.call(calls.listOffers, key, headers));
    await changes(poll, {
      asked: () => user.call(calls.sendOffers, { ...key, providerIds: [ana.id] }),
      answered: () => textFrom(ana.number, 'Y'),
      renamed: () => setPerson(ana.id, "first_name = 'Anna'"),
      uncovered: () => user.call(uncoverVisit, key),
    });
    await checkedByAggregator(ana.id);
    expect(await poll()).toBe(304);
  });

  test('for all visits being asked for, until one is paused, moved or canceled', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    await user.call(calls.sendOffers, { ...key, providerIds: [ana.id] });
    const poll = poller((headers) => user.call(calls.listAsked, { days: 30 }, headers));
    await changes(poll, {
      paused: () => user.call(calls.pauseOffers, key),
      town: () =>
        query(
          "update people set city = 'Parker' where id = (select client_id from care_plans where id = $1)",
          [key.planId],
        ),
      moved: () =>
        query("update visits set plan_start = '12:50' where care_plan_id = $1 and date = $2", [
          key.planId,
          TODAY,
        ]),
      cancelled: () =>
        query('update visits set removed = now() where care_plan_id = $1 and date = $2', [key.planId, TODAY]),
    });
    await checkedByAggregator(ana.id);
    expect(await poll()).toBe(304);
  });

  test('for a caregiver, until an offer arrives, its visit changes or, with an open offer, a minute passes', async () => {
    const key = await openVisit();
    const ana = await caregiver('Ana');
    const [phone, bhim] = [
      await server.as('evv', { providerId: ana.id }),
      await server.as('evv', { providerId: (await caregiver('Bhim')).id }),
    ];
    const poll = poller((headers) => phone.call(calls.listOwnOffers, {}, headers));
    await poll();
    // A caregiver who was never asked is affected neither by visits nor by the time.
    await query("update visits set notes = 'x' where date = $1", [TODAY]);
    const now = server.clock.now();
    server.clock.set(now.add({ minutes: 1 }).toString());
    expect(await poll()).toBe(304);
    await changes(poll, {
      asked: () => user.call(calls.sendOffers, { ...key, providerIds: [ana.id] }),
      visit: () =>
        query("update visits set notes = 'y' where care_plan_id = $1 and date = $2", [key.planId, TODAY]),
      minute: async () => server.clock.set(now.add({ minutes: 2 }).toString()),
    });
    const tag = String((await phone.call(calls.listOwnOffers, {})).headers.etag);
    expect((await bhim.call(calls.listOwnOffers, {}, { 'if-none-match': tag })).status).toBe(200);
    server.clock.set(now.toString());
  });

  test('for call-outs by text, until one arrives, someone shares the phone, or it is closed', async () => {
    const [ana, bhim] = [await caregiver('Ana'), await caregiver('Bhim')];
    const poll = poller((headers) => user.call(calls.listProposals, {}, headers));
    const own = async () =>
      (await user.call(calls.listProposals, {})).data?.find(({ ProviderID }) => ProviderID === ana.id);
    await changes(poll, {
      came: () => textFrom(ana.number, 'I am sick today'),
      shared: () => setPerson(bhim.id, `alt_phone = (select phone from people where id = ${ana.id})`),
      closed: async () => user.call(calls.closeProposal, { id: (await own())?.id ?? 0 }),
    });
  });

  test('to nobody of another role or agency', async () => {
    const key = await openVisit();
    const other = await server.as('user', { site: server.siteNamed('other') });
    const phone = await server.as('evv', { providerId: (await caregiver('Ana')).id });
    type Ask = (caller: Caller, headers?: Record<string, string>) => ReturnType<Caller['call']>;
    const asks: readonly Ask[] = [
      (caller, headers) => caller.call(calls.listAsked, {}, headers),
      (caller, headers) => caller.call(calls.listProposals, {}, headers),
    ];
    for (const ask of asks) {
      const known = { 'if-none-match': String((await ask(user)).headers.etag) };
      expect((await ask(phone, known)).status).toBe(403);
      expect(await ask(other, known)).toMatchObject({ status: 200, data: [] });
    }
    expect((await phone.call(calls.listOffers, key)).status).toBe(403);
    expect((await user.call(calls.listOwnOffers, {})).status).toBe(403);
    expect((await other.call(calls.listOffers, key)).data).toEqual({ round: null, offers: [] });
  });
});
