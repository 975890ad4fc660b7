import {
  deleteAccount,
  endSessionsOf,
  listAccounts,
  setFactorRule,
  suspendAccount,
} from '@homecare/domain/accounts/contract.ts';
import {
  MAX_PASSKEYS,
  PASSKEY_GONE,
  PASSKEY_KNOWN,
  PASSKEY_NOT_ADDED,
  PASSKEY_OF_OTHER,
  PASSKEY_REJECTED,
  PASSKEY_REQUIRED,
  PASSKEY_UNKNOWN,
  SIGN_IN_FIRST,
  TOO_MANY_PASSKEYS,
} from '@homecare/domain/accounts/passkey.ts';
import * as calls from '@homecare/domain/accounts/passkey-contract.ts';
import * as own from '@homecare/domain/accounts/session-contract.ts';
import { login, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { SUSPENDED } from '@homecare/domain/accounts/signing-in.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { generateSync } from 'otplib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { softPasskey } from '../../testing/passkey.ts';
import { type Answer, type Caller, TEST_PASSWORD, testServer } from '../../testing/server.ts';
import { userHandleOf } from './passkeys.ts';

const server = await testServer({ others: ['other'] });
afterAll(() => server.stop());

const ORIGIN = 'http://localhost';
let now = Temporal.Instant.from('2026-11-20T17:00:00Z');
beforeEach(async () => {
  now = now.add({ hours: 1 });
  server.clock.set(now.toString());
  await query('delete from login_failures');
});

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
const loginOf = async ({ accountId }: Caller) => {
  const [row] = await query('select login from accounts where id = $1', [accountId]);
  return String(row?.login);
};
const cookieOf = ({ headers }: Answer<unknown>) => String(headers['set-cookie']).split(';')[0] ?? '';

const begin = async (caller: Caller, password = TEST_PASSWORD) =>
  (await caller.call(calls.beginPasskey, { password })).data;
const add = async (caller: Caller, soft = softPasskey(ORIGIN), name = 'Office computer') => {
  const offer = await begin(caller);
  const passkey = soft.make(offer?.challenge ?? '', offer?.rp.id ?? '');
  return { soft, passkey, answer: await caller.call(calls.addPasskey, { name, passkey }) };
};
const ask = async () => (await server.anonymous().call(calls.beginPasskeySignIn, {})).data;
type Soft = ReturnType<typeof softPasskey>;
const enter = async (soft: Soft, more: { login?: string } = {}) => {
  const question = await ask();
  const passkey = soft.use(question?.challenge ?? '', question?.rpId ?? '');
  return server.anonymous().call(calls.signInWithPasskey, { ...more, passkey });
};
const signIn = async (caller: Caller, code?: string) =>
  server.anonymous().call(login, {
    data: { user: await loginOf(caller), pass: TEST_PASSWORD, ...(code !== undefined && { code }) },
  });
const idOf = async (caller: Caller) =>
  (await caller.call(calls.listOwnPasskeys, {})).data?.passkeys[0]?.id ?? 0;

describe.each(['admin', 'user', 'provider', 'evv'] as const)('a passkey of role %s', (role) => {
  test('opens the account without password and code, and can be named, used and removed', async () => {
    const caller = await server.as(role);
    const { soft, answer } = await add(caller);
    expect(answer.status).toBe(200);
    const entered = await enter(soft);
    expect(entered.data).toMatchObject({ uid: caller.accountId, role, site: 'demo', must_enrol: 0 });
    const session = server.withCookie(cookieOf(entered));
    expect((await session.call(touchSession, {})).status).toBe(200);
    const id = await idOf(session);
    expect((await session.call(calls.renamePasskey, { id, name: ' Laptop ' })).status).toBe(200);
    expect((await session.call(calls.listOwnPasskeys, {})).data).toMatchObject({
      passkeys: [{ id, name: 'Laptop', lastUsed: now.toString() }],
      asksPassword: false,
    });
    expect((await session.call(calls.removePasskey, { id, password: '' })).status).toBe(200);
    expect(await enter(soft)).toMatchObject({ status: 401, Info: PASSKEY_UNKNOWN });
    // The session in which it was removed continues, all others have ended.
    expect((await session.call(touchSession, {})).status).toBe(200);
    expect((await caller.call(touchSession, {})).status).toBe(401);
    const log = await query(
      `select call, changes->'passkey' as passkey from change_log where entity = 'account' and entity_id = $1 order by id`,
      [caller.accountId],
    );
    expect(log).toEqual([
      { call: 'accounts.addPasskey', passkey: [null, 'Office computer'] },
      { call: 'accounts.renamePasskey', passkey: ['Office computer', 'Laptop'] },
      { call: 'accounts.removePasskey', passkey: ['Laptop', null] },
    ]);
  });
});

describe('nobody can sign in', () => {
  test('by repeating an earlier answer', async () => {
    const { soft } = await add(await server.as('user'));
    const question = await ask();
    const passkey = soft.use(question?.challenge ?? '', 'localhost');
    const send = () => server.anonymous().call(calls.signInWithPasskey, { passkey });
    expect((await send()).status).toBe(200);
    expect(await send()).toMatchObject({ status: 401, Info: PASSKEY_REJECTED });
    // Twenty at once do not get more than one session either.
    const next = soft.use((await ask())?.challenge ?? '', 'localhost');
    const both = await Promise.all(
      Array.from({ length: 20 }, () => server.anonymous().call(calls.signInWithPasskey, { passkey: next })),
    );
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('with an answer for another page, without the lock, by another key, too late, or to an invented challenge', async () => {
    const caller = await server.as('user');
    const { soft } = await add(caller);
    const challenge = async () => (await ask())?.challenge ?? '';
    const foreign = softPasskey('https://elsewhere.example');
    const made = await add(await server.as('user'), foreign);
    expect(made.answer).toMatchObject({ status: 400, Info: PASSKEY_NOT_ADDED });
    const other = await add(await server.as('user'));
    const stolen = {
      ...other.soft.use(await challenge(), 'localhost'),
      id: soft.id,
      rawId: soft.id,
    };
    const ours = await challenge();
    const forged = `${ours.slice(0, -4)}${ours.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    const elsewhere = await server
      .anonymous()
      .call(calls.beginPasskeySignIn, {}, { host: server.siteNamed('other').hosts[0] ?? '' });
    const answers = [
      soft.use(await challenge(), 'localhost', false),
      soft.use(await challenge(), 'elsewhere.example'),
      stolen,
      soft.use(forged, 'localhost'),
      soft.use('bm8', 'localhost'),
      soft.use(elsewhere.data?.challenge ?? '', 'localhost'),
      soft.use(await challenge(), 'localhost', true, userHandleOf('demo', 1_000_000)),
    ];
    for (const passkey of answers)
      expect(await server.anonymous().call(calls.signInWithPasskey, { passkey })).toMatchObject({
        status: 401,
        Info: PASSKEY_REJECTED,
      });
    const late = soft.use(await challenge(), 'localhost');
    server.clock.advance({ minutes: 6 });
    expect((await server.anonymous().call(calls.signInWithPasskey, { passkey: late })).status).toBe(401);
    const refused = await query(
      `select from change_log where action = 'refused' and call = 'accounts.login' and entity_id = $1`,
      [caller.accountId],
    );
    expect(refused.length).toBeGreaterThanOrEqual(4);
  });

  test('to the page of someone else whose session has ended, or on another site', async () => {
    const caller = await server.as('user');
    const { soft } = await add(caller);
    expect(await enter(soft, { login: 'somebody' })).toMatchObject({ status: 401, Info: PASSKEY_OF_OTHER });
    expect((await enter(soft, { login: (await loginOf(caller)).toUpperCase() })).status).toBe(200);
    const host = server.siteNamed('other').hosts[0] ?? '';
    const { data } = await server.anonymous().call(calls.beginPasskeySignIn, {}, { host });
    const there = softPasskey(`http://${host}`);
    const passkey = { ...there.use(data?.challenge ?? '', host), id: soft.id, rawId: soft.id };
    const answer = await server.anonymous().call(calls.signInWithPasskey, { passkey }, { host });
    expect(answer).toMatchObject({ status: 401, Info: PASSKEY_UNKNOWN });
  });

  test('to an account that is suspended, deleted, or has an expired password', async () => {
    const admin = await server.as('admin');
    const [suspended, deleted, expired] = [
      await server.as('user'),
      await server.as('user'),
      await server.as('user'),
    ];
    const [first, second, third] = [await add(suspended), await add(deleted), await add(expired)];
    await admin.call(suspendAccount, { id: suspended.accountId ?? 0, rev: 0 });
    expect(await enter(first.soft)).toMatchObject({ status: 403, Info: SUSPENDED });
    await admin.call(deleteAccount, { id: deleted.accountId, data: {} });
    expect(await enter(second.soft)).toMatchObject({ status: 401, Info: PASSKEY_UNKNOWN });
    expect(await query('select from passkeys where account_id = $1', [deleted.accountId])).toEqual([]);
    await query(
      `update accounts set reset_password = true, password_expires = $2::timestamptz - interval '1 hour' where id = $1`,
      [expired.accountId, now.toString()],
    );
    expect((await enter(third.soft)).status).toBe(403);
  });
});

describe('changing passkeys', () => {
  test('requires the password, or a passkey sign-in a moment ago', async () => {
    const caller = await server.as('user');
    const wrong = await caller.call(calls.beginPasskey, { password: 'nope' });
    expect(wrong).toMatchObject({ status: 400, errors: [{ field: 'password' }] });
    expect(await caller.call(calls.beginPasskey, { password: '' })).toMatchObject({
      status: 409,
      Info: SIGN_IN_FIRST,
    });
    const { soft } = await add(caller);
    const session = server.withCookie(cookieOf(await enter(soft)));
    expect((await session.call(calls.beginPasskey, { password: '' })).status).toBe(200);
    server.clock.advance({ minutes: 11 });
    const id = await idOf(session);
    expect(await session.call(calls.removePasskey, { id, password: '' })).toMatchObject({
      status: 409,
      Info: SIGN_IN_FIRST,
    });
    expect((await session.call(calls.removePasskey, { id, password: TEST_PASSWORD })).status).toBe(200);
    expect(await session.call(calls.removePasskey, { id, password: TEST_PASSWORD })).toMatchObject({
      status: 404,
      Info: PASSKEY_GONE,
    });
  });

  test('adds a passkey once, at most ten, and only to one’s own account', async () => {
    const caller = await server.as('user');
    const { soft } = await add(caller);
    expect((await add(caller, soft)).answer).toMatchObject({ status: 409, Info: PASSKEY_KNOWN });
    const other = await server.as('user');
    expect((await add(other, soft)).answer).toMatchObject({ status: 409, Info: PASSKEY_KNOWN });
    expect((await add(caller, softPasskey(ORIGIN), ' ')).answer).toMatchObject({
      status: 400,
      errors: [{ field: 'name' }],
    });
    const id = await idOf(caller);
    expect((await other.call(calls.renamePasskey, { id, name: 'Mine' })).status).toBe(404);
    expect((await other.call(calls.removePasskey, { id, password: TEST_PASSWORD })).status).toBe(404);
    for (let n = 1; n < MAX_PASSKEYS; n += 1) expect((await add(caller)).answer.status).toBe(200);
    const offer = await caller.call(calls.beginPasskey, { password: TEST_PASSWORD });
    expect(offer).toMatchObject({ status: 409, Info: TOO_MANY_PASSKEYS });
  });

  test('names the existing passkeys, so that a device does not make a second one', async () => {
    const caller = await server.as('user');
    const { soft } = await add(caller);
    const offer = await begin(caller);
    expect(offer?.excludeCredentials).toEqual([{ id: soft.id, type: 'public-key' }]);
    expect(offer?.user.id).toBe(userHandleOf('demo', caller.accountId ?? 0));
  });
});

describe('an admin', () => {
  test('sees others’ passkeys and can remove one, which signs the account out', async () => {
    const admin = await server.as('admin');
    const caller = await server.as('user');
    const { soft } = await add(caller);
    const id = caller.accountId ?? 0;
    const listed = await admin.call(listAccounts, {});
    expect(listed.data?.find((one) => one.id === id)).toMatchObject({ passkeys: 1, secondFactor: false });
    const { data } = await admin.call(calls.listPasskeys, { id });
    expect(data).toMatchObject([{ name: 'Office computer', lastUsed: null }]);
    expect((await caller.call(calls.listPasskeys, { id })).status).toBe(403);
    const passkey = data?.[0]?.id ?? 0;
    expect((await admin.call(calls.removePasskeyOf, { id, passkey })).status).toBe(200);
    expect((await caller.call(touchSession, {})).status).toBe(401);
    expect((await enter(soft)).status).toBe(401);
    expect((await admin.call(calls.removePasskeyOf, { id, passkey })).status).toBe(404);
    const mine = await add(admin);
    expect(mine.answer.status).toBe(200);
    const own = { id: admin.accountId ?? 0, passkey: await idOf(admin) };
    expect((await admin.call(calls.removePasskeyOf, own)).status).toBe(409);
  });

  test('who ends an account’s sessions also ends those of its passkeys', async () => {
    const admin = await server.as('admin');
    const caller = await server.as('evv');
    const { soft } = await add(caller);
    const session = server.withCookie(cookieOf(await enter(soft)));
    await admin.call(endSessionsOf, { id: caller.accountId ?? 0 });
    expect((await session.call(touchSession, {})).status).toBe(401);
  });
});

describe('if the agency requires a second factor', () => {
  const require = async (required: boolean) =>
    (await server.as('admin'))
      .call(setFactorRule, { required })
      .then(({ status }) => expect(status).toBe(200));

  test('a passkey counts as one, the password alone no longer works, and the app’s code still does', async () => {
    const caller = await server.as('user');
    const first = await signIn(caller);
    await require(true);
    try {
      const session = server.withCookie(cookieOf(first));
      expect((await session.call(getPeople, { filters: [] })).status).toBe(403);
      // When added in a session that is otherwise blocked, it unblocks it.
      const { soft, answer } = await add(session);
      expect(answer.status).toBe(200);
      expect((await session.call(getPeople, { filters: [] })).status).toBe(200);
      expect(await signIn(caller)).toMatchObject({
        status: 401,
        reason: 'passkeyRequired',
        Info: PASSKEY_REQUIRED,
      });
      const entered = server.withCookie(cookieOf(await enter(soft)));
      expect((await entered.call(touchSession, {})).data).toMatchObject({ must_enrol: 0 });
      const { data } = await entered.call(own.enrolFactor, { password: TEST_PASSWORD });
      const code = generateSync({
        secret: data?.secret ?? '',
        epoch: Math.floor(server.clock.now().epochMilliseconds / 1000),
      });
      const confirmed = await entered.call(own.confirmFactor, { code });
      expect((await signIn(caller, confirmed.data?.recoveryCodes[0])).status).toBe(200);
      // The passkey still works next to it, without a code.
      expect((await enter(soft)).status).toBe(200);
    } finally {
      await query(`update settings set value = 'false', rev = rev + 1 where key = 'secondFactor'`);
    }
  });
});
