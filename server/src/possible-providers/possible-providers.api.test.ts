import type { InputOf } from '@homecare/domain/call.ts';
import { listPossibleProviders } from '@homecare/domain/possible-providers/contract.ts';
import { clientWithoutPoint, NOT_A_CLIENT } from '@homecare/domain/possible-providers/rules.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, CLIENT_POINT, setPayRates } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import type { Statements } from '../platform/db/connections.ts';

let server: TestServer;
let user: Caller;
let clientId: number;
let pool: Statements;

/** One degree of latitude is 69.1 miles. */
const north = (miles: number) => ({
  address_latitude: CLIENT_POINT.latitude + miles / 69.0934,
  address_longitude: CLIENT_POINT.longitude,
});

const addPlan = async (
  provider: number,
  client: number,
  type: string,
  hours: number,
  columns: Record<string, unknown> = {},
) => {
  const all: Record<string, unknown> = {
    provider_id: provider,
    client_id: client,
    start_date: '2026-09-01',
    create_reason: 'test',
    status: 'Active',
    json: JSON.stringify({ workingHours: hours }),
    created: '2026-09-01T12:00:00Z',
    modified: '2026-09-01T12:00:00Z',
    modified_by: 'T.',
    ...columns,
  };
  const names = Object.keys(all);
  const { rows } = await pool.query<{ id: number }>(
    `insert into care_plans (type_id, ${names.join(', ')})
     select id, ${names.map((_, n) => `$${n + 2}`).join(', ')} from care_plan_types where code = $1 returning id`,
    [type, ...Object.values(all)],
  );
  return rows[0]?.id;
};

beforeAll(async () => {
  // 2026-11-20 in Denver.
  server = await testServer();
  pool = server.site.pool;
  user = await server.as('user');
  clientId = await addClient(pool, 'Baca', {
    language: 'Spanish',
    services: JSON.stringify(['PRSNL', 'HMKR']),
  });
  const elsewhere = await addClient(pool, 'Ortiz');
  const near = await addProvider(pool, 'Near', {
    ...north(1),
    address: '1500 S Havana St',
    city: 'Aurora',
    state: 'CO',
    postal_code: '80012',
    language: 'English, Spanish',
    id_expiration: '2027-01-01',
  });
  await setPayRates(pool, near, { 'PCP/RPCP': 2000, Homemaker: 1800 });
  // These rates do not apply yet, or no longer.
  await setPayRates(pool, near, { HealthMaintenance: 2000 }, '2026-11-21');
  await setPayRates(pool, near, { 'Medicaid 131': 2000 }, '2026-01-01');
  await setPayRates(pool, near, { 'Medicaid 131': 0 }, '2026-11-20');
  await addPlan(near, elsewhere, 'PCP', 10.33);
  const house = await addProvider(pool, 'House', {
    ...north(0),
    language: 'Spanish',
    address_approximate: true,
  });
  await addPlan(house, clientId, 'PCP', 12, { excluded: '2026-03-01' });
  const busy = await addProvider(pool, 'Busy', {
    ...north(2),
    language: 'Spanish',
    id_expiration: '2027-01-01',
  });
  await addPlan(busy, elsewhere, 'HMK', 20);
  await addPlan(busy, elsewhere, 'PCP', 19.5, { start_date: '2026-12-01' });
  // None of these takes up time anymore, but earlier work is known.
  await addPlan(busy, elsewhere, 'IHSSHMA', 8, { end_date: '2026-11-20' });
  await addPlan(busy, clientId, 'PCP', 8, { status: 'Archive', end_date: '2026-10-01', archive_info: 'x' });
  const covered = await addPlan(busy, elsewhere, 'PCP', 0);
  await addPlan(busy, elsewhere, 'PCP', 8, { end_date: '2026-12-30', covers_id: covered });
  await addPlan(busy, clientId, 'PCP', 9, { status: 'Deleted', delete_info: 'x', excluded: '2026-03-01' });
  await addProvider(pool, 'Unknown', { background_check: null });
  await addProvider(pool, 'Gone', { ...north(0), cur: 'n' });
});
afterAll(() => server.stop());

const list = async (filters: Omit<InputOf<typeof listPossibleProviders>, 'id'> = {}) =>
  (await user.call(listPossibleProviders, { id: clientId, ...filters })).data ?? [];
const names = async (filters: Parameters<typeof list>[0] = {}) =>
  (await list(filters)).map(({ Name }) => Name);

it('the list contains every active provider, highest rating first', async () => {
  const found = await list();
  expect(found.map(({ Name, distance, hours }) => [Name, distance, hours])).toEqual([
    ['Near, Pat', 1, 10.33],
    ['House, Pat', 0, 12],
    ['Busy, Pat', 2, 39.5],
    ['Unknown, Pat', null, 0],
  ]);
  expect(found.map(({ rate }) => rate)).toEqual([...found.map(({ rate }) => rate)].sort((a, b) => b - a));
  expect(found[0]).toMatchObject({
    kind: 'Provider',
    Address: '1500 S Havana St, Aurora, CO 80012',
    Phone: '(303) 555-0100',
    rate: 93,
    approximate: false,
    errorMiles: 0,
    mayNotWork: [],
    livesWith: false,
    caresFor: false,
  });
});

it('each rating is explained by its parts', async () => {
  const [near, , busy, unknown] = await list();
  expect(near?.parts.map(({ points, why }) => [points, why])).toEqual([
    [38, '1.0 mi'],
    [15, '29.67 of 40 hours a week free'],
    [15, 'English, Spanish'],
    [15, 'Homemaker, PCP/RPCP'],
    [10, 'all valid'],
  ]);
  expect(busy?.parts.map(({ why }) => why)).toEqual([
    '2.0 mi',
    '0.5 of 40 hours a week free',
    'Spanish',
    'Homemaker, PCP/RPCP',
    'all valid',
  ]);
  expect(unknown?.parts.map(({ why }) => why)).toEqual([
    'no location on record',
    '40 of 40 hours a week free',
    'no language on record',
    'none of Homemaker, PCP/RPCP',
    'not valid: Background check, DL/ID',
  ]);
});

it('the list marks providers who live with the client, and those who already care for them', async () => {
  const marks = (await list()).map(({ Name, livesWith, caresFor, approximate }) => [
    Name,
    livesWith,
    caresFor,
    approximate,
  ]);
  expect(marks).toEqual([
    ['Near, Pat', false, false, false],
    ['House, Pat', true, true, true],
    ['Busy, Pat', false, false, false],
    ['Unknown, Pat', false, false, false],
  ]);
});

it('providers who may not work are below the others with the reason, as are archived ones who were looked for', async () => {
  const lapsed = await addProvider(pool, 'Lapsed', {
    ...north(0),
    work_authorization_expiration: '2026-11-19',
  });
  const left = await addProvider(pool, 'Left', {
    ...north(0),
    cur: 'n',
    archive_date: '2026-10-01',
  });
  await addPlan(left, clientId, 'PCP', 8, {
    status: 'Archive',
    end_date: '2026-10-01',
    archive_info: 'x',
  });
  const found = (await list()).map(({ Name, mayNotWork }) => [Name, mayNotWork] as const);
  expect(found.slice(0, 3).map(([, reasons]) => reasons)).toEqual([[], [], []]);
  expect(found.slice(3)).toEqual([
    ['Left, Pat', ['archived 10-01-2026']],
    ['Lapsed, Pat', ['work authorization expired 11-19-2026']],
    ['Unknown, Pat', ['no background check on record']],
  ]);
  await pool.query("update people set cur = 'n', archive_date = null where id = any($1)", [[lapsed, left]]);
});

it('a client whose services have no pay category is not described as having nothing on record', async () => {
  const nursing = await addClient(pool, 'Nursing', { services: JSON.stringify(['PDRN']) });
  const nothing = await addClient(pool, 'Nothing', { services: JSON.stringify([]) });
  const why = async (id: number) =>
    (await user.call(listPossibleProviders, { id })).data?.[0]?.parts.find(
      ({ name }) => name === 'Skill category',
    )?.why;
  expect(await why(nursing)).toBe('no pay category to compare: PDRN');
  expect(await why(nothing)).toBe('the client has no services on record');
});

it('the answer says how inaccurate a distance to a ZIP code’s point can be', async () => {
  const middle = { address_latitude: 39.626, address_longitude: -104.7874, address_approximate: true };
  const id = await addProvider(pool, 'Somewhere', { ...middle, address: '1 New St', postal_code: '80015' });
  const found = (await list()).find(({ Name }) => Name === 'Somewhere, Pat');
  expect(found).toMatchObject({ approximate: true });
  expect(found?.errorMiles).toBeGreaterThan(3);
  expect(found?.errorMiles).toBeLessThan(6);
  expect(found?.parts[0]?.why).toMatch(/^≈ \d+ mi \(± \d\)$/);
  await pool.query("update people set cur = 'n' where id = $1", [id]);
});

it('the list can be filtered by language, weekly hours and type', async () => {
  expect(await names({ group: 'English' })).toEqual(['Near, Pat']);
  expect(await names({ group: 'spanish' })).toEqual(['Near, Pat', 'House, Pat', 'Busy, Pat']);
  expect(await names({ hours: '<20' })).toEqual(['Near, Pat', 'House, Pat', 'Unknown, Pat']);
  expect(await names({ hours: '<40', type: 'providers only' })).toHaveLength(4);
  expect(await names({ group: 'Spanish', hours: '<20', type: 'all' })).toEqual(['Near, Pat', 'House, Pat']);
});

describe('a request is refused with a sentence', () => {
  const ask = async (id: number) => user.call(listPossibleProviders, { id });

  test('for a provider', async () => {
    const provider = await addProvider(pool, 'Alone');
    expect(await ask(provider)).toMatchObject({ status: 400, Info: NOT_A_CLIENT });
    await pool.query("update people set cur = 'n' where id = $1", [provider]);
  });
  test('for a client whose address has no location', async () => {
    const client = await addClient(pool, 'Nowhere', { address_latitude: null, address_longitude: null });
    expect(await ask(client)).toMatchObject({ status: 400, Info: clientWithoutPoint('Nowhere, Chris') });
  });
  test('for an unknown id', async () => expect((await ask(999_999)).status).toBe(404));
  test.each(['', '?id=', '?id=x', '?id=1&hours=7', '?id=1&type=cats', '?id=1&other=1'])(
    'if %s',
    async (query) => {
      const url = `/homecare/api/People/possibleProvider.php${query}`;
      expect((await user.raw({ method: 'GET', url })).status).toBe(400);
    },
  );
});

describe('candidates in the list', () => {
  const addCandidate = async (name: string, available: string, status = 'Active') => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into candidates (name, phone, address, address_latitude, address_longitude, date_available, date_created,
         status, updated, updated_by) values ($1, '(720) 555-0188', '900 Potomac St', $2, $3, $4, now(), $5, now(), 'T.')
       returning id`,
      [name, north(5).address_latitude, CLIENT_POINT.longitude, available, status],
    );
    return rows[0]?.id;
  };
  const clear = () => pool.query("update candidates set status = 'Archive'");

  it('are ranked among providers by rating, without what nobody has verified', async () => {
    const id = await addCandidate('Jama, Khadija', '2026-11-20');
    await addCandidate('Later, Lu', '2026-12-01');
    await addCandidate('Deleted, Di', '2026-11-01', 'Archive');
    const found = await list();
    expect(found.map(({ Name, rate }) => [Name, rate])).toEqual([
      ['Near, Pat', 93],
      ['House, Pat', found[1]?.rate],
      ['Busy, Pat', found[2]?.rate],
      ['Jama, Khadija', 52],
      ['Later, Lu', 32],
      ['Unknown, Pat', found[5]?.rate],
    ]);
    expect(found[3]).toMatchObject({
      kind: 'Candidate',
      id,
      Address: '900 Potomac St',
      Phone: '(720) 555-0188',
      distance: 5,
      hours: 0,
      availableFrom: null,
    });
    expect(found[4]?.availableFrom).toBe('2026-12-01');
    await clear();
  });

  it('can be shown alone or left out; a language filter leaves them out', async () => {
    await addCandidate('Jama, Khadija', '2026-11-20');
    expect(await names({ type: 'candidates only' })).toEqual(['Jama, Khadija']);
    expect(await names({ type: 'candidates only', hours: '<5' })).toEqual(['Jama, Khadija']);
    expect(await names({ type: 'providers only' })).not.toContain('Jama, Khadija');
    expect(await names({ group: 'Spanish' })).not.toContain('Jama, Khadija');
    await clear();
  });
});

it('an older client’s empty filters are accepted at both paths', async () => {
  for (const path of ['People', 'modules/People']) {
    const url = `/homecare/api/${path}/possibleProvider.php?id=${clientId}&group=&hours=&type=`;
    const answer = await user.raw({ method: 'GET', url });
    expect(answer.status).toBe(200);
    expect(answer.data).toHaveLength(4);
  }
});
