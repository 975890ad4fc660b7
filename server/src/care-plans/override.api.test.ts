import { insertCarePlan, readCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { setOverridePassword } from '@homecare/domain/sites/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

// Friday, November 20, 2026, 10:00 in Denver.
let server: TestServer;
let admin: Caller;
const CODE = 'Two-Caregivers-26';
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

let serial = 0;
const people = async () => {
  serial += 1;
  const provider = await addProvider(server.database.pool, `Provider${serial}`);
  return { provider, client: await addClient(server.database.pool, `Client${serial}`) };
};
type Over = Partial<Parameters<typeof insert>[2]>;
const insert = (
  by: Caller,
  { provider, client }: { provider: number; client: number },
  over: {
    week?: ReturnType<typeof weekOf>;
    Remarks?: string;
    overridePassword?: string;
    overrideRemark?: string;
    EndDate?: string;
    Status?: 'Archive';
  } = {},
) =>
  by.call(insertCarePlan, {
    data: {
      ProviderID: provider,
      ClientID: client,
      Type: 'PCP',
      StartDate: '2026-11-01',
      createReason: 'Lift',
      week: weekOf({ Mon: ['08:00', '10:00'] }),
      ...over,
    },
  });
/** A second plan of the client with another provider at the same time. */
const clash = async (by: Caller, over: Over = {}) => {
  const first = await people();
  await insert(admin, first);
  return insert(by, { client: first.client, provider: (await people()).provider }, over);
};
const planOf = async (id: number | undefined) =>
  (await admin.call(readCarePlan, { id: id ?? 0, filters: [] })).data;
const query = async (text: string, values: unknown[] = []) =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;

test('without a password there is no override', async () => {
  const answer = await clash(admin, { overridePassword: CODE, overrideRemark: 'Two caregivers' });
  expect(answer).toMatchObject({
    status: 409,
    reason: 'overrideMissing',
    errors: [{ field: 'overridePassword' }],
  });
});

describe('with the site’s password', () => {
  beforeAll(async () => {
    await admin.call(setOverridePassword, { password: CODE });
  });
  const right = { overridePassword: CODE, overrideRemark: 'Two caregivers lift' };

  test('an admin can save despite a conflict, and remark and findings are stored', async () => {
    const answer = await clash(admin, { ...right, Remarks: 'Key in lockbox' });
    expect(answer.status).toBe(200);
    expect((await planOf(answer.insertId))?.Remarks).toBe('Key in lockbox\nTwo caregivers lift');
    const [log] = await query(
      `select changes -> 'overridden' -> 1 ->> 0 as why, actor, changes::text as all from change_log
       where entity = 'carePlan' and entity_id = $1 and action = 'insert'`,
      [answer.insertId],
    );
    expect(log?.why).toMatch(/^Error: This client have same time in Monday with provider /);
    expect(log?.all).not.toContain(CODE);
  });

  test('an admin can save tasks that do not fill the time, on a new plan and a changed one', async () => {
    const short = { ...weekOf({ Mon: ['08:00', '10:00'] }), personalCareItems: [] };
    const refused = await insert(admin, await people(), { week: short });
    expect(refused.Info).toBe('Error: You have time mismatch in Care Plan on Monday');
    const answer = await insert(admin, await people(), { week: short, ...right });
    expect(answer.status).toBe(200);
    const id = answer.insertId ?? 0;
    const changed = weekOf({ Tue: ['08:00', '10:00'] });
    const again = { week: { ...changed, personalCareItems: [] } };
    expect((await admin.call(updateCarePlan, { id, data: again })).status).toBe(400);
    const data = { ...again, ...right, overrideRemark: 'Still so' };
    expect((await admin.call(updateCarePlan, { id, data })).status).toBe(200);
    expect((await planOf(id))?.Remarks).toBe('Two caregivers lift\nStill so');
    expect((await admin.call(updateCarePlan, { id, data: { Remarks: 'Other' } })).status).toBe(200);
  });

  test('the remark is not added if there is no time error', async () => {
    const answer = await insert(admin, await people(), right);
    expect((await planOf(answer.insertId))?.Remarks).toBeNull();
  });

  test.each([
    ['no remark', { overrideRemark: ' ' }, 'Write a remark that says why.'],
    [
      'remarks that get too long',
      { Remarks: 'x'.repeat(280) },
      'Remarks with this remark can have at most 285 characters: 15 too many.',
    ],
  ])('%s', async (_, over, info) => {
    const answer = await clash(admin, { ...right, ...over });
    expect([answer.status, answer.errors[0]?.field, answer.Info]).toEqual([400, 'overrideRemark', info]);
  });

  test('only time errors can be overridden', async () => {
    const answer = await clash(admin, { ...right, Status: 'Archive' });
    expect(answer.Info).toBe('Error: Cant create archive care plan without end date');
    const empty = await clash(admin, { ...right, week: weekOf({}) });
    expect(empty.Info).toBe('Enter Time In and Time Out for at least one day.');
  });

  test('a user can never override, even with the correct code', async () => {
    const answer = await clash(await server.as('user'), right);
    expect([answer.status, answer.Info]).toEqual([
      403,
      'Only an admin may save a care plan despite time errors.',
    ]);
  });

  test('five wrong codes in 15 minutes lock the override for that user, for 15 minutes', async () => {
    const guesser = await server.as('admin');
    const guess = (overridePassword: string) => clash(guesser, { ...right, overridePassword });
    for (let n = 1; n <= 5; n += 1) {
      const answer = await guess(`Wrong-${n}`);
      expect(answer.reason).toBe('overrideRejected');
      expect([answer.status, answer.Info, answer.errors[0]?.field]).toEqual([
        400,
        'You enter incorrect code!',
        'overridePassword',
      ]);
    }
    const locked = await guess(CODE);
    expect([locked.status, locked.Info]).toEqual([429, 'Too many wrong codes. Try again at 10:15 AM.']);
    expect((await clash(admin, right)).status).toBe(200);
    server.clock.set('2026-11-20T17:14:59Z');
    expect((await guess(CODE)).status).toBe(429);
    server.clock.set('2026-11-20T17:15:01Z');
    expect((await guess(CODE)).status).toBe(200);
    server.clock.set('2026-11-20T17:00:00Z');
    expect(
      await query(
        `select count(*)::int as tries from change_log where account_id = $1 and action = 'refused'`,
        [guesser.accountId],
      ),
    ).toEqual([{ tries: 7 }]);
  });

  test('parallel guesses do not get past the limit', async () => {
    const guesser = await server.as('admin');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        insert(guesser, { provider: 1, client: 2 }, { ...right, overridePassword: 'Wrong' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('wrong codes older than 15 minutes are forgotten', async () => {
    const guesser = await server.as('admin');
    const guess = (overridePassword: string) => clash(guesser, { ...right, overridePassword });
    for (let n = 1; n <= 4; n += 1) await guess('Wrong');
    server.clock.set('2026-11-20T17:15:01Z');
    for (let n = 1; n <= 4; n += 1) expect((await guess('Wrong')).status).toBe(400);
    expect((await guess(CODE)).status).toBe(200);
    server.clock.set('2026-11-20T17:00:00Z');
  });
});
