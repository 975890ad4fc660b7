import {
  listAccounts,
  removeFactorOf,
  setFactorRule,
  updateAccount,
} from '@homecare/domain/accounts/contract.ts';
import * as own from '@homecare/domain/accounts/session-contract.ts';
import { login, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { CODE_NEEDED, WRONG_CODE } from '@homecare/domain/accounts/signing-in.ts';
import { REASONS } from '@homecare/domain/errors.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { capabilities } from '@homecare/domain/sites/page-contract.ts';
import { generateSync } from 'otplib';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, TEST_PASSWORD, testServer } from '../../testing/server.ts';
import { recoverAdmin } from './service.ts';

const server = await testServer({ others: ['other'] });
afterAll(() => server.stop());

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;

let now = Temporal.Instant.from('2026-11-20T17:00:00Z');
/** Each story begins in a new time step, because a used code is not accepted again. */
beforeEach(async () => {
  now = now.add({ hours: 1 });
  server.clock.set(now.toString());
  await query('delete from login_failures');
});

const codeOf = (secret: string) =>
  generateSync({ secret, epoch: Math.floor(server.clock.now().epochMilliseconds / 1000) });
const nextStep = () => server.clock.advance({ seconds: 30 });

const loginOf = async ({ accountId }: Caller) => {
  const [row] = await query('select login from accounts where id = $1', [accountId]);
  return String(row?.login);
};
const signInWith = async (caller: Caller, code?: string, pass = TEST_PASSWORD) =>
  server.anonymous().call(login, {
    data: { user: await loginOf(caller), pass, ...(code !== undefined && { code }) },
  });
/** A user of this role with a second factor, the app's secret and the recovery codes. */
const enrolled = async (role: 'admin' | 'user' | 'evv' = 'user') => {
  const caller = await server.as(role);
  const { data } = await caller.call(own.enrolFactor, { password: TEST_PASSWORD });
  const secret = data?.secret ?? '';
  const confirmed = await caller.call(own.confirmFactor, { code: codeOf(secret) });
  nextStep();
  return { caller, secret, codes: confirmed.data?.recoveryCodes ?? [] };
};

describe('setting up a second factor', () => {
  test('asks for the password, shows a code to scan, and is on with the app’s first code', async () => {
    const caller = await server.as('provider', {});
    expect(await caller.call(own.enrolFactor, { password: 'nope' })).toMatchObject({
      status: 400,
      errors: [{ field: 'password' }],
    });
    const begun = await caller.call(own.enrolFactor, { password: TEST_PASSWORD });
    const { secret = '', uri = '', qr } = begun.data ?? {};
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect(address.protocol).toBe('otpauth:');
    expect(address.searchParams.get('secret')).toBe(secret);
    expect(address.searchParams.get('issuer')).toBe('Front Range Home Care');
    expect(qr?.path).toMatch(/^M0 0h7v1h-7z/);
    // No code is required yet.
    expect((await signInWith(caller)).status).toBe(200);
    expect(await caller.call(own.confirmFactor, { code: '000000' })).toMatchObject({
      status: 400,
      Info: WRONG_CODE,
    });
    const confirmed = await caller.call(own.confirmFactor, { code: codeOf(secret) });
    expect(new Set(confirmed.data?.recoveryCodes).size).toBe(10);
    for (const code of confirmed.data?.recoveryCodes ?? []) expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect((await caller.call(own.getFactor, {})).data).toEqual({
      since: expect.any(String),
      codesLeft: 10,
      required: false,
    });
  });

  test('ends other sessions that began with only the password', async () => {
    const caller = await server.as('user');
    const other = await signInWith(caller);
    const [cookie = ''] = String(other.headers['set-cookie']).split(';');
    const { data } = await caller.call(own.enrolFactor, { password: TEST_PASSWORD });
    await caller.call(own.confirmFactor, { code: codeOf(data?.secret ?? '') });
    expect((await server.withCookie(cookie).call(touchSession, {})).status).toBe(401);
    expect((await caller.call(touchSession, {})).status).toBe(200);
  });

  test('stores no secret or recovery code in readable form, nor in the log', async () => {
    const { secret, codes } = await enrolled();
    const everything: unknown[] = [];
    for (const table of [
      'accounts',
      'second_factors',
      'recovery_codes',
      'change_log',
      'sessions',
      'idempotency_keys',
    ])
      everything.push(...(await query(`select t::text as row from ${table} t`)));
    const text = JSON.stringify(everything) + server.log.join();
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    for (const code of codes) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(code.replace('-', ''));
    }
  });

  test('repeated with the same key returns the same secret, which is stored sealed', async () => {
    const caller = await server.as('user');
    const headers = { 'idempotency-key': 'enrol-once-0001' };
    const first = await caller.call(own.enrolFactor, { password: TEST_PASSWORD }, headers);
    const again = await caller.call(own.enrolFactor, { password: TEST_PASSWORD }, headers);
    expect(again.data).toEqual(first.data);
    const stored = JSON.stringify(await query('select answer from idempotency_keys'));
    expect(stored).not.toContain(first.data?.secret);
  });

  test('expires after an hour if not confirmed, and cannot start again once it is on', async () => {
    const caller = await server.as('user');
    const { data } = await caller.call(own.enrolFactor, { password: TEST_PASSWORD });
    server.clock.advance({ minutes: 29 });
    await caller.call(touchSession, {});
    server.clock.advance({ minutes: 29 });
    await caller.call(touchSession, {});
    server.clock.advance({ minutes: 3 });
    expect((await caller.call(own.confirmFactor, { code: codeOf(data?.secret ?? '') })).status).toBe(409);
    const ready = await enrolled();
    expect((await ready.caller.call(own.enrolFactor, { password: TEST_PASSWORD })).status).toBe(409);
    expect((await ready.caller.call(own.confirmFactor, { code: codeOf(ready.secret) })).status).toBe(409);
  });
});

describe('signing in with a second factor', () => {
  test('requires the code in addition to the password, and says so only after the correct password', async () => {
    const { caller, secret } = await enrolled('admin');
    expect(await signInWith(caller)).toMatchObject({
      status: 401,
      reason: 'codeRequired',
      Info: CODE_NEEDED,
      errors: [{ field: 'code' }],
    });
    const wrong = await signInWith(caller, codeOf(secret), 'nope');
    expect(wrong).toMatchObject({
      status: 401,
      reason: 'notSignedIn',
      Info: 'Wrong username or password!',
      errors: [],
    });
    expect(wrong.headers['set-cookie']).toBeUndefined();
    expect((await signInWith(caller, codeOf(secret))).status).toBe(200);
  });

  test('accepts a code once: neither it nor an earlier one again', async () => {
    const { caller, secret } = await enrolled();
    const early = codeOf(secret);
    nextStep();
    const code = codeOf(secret);
    expect((await signInWith(caller, code)).status).toBe(200);
    expect(await signInWith(caller, code)).toMatchObject({
      status: 401,
      reason: 'codeRejected',
      Info: WRONG_CODE,
    });
    expect(await signInWith(caller, early)).toMatchObject({ status: 401, reason: 'codeRejected' });
    nextStep();
    expect((await signInWith(caller, codeOf(secret))).status).toBe(200);
  });

  test('accepts a code of the previous step, but not of two steps before', async () => {
    const { caller, secret } = await enrolled();
    const first = codeOf(secret);
    nextStep();
    expect((await signInWith(caller, first)).status).toBe(200);
    nextStep();
    const second = codeOf(secret);
    server.clock.advance({ seconds: 60 });
    expect((await signInWith(caller, second)).status).toBe(401);
  });

  test('by ten at once with one code lets one in; the same with a recovery code', async () => {
    const { caller, secret, codes } = await enrolled();
    for (const code of [codeOf(secret), codes[0] ?? '']) {
      await query('delete from login_failures');
      const answers = await Promise.all(Array.from({ length: 10 }, () => signInWith(caller, code)));
      expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    }
  });

  test('accepts a recovery code in any spelling, once', async () => {
    const { caller, codes } = await enrolled();
    const [code = ''] = codes;
    expect((await signInWith(caller, ` ${code.toLowerCase().replace('-', ' ')}`)).status).toBe(200);
    expect((await signInWith(caller, code)).status).toBe(401);
    const again = await signInWith(caller, codes[1]);
    const [cookie = ''] = String(again.headers['set-cookie']).split(';');
    expect((await server.withCookie(cookie).call(own.getFactor, {})).data?.codesLeft).toBe(8);
  });

  test("does not accept someone else's recovery code", async () => {
    const mine = await enrolled();
    const theirs = await enrolled();
    expect((await signInWith(mine.caller, theirs.codes[0])).status).toBe(401);
  });

  test('allows ten guesses in 15 minutes to those who know the password; tries without a code count too', async () => {
    const { caller, secret } = await enrolled();
    for (let n = 0; n < 5; n += 1) {
      expect((await signInWith(caller, `00000${n}`)).status).toBe(401);
      expect((await signInWith(caller)).status).toBe(401);
    }
    expect((await signInWith(caller, codeOf(secret))).status).toBe(429);
    server.clock.advance({ minutes: 15, seconds: 1 });
    expect((await signInWith(caller, codeOf(secret))).status).toBe(200);
  });

  test('refuses codes without failing when the clock was set back', async () => {
    const { caller, secret } = await enrolled();
    server.clock.advance({ hours: -2 });
    expect((await signInWith(caller, codeOf(secret))).status).toBe(401);
  });
});

describe('new recovery codes and turning the factor off', () => {
  test('need password and code; the old codes stop working', async () => {
    const { caller, secret, codes } = await enrolled();
    expect(
      (await caller.call(own.renewCodes, { password: 'nope', code: codeOf(secret) })).errors[0]?.field,
    ).toBe('password');
    expect((await caller.call(own.renewCodes, { password: TEST_PASSWORD, code: '' })).errors[0]?.field).toBe(
      'code',
    );
    const renewed = await caller.call(own.renewCodes, { password: TEST_PASSWORD, code: codeOf(secret) });
    expect(renewed.data?.recoveryCodes.length).toBe(10);
    expect((await signInWith(caller, codes[0])).status).toBe(401);
    nextStep();
    expect(
      (await caller.call(own.removeFactor, { password: TEST_PASSWORD, code: codeOf(secret) })).status,
    ).toBe(200);
    expect((await signInWith(caller)).status).toBe(200);
    expect(await query('select from recovery_codes where account_id = $1', [caller.accountId])).toEqual([]);
  });

  test('limit how often an open screen can guess the password', async () => {
    const { caller, secret } = await enrolled();
    for (let n = 0; n < 10; n += 1)
      expect((await caller.call(own.removeFactor, { password: `no${n}`, code: codeOf(secret) })).status).toBe(
        400,
      );
    expect(
      (await caller.call(own.removeFactor, { password: TEST_PASSWORD, code: codeOf(secret) })).status,
    ).toBe(429);
    expect(
      (
        await caller.call(updateAccount, {
          data: { password: 'Another-Horse-8', oldPassword: TEST_PASSWORD },
        })
      ).status,
    ).toBe(429);
  });

  test('can be done by an admin for another account, which is signed out, and by nobody else', async () => {
    const { caller } = await enrolled();
    const id = caller.accountId ?? 0;
    const admin = await server.as('admin');
    expect((await (await server.as('user')).call(removeFactorOf, { id })).status).toBe(403);
    const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
    expect((await server.withCookie(elsewhere.cookie ?? '').call(removeFactorOf, { id })).status).toBe(401);
    const listed = await admin.call(listAccounts, {});
    expect(listed.data?.find((account) => account.id === id)).toMatchObject({
      secondFactor: true,
      sessions: 1,
    });
    expect((await admin.call(removeFactorOf, { id })).status).toBe(200);
    expect((await admin.call(removeFactorOf, { id })).status).toBe(409);
    expect((await caller.call(touchSession, {})).status).toBe(401);
    expect((await signInWith(caller)).status).toBe(200);
    expect((await admin.call(removeFactorOf, { id: admin.accountId ?? 0 })).status).toBe(409);
  });
});

test('the operator can let an admin in again who has lost phone and recovery codes', async () => {
  const { caller } = await enrolled('admin');
  const recovered = await recoverAdmin(server.scope, await loginOf(caller), 'Tmp-Pass1');
  expect(recovered.ok).toBe(true);
  expect((await signInWith(caller, undefined, 'Tmp-Pass1')).data?.reset_password).toBe(1);
});

describe('a site that requires it of admins and users', () => {
  const require = async (required: boolean) => {
    await query(
      `insert into settings (key, value) values ('secondFactor', $1) on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(required)],
    );
  };
  afterEach(() => require(false));

  test.each(['admin', 'user'] as const)('makes %s set it up before anything else', async (role) => {
    const caller = await server.as(role);
    expect((await caller.call(touchSession, {})).data?.must_enrol).toBe(0);
    await require(true);
    expect((await caller.call(touchSession, {})).data?.must_enrol).toBe(1);
    expect((await caller.call(capabilities, {})).status).toBe(200);
    expect(await caller.call(getPeople, { filters: [] })).toMatchObject({
      status: 403,
      reason: 'enrolRequired',
      Info: REASONS.enrolRequired.info,
      errors: [{ field: 'second_factor' }],
    });
    // Not even another account's password can be changed.
    const victim = await server.as('evv');
    expect(
      (await caller.call(updateAccount, { id: victim.accountId ?? 0, data: { password: 'Tmp-Pass1' } }))
        .status,
    ).toBe(403);
    const { data } = await caller.call(own.enrolFactor, { password: TEST_PASSWORD });
    expect((await caller.call(own.confirmFactor, { code: codeOf(data?.secret ?? '') })).status).toBe(200);
    expect((await caller.call(getPeople, { filters: [] })).status).toBe(200);
    nextStep();
    expect((await signInWith(caller, codeOf(data?.secret ?? ''))).data?.must_enrol).toBe(0);
  });

  test('lets employees and field employees continue without', async () => {
    await require(true);
    const provider = await server.as('provider');
    expect((await provider.call(getPeople, { filters: [] })).status).toBe(200);
    expect((await (await server.as('evv')).call(touchSession, {})).data?.must_enrol).toBe(0);
  });

  test('is switched by an admin; it applies at once, in other processes too, and is in the record log', async () => {
    const { caller: admin } = await enrolled('admin');
    const user = await server.as('user');
    expect((await user.call(setFactorRule, { required: true })).status).toBe(403);
    expect((await admin.call(setFactorRule, { required: true })).status).toBe(200);
    const there = await server.atSecondInstance(user);
    expect((await there.call(getPeople, { filters: [] })).status).toBe(403);
    expect((await admin.call(getPeople, { filters: [] })).status).toBe(200);
    const [row] = await query(
      `select changes from change_log where entity = 'setting' order by id desc limit 1`,
    );
    expect(row?.changes).toEqual({ secondFactor: [false, true] });
    expect((await admin.call(setFactorRule, { required: false })).status).toBe(200);
    expect((await user.call(getPeople, { filters: [] })).status).toBe(200);
  });
});
