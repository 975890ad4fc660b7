import { updateAccount } from '@homecare/domain/accounts/contract.ts';
import { login } from '@homecare/domain/accounts/sign-in-contract.ts';
import { COMMON_PASSWORD, tooShortFor } from '@homecare/domain/accounts/signing-in.ts';
import { ROLES } from '@homecare/domain/call.ts';
import { getSettings, saveSettings } from '@homecare/domain/sites/contract.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, TEST_PASSWORD, testServer } from '../../testing/server.ts';

const server = await testServer();
afterAll(() => server.stop());
beforeEach(() => server.site.pool.query('delete from login_failures'));

const OFFICE = '203.0.113.7';
const FAR = '198.51.100.1';

const loginOf = async ({ accountId }: Caller) => {
  const { rows } = await server.site.pool.query<{ login: string }>(
    'select login from accounts where id = $1',
    [accountId],
  );
  return rows[0]?.login ?? '';
};

const signIn = (user: string, pass: string, remoteAddress: string, cookie?: string) =>
  server.anonymous().raw({
    ...requestOf(login, { data: { user, pass } }),
    remoteAddress,
    headers: { ...requestOf(login, {}).headers, ...(cookie && { cookie }) },
  });
const statusOf = async (...at: Parameters<typeof signIn>) => (await signIn(...at)).status;
const guess = async (user: string, times: number, address: string, cookie?: string) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push(await statusOf(user, `wrong ${n}`, address, cookie));
  return statuses;
};

/** What a browser remembers about signing in, apart from the session. */
const deviceOf = async (user: string, address: string) => {
  const set = (await signIn(user, TEST_PASSWORD, address)).headers['set-cookie'];
  const cookies = Array.isArray(set) ? set.map(String) : [String(set)];
  return cookies.find((cookie) => cookie.startsWith('homecare-device='))?.split(';')[0] ?? '';
};

describe('guessing passwords', () => {
  test('60 times at once gets ten checked', async () => {
    const user = await loginOf(await server.as('user'));
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => statusOf(user, `wrong ${n}`, FAR)),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  });

  test('ends at 30 a day, however long the pauses', async () => {
    const user = await loginOf(await server.as('user'));
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      statuses.push(...(await guess(user, 10, FAR)));
      server.clock.advance({ minutes: 16 });
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  });

  test('from anywhere in an IPv6 network counts as one place', async () => {
    const user = await loginOf(await server.as('user'));
    for (let n = 0; n < 10; n += 1) expect(await statusOf(user, 'wrong', `2001:db8:1:2::${n}`)).toBe(401);
    expect(await statusOf(user, TEST_PASSWORD, '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await statusOf(user, TEST_PASSWORD, '2001:db8:1:3::1')).toBe(200);
  });
});

describe('nobody is locked out', () => {
  test('by someone far away who keeps guessing', async () => {
    const user = await loginOf(await server.as('user'));
    const statuses = await guess(user, 120, FAR);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(await statusOf(user, TEST_PASSWORD, OFFICE)).toBe(200);
  });

  test('by a colleague behind the same address', async () => {
    const colleague = await loginOf(await server.as('user'));
    for (let n = 0; n < 12; n += 1) await guess(`nobody${n}`, 10, OFFICE);
    expect(await statusOf(colleague, TEST_PASSWORD, OFFICE)).toBe(200);
  });

  test('on a known device by many addresses at once, which close the account for unknown devices only', async () => {
    const user = await loginOf(await server.as('user'));
    const device = await deviceOf(user, OFFICE);
    for (let n = 0; n < 11; n += 1) await guess(user, 10, `198.51.100.${n + 10}`);
    expect(await statusOf(user, TEST_PASSWORD, '192.0.2.44')).toBe(429);
    expect(await statusOf(user, TEST_PASSWORD, OFFICE, device)).toBe(200);
  });
});

describe('a known device', () => {
  test('has ten guesses for itself, and is known only for its accounts', async () => {
    const [user, other] = [await loginOf(await server.as('user')), await loginOf(await server.as('user'))];
    const device = await deviceOf(user, OFFICE);
    expect(await guess(user, 11, OFFICE, device)).toEqual([...Array(10).fill(401), 429]);
    // Without its cookie the same browser is unknown.
    expect(await statusOf(user, TEST_PASSWORD, OFFICE)).toBe(200);
    await guess(other, 10, OFFICE, device);
    expect(await statusOf(other, TEST_PASSWORD, OFFICE)).toBe(429);
  });

  test('opens nothing without the password, and is stored as a hash', async () => {
    const user = await loginOf(await server.as('user'));
    const device = await deviceOf(user, OFFICE);
    const token = device.split('=')[1] ?? '';
    expect(token).toHaveLength(43);
    expect(await statusOf(user, 'wrong', FAR, device)).toBe(401);
    const { rows } = await server.site.pool.query(
      "select encode(token_hash, 'escape') as kept from known_devices",
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('passwords', () => {
  test.each([
    ['of the 10,000 commonest', 'Trustno1'],
    ['that the list has further down', 'Jordan01'],
    ['that agencies think of', 'Homecare1'],
  ])('that are %s are refused', async (_, password) => {
    const user = await server.as('user', { temporary: true });
    const answer = await user.call(updateAccount, { data: { password } });
    expect([answer.status, answer.Info]).toEqual([400, COMMON_PASSWORD]);
  });

  test('must be as long as the site requires', async () => {
    const admin = await server.as('admin');
    const set = async (passwordLength: number) => {
      const { data } = await admin.call(getSettings, {});
      if (!data) throw new Error('no settings');
      const { switches, paper, rev } = data;
      return admin.call(saveSettings, { switches: { ...switches, passwordLength }, paper, rev });
    };
    const change = async (password: string) =>
      (await server.as('user', { temporary: true })).call(updateAccount, { data: { password } });
    expect((await change('Tulip7')).status).toBe(200);
    for (const wrong of [-1, 6, 7, 16, 8.5]) expect((await set(wrong)).status).toBe(400);
    expect((await set(12)).status).toBe(200);
    expect((await change('Tulip7')).errors).toEqual([{ field: 'password', message: tooShortFor(12) }]);
    expect((await change('Tulips-in-May7')).status).toBe(200);
    expect((await set(0)).status).toBe(200);
    expect((await change('Tulip8')).status).toBe(200);
  });

  test('typed for someone else expire after 72 hours, and must be changed', async () => {
    const admin = await server.as('admin');
    for (const role of ROLES.filter((name) => name === 'user' || name === 'admin')) {
      const other = await server.as(role);
      const set = { password: 'tmp', resetPassword: true };
      expect((await admin.call(updateAccount, { id: other.accountId, data: set })).status).toBe(200);
      const user = await loginOf(other);
      server.clock.advance({ hours: 71 });
      expect((await signIn(user, 'tmp', OFFICE)).data).toMatchObject({ reset_password: 1 });
      server.clock.advance({ hours: 1, seconds: 1 });
      expect(await statusOf(user, 'tmp', OFFICE)).toBe(401);
      server.clock.advance({ hours: -73 });
    }
  });
});
