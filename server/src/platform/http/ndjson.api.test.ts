import { makeApiKey } from '@homecare/domain/api-keys/contract.ts';
import { getNote, getPeople, listFirstPeople, updatePerson } from '@homecare/domain/people/contract.ts';
import { capabilities } from '@homecare/domain/sites/page-contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient } from '../../../testing/care.ts';
import { requestOf } from '../../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../../testing/server.ts';
import { NDJSON } from './ndjson.ts';

let server: TestServer;
let admin: Caller;
let program: Caller;
let people: number[];
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  admin = await server.as('admin');
  const { pool } = server.database;
  people = [await addClient(pool, 'Baca'), await addClient(pool, 'Okafor'), await addClient(pool, 'Le')];
  const made = await admin.call(makeApiKey, {
    name: 'Reads lists',
    role: 'admin',
    calls: [getPeople.name, getNote.name, listFirstPeople.name],
    perMinute: 600,
    expires: '2026-12-31',
  });
  program = server.withKey(made.data?.key ?? '');
});
afterAll(() => server.stop());

const read = async (...[call, input, headers]: Parameters<Caller['call']>) => {
  const answer = await program.raw({
    ...requestOf(call, input),
    headers: { ...requestOf(call, input).headers, accept: NDJSON, ...headers },
  });
  const lines = answer.text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return { ...answer, rows: lines.slice(0, -1), end: lines.at(-1)?.$end };
};

test('a list is sent as one row per line, with a last line', async () => {
  const { status, rows, end, headers } = await read(getPeople, { filters: [] });
  expect([status, headers['content-type']]).toEqual([200, `${NDJSON}; charset=utf-8`]);
  expect(rows.map(({ ID }) => ID).toSorted()).toEqual(people.toSorted());
  expect(end).toMatchObject({ rows: 3, etag: headers.etag });
});

test('with since, only changes are sent, and the last line says what was removed', async () => {
  const { end } = await read(getPeople, { filters: [] });
  await admin.call(updatePerson, { id: people[1], data: { notes: 'Has a dog' } });
  const changed = await read(getPeople, { filters: [], since: end.etag });
  expect(changed.rows.map(({ ID }) => ID)).toEqual([people[1]]);
  expect(changed.end).toMatchObject({ rows: 1, removed: [] });
  const again = await read(getPeople, { filters: [] }, { 'if-none-match': changed.end.etag });
  expect(again.status).toBe(304);
});

test('an answer with more than rows sends its rows as lines', async () => {
  const { rows, end } = await read(listFirstPeople, listFirstPeople.input.parse({}));
  expect([rows.length, end.rows]).toEqual([3, 3]);
});

test('an answer that is not a list is refused, and refusals look as usual', async () => {
  const note = await program.raw({
    ...requestOf(getNote, { id: people[0] }),
    headers: { ...requestOf(getNote, { id: people[0] }).headers, accept: NDJSON },
  });
  expect([note.status, note.reason]).toEqual([415, 'unsupported']);
  expect((await read(capabilities, {})).status).toBe(403);
});

test('each look is recorded as one at a list', async () => {
  await read(getPeople, { filters: [] });
  await server.site.accessLog.drain();
  const { rows } = await server.database.pool.query(
    "select way, rows from access_log where call = 'people.getPeople' order by id desc limit 1",
  );
  expect(rows).toEqual([{ way: 'listed', rows: 3 }]);
});
