import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { getBoard, printWeek } from '@homecare/domain/schedule/contract.ts';
import type { Board } from '@homecare/domain/schedule/schema.ts';
import { callOut } from '@homecare/domain/staffing/contract.ts';
import { afterAll, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { readPdf } from '../../testing/pdf.ts';
import { requestOf } from '../../testing/requests.ts';
import { testServer } from '../../testing/server.ts';

// Friday, 10:00 AM in Denver; its workweek is Sunday 11-15 through Saturday 11-21.
const server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
afterAll(() => server.stop());
const { pool } = server.database;

let serial = 0;
const provider = (columns: object = {}) => {
  serial += 1;
  return addProvider(pool, `Caregiver${serial}`, { city: 'Littleton', language: 'Spanish', ...columns });
};
const client = (columns: object = {}) => {
  serial += 1;
  return addClient(pool, `Client${serial}`, { ...columns });
};
const user = await server.as('user');
const addPlan = async (ProviderID: number, ClientID: number, over: object = {}) => {
  const answer = await user.call(insertCarePlan, {
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
  if (!answer.insertId) throw new Error(answer.text);
  return answer.insertId;
};
const read = async (from: string, through: string): Promise<Board> => {
  const { data, text } = await user.call(getBoard, { from, through });
  if (!data) throw new Error(text);
  return data;
};
/** One plan's visits, with only the fields that a test needs. */
const visitsOf = ({ visits }: Board, byPlanId: number) =>
  visits
    .filter((visit) => visit.byPlanId === byPlanId)
    .map(({ date, ProviderID, visitId, isCover }) => ({
      date,
      ProviderID,
      hasRecord: visitId !== null,
      isCover,
    }));
const hoursOf = ({ caregivers }: Board, id: number) => caregivers.find((one) => one.id === id)?.hours;

test('a week shows its visits with their people, and the caregiver’s hours', async () => {
  const [ana, helen] = [await provider(), await client({ private_client: true, medicaid: null })];
  const plan = await addPlan(ana, helen);
  const board = await read('2026-11-15', '2026-11-21');
  expect(board.week).toEqual({ from: '2026-11-15', through: '2026-11-21' });
  const [visit, ...others] = board.visits.filter(({ planId }) => planId === plan);
  expect(others).toEqual([]);
  expect(visit).toMatchObject({
    day: '2026-11-20',
    date: '2026-11-20',
    start: '08:00',
    end: '10:00',
    ClientID: helen,
    ProviderID: ana,
    Type: 'PCP',
    program: 'Private',
    Status: 'Planned',
    isCover: false,
    isExempt: false,
    closed: null,
  });
  expect(visit?.visitId).toBeGreaterThan(0);
  expect(board.clients.find(({ id }) => id === helen)).toMatchObject({
    town: 'Aurora',
    language: 'English',
    latitude: 39.7047,
  });
  // Two hours with the client and ten minutes of paid travel.
  expect(board.caregivers.find(({ id }) => id === ana)).toMatchObject({
    town: 'Littleton',
    language: 'Spanish',
    hours: { worked: 0, planned: 130, overtime: 0 },
  });
});

test('a caregiver without visits has a row, an archived one only on days with a visit', async () => {
  const [free, gone] = [await provider(), await provider()];
  const plan = await addPlan(gone, await client());
  await pool.query(
    "update visits set status = 'Complete', start_at = '2026-11-20T15:00Z', end_at = '2026-11-20T17:00Z', edited = now(), edited_by = 'T.', edited_via = 'app' where care_plan_id = $1 and date = '2026-11-20'",
    [plan],
  );
  await pool.query("update people set cur = 'n', archive_date = '2026-11-20' where id = $1", [gone]);
  const ids = async (from: string, through: string) =>
    (await read(from, through)).caregivers.map(({ id }) => id);
  expect(await ids('2026-11-15', '2026-11-21')).toEqual(expect.arrayContaining([free, gone]));
  const later = await ids('2026-12-06', '2026-12-12');
  expect(later).toContain(free);
  expect(later).not.toContain(gone);
});

test('weeks without created visits show what plans will create, with a changing week and the plan’s end', async () => {
  const ana = await provider();
  const plan = await addPlan(ana, await client(), { EndDate: '2026-12-14' });
  const board = await read('2026-11-29', '2026-12-05');
  expect(visitsOf(board, plan)).toEqual([
    { date: '2026-11-30', ProviderID: ana, hasRecord: true, isCover: false },
    { date: '2026-12-04', ProviderID: ana, hasRecord: false, isCover: false },
  ]);
  expect(hoursOf(board, ana)?.planned).toBe(260);
  // The end date is the first day without service.
  expect(visitsOf(await read('2026-12-13', '2026-12-19'), plan)).toEqual([]);
  // The week before had no visits, because none were created.
  expect(visitsOf(await read('2026-11-08', '2026-11-14'), plan)).toEqual([]);
});

test('a cover takes over the plan’s days, near and far, and the hours go with it', async () => {
  const [usual, stand] = [await provider(), await provider()];
  const helen = await client();
  const plan = await addPlan(usual, helen);
  const cover = await addPlan(stand, helen, {
    StartDate: '2026-11-23',
    EndDate: '2026-12-07',
    covidBy: plan,
  });
  const near = await read('2026-11-22', '2026-11-28');
  expect(visitsOf(near, plan)).toEqual([]);
  expect(visitsOf(near, cover).map(({ date, hasRecord, isCover }) => [date, hasRecord, isCover])).toEqual([
    ['2026-11-23', true, true],
    ['2026-11-27', true, true],
  ]);
  // It keeps the key that it has in the regular plan.
  expect(near.visits.filter(({ planId }) => planId === plan)).toHaveLength(2);
  expect([hoursOf(near, usual)?.planned, hoursOf(near, stand)?.planned]).toEqual([0, 260]);
  // A temporary plan includes its end date; the regular plan continues afterwards.
  const far = await read('2026-12-06', '2026-12-12');
  expect(visitsOf(far, cover)).toEqual([
    { date: '2026-12-07', ProviderID: stand, hasRecord: false, isCover: true },
  ]);
  expect(visitsOf(far, plan)).toEqual([
    { date: '2026-12-11', ProviderID: usual, hasRecord: false, isCover: false },
  ]);
});

test('a moved visit is only on its new day, even in another week', async () => {
  const plan = await addPlan(await provider(), await client());
  const moved = await pool.query(
    "update visits set date = '2026-11-28' where care_plan_id = $1 and planned_day = '2026-11-27'",
    [plan],
  );
  expect(moved.rowCount).toBe(1);
  const dates = async (from: string, through: string) =>
    visitsOf(await read(from, through), plan).map(({ date }) => date);
  expect(await dates('2026-11-22', '2026-11-28')).toEqual(['2026-11-23', '2026-11-28']);
  expect(await dates('2026-11-27', '2026-11-27')).toEqual([]);
  expect(await dates('2026-11-28', '2026-11-28')).toEqual(['2026-11-28']);
});

test('a pair that is exempt from visit verification is planned on all days, including past ones', async () => {
  const ana = await provider();
  const plan = await addPlan(ana, await client(), { excluded: '2026-11-16' });
  const board = await read('2026-11-15', '2026-11-21');
  expect(
    board.visits
      .filter(({ planId }) => planId === plan)
      .map(({ date, visitId, isExempt }) => [date, visitId, isExempt]),
  ).toEqual([
    ['2026-11-16', null, true],
    ['2026-11-20', null, true],
  ]);
  expect(hoursOf(board, ana)?.planned).toBe(260);
});

test('a closed visit is not created again by its plan, and counts no hours', async () => {
  const ana = await provider();
  const plan = await addPlan(ana, await client());
  await pool.query(
    "update visits set closed_code = 'hospital', closed = now(), closed_by = 'T.' where care_plan_id = $1 and date = '2026-11-20'",
    [plan],
  );
  const board = await read('2026-11-15', '2026-11-21');
  expect(board.visits.filter(({ planId }) => planId === plan).map(({ closed }) => closed)).toEqual([
    'hospital',
  ]);
  expect(hoursOf(board, ana)?.planned).toBe(0);
});

test('a night is on the day it starts, and consecutive hours of the week before count', async () => {
  const ana = await provider();
  await addPlan(ana, await client(), { week: weekOf({ Sat: ['18:00', '23:00'] }) });
  await addPlan(ana, await client(), { week: weekOf({ Sat: ['23:00', '08:00'] }) });
  const board = await read('2026-11-22', '2026-11-28');
  // From Sunday midnight on there are 8 hours; those after the 12th consecutive hour, 18:00 to 06:00, are overtime.
  expect(hoursOf(board, ana)?.overtime).toBe(120);
  expect(board.visits.filter(({ ProviderID }) => ProviderID === ana).map(({ date }) => date)).toEqual([
    '2026-11-28',
    '2026-11-28',
  ]);
});

test('the same week answers 304 until a visit of it or of the week before, a plan or a person changes', async () => {
  const ana = await provider();
  const plan = await addPlan(ana, await client());
  const week = { from: '2026-11-22', through: '2026-11-28' };
  const tag = async () => String((await user.call(getBoard, week)).headers.etag);
  const status = async (known: string) =>
    (await user.call(getBoard, week, { 'if-none-match': known })).status;
  let known = await tag();
  const changed = async (text: string) => {
    expect(await status(known)).toBe(304);
    await pool.query(text);
    expect(await status(known)).toBe(200);
    known = await tag();
  };
  await changed(`update visits set plan_end = '10:30' where care_plan_id = ${plan} and date = '2026-11-23'`);
  await changed(`update visits set plan_end = '10:30' where care_plan_id = ${plan} and date = '2026-11-20'`);
  await changed(`update people set city = 'Parker' where id = ${ana}`);
  await changed(`update care_plans set modified = now() where id = ${plan}`);
  await changed(`update people set background_check = '2027-01-01' where id = ${ana}`);
  await changed(
    `update people set private_client = not private_client where id = (select client_id from care_plans where id = ${plan})`,
  );
  await changed(`update people set cur = 'n', archive_date = '2026-12-31' where id = ${ana}`);
  await changed(
    `insert into people (kind, last_name, first_name, updated_by) values ('Provider', 'Newcomer', 'Nina', 'T.')`,
  );
  // The aggregator status and other things no board shows.
  await pool.query(
    `update people set aggregator_status = 'Success', rev = rev + 1, home_visit = '2026-11-01'`,
  );
  expect(await status(known)).toBe(304);
  // A week that nobody is looking at.
  await pool.query(
    `update visits set plan_end = '10:30' where care_plan_id = ${plan} and date = '2026-11-30'`,
  );
  expect(await status(known)).toBe(304);
});

test('reversed days, too many days and other roles are refused, and another agency sees nothing of it', async () => {
  const asked = { from: '2026-11-15', through: '2026-11-22' };
  expect(await user.call(getBoard, asked)).toMatchObject({
    status: 400,
    Info: 'The board shows at most 7 days.',
  });
  expect(await user.call(getBoard, { from: '2026-11-15', through: '2026-11-14' })).toMatchObject({
    status: 400,
    errors: [{ field: 'through' }],
  });
  const evv = await server.as('evv', { providerId: await provider() });
  expect((await evv.call(getBoard, { from: '2026-11-15', through: '2026-11-15' })).status).toBe(403);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  const { data } = await other.call(getBoard, { from: '2026-11-15', through: '2026-11-21' });
  expect(data).toMatchObject({ caregivers: [], clients: [], visits: [] });
});

test('a week is printed with a page for each person: clients with addresses, caregivers without, and open visits', async () => {
  const [ana, bea] = [await provider(), await provider()];
  const helen = await client({ city: 'Littleton', address: '77 Hidden Lane' });
  await addPlan(ana, helen);
  await addPlan(bea, helen, { week: weekOf({ Wed: ['13:00', '15:30'] }) });
  const said = await user.call(callOut, {
    ProviderID: bea,
    from: '2026-11-25T07:00:00Z',
    until: '2026-11-26T07:00:00Z',
    note: '',
  });
  expect(said.status).toBe(200);
  const print = async (grouping: 'caregiver' | 'client', ids: number[]) => {
    const answer = await user.raw(requestOf(printWeek, { from: '2026-11-22', grouping, ids }));
    expect(answer.headers['content-type'], answer.text).toBe('application/pdf');
    return (await readPdf(answer.bytes, 0.1)).map(({ text }) => text.replace(/\s+/g, ' '));
  };
  const pages = await print('caregiver', [bea, ana]);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('8:00 AM – 10:00 AM Personal Care');
  expect(pages[0]).toContain('77 Hidden Lane, Unit 310, Littleton, CO 80012');
  expect(pages[0]).toContain('Hours in all: 4 h');
  expect(pages[0]).toContain(`Caregiver ${ana} · 11-22-2026`);
  expect(pages[1]).toContain('Wednesday 11-25-2026: no visits');
  expect(pages[1]).toContain('Hours in all: 0 h');
  const [page = '', ...others] = await print('client', [helen]);
  expect(others).toEqual([]);
  expect(page).toContain('1:00 PM – 3:30 PM Personal Care Littleton nobody yet');
  expect(page).toContain('Hours in all: 6.5 h');
  expect(page).not.toContain('Hidden');
  const evv = await server.as('evv', { providerId: ana });
  const asked = { from: '2026-11-22', grouping: 'client' as const, ids: [helen] };
  expect((await evv.call(printWeek, asked)).status).toBe(403);
  const other = await server.as('admin', { site: server.siteNamed('other') });
  expect((await other.call(printWeek, asked)).status).toBe(404);
});

test('the board is followed: clients get the caregiver of a changed visit, with only their visits and clients', async () => {
  const [ana, helen] = [await provider(), await client()];
  const plan = await addPlan(ana, helen);
  await addPlan(await provider(), await client());
  const days = { from: '2026-11-15', through: '2026-11-21' };
  const known = await user.call(getBoard, days);
  await pool.query("update visits set plan_start = '08:30' where care_plan_id = $1", [plan]);
  const changes = await user.call(getBoard, { ...days, since: String(known.headers.etag) });
  const { data, text } = changes;
  expect(JSON.parse(text).removed).toEqual([]);
  expect([data?.caregivers, data?.clients].map((people) => people?.map(({ id }) => id))).toEqual([
    [ana],
    [helen],
  ]);
  expect(data?.visits.map(({ byPlanId, start }) => [byPlanId, start])).toEqual([[plan, '08:30']]);
  if (!known.data || !data) throw new Error(text);
  expect(getBoard.followed?.applyChanges(known.data, data, [])).toEqual(
    (await user.call(getBoard, days)).data,
  );
});
