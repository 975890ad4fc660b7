import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { exportLooks, listLooks, listWarnings, openPerson } from '@homecare/domain/access-log/contract.ts';
import { insertCarePlan, listCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { search } from '@homecare/domain/find/contract.ts';
import { exportPeople } from '@homecare/domain/list-export/contract.ts';
import { getNote, getPeople, updatePerson } from '@homecare/domain/people/contract.ts';
import { getPlanLog } from '@homecare/domain/record-log/contract.ts';
import { capabilities } from '@homecare/domain/sites/page-contract.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { Journal, journalFolder } from '../platform/access-log/journal.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

interface Row {
  readonly call: string;
  readonly way: string;
  readonly subject: string | null;
  readonly subject_id: number | null;
  readonly rows: number | null;
  readonly filter: unknown;
}

/** The log rows of a caller since the last call of this function. */
const seen = new Map<Caller, number>();
const newRows = async (caller: Caller): Promise<Row[]> => {
  await server.site.accessLog.drain();
  const { rows } = await server.database.pool.query<Row & { id: string }>(
    'select id, call, way, subject, subject_id, rows, filter from access_log where account_id = $1 and id > $2 order by id',
    [caller.accountId, seen.get(caller) ?? 0],
  );
  seen.set(caller, Number(rows.at(-1)?.id ?? seen.get(caller) ?? 0));
  return rows.map(({ id: _, ...row }) => row);
};

it('the log records who opened which record, and lists by filter and rows, but no refusals, writes or answers that show nobody', async () => {
  const { pool } = server.database;
  const id = await addClient(pool, 'Looked');
  await user.call(getNote, { id });
  await user.call(getNote, { id: 999_999 });
  await user.call(updatePerson, { id, data: { notes: 'Has a dog' } });
  await user.call(capabilities, {});
  await (await server.as('evv')).call(getNote, { id });
  await user.call(search, { text: 'Looked' });
  await user.call(exportPeople, { tab: 'Clients', search: 'Looked', showArchived: false, format: 'csv' });
  const at = { subject: 'person', subject_id: id };
  expect(await newRows(user)).toEqual([
    { call: 'people.getNote', way: 'opened', ...at, rows: null, filter: null },
    { call: 'find.search', way: 'listed', ...at, rows: 1, filter: { text: '…' } },
    {
      ...{ call: 'listExport.people', way: 'listed', subject: null, subject_id: null, rows: 1 },
      filter: { tab: 'Clients', search: '…', showArchived: false, format: 'csv' },
    },
  ]);
});

it('a followed list is logged with what changed, and not at all while nothing did', async () => {
  const { pool } = server.database;
  const id = await addClient(pool, 'Followed');
  const asked = { filters: [] };
  const tag = String((await user.call(getPeople, asked)).headers.etag);
  await newRows(user);
  expect((await user.call(getPeople, asked, { 'if-none-match': tag })).status).toBe(304);
  await admin.call(updatePerson, { id, data: { Phone: '(303) 555-0142' } });
  const changed = await user.call(getPeople, { ...asked, since: tag });
  expect(changed.data).toHaveLength(1);
  expect(await newRows(user)).toEqual([
    { call: 'people.getPeople', way: 'changed', subject: 'person', subject_id: id, rows: 1, filter: null },
  ]);
});

it('an admin sees who looked at a person and at their data, including the admin’s own look, and can export that', async () => {
  const { pool } = server.database;
  const id = await addClient(pool, 'Shown');
  const providerId = await addProvider(pool, 'Caring');
  const { insertId: planId = 0 } = await user.call(insertCarePlan, {
    data: {
      ProviderID: providerId,
      ClientID: id,
      Type: 'PCP',
      StartDate: '2026-11-02',
      createReason: 'New',
      week: weekOf({ Fri: ['10:00', '12:00'] }),
    },
  });
  await user.call(openPerson, { id });
  await user.call(getNote, { id });
  await user.call(getPlanLog, { id: planId });
  await user.call(listCarePlans, { status: 'Active', date: null, showTemp: false });
  await admin.call(listLooks, { id, all: false });
  const { data } = await admin.call(listLooks, { id, all: false });
  expect(data?.looks.map(({ what, of, way }) => [what, of, way])).toEqual([
    ['Who looked at this record', null, 'opened'],
    ['Record log of a care plan', `care plan ${planId}`, 'opened'],
    ['Note', null, 'opened'],
    ['Page of the person', null, 'opened'],
  ]);
  const ofProvider = await admin.call(listLooks, { id: providerId, all: true });
  expect(ofProvider.data?.looks.map(({ what }) => what)).toEqual(['Care plans', 'Record log of a care plan']);
  const file = await admin.call(exportLooks, { id, all: false, format: 'csv' });
  expect(file.text.split('\n')[0]).toContain('"When"');
  expect(file.text).toContain('"Record log of a care plan: care plan');
  expect((await user.call(listLooks, { id, all: false })).status).toBe(403);
});

it('an admin is warned of looks at the user’s own record and at records with the same family name', async () => {
  const { pool } = server.database;
  const own = await addClient(pool, 'Manager', { first_name: 'Test' });
  const family = await addClient(pool, 'Manager', { first_name: 'Ana' });
  await pool.query("update accounts set full_name = 'Test Manager' where id = $1", [user.accountId]);
  for (const id of [own, family, family]) await user.call(getNote, { id });
  const { data } = await admin.call(listWarnings, { from: '2026-11-20', through: '2026-11-20' });
  expect(data?.map(({ kind, personId, count }) => [kind, personId, count]).toSorted()).toEqual([
    ['family', family, 2],
    ['own', own, 1],
  ]);
  expect((await admin.call(listWarnings, { from: '2026-11-19', through: '2026-11-19' })).data).toEqual([]);
});

it('recorded looks can be neither changed nor removed', async () => {
  const { pool } = server.database;
  for (const statement of ['update access_log set rows = 0', 'delete from access_log', 'truncate access_log'])
    await expect(pool.query(statement)).rejects.toThrow('append-only');
});

it('what another process left behind is taken over once, and unreadable parts are skipped', async () => {
  const { pool } = server.database;
  const id = await addClient(pool, 'Left');
  await user.call(getNote, { id });
  const folder = journalFolder(server.dataDir, server.site.name);
  const [left = ''] = readdirSync(folder).toSorted().slice(-1);
  const lines = readFileSync(path.join(folder, left), 'utf8').trimEnd().split('\n').slice(-1);
  await newRows(user);
  writeFileSync(
    path.join(folder, '1-left.looks'),
    `${lines[0]}\nnot a look\n${lines[0]}\n${lines[0]?.slice(0, 20)}`,
  );
  const log = server.site.log;
  const others = [0, 1].map(() => new Journal({ folder, pool: server.site.pool, log, drainsItself: false }));
  await Promise.all(others.map((journal) => journal.adopt()));
  expect((await newRows(user)).map(({ call, subject_id }) => [call, subject_id])).toEqual([
    ['people.getNote', id],
    ['people.getNote', id],
  ]);
});

it('a look recorded while its file ends and is emptied is kept', async () => {
  const { pool, log } = server.site;
  const folder = journalFolder(server.dataDir, 'ending');
  const journal = new Journal({ folder, pool, log, drainsItself: false });
  const id = await addClient(server.database.pool, 'Ending');
  const record = (rows: number) =>
    journal.record({
      at: '2026-11-20T17:00:00Z',
      accountId: user.accountId ?? 0,
      address: '127.0.0.1',
      call: getNote.name,
      way: 'opened',
      subjects: [['person', id]],
      rows,
      filter: null,
      request: 'ending',
    });
  record(1);
  const handle = await open(path.join(folder, readdirSync(folder)[0] ?? ''), 'r');
  await handle.close();
  const prototype = Object.getPrototypeOf(handle);
  const read: (...args: unknown[]) => Promise<{ readonly bytesRead: number }> = prototype.read;
  const reading = vi.spyOn(prototype, 'read');
  const endMeanwhile = () => {
    reading.mockRestore();
    record(2);
    // Ten minutes later, the next look is written to a new file.
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11 * 60_000);
    record(3);
    later.mockRestore();
  };
  reading.mockImplementation(async function (this: unknown, ...args: unknown[]) {
    const result = await read.apply(this, args);
    if (result.bytesRead === 0) endMeanwhile();
    return result;
  });
  await journal.drain();
  await journal.close();
  expect((await newRows(user)).map(({ rows }) => rows).toSorted()).toEqual([1, 2, 3]);
  expect(readdirSync(folder)).toEqual([]);
});
