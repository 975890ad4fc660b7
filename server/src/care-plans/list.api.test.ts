import type { InputOf } from '@homecare/domain/call.ts';
import { insertCarePlan, listCarePlans, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

// Friday, November 20, 2026, 10:00 in Denver.
let server: TestServer;
let admin: Caller;
const { pair, plans } = { pair: { provider: 0, client: 0, other: 0 }, plans: new Map<string, number>() };
const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);

const create = async (name: string, over: Partial<InputOf<typeof insertCarePlan>['data']>) => {
  const { insertId, text } = await admin.call(insertCarePlan, {
    data: {
      ProviderID: pair.provider,
      ClientID: pair.client,
      Type: 'PCP',
      StartDate: '2026-05-01',
      createReason: 'New client',
      week: weekOf({ Mon: ['08:00', '10:00'] }),
      ...over,
    },
  });
  if (insertId === undefined) throw new Error(text);
  plans.set(name, insertId);
  return insertId;
};

beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  admin = await server.as('admin');
  const { pool } = server.database;
  pair.provider = await addProvider(pool, 'Ames');
  pair.other = await addProvider(pool, 'Bell');
  pair.client = await addClient(pool, 'Cole');
  const main = await create('main', { Remarks: 'Key in lockbox' });
  await create('second', { StartDate: '2026-06-01', week: weekOf({ Tue: ['08:00', '10:00'] }) });
  await create('third', { StartDate: '2026-11-15', week: weekOf({ Wed: ['08:00', '10:00'] }) });
  await create('ended', { EndDate: '2026-11-01', week: weekOf({ Thu: ['08:00', '10:00'] }) });
  const cover = { ProviderID: pair.other, isTemporary: true, coversPlanId: main };
  await create('covering', { ...cover, StartDate: '2026-11-20', EndDate: '2026-11-30' });
  await create('covered before', { ...cover, StartDate: '2026-11-06', EndDate: '2026-11-19' });
  await create('deleted', { StartDate: '2026-07-01', week: weekOf({ Fri: ['08:00', '10:00'] }) });
  await admin.call(updateCarePlan, { id: plans.get('deleted') ?? 0, data: { Status: 'Deleted' } });
  await query(
    `insert into scan_errors (plan_id, month, period, errors, created, created_by, modified, modified_by)
     select $1, month, period, errors::int[], now(), 'T.', now(), 'T.'
     from (values ('2026-11', 0, '{1,3}'), ('2026-11', 1, '{2}'), ('2026-10', 0, '{6}')) as scan (month, period, errors)`,
    [plans.get('second')],
  );
});
afterAll(() => server.stop());

type Asked = Partial<InputOf<typeof listCarePlans>>;
const list = async (asked: Asked = {}, by: Caller = admin) =>
  (await by.call(listCarePlans, { status: 'Active', date: '2026-11', showTemp: false, ...asked })).data ?? [];
const nameOf = (id: number) => [...plans].find(([, plan]) => plan === id)?.[0];
const names = async (asked: Asked = {}) => (await list(asked)).map(({ id }) => nameOf(id));
const rowOf = async (name: string, asked: Asked = {}, by: Caller = admin) =>
  (await list(asked, by)).find(({ id }) => id === plans.get(name));

describe('the plans of a month', () => {
  test.each<[string, Asked, string[]]>([
    ['active ones, with the temporary plan that runs', {}, ['main', 'second', 'third', 'covering']],
    [
      'archived ones, with the temporary plan that is over',
      { status: 'Archive' },
      ['ended', 'covered before'],
    ],
    ['deleted ones', { status: 'Deleted' }, ['deleted']],
    [
      'all temporary ones among the active',
      { showTemp: true },
      ['main', 'second', 'third', 'covered before', 'covering'],
    ],
    [
      'all temporary ones among the archived',
      { status: 'Archive', showTemp: true },
      ['ended', 'covered before', 'covering'],
    ],
    ['before the third began', { date: '2026-10' }, ['main', 'second']],
    [
      'in the month on whose first day one ended',
      { date: '2026-11', status: 'Archive' },
      ['ended', 'covered before'],
    ],
    ['after that', { date: '2026-12', status: 'Archive' }, []],
    ['before any', { date: '2026-04' }, []],
    ['of all times', { date: null }, ['main', 'second', 'third', 'covering']],
  ])('%s', async (_, asked, expected) => expect(await names(asked)).toEqual(expected));

  test('a day means its month, and an empty month all months; anything else is refused by name', async () => {
    const raw = (search: string) =>
      admin.raw({ method: 'GET', url: `/homecare/api/getCarePlans.php?${search}` });
    const count = async (search: string) => {
      const { data } = await raw(search);
      return Array.isArray(data) ? data.length : undefined;
    };
    expect(await count('status=Active&date=2026-10-15&showTemp=0')).toBe(2);
    expect(await count('status=Active&date=&showTemp=1')).toBe(5);
    const wrong = await raw('status=Active&date=october');
    expect([wrong.status, wrong.errors[0]?.field]).toEqual([400, 'date']);
    expect((await raw('status=Open')).status).toBe(400);
  });
});

describe('a row of the plan list', () => {
  test('has the columns of the list and no week', async () => {
    const row = await rowOf('main');
    expect(row).toMatchObject({
      Provider: 'Ames, Pat',
      Client: 'Cole, Chris',
      Type: 'PCP',
      StartDate: '2026-05-01',
      EndDate: null,
      Remarks: 'Key in lockbox',
      Status: 'Active',
      Language: 'English',
      isTemporary: false,
      rev: 0,
      scan: [],
      tserror: 0,
    });
    expect(row).not.toHaveProperty('json');
  });

  test('shows which temporary plans cover it', async () => {
    const [early, late] = [
      { StartDate: '2026-11-06', EndDate: '2026-11-19' },
      { StartDate: '2026-11-20', EndDate: '2026-11-30' },
    ];
    const Provider = 'Bell, Pat';
    const [before, now] = [plans.get('covered before'), plans.get('covering')];
    expect((await rowOf('main'))?.covered).toEqual([
      { ID: before, Provider, ...early },
      { ID: now, Provider, ...late },
    ]);
    expect((await rowOf('main', { date: null }))?.covered).toEqual([{ ID: now, Provider, ...late }]);
    expect(await rowOf('covering')).toMatchObject({ isTemporary: true, coversPlanId: plans.get('main') });
  });

  test('lists its compared plans in order, with their scan errors', async () => {
    const [second, third] = [plans.get('second'), plans.get('third')];
    const both = { Client: 'Cole, Chris', Provider: 'Ames, Pat', EndDate: null };
    expect(await rowOf('main')).toMatchObject({
      compared: [
        { ID: second, ...both, tserror: 2, order: 1 },
        { ID: third, ...both, tserror: 0, order: 2 },
      ],
      comparedTo: null,
      order: null,
    });
    expect(await rowOf('third')).toMatchObject({ compared: [], comparedTo: plans.get('main'), order: 2 });
    expect((await rowOf('main', { date: '2026-10' }))?.compared).toHaveLength(1);
    expect(await rowOf('ended', { status: 'Archive' })).toMatchObject({ compared: [], comparedTo: null });
  });

  test('has the month’s open scan errors', async () => {
    const november = [
      { date: '2026-11', period: 0, error: '1,3' },
      { date: '2026-11', period: 1, error: '2' },
    ];
    expect(await rowOf('second')).toMatchObject({ scan: november, tserror: 2 });
    expect(await rowOf('second', { date: null })).toMatchObject({
      scan: [{ date: '2026-10', period: 0, error: '6' }, ...november],
      tserror: 3,
    });
  });
});

describe('permissions', () => {
  test('role provider sees the list without scan errors', async () => {
    const provider = await server.as('provider');
    expect(await rowOf('second', {}, provider)).toMatchObject({ scan: [], tserror: 0 });
    expect((await list({}, provider)).map(({ id }) => id)).toEqual((await list()).map(({ id }) => id));
  });
  test('evv and visitors do not see it; another site has its own list', async () => {
    const asked = { status: 'Active', date: null, showTemp: false } as const;
    expect((await (await server.as('evv')).call(listCarePlans, asked)).status).toBe(403);
    expect((await server.anonymous().call(listCarePlans, asked)).status).toBe(401);
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    expect(await list({}, stranger)).toEqual([]);
  });
});

test('an unchanged list answers 304; plans, people, scan errors and the next day change it', async () => {
  const asked = { status: 'Active', date: '2026-11', showTemp: false } as const;
  const tagOf = async (caller = admin) => String((await caller.call(listCarePlans, asked)).headers.etag);
  const first = await tagOf();
  expect((await admin.call(listCarePlans, asked, { 'if-none-match': first })).status).toBe(304);
  const changes = [
    () => admin.call(updateCarePlan, { id: plans.get('third') ?? 0, data: { Remarks: 'x' } }),
    () => query(`update people set first_name = 'Pam' where id = $1`, [pair.other]),
    () => query(`update scan_errors set archived = true where month = '2026-11' and period = 1`),
    async () => server.clock.set('2026-11-21T07:00:01Z'),
  ];
  let tag = first;
  for (const change of changes) {
    await change();
    const next = await tagOf(await server.as('admin'));
    expect(next).not.toBe(tag);
    tag = next;
  }
});
