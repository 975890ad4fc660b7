import * as calls from '@homecare/domain/exclusions/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient, addProvider } from '../../testing/care.ts';
import { leieFile, samFile } from '../../testing/exclusion-files.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const screen = (content: string, caller = admin, name = 'UPDATED.csv') =>
  caller.raw(requestOf(calls.screenPeople, {}, { name, content }));
const list = async (caller = admin) => (await caller.call(calls.listExclusions, {})).data;
const excluded = { last: 'MARTINEZ', first: 'DOLORES', birth: '1975-04-12', state: 'CO' };

test('screening a list finds people who may be on it, once however often it is repeated, and decisions stay', async () => {
  const { pool } = server.database;
  const id = await addProvider(pool, 'Martines', { first_name: 'Lola', dob: '1975-04-12', state: 'CO' });
  await addProvider(pool, 'Martinez', { first_name: 'Dolores', dob: '1981-01-02' });
  await addClient(pool, 'Martinez', { first_name: 'Dolores', dob: '1975-04-12' });
  await addProvider(pool, 'Martinez', {
    first_name: 'Dolores',
    dob: '1975-04-12',
    archive_date: '2024-01-01',
    cur: 'n',
  });
  const first = await screen(leieFile([excluded, { last: 'DOE', first: 'JANE', birth: '1960-01-01' }]));
  expect(first.data).toMatchObject({ list: 'LEIE', listed: 2, screened: 2, found: 1, by: 'T.A.' });
  const again = await screen(leieFile([excluded]));
  expect(again.data).toMatchObject({ found: 0 });
  const [finding, ...others] = (await list())?.findings ?? [];
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    personId: id,
    person: 'Martines, Lola',
    score: 88,
    decision: null,
    isListed: true,
    entry: { last: 'MARTINEZ', birth: '1975-04-12' },
  });
  const decide = (memo: string, decision: 'cleared' | 'confirmed' = 'cleared') =>
    admin.call(calls.decideFinding, { id: finding?.id ?? 0, decision, memo });
  expect((await decide(' ')).errors[0]?.field).toBe('memo');
  const decided = await decide('Other SSN, asked the OIG online search');
  expect(decided.data).toMatchObject({ decision: 'cleared', decidedBy: 'T.A.' });
  await screen(leieFile([excluded]));
  expect((await list())?.findings[0]).toMatchObject({ decision: 'cleared', isListed: true });
  // A person removed from the list is no longer listed, and the finding stays on record.
  await screen(leieFile([{ last: 'DOE', first: 'JANE', birth: '1960-01-01' }]));
  expect((await list())?.findings[0]).toMatchObject({ decision: 'cleared', isListed: false });
  const report = await admin.raw(requestOf(calls.exportExclusions, {}));
  expect(report.text).toContain('"Not this person"');
  expect(report.text).toContain('asked the OIG online search');
});

test('the other list’s file is recognized by its first row; without birth dates, names must be equal', async () => {
  const { pool } = server.database;
  await addProvider(pool, 'Roe', { first_name: 'John', dob: '1970-01-01' });
  await addProvider(pool, 'Rowe', { first_name: 'John', dob: '1970-01-01' });
  const found = await screen(samFile([{ last: 'ROE', first: 'JOHN', state: 'TX' }]), admin, 'SAM.CSV');
  expect(found.data).toMatchObject({ list: 'SAM', found: 1 });
});

test('a file of neither list is refused and nothing of it is stored', async () => {
  const before = (await list())?.screenings.length;
  for (const content of ['Name,Born\nDoe,1970\n', '', '%PDF-1.4', '"LASTNAME'])
    expect((await screen(content)).errors[0]?.message).toContain('This is neither');
  expect((await list())?.screenings.length).toBe(before);
});

test('caregivers and readers see nothing of it, and another agency has its own', async () => {
  for (const role of ['provider', 'evv'] as const) {
    const caller = await server.as(role);
    expect((await caller.call(calls.listExclusions, {})).status).toBe(403);
    expect((await screen(leieFile([excluded]), caller)).status).toBe(403);
  }
  const other = await server.as('user', { site: server.siteNamed('other') });
  expect(await list(other)).toEqual({ screenings: [], findings: [] });
  const { findings = [] } = (await list()) ?? {};
  const foreign = { id: findings[0]?.id ?? 0, decision: 'cleared', memo: 'x' } as const;
  expect((await other.call(calls.decideFinding, foreign)).status).toBe(404);
});
