import { deleteView, listViews, saveView } from '@homecare/domain/list-views/contract.ts';
import type { ListView } from '@homecare/domain/list-views/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
let provider: Caller;
beforeAll(async () => {
  server = await testServer({ others: ['other'] });
  [admin, user, provider] = await Promise.all([server.as('admin'), server.as('user'), server.as('provider')]);
});
afterAll(() => server.stop());

const view: ListView = {
  columns: ['name', 'phone'],
  sort: { key: 'name', descending: true },
  isCompact: true,
  fillsWindow: false,
  filters: { tab: 'Client', showArchived: true },
};
const list = 'people' as const;
const save = (caller: Caller, name: string, isShared = false) =>
  caller.call(saveView, { list, name, isShared, view });
const namesFor = async (caller: Caller) =>
  (await caller.call(listViews, { list })).data?.map(({ name }) => name);

test('a view is offered only to the account that saved it, as it was saved', async () => {
  await save(user, ' My clients ');
  const { data } = await user.call(listViews, { list });
  expect(data).toEqual([
    { id: expect.any(Number), name: 'My clients', isShared: false, isOwn: true, by: 'T.U.', view, rev: 0 },
  ]);
  expect(await namesFor(admin)).toEqual([]);
  expect(await namesFor(provider)).toEqual([]);
});

test('a view shared by an admin is offered to everyone, and changed only by admins', async () => {
  const { insertId: id = 0 } = await save(admin, 'Active clients', true);
  expect(await namesFor(user)).toEqual(['Active clients', 'My clients']);
  const change = { id, rev: 0, list, name: 'Clients', isShared: true, view };
  expect(await user.call(saveView, { ...change, isShared: false })).toMatchObject({
    status: 403,
    Info: 'Only an admin shares views with the agency.',
  });
  expect((await user.call(deleteView, { id, rev: 0 })).status).toBe(403);
  const other = await server.as('admin');
  expect((await other.call(saveView, change)).data).toEqual({ rev: 1 });
  expect(await admin.call(deleteView, { id, rev: 0 })).toMatchObject({ status: 409, reason: 'stale' });
  expect((await admin.call(deleteView, { id, rev: 1 })).status).toBe(200);
  expect(await namesFor(provider)).toEqual([]);
});

test('only admins can share a view', async () => {
  expect((await save(user, 'For all', true)).status).toBe(403);
  expect((await save(provider, 'For all', true)).status).toBe(403);
});

test('another account’s view cannot be found', async () => {
  const { insertId: id = 0 } = await save(admin, 'Own');
  expect((await user.call(deleteView, { id, rev: 0 })).status).toBe(404);
  expect((await user.call(saveView, { id, rev: 0, list, name: 'Own', isShared: false, view })).status).toBe(
    404,
  );
});

test('of ten simultaneous saves with one name, one is stored and nine are told the name is in use', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => save(provider, 'Twice')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400).map(({ Info }) => Info)).toEqual(
    Array.from({ length: 9 }, () => 'There is a view named Twice. Choose another name.'),
  );
});

test('a changed view keeps its name, and the record log has its old state', async () => {
  const { insertId: id = 0 } = await save(provider, 'Logged');
  const changed = { ...view, columns: ['name'] };
  const input = { id, rev: 0, list, name: 'logged', isShared: false, view: changed };
  expect((await provider.call(saveView, input)).status).toBe(200);
  const { rows } = await server.database.pool.query(
    `select action, changes from change_log where entity = 'listView' and entity_id = $1 order by id`,
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['insert', 'update']);
  expect(rows[1].changes).toMatchObject({ name: ['Logged', 'logged'], view: [view, changed] });
});

test('another agency has its own views', async () => {
  const stranger = await server.as('admin', { site: server.siteNamed('other') });
  expect(await namesFor(stranger)).toEqual([]);
});

test.each([
  ['no columns', { ...view, columns: [] }],
  ['a search', { ...view, search: 'Baca' }],
  ['a long filter', { ...view, filters: { tab: 'x'.repeat(41) } }],
])('a view with %s is refused', async (_, wrong) => {
  const answer = await user.raw({
    method: 'POST',
    url: '/homecare/api/list-views/save',
    payload: { list, name: 'Wrong', isShared: false, view: wrong },
  });
  expect(answer.status).toBe(400);
});
