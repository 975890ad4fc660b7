import { addReportMail, listReportMails, removeReportMail } from '@homecare/domain/report-mails/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { Scope } from '../platform/auth/scope.ts';
import { reportMailsJob } from './jobs.ts';

// Friday; the next Monday at six in Denver is 2026-11-23T13:00Z.
const FRIDAY = '2026-11-20T17:00:00Z';
const chosen = { date: '2026-11-01', type: 'all' };

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: FRIDAY, others: ['other'] });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const runAt = async (now: string) => {
  server.clock.set(now);
  await reportMailsJob.run(await Scope.startJob(server.site, reportMailsJob.name), {});
  const { rows } = await server.database.pool.query<{ recipient: string; subject: string; text: string }>(
    'select recipient, subject, text from messages order by id',
  );
  return rows;
};
const filesOf = async (caller: Caller) =>
  (await caller.call(listReportMails, {})).data?.map(({ file }) => file);

test('an invalid address, a wrong parameter and an unknown report are refused', async () => {
  const add = (file: string, more = {}) =>
    admin.call(addReportMail, { file, address: 'ana@front-range.example', chosen, ...more });
  expect((await add('Nothing')).status).toBe(404);
  expect((await add('ClientsActive', { address: 'ana' })).errors).toEqual([
    { field: 'address', message: 'Enter an e-mail address.' },
  ]);
  expect((await add('ClientsActive', { chosen: { ...chosen, date: 'soon' } })).errors).toEqual([
    { field: 'date', message: 'A date looks like 2026-11-20.' },
  ]);
});

test('all reports of an account are announced in one email every Monday after six, once, without their content', async () => {
  await admin.call(addReportMail, { file: 'ClientsActive', address: 'ana@front-range.example', chosen });
  await admin.call(addReportMail, {
    file: 'MissingTS',
    address: 'ana@front-range.example',
    chosen: { month: '2026-11', type: 'all' },
  });
  const twice = await admin.call(addReportMail, {
    file: 'ClientsActive',
    address: 'ana@front-range.example',
    chosen,
  });
  expect(twice.errors[0]?.message).toBe('You get an e-mail about this report every Monday already.');
  const user = await server.as('user');
  await user.call(addReportMail, {
    file: 'ProvidersActive',
    address: 'tom@front-range.example',
    chosen: { date: '2026-11-01' },
  });

  expect(await runAt('2026-11-23T12:59:00Z')).toEqual([]);
  const sent = await runAt('2026-11-23T13:03:00Z');
  expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    ['ana@front-range.example', '2 reports ready'],
    ['tom@front-range.example', expect.stringMatching(/^Report ready: /)],
  ]);
  expect(sent[0]?.text).toContain('/reports');
  expect(await runAt('2026-11-23T14:03:00Z')).toEqual(sent);
  expect(await runAt('2026-11-25T14:03:00Z')).toEqual(sent);
  // A server that was down on Monday catches up on Tuesday.
  expect(await runAt('2026-12-01T20:03:00Z')).toHaveLength(4);
  expect(await runAt('2026-12-01T21:03:00Z')).toHaveLength(4);
});

test('what is added after six waits for the next Monday', async () => {
  server.clock.set('2026-12-01T22:00:00Z');
  const late = await server.as('admin');
  await late.call(addReportMail, { file: 'ClientsActive', address: 'late@front-range.example', chosen });
  expect(await runAt('2026-12-01T23:03:00Z')).toHaveLength(4);
  const recipients = (await runAt('2026-12-07T13:03:00Z')).slice(4).map(({ recipient }) => recipient);
  expect(recipients.toSorted()).toEqual([
    'ana@front-range.example',
    'late@front-range.example',
    'tom@front-range.example',
  ]);
});

test('no email is sent once it is stopped or its account is closed; only its own account can stop one', async () => {
  const [stops, others] = [await server.as('admin'), await server.as('admin')];
  const { insertId: id = 0 } = await stops.call(addReportMail, {
    file: 'ClientsActive',
    address: 'stops@front-range.example',
    chosen,
  });
  expect((await others.call(removeReportMail, { id })).status).toBe(404);
  expect((await stops.call(removeReportMail, { id })).status).toBe(200);
  expect(await filesOf(stops)).toEqual([]);
  await server.database.pool.query(
    `update accounts set suspended = now() where id in (select account_id from report_mails
      where address in ('late@front-range.example', 'tom@front-range.example'))`,
  );
  // A user who has become a caregiver may no longer read reports.
  const moved = await server.as('user');
  await moved.call(addReportMail, { file: 'ClientsActive', address: 'moved@front-range.example', chosen });
  await server.database.pool.query(`update accounts set role = 'provider' where id = $1`, [moved.accountId]);
  const before = (await runAt('2026-12-07T15:03:00Z')).length;
  const recipients = (await runAt('2026-12-14T13:03:00Z')).slice(before).map(({ recipient }) => recipient);
  expect(recipients).toEqual(['ana@front-range.example']);
});

test('caregivers and readers have no reports, and another agency has its own', async () => {
  for (const role of ['provider', 'evv'] as const) {
    const caller = await server.as(role);
    expect((await caller.call(listReportMails, {})).status).toBe(403);
    expect(
      (await caller.call(addReportMail, { file: 'ClientsActive', address: 'x@front-range.example', chosen }))
        .status,
    ).toBe(403);
  }
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect(await filesOf(other)).toEqual([]);
});
