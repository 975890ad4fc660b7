import {
  getCheckInPlace,
  getPeople,
  insertPerson,
  setCheckInPoint,
  updatePerson,
} from '@homecare/domain/people/contract.ts';
import { questionsIn } from '@homecare/domain/people/questions.ts';
import { afterAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { sampleClient } from '../../testing/sample-people.ts';
import { testServer } from '../../testing/server.ts';

const server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
afterAll(() => server.stop());
const [admin, user, provider] = await Promise.all([
  server.as('admin'),
  server.as('user'),
  server.as('provider'),
]);
const elsewhere = await server.as('user', { site: server.siteNamed('other') });
const { pool } = server.database;

/** The middle of ZIP 80015, which an unverified address gets; the house is 900 m to the north. */
const MIDDLE = { address_latitude: 39.6254, address_longitude: -104.7874 };
const HOUSE = { latitude: 39.6335, longitude: -104.7874 };

const caregiver = await addProvider(pool, 'Caregiver');
let serial = 0;
const approximateClient = async () => {
  serial += 1;
  const id = await addClient(pool, `Approximate${'abcdefghijkl'[serial]}`, {
    ...MIDDLE,
    address: `${serial} New St`,
    postal_code: '80015',
    address_approximate: true,
  });
  const { rows } = await pool.query<{ id: number }>(
    `insert into care_plans (provider_id, client_id, type_id, start_date, create_reason, status, json, created, modified, modified_by)
     select $1, $2, id, '2026-01-01', 'New', 'Active', $3, now(), now(), 'T.' from care_plan_types where code = 'PCP' returning id`,
    [caregiver, id, JSON.stringify(weekOf({ Fri: ['08:00', '10:00'] }))],
  );
  return { id, plan: rows[0]?.id ?? 0 };
};
type Client = Awaited<ReturnType<typeof approximateClient>>;
const checkIn = async ({ id, plan }: Client, date: string, columns: Record<string, unknown> = {}) => {
  const all: Record<string, unknown> = {
    care_plan_id: plan,
    planned_day: date,
    date,
    plan_start: '08:00',
    plan_end: '10:00',
    client_id: id,
    provider_id: caregiver,
    tasks: '{"WorkingTime": 120, "TravelTime": 0, "Care": {}, "Home": {}}',
    created: '2026-10-01T00:00:00Z',
    status: 'Active',
    start_at: `${date}T15:00:00Z`,
    start_latitude: HOUSE.latitude,
    start_longitude: HOUSE.longitude,
    start_accuracy: 12,
    ...columns,
  };
  const names = Object.keys(all);
  const { rows } = await pool.query<{ id: number }>(
    `insert into visits (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(all),
  );
  return rows[0]?.id ?? 0;
};
const offered = async (id: number) => (await user.call(getCheckInPlace, { id })).data?.place;
const pointOf = async (id: number) => {
  const { rows } = await pool.query(
    'select address_latitude, address_longitude, address_approximate from people where id = $1',
    [id],
  );
  return rows[0];
};

describe('the place of a check-in', () => {
  it('is offered for an approximate point, can be taken by staff, and is on record', async () => {
    const client = await approximateClient();
    expect(await offered(client.id)).toBeNull();
    await checkIn(client, '2026-10-30', { start_accuracy: 400 });
    const visit = await checkIn(client, '2026-11-03');
    expect(await offered(client.id)).toEqual({ visitId: visit, date: '2026-11-03' });
    const sent = await user.call(setCheckInPoint, { id: client.id, visitId: visit });
    expect(sent.data).toMatchObject({
      AddressLatitude: HOUSE.latitude,
      AddressLongitude: HOUSE.longitude,
      rev: 1,
    });
    expect(await pointOf(client.id)).toEqual({
      address_latitude: HOUSE.latitude,
      address_longitude: HOUSE.longitude,
      address_approximate: false,
    });
    const { rows } = await pool.query<{ changes: Record<string, unknown> }>(
      "select changes from change_log where entity = 'person' and entity_id = $1 and action = 'update'",
      [client.id],
    );
    expect(Object.assign({}, ...rows.map(({ changes }) => changes))).toMatchObject({
      'Exact point from': [null, 'the check-in on 11-03-2026'],
      AddressApproximate: [true, false],
    });
    // The point is exact now, so nothing is offered and repeating the call fails.
    expect(await offered(client.id)).toBeNull();
    expect((await user.call(setCheckInPoint, { id: client.id, visitId: visit })).status).toBe(409);
  });

  it('is checked by the server: one that is too far, disagrees, was typed by staff or is from an earlier address is not offered', async () => {
    const far = await approximateClient();
    await checkIn(far, '2026-11-03', { start_latitude: 40.6 });
    const torn = await approximateClient();
    await checkIn(torn, '2026-11-03');
    const other = await checkIn(torn, '2026-11-04', { start_latitude: HOUSE.latitude + 0.01 });
    const typed = await approximateClient();
    await checkIn(typed, '2026-11-03', { start_edited: true });
    const moved = await approximateClient();
    const before = await checkIn(moved, '2026-11-03');
    await pool.query(
      `insert into people_history (person_id, field, value, until, by, at)
       values ($1, 'Address', '9 Old St, Aurora, CO 80015', '2026-11-05', 'T.', now())`,
      [moved.id],
    );
    for (const { id } of [far, torn, typed, moved]) expect(await offered(id)).toBeNull();
    for (const [client, visitId] of [
      [torn, other],
      [moved, before],
    ] as const)
      expect((await user.call(setCheckInPoint, { id: client.id, visitId })).status).toBe(409);
    const after = await checkIn(moved, '2026-11-06');
    expect(await offered(moved.id)).toEqual({ visitId: after, date: '2026-11-06' });
  });

  it('cannot be set by a caregiver, from a stale form or from another site', async () => {
    const client = await approximateClient();
    const visitId = await checkIn(client, '2026-11-03');
    expect((await provider.call(getCheckInPlace, { id: client.id })).status).toBe(403);
    expect((await provider.call(setCheckInPoint, { id: client.id, visitId })).status).toBe(403);
    expect((await elsewhere.call(getCheckInPlace, { id: client.id })).status).toBe(404);
    expect((await elsewhere.call(setCheckInPoint, { id: client.id, visitId })).status).toBe(404);
    expect((await user.call(setCheckInPoint, { id: client.id, visitId, rev: 7 })).status).toBe(409);
    expect((await pointOf(client.id)).address_approximate).toBe(true);
  });
});

describe('a town that does not match its ZIP code', () => {
  const today = server.scope.today();
  const words = 'ZIP 80015 is Aurora, not Fort Collins';
  const add = (City: string, confirmed?: string[]) => {
    serial += 1;
    const { AddressLatitude, AddressLongitude, ...data } = sampleClient(
      `Town${'abcdefghijkl'[serial]}`,
      today,
      {
        Address: `${serial} Elm St`,
        City,
        State: 'CO',
        PostalCode: '80015',
        ...(confirmed && { confirmed }),
      },
    );
    return admin.call(insertPerson, { data });
  };
  const townsAskedAbout = (answer: { errors: readonly { field: string; message: string }[] }) =>
    questionsIn(answer.errors).filter(({ field }) => field === 'City');

  test('is asked about before the save, and accepted after a yes', async () => {
    const asked = await add('Fort Collins', []);
    expect(townsAskedAbout(asked)).toEqual([{ field: 'City', message: words }]);
    const kept = await add('Fort Collins', [
      words,
      ...questionsIn(asked.errors).map(({ message }) => message),
    ]);
    expect(kept.status).toBe(200);
    const id = kept.insertId ?? 0;
    // Values that do not change are not asked about again, nor is a corrected town.
    const later = await admin.call(updatePerson, { id, data: { FirstName: 'Ada', confirmed: [] } });
    expect(later.status).toBe(200);
    expect((await admin.call(updatePerson, { id, data: { City: 'Aurora', confirmed: [] } })).status).toBe(
      200,
    );
    const wrong = await admin.call(updatePerson, { id, data: { City: 'Auorra', confirmed: [] } });
    expect(townsAskedAbout(wrong)).toEqual([{ field: 'City', message: 'ZIP 80015 is Aurora, not Auorra' }]);
  });

  test('is not asked about if the list has no better one, nor for older clients', async () => {
    expect(townsAskedAbout(await add('Centennial', []))).toEqual([]);
    expect((await add('Fort Collins')).status).toBe(200);
  });

  test('an unknown street is saved with the point of its ZIP code', async () => {
    const { insertId } = await add('Aurora');
    const { data } = await user.call(getPeople, {
      filters: [{ field: 'ID', op: '=', value: String(insertId) }],
    });
    expect(data?.[0]).toMatchObject({
      AddressApproximate: true,
      AddressLatitude: expect.closeTo(39.62, 1),
    });
  });
});
