import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { exportPlans } from '@homecare/domain/list-export/contract.ts';
import { updateScanError } from '@homecare/domain/timesheets/contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let user: Caller;
let ids: { first: number; second: number; archived: number; deleted: number };

const plan = async (
  ProviderID: number,
  ClientID: number,
  more: Partial<InputOf<typeof insertCarePlan>['data']> = {},
) => {
  const made = await user.call(insertCarePlan, {
    data: {
      ProviderID,
      ClientID,
      Type: 'PCP',
      StartDate: '2026-01-05',
      createReason: 'New',
      week: weekOf({ Fri: ['10:00', '12:00'] }),
      ...more,
    },
  });
  if (!made.insertId) throw new Error(made.text);
  return made.insertId;
};

beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  user = await server.as('user');
  const { pool } = server.site;
  const tigist = await addProvider(pool, 'Bekele');
  const le = await addProvider(pool, 'Le');
  const ortiz = await addClient(pool, 'Ortiz', { language: 'Spanish' });
  const baca = await addClient(pool, 'Baca');
  const first = await plan(tigist, ortiz, { Remarks: '=1+1, says "hi"' });
  const second = await plan(tigist, ortiz, {
    StartDate: '2026-06-01',
    week: weekOf({ Mon: ['08:00', '09:00'] }),
  });
  const archived = await plan(le, baca);
  const deleted = await plan(le, baca, { week: weekOf({ Tue: ['08:00', '09:00'] }) });
  await user.call(updateCarePlan, { id: deleted, data: { Status: 'Deleted' } });
  await user.call(updateCarePlan, { id: archived, data: { Status: 'Archive', EndDate: '2026-08-31' } });
  await user.call(updateScanError, { id: first, date: '2026-11', period: 0, error: '1' });
  ids = { first, second, archived, deleted };
});
afterAll(() => server.stop());

type View = InputOf<typeof exportPlans>;
const ask = (values: Partial<View> = {}, caller = user) =>
  caller.call(exportPlans, {
    search: '',
    month: '2026-11',
    group: '',
    excluded: 'All',
    showDeleted: false,
    showArchived: false,
    showTemp: false,
    covidList: false,
    clientFirst: false,
    format: 'csv',
    ...values,
  });
const lines = async (values: Partial<View> = {}, caller = user) =>
  (await ask(values, caller)).text.split('\r\n').slice(0, -1);
const listed = async (values: Partial<View>, caller = user) =>
  (await lines(values, caller)).slice(1).map((line) => Number(/^"(\d+)"/.exec(line)?.[1]));

it('a care plan export has the screen’s rows: newest first, compared ones under their primary', async () => {
  const answer = await ask();
  expect(answer.headers['content-disposition']).toContain('care-plans_2026-11-20.csv');
  expect(await lines()).toEqual([
    '\uFEFF"ID","Compared with","Provider","Client","Type","StartDate","Last Modify","Remarks","Status","Note","TS errors"',
    `"${ids.first}","","Bekele, Pat","Ortiz, Chris","Personal Care","01-05-2026","11-20-2026 10:00 AM T.U.","'=1+1, says ""hi""","Active","","1"`,
    `"${ids.second}","${ids.first}","Bekele, Pat","Ortiz, Chris","Personal Care","06-01-2026","11-20-2026 10:00 AM T.U.","","Active","","0"`,
  ]);
});

it('a care plan export follows filters, switches and the search', async () => {
  const { first, second, archived, deleted } = ids;
  expect(await listed({ showArchived: true, showDeleted: true })).toEqual([deleted, first, second]);
  expect(await listed({ showArchived: true, showDeleted: true, month: '2026-08' })).toEqual([
    deleted,
    archived,
    first,
    second,
  ]);
  expect(await listed({ month: null, search: 'baca' })).toEqual([]);
  expect(await listed({ group: 'Spanish' })).toEqual([first, second]);
  expect(await listed({ group: 'English' })).toEqual([]);
  expect(await listed({ excluded: 'Excluded' })).toEqual([]);
  expect(await listed({ covidList: true })).toEqual([]);
  // As on the screen, an ID finds its plan wherever it is.
  expect(await listed({ search: `ID=${archived}` })).toEqual([archived]);
  const [head, row] = await lines({
    month: '2026-08',
    showArchived: true,
    clientFirst: true,
    search: 'baca',
  });
  expect(head).toContain('"Client","Provider"');
  expect(row).toContain(
    '"Archive","08-31-2026","11-20-2026 10:00 AM T.U.","","Archived 11-20-2026 10:00 AM T.U."',
  );
});

it('a care plan export is logged without the search term', async () => {
  await ask({ search: 'ortiz', format: 'xlsx' });
  const { rows } = await server.site.pool.query(
    'select kind, subject_ids, parameters, format, rows from document_log order by id desc limit 1',
  );
  expect(rows[0]).toMatchObject({
    kind: 'care-plans list',
    subject_ids: [ids.first, ids.second],
    format: 'xlsx',
    rows: 2,
    parameters: { month: '2026-11', searched: true },
  });
  expect(JSON.stringify(rows[0])).not.toContain('ortiz');
});

it('a care plan export has no scan errors for role provider, is refused to field employees, and shows another site its own plans', async () => {
  const provider = await server.as('provider');
  expect((await lines({}, provider))[0]).not.toContain('TS errors');
  expect(await listed({}, provider)).toEqual([ids.first, ids.second]);
  expect((await ask({}, await server.as('evv'))).status).toBe(403);
  const there = await server.as('admin', { site: server.siteNamed('other') });
  expect(await listed({ search: `ID=${ids.first}` }, there)).toEqual([]);
});
