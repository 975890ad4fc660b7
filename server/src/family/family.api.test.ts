import { listLooks } from '@homecare/domain/access-log/contract.ts';
import { PASSKEY_UNKNOWN } from '@homecare/domain/accounts/passkey.ts';
import { signInWithPasskey } from '@homecare/domain/accounts/passkey-contract.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { endMember, invite, listMembers, saveMember, sendLink } from '@homecare/domain/family/contract.ts';
import * as page from '@homecare/domain/family/own-contract.ts';
import { callOut } from '@homecare/domain/staffing/contract.ts';
import { afterAll, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { asFamily } from '../../testing/family.ts';
import { softPasskey } from '../../testing/passkey.ts';
import { requestOf } from '../../testing/requests.ts';
import { testServer } from '../../testing/server.ts';
import { SiteJobs } from '../platform/jobs/site-jobs.ts';
import { familyJob } from './jobs.ts';

// Friday, 10:00 AM in Denver.
const server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
afterAll(() => server.stop());
const { pool } = server.database;
const user = await server.as('user');

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
const client = () => addClient(pool, `Quimby${next()}`);
const agreed = (over: object = {}) => ({
  name: 'Rosa Diaz',
  relation: 'Daughter',
  language: 'en' as const,
  agreed: ['visits' as const],
  agreedBy: 'Helen, by phone',
  ...over,
});
const inviteTo = async (clientId: number, over: object = {}) => {
  const email = `rosa${next()}@example.org`;
  const sent = await user.call(invite, { clientId, email, ...agreed(over) });
  expect(sent.status, sent.text).toBe(200);
  return { id: sent.insertId ?? 0, email };
};
/** The link in the last message to this address, as it is sent. */
const linkTo = async (email: string) => {
  const { rows } = await pool.query<{ text: string; link: Buffer }>(
    "select text, sealed_link as link from messages where recipient = $1 and channel = 'Email' order by id desc limit 1",
    [email],
  );
  const [mail] = rows;
  if (!mail) throw new Error('no mail');
  return { text: mail.text, path: `/l/${server.site.secrets.decrypt(mail.link)}` };
};
const press = (path: string) =>
  server.app.inject({ method: 'POST', url: path, headers: { host: 'localhost' } });
const callerOf = (answer: Awaited<ReturnType<typeof press>>) => {
  const [cookie] = [answer.headers['set-cookie'] ?? []].flat();
  return server.withCookie(cookie?.split(';')[0] ?? '');
};
/** Requested links are mailed after the answer. */
const mailAsked = () => new SiteJobs(server.site, [familyJob]).run();
const countMails = async (email: string) =>
  (await pool.query('select from messages where recipient = $1', [email])).rows.length;
const comeIn = async (email: string) => callerOf(await press((await linkTo(email)).path));

const addPlan = async (ClientID: number, ProviderID: number, over: object = {}) => {
  const { insertId, text } = await user.call(insertCarePlan, {
    data: {
      ProviderID,
      ClientID,
      Type: 'PCP',
      StartDate: '2026-11-16',
      createReason: 'New client',
      week: weekOf({ Mon: ['08:00', '10:00'], Fri: ['08:00', '10:00'] }),
      ...over,
    },
  });
  if (!insertId) throw new Error(text);
  return insertId;
};

test('a family member is invited, signs in once with the mailed link, and sees who comes next', async () => {
  const helen = await client();
  const maria = await addProvider(pool, 'Gonzales', { first_name: 'Maria' });
  await addPlan(helen, maria, { EndDate: '2026-12-01' });
  await addPlan(await client(), await addProvider(pool, 'Other'));
  const { email } = await inviteTo(helen);
  const { path, text } = await linkTo(email);
  expect(text).not.toMatch(/Quimby|care|PCP/);
  const shown = await server.app.inject({ url: path, headers: { host: 'localhost' } });
  expect(shown.body).toContain('Open the page');
  const opened = await press(path);
  expect([opened.statusCode, opened.headers.location]).toEqual([303, '/family']);
  const cookie = String(opened.headers['set-cookie']);
  expect(cookie).toMatch(/HttpOnly.*SameSite=Strict/);
  const rosa = callerOf(opened);
  expect((await rosa.call(page.getPage, {})).data).toMatchObject({ name: 'Rosa Diaz', agreed: ['visits'] });
  expect((await rosa.call(page.listVisits, {})).data).toEqual(
    ['2026-11-20', '2026-11-23', '2026-11-27', '2026-11-30'].map((date) =>
      expect.objectContaining({ date, start: '08:00', end: '10:00', caregiver: 'Maria G.' }),
    ),
  );
  // The used link and an invented one do not work.
  expect((await press(path)).statusCode).toBe(404);
  expect((await press(`/l/${'A'.repeat(43)}`)).statusCode).toBe(404);
});

test('the page refuses what was not agreed on, and shows it once it is', async () => {
  const helen = await client();
  const { id, email } = await inviteTo(helen, { agreed: ['arrivals'] });
  const rosa = await comeIn(email);
  expect((await rosa.call(page.listArrivals, {})).data).toEqual([]);
  expect((await rosa.call(page.listVisits, {})).status).toBe(403);
  const saved = await user.call(saveMember, { id, rev: 0, ...agreed() });
  expect(saved.status, saved.text).toBe(200);
  expect((await rosa.call(page.listVisits, {})).status).toBe(200);
  expect((await rosa.call(page.listArrivals, {})).status).toBe(403);
  expect((await user.call(saveMember, { id, rev: 0, ...agreed() })).status).toBe(409);
});

test('a caregiver who called out is not shown until the agency finds another', async () => {
  const helen = await client();
  const maria = await addProvider(pool, 'Gonzales', { first_name: 'Maria' });
  await addPlan(helen, maria, { EndDate: '2026-11-28' });
  const rosa = await asFamily(server, helen, ['visits']);
  await user.call(callOut, {
    ProviderID: maria,
    from: '2026-11-23T07:00:00Z',
    until: '2026-11-24T07:00:00Z',
    note: 'flu',
  });
  const { data, text } = await rosa.call(page.listVisits, {});
  expect(data?.map(({ caregiver }) => caregiver)).toEqual(['Maria G.', null, 'Maria G.']);
  expect(text).not.toContain('flu');
});

test('arrivals and departures are those of this client in the last two weeks', async () => {
  const [helen, other] = [await client(), await client()];
  const maria = await addProvider(pool, 'Gonzales', { first_name: 'Maria' });
  const plans = [await addPlan(helen, maria), await addPlan(other, await addProvider(pool, 'Other'))];
  await pool.query(
    `update visits set status = 'Complete', start_at = '2026-11-20T15:04:00Z', end_at = '2026-11-20T16:58:00Z'
     where care_plan_id = any($1) and date = '2026-11-20'`,
    [plans],
  );
  const rosa = await asFamily(server, helen, ['arrivals']);
  expect((await rosa.call(page.listArrivals, {})).data).toMatchObject([
    {
      date: '2026-11-20',
      arrived: '2026-11-20T15:04:00Z',
      left: '2026-11-20T16:58:00Z',
      caregiver: 'Maria G.',
    },
  ]);
});

test('an ended invitation shows nothing more in any process, by session, link or passkey', async () => {
  const helen = await client();
  const { id, email } = await inviteTo(helen);
  const rosa = await comeIn(email);
  const elsewhere = await server.atSecondInstance(rosa);
  const soft = softPasskey('http://localhost');
  const offer = await rosa.call(page.beginPasskey, {});
  const passkey = soft.make(offer.data?.challenge ?? '', offer.data?.rp.id ?? '');
  expect((await rosa.call(page.addPasskey, { name: 'Phone', passkey })).status).toBe(200);
  expect((await user.call(sendLink, { id })).status).toBe(200);
  const { path } = await linkTo(email);
  expect((await elsewhere.call(page.listVisits, {})).status).toBe(200);
  const begun = performance.now();
  expect((await user.call(endMember, { id })).status).toBe(200);
  for (const caller of [rosa, elsewhere])
    for (const { status } of [await caller.call(page.getPage, {}), await caller.call(page.listVisits, {})])
      expect(status).toBe(401);
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect((await press(path)).statusCode).toBe(404);
  const asked = await server.anonymous().call(page.beginPasskeySignIn, {});
  const used = soft.use(asked.data?.challenge ?? '', asked.data?.rpId ?? '');
  expect((await server.anonymous().call(page.signInWithPasskey, { passkey: used })).status).toBe(401);
  expect((await server.anonymous().call(page.askLink, { email, language: 'en' })).status).toBe(200);
  await mailAsked();
  expect((await linkTo(email)).path).toBe(path);
  expect((await user.call(endMember, { id })).status).toBe(409);
});

test('a passkey opens the page without a link, and can only be added soon after signing in', async () => {
  const { email } = await inviteTo(await client());
  const rosa = await comeIn(email);
  const soft = softPasskey('http://localhost');
  const offer = await rosa.call(page.beginPasskey, {});
  await rosa.call(page.addPasskey, {
    name: 'Phone',
    passkey: soft.make(offer.data?.challenge ?? '', offer.data?.rp.id ?? ''),
  });
  const asked = await server.anonymous().call(page.beginPasskeySignIn, {});
  const used = soft.use(asked.data?.challenge ?? '', asked.data?.rpId ?? '');
  const opened = await server.anonymous().call(page.signInWithPasskey, { passkey: used });
  const [cookie] = [opened.headers['set-cookie'] ?? []].flat();
  const again = server.withCookie(String(cookie).split(';')[0] ?? '');
  expect((await again.call(page.getPage, {})).data?.name).toBe('Rosa Diaz');
  // A challenge is answered once and does not open an account.
  expect((await server.anonymous().call(page.signInWithPasskey, { passkey: used })).status).toBe(401);
  const { data } = await server.anonymous().call(page.beginPasskeySignIn, {});
  const passkey = soft.use(data?.challenge ?? '', data?.rpId ?? '');
  expect((await server.anonymous().call(signInWithPasskey, { passkey })).Info).toBe(PASSKEY_UNKNOWN);
  server.clock.advance({ minutes: 11 });
  expect((await again.call(page.beginPasskey, {})).status).toBe(409);
  server.clock.advance({ hours: 12 });
  expect((await again.call(page.getPage, {})).status).toBe(401);
  server.clock.set('2026-11-20T17:00:00Z');
});

test('a link is requested with the address only, and nobody learns whether it is known', async () => {
  const { email } = await inviteTo(await client(), { language: 'es' });
  const first = (await linkTo(email)).path;
  const asked = async (of: string) => {
    const { text } = await server.anonymous().call(page.askLink, { email: of, language: 'en' });
    const { rows } = await pool.query("select from graphile_worker.jobs where task_identifier = 'family'");
    return [text, rows.length];
  };
  // The work before the answer is also the same: one job is queued, and nothing has been mailed.
  const unknown = await asked('no@example.org');
  await mailAsked();
  expect(await asked(email.toUpperCase())).toEqual(unknown);
  expect(await countMails(email)).toBe(1);
  await mailAsked();
  expect((await linkTo(email)).text).toContain('funciona una vez');
  const second = (await linkTo(email)).path;
  await asked(email);
  await mailAsked();
  // Requesting a link for someone else's address does not end their links; each opens the page once.
  for (const path of [first, second, (await linkTo(email)).path]) {
    expect((await callerOf(await press(path)).call(page.getPage, {})).status).toBe(200);
    expect((await press(path)).statusCode).toBe(404);
  }
});

test('one place can request few links for an address, and does not keep others from requesting', async () => {
  const { id, email } = await inviteTo(await client());
  const askFrom = async (remoteAddress: string) => {
    const request = requestOf(page.askLink, { email, language: 'en' });
    expect((await server.anonymous().raw({ ...request, remoteAddress })).status).toBe(200);
    await mailAsked();
  };
  for (let n = 0; n < 8; n += 1) await askFrom('198.51.100.7');
  expect(await countMails(email)).toBe(1 + 5);
  await askFrom('203.0.113.9');
  expect(await countMails(email)).toBe(1 + 5 + 1);
  // A link sent by the office ends all earlier ones.
  const { path } = await linkTo(email);
  await user.call(sendLink, { id });
  expect((await press(path)).statusCode).toBe(404);
  expect((await press((await linkTo(email)).path)).statusCode).toBe(303);
});

test('in a browser with an account signed in, the page asks who is there and goes blank as usual', async () => {
  const rosa = await asFamily(server, await client(), ['visits']);
  for (const account of [await server.as('evv'), await server.as('user', { temporary: true })]) {
    const alone = server.withCookie(account.cookie ?? '');
    expect((await alone.call(page.getPage, {})).reason).toBe('notSignedIn');
    const both = server.withCookie(`${account.cookie}; ${rosa.cookie}`);
    expect((await both.call(page.listVisits, {})).status).toBe(200);
  }
  const both = server.withCookie(`${(await server.as('evv')).cookie}; ${rosa.cookie}`);
  await user.call(endMember, { id: rosa.memberId });
  for (const { reason } of [await both.call(page.getPage, {}), await both.call(page.listVisits, {})])
    expect(reason).toBe('notSignedIn');
});

test('an unused link expires, an invitation after three days', async () => {
  const { email } = await inviteTo(await client());
  const { path } = await linkTo(email);
  server.clock.advance({ hours: 73 });
  expect((await press(path)).statusCode).toBe(404);
  server.clock.set('2026-11-20T17:00:00Z');
});

test('each look by the family is logged with the client; an unchanged answer is not another look', async () => {
  const helen = await client();
  const maria = await addProvider(pool, 'Gonzales', { first_name: 'Maria' });
  await addPlan(helen, maria);
  const rosa = await asFamily(server, helen, ['visits']);
  const first = await rosa.call(page.listVisits, {});
  const same = await rosa.call(page.listVisits, {}, { 'if-none-match': String(first.headers.etag) });
  expect(same.status).toBe(304);
  await server.site.accessLog.drain();
  const admin = await server.as('admin');
  const { data } = await admin.call(listLooks, { id: helen, all: false });
  expect(data?.looks).toMatchObject([{ what: 'Family page: next visits', way: 'opened' }]);
  expect(data?.looks[0]?.who).toMatch(/^Rosa/);
});

test('their calendar contains hours without names, and ends with the invitation or the agreement', async () => {
  const helen = await client();
  await addPlan(helen, await addProvider(pool, 'Gonzales', { first_name: 'Maria' }), {
    EndDate: '2026-11-28',
  });
  const rosa = await asFamily(server, helen, ['visits']);
  expect((await rosa.call(page.getCalendar, {})).data).toEqual({ made: null, read: null });
  const { data } = await rosa.call(page.renewCalendar, {});
  const url = new URL(data?.url ?? 'https://x/').pathname;
  const read = () => server.app.inject({ url, headers: { host: 'localhost' } });
  const { body } = await read();
  expect(body.match(/^DTSTART:.*$/gm)?.map((line) => line.trim())).toEqual([
    'DTSTART:20261120T150000Z',
    'DTSTART:20261123T150000Z',
    'DTSTART:20261127T150000Z',
  ]);
  for (const word of ['Quimby', 'Maria', 'Gonzales', 'PCP']) expect(body).not.toContain(word);
  expect((await rosa.call(page.getCalendar, {})).data?.read).toBe('2026-11-20T17:00:00Z');
  // The office sees the address and that it is being read; the record gets one look per hour.
  expect((await user.call(listMembers, { clientId: helen })).data).toMatchObject([
    { calendarMade: '2026-11-20T17:00:00Z', calendarRead: '2026-11-20T17:00:00Z' },
  ]);
  const looks = async () => {
    await server.site.accessLog.drain();
    const { data: found } = await (await server.as('admin')).call(listLooks, { id: helen, all: false });
    return found?.looks.flatMap(({ what, who, way, rows }) =>
      what === 'Family calendar' ? [[who.slice(0, 4), way, rows]] : [],
    );
  };
  await read();
  expect(await looks()).toEqual([['Rosa', 'opened', 3]]);
  server.clock.advance({ minutes: 61 });
  await read();
  expect(await looks()).toHaveLength(2);
  server.clock.set('2026-11-20T17:00:00Z');
  const agree = (rev: number, parts: readonly ('visits' | 'arrivals')[]) =>
    user.call(saveMember, { id: rosa.memberId, rev, ...agreed({ agreed: [...parts] }) });
  await agree(0, ['arrivals']);
  expect((await read()).statusCode).toBe(404);
  await agree(1, ['visits']);
  expect((await read()).statusCode).toBe(200);
  await user.call(endMember, { id: rosa.memberId });
  expect((await read()).statusCode).toBe(404);
});

test('missing fields of an invitation are named, and an address is invited once', async () => {
  const helen = await client();
  const wrong = await user.call(invite, {
    clientId: helen,
    email: 'nobody',
    ...agreed({ name: ' ', relation: '', agreed: [], agreedBy: '' }),
  });
  expect(wrong.errors.map(({ field }) => field)).toEqual(['name', 'relation', 'agreed', 'agreedBy', 'email']);
  const { email } = await inviteTo(helen);
  const twice = await user.call(invite, { clientId: helen, email: email.toUpperCase(), ...agreed() });
  expect([twice.status, twice.errors[0]?.field]).toEqual([409, 'email']);
  expect((await user.call(listMembers, { clientId: helen })).data).toMatchObject([
    { email, ended: null, lastIn: null },
  ]);
});

test('providers and caregivers cannot invite, and another agency finds neither client nor invitation', async () => {
  const helen = await client();
  const { id } = await inviteTo(helen);
  for (const role of ['provider', 'evv'] as const) {
    const caller = await server.as(role);
    expect((await caller.call(listMembers, { clientId: helen })).status).toBe(403);
    expect((await caller.call(endMember, { id })).status).toBe(403);
  }
  const other = await server.as('user', { site: server.siteNamed('other') });
  expect((await other.call(listMembers, { clientId: helen })).status).toBe(404);
  expect((await other.call(endMember, { id })).status).toBe(404);
  const rosa = await asFamily(server, helen, ['visits']);
  const there = server.withCookie((rosa.cookie ?? '').replace('demo~', 'other~'));
  const answer = await there.raw({
    url: '/homecare/api/family/list-visits',
    headers: { host: 'other.agency.test' },
  });
  expect(answer.status).toBe(401);
});
