import { insertCandidate } from '@homecare/domain/candidates/contract.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { exportCandidates, exportMessages, exportVisits } from '@homecare/domain/list-export/contract.ts';
import { queueEmail, queueSms } from '@homecare/domain/messaging/contract.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { reopen } from '../../testing/workbook.ts';

// Friday, November 20, 2026, 10:00 in Denver.
const TODAY = '2026-11-20';
const DAY = {
  ...({ date: TODAY, segment: 'All', pending: true, sent: true } as const),
  ...{ hour: null, state: null, planId: null },
} as const;
const HOSTILE = '=HYPERLINK("http://evil.example")';

let server: TestServer;
let user: Caller;
let people: { provider: number; client: number };
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  user = await server.as('user');
  const { pool } = server.site;
  people = {
    provider: await addProvider(pool, HOSTILE, { phone: '(720) 555-0101', email: 'pat@example.org' }),
    client: await addClient(pool, 'Hương "Phúc"'),
  };
  await user.call(insertCarePlan, {
    data: {
      ProviderID: people.provider,
      ClientID: people.client,
      Type: 'PCP',
      StartDate: TODAY,
      createReason: 'New',
      week: weekOf({ Fri: ['07:00', '08:30'], Sat: ['22:00', '02:00'] }),
    },
  });
});
afterAll(() => server.stop());

const linesOf = (text: string) => text.split('\r\n').slice(0, -1);
const lastLogged = async () =>
  (
    await server.site.pool.query(
      'select kind, subject_ids, parameters, format, rows from document_log order by id desc limit 1',
    )
  ).rows[0];

describe('the export of a day of Evv Admin', () => {
  const view = { ...DAY, format: 'csv' } as const;
  it('has a row for each visit, with the screen’s icons in words', async () => {
    const answer = await user.call(exportVisits, view);
    expect(answer.headers['content-disposition']).toContain('evv-admin_2026-11-20.csv');
    const [head, ...visits] = linesOf(answer.text);
    expect(head).toBe(
      '\uFEFF"ID","Provider","Client","Date","Plan","Status","In","Out","Sandata","Reason","Signs","Last edited by"',
    );
    expect(visits.map((line) => line.replace(/^"\d+",/, ''))).toEqual([
      `"'=HYPERLINK(""http://evil.example""), Pat","Hương ""Phúc"", Chris","11-20-2026","7:00 AM – 8:30 AM","Planned","","","","Missed: nobody checked in","",""`,
    ]);
    const tomorrow = linesOf((await user.call(exportVisits, { ...view, date: '2026-11-21' })).text);
    expect(tomorrow[1]).toContain('"11-21-2026","10:00 PM – 2:00 AM +1","Planned"');
  });
  it('follows the segment shown', async () => {
    const rows = async (segment: 'Attention' | 'Complete') =>
      linesOf((await user.call(exportVisits, { ...view, segment })).text).length - 1;
    expect([await rows('Attention'), await rows('Complete')]).toEqual([1, 0]);
  });
  it('follows the hour and the state shown', async () => {
    const rows = async (only: { hour?: number; state?: 'missed' | 'open'; planId?: number }) =>
      linesOf((await user.call(exportVisits, { ...view, ...only })).text).length - 1;
    expect([await rows({ hour: 7 }), await rows({ hour: 8 })]).toEqual([1, 0]);
    expect([await rows({ state: 'missed' }), await rows({ hour: 7, state: 'open' })]).toEqual([1, 0]);
    expect(await lastLogged()).toMatchObject({ parameters: { hour: '7 AM', state: 'open' } });
    expect(await rows({ planId: 999_999 })).toBe(0);
  });
});

describe('the export of candidates', () => {
  beforeAll(async () => {
    const some = {
      Phone: '(303) 555-0190',
      Address: '3000 S Jamaica Ct, Aurora, CO 80014',
      AddressLatitude: 39.66,
      AddressLongitude: -104.86,
      AddressApproximate: false,
      DateAvailable: '2026-12-01',
    };
    for (const Name of ['Maria Lopez', '@SUM(A1), "Ana"'])
      await user.call(insertCandidate, { data: { ...some, Name } });
  });
  it('has the rows of the search, newest first', async () => {
    const answer = await user.call(exportCandidates, { search: '', format: 'csv' });
    expect(answer.headers['content-disposition']).toContain('candidates_2026-11-20.csv');
    const address = '"3000 S Jamaica Ct, Aurora, CO 80014","12-01-2026","11-20-2026"';
    expect(linesOf(answer.text).map((line) => line.replace(/^"\d+",/, ''))).toEqual([
      '\uFEFF"ID","Name","Phone","Address","Available","Created"',
      `"'@SUM(A1), ""Ana""","(303) 555-0190",${address}`,
      `"Maria Lopez","(303) 555-0190",${address}`,
    ]);
    const found = await user.call(exportCandidates, { search: ' lopez ', format: 'csv' });
    expect(linesOf(found.text)).toHaveLength(2);
  });
  it('is logged without the search term', async () => {
    await user.call(exportCandidates, { search: 'lopez', format: 'xlsx' });
    expect(await lastLogged()).toMatchObject({
      kind: 'candidates list',
      format: 'xlsx',
      rows: 1,
      parameters: { searched: true },
    });
  });
});

describe('the export of the send log', () => {
  const view = { date: TODAY, part: 'all', format: 'csv' } as const;
  beforeAll(async () => {
    await user.call(queueSms, { sms: [{ number: '+17205550101', text: '+1 or -1?\nCall, "please"' }] });
    await user.call(queueEmail, { email: [{ email: 'pat@example.org', subject: '=Subject', text: 'Hi' }] });
    await server.site.pool.query(
      `update messages set status = 'failed', error = 'Tried 8 times. Closed.' where text like '+1%'`,
    );
  });
  it('has the day’s messages with their outcome, and every text made harmless', async () => {
    const answer = await user.call(exportMessages, view);
    expect(answer.headers['content-disposition']).toContain('send-log_2026-11-20.csv');
    const name = `"'=HYPERLINK(""http://evil.example""), Pat"`;
    expect(linesOf(answer.text).map((line) => line.replace(/^"\d+",/, ''))).toEqual([
      '\uFEFF"ID","Date","Time","Type","To","From","Name","Subject","Text","Status"',
      `"11-20-2026","10:00 AM","Email","pat@example.org","T.U.",${name},"'=Subject","Hi","Waiting"`,
      `"11-20-2026","10:00 AM","SMS","'+17205550101","T.U.",${name},"","'+1 or -1?\nCall, ""please""","Failed: Tried 8 times. Closed."`,
      // The caregiver of a new plan is told about it.
      `"11-20-2026","10:00 AM","SMS","'+17205550101","T.U.",${name},"","Front Range Home Care: You have new visits, 2 a week, from 11-21-2026, 10:00 PM to 2:00 AM, Aurora. Details are in the app.","Waiting"`,
    ]);
  });
  it('has only undelivered messages when those are shown, as text in a workbook', async () => {
    const answer = await user.raw(requestOf(exportMessages, { ...view, part: 'open', format: 'xlsx' }));
    const { rows, sheets } = await reopen(answer.bytes);
    expect(sheets.join('')).not.toMatch(/<f[ >]/);
    const [, ...messages] = rows[0] ?? [];
    expect(messages.map(({ E, I }) => [E, I])).toEqual([['+17205550101', '+1 or -1?\nCall, "please"']]);
  });
  it('of another day is empty', async () => {
    const yesterday = await user.call(exportMessages, { ...view, date: '2026-11-19' });
    expect(linesOf(yesterday.text)).toHaveLength(1);
  });
});

test.each([
  ['visits/export-list', { date: '2026-02-30', segment: 'All', pending: true, sent: true, format: 'csv' }],
  ['candidates/export-list', { search: 'x'.repeat(201), format: 'csv' }],
  ['messaging/export-log', { date: TODAY, part: 'some', format: 'csv' }],
])('%s refuses %j', async (path, payload) => {
  expect((await user.raw({ method: 'POST', url: `/homecare/api/${path}`, payload })).status).toBe(400);
});

test('exports of daily lists are not for providers, and another site has its own', async () => {
  const day = { ...DAY, format: 'csv' } as const;
  const provider = await server.as('provider');
  const there = await server.as('admin', { site: server.siteNamed('other') });
  for (const ask of [
    (caller: Caller) => caller.call(exportVisits, day),
    (caller: Caller) => caller.call(exportCandidates, { search: '', format: 'csv' }),
    (caller: Caller) => caller.call(exportMessages, { date: TODAY, part: 'all', format: 'csv' }),
  ]) {
    expect((await ask(provider)).status).toBe(403);
    expect(linesOf((await ask(there)).text)).toHaveLength(1);
  }
});
