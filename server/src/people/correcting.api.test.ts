import type { InputOf } from '@homecare/domain/call.ts';
import { getPeople, insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { CORRECTION_ARCHIVED, CORRECTION_OVER } from '@homecare/domain/people/correcting.ts';
import { isPerson, type Person } from '@homecare/domain/people/schema.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sampleClient, sampleProvider, sampleSsn } from '../../testing/sample-people.ts';
import { type Caller, testServer } from '../../testing/server.ts';

const server = await testServer({ others: ['other'] });
afterAll(() => server.stop());
const admin = await server.as('admin');
const user = await server.as('user');
const colleague = await server.as('user');
const elsewhere = await server.as('user', { site: server.siteNamed('other') });
const foreign = server.withCookie(elsewhere.cookie ?? '');

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
const switchTo = async (correctsOwnRecords: boolean) => {
  await query(
    `insert into settings (key, value) values ('switches', jsonb_build_object('correctsOwnRecords', $1::boolean))
     on conflict (key) do update set value = settings.value || excluded.value`,
    [correctsOwnRecords],
  );
};
beforeEach(async () => {
  server.clock.set('2026-11-20T17:00:00Z');
  await switchTo(true);
});

/** Everyone keeps working meanwhile, so no session ends. */
const pass = async (time: Parameters<typeof server.clock.advance>[0]) => {
  server.clock.advance(time);
  await query('update sessions set last_seen = $1', [server.scope.now().toString()]);
};

type Data = InputOf<typeof insertPerson>['data'];
let serial = 0;
const createdBy = async (who: Caller, data?: Data): Promise<number> => {
  serial += 1;
  const today = server.scope.today();
  const made = await who.call(insertPerson, { data: data ?? sampleClient(`Correct${serial}`, today) });
  if (made.insertId === undefined) throw new Error(`${made.Info} ${JSON.stringify(made.errors)}`);
  return made.insertId;
};
const correct = (who: Caller, id: number, data: Data) => who.call(updatePerson, { id, data });
const read = async (who: Caller, id: number): Promise<Person> => {
  const [person] = (await who.call(getPeople, { id, filters: [] })).data ?? [];
  if (!person || !isPerson(person)) throw new Error(`no person ${id}`);
  return person;
};

describe('correcting a record after creating it', () => {
  test('fixes every field of the form for an hour, is recorded, and keeps no earlier name', async () => {
    const id = await createdBy(user);
    await pass({ minutes: 59, seconds: 59 });
    expect((await read(user, id)).correctableUntil).toBe('2026-11-20T18:00:00Z');
    const saved = await correct(user, id, { LastName: 'Bacca', DOB: '1951-04-04', rev: 0 });
    expect([saved.status, saved.data?.rev]).toEqual([200, 1]);
    expect(await read(admin, id)).toMatchObject({ LastName: 'Bacca', DOB: '1951-04-04', history: [] });
    const [row] = await query(
      "select account_id, changes->'LastName' as name from change_log where entity = 'person' and entity_id = $1 and action = 'update'",
      [id],
    );
    expect(row).toMatchObject({ account_id: user.accountId, name: [expect.any(String), 'Bacca'] });
  });

  test('is refused with a sentence after the hour', async () => {
    const id = await createdBy(user);
    await pass({ minutes: 60 });
    expect(await correct(user, id, { LastName: 'Bacca' })).toMatchObject({
      status: 403,
      Info: CORRECTION_OVER,
    });
    expect((await read(user, id)).correctableUntil).toBeUndefined();
    expect((await read(admin, id)).rev).toBe(0);
    // What a manager may always change still works.
    expect((await correct(user, id, { notes: 'call after noon' })).status).toBe(200);
  });

  test('is not for anyone else, while it is switched off, or on another site', async () => {
    const id = await createdBy(user);
    const of = await createdBy(admin);
    expect((await correct(colleague, id, { LastName: 'Bacca' })).errors).toEqual([
      { field: 'LastName', message: 'Your role may not change LastName.' },
    ]);
    expect((await correct(user, of, { LastName: 'Bacca' })).status).toBe(403);
    expect((await read(colleague, id)).correctableUntil).toBeUndefined();
    expect((await read(admin, id)).correctableUntil).toBeUndefined();
    expect((await correct(await server.as('provider'), id, { LastName: 'Bacca' })).status).toBe(403);
    expect((await correct(foreign, id, { LastName: 'Bacca' })).status).toBe(401);
    await switchTo(false);
    expect((await correct(user, id, { LastName: 'Bacca' })).status).toBe(403);
    expect((await read(user, id)).correctableUntil).toBeUndefined();
  });

  test('changes neither pay rates nor archived records', async () => {
    const id = await createdBy(user, sampleProvider('Rates', sampleSsn(1), server.scope.today()));
    const rates = { HealthMaintenance: 0, Homemaker: 30, 'Medicaid 131': 0, 'PCP/RPCP': 0 };
    expect((await correct(user, id, { providerPayRate: rates })).status).toBe(403);
    expect((await correct(user, id, { Phone: '(303) 555-0199', providerPayRate: rates })).status).toBe(403);
    const archive = { Cur: 'n', archiveDate: '2026-11-20', 'DC Date': '2026-11-20', 'DC Reason': 'Moved' };
    expect((await correct(user, id, archive)).status).toBe(403);
    expect((await correct(admin, id, archive)).status).toBe(200);
    expect(await correct(user, id, { LastName: 'Bacca' })).toMatchObject({
      status: 403,
      Info: CORRECTION_ARCHIVED,
    });
  });

  test('treats a date of birth in three parts like any other field', async () => {
    const id = await createdBy(admin);
    const before = (await read(admin, id)).DOB;
    expect((await correct(user, id, { Month: 1, Day: 2, Year: 1990 })).status).toBe(403);
    expect((await read(admin, id)).DOB).toBe(before);
  });

  test('is validated as usual, and names a user who saved in between', async () => {
    const id = await createdBy(user);
    expect((await correct(user, id, { LastName: '' })).status).toBe(400);
    await correct(admin, id, { FirstName: 'Lupe' });
    expect((await correct(user, id, { LastName: 'Bacca', rev: 0 })).status).toBe(409);
  });
});
