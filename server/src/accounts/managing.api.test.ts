import {
  deleteAccount,
  endSessionsOf,
  getAccounts,
  insertAccount,
  listAccounts,
  listProviderAccounts,
  resumeAccount,
  saveAccount,
  sendPasswordLink,
  suspendAccount,
  updateAccount,
} from '@homecare/domain/accounts/contract.ts';
import { EVV_STAYS, LOGIN_TAKEN, OWN_ACCOUNT } from '@homecare/domain/accounts/rules.ts';
import { endOwnSession, listSessions } from '@homecare/domain/accounts/session-contract.ts';
import { login, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { SUSPENDED, WEAK_PASSWORD } from '@homecare/domain/accounts/signing-in.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { addProvider } from '../../testing/care.ts';
import { type Caller, testServer } from '../../testing/server.ts';
import { listProviders } from './queries.ts';

const server = await testServer({ others: ['other'] });
afterAll(() => server.stop());

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;

const admin = await server.as('admin');
const user = await server.as('user');
const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
const foreign = server.withCookie(elsewhere.cookie ?? '');

beforeEach(async () => {
  server.clock.set('2026-11-20T17:00:00Z');
  await query('delete from login_failures');
});

let serial = 0;
const TEMPORARY = 'Tmp-Pass1';
const accountOf = async (data: Partial<InputOf<typeof insertAccount>['data']> = {}) => {
  serial += 1;
  const name = `made${serial}`;
  const made = await admin.call(insertAccount, {
    data: { login: name, password: TEMPORARY, full_name: 'Ann Lee', role: 'user', ...data },
  });
  expect(made.status, made.Info).toBe(200);
  return { id: made.insertId ?? 0, login: data.login ?? name };
};
const mobileOf = async (columns: Record<string, unknown> = {}) => {
  serial += 1;
  const providerId = await addProvider(server.database.pool, `Owner${serial}`, {
    email: `owner${serial}@example.org`,
    ...columns,
  });
  return { providerId, ...(await accountOf({ role: 'evv', provider_id: providerId })) };
};
const signIn = (name: string, pass: string) => server.anonymous().call(login, { data: { user: name, pass } });
const cookieOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
  server.withCookie(String(answer.headers['set-cookie']).split(';')[0] ?? '');
const mobileUserOf = async (providerId: number) =>
  (await query('select mobile_user_id from people where id = $1', [providerId]))[0]?.mobile_user_id;

describe('the list of active users', () => {
  test('shows an admin all users, and never a password or its hash', async () => {
    const { id, login: name } = await accountOf();
    await signIn(name, TEMPORARY);
    const answer = await admin.call(listAccounts, {});
    expect(answer.data?.find((account) => account.id === id)).toEqual({
      id,
      login: name,
      closed: false,
      full_name: 'Ann Lee',
      role: 'user',
      Initials: 'A.L.',
      provider_id: null,
      email: null,
      phone: null,
      resetPassword: true,
      passwordExpires: '2026-11-23T17:00:00Z',
      secondFactor: false,
      passkeys: 0,
      sessions: 1,
      suspended: null,
      rev: 0,
    });
    expect(answer.text).not.toContain('argon2');
    expect((await user.call(listAccounts, {})).status).toBe(403);
    expect((await foreign.call(listAccounts, {})).status).toBe(401);
  });

  test('says whether a login is free; role user learns nothing else about accounts it does not manage', async () => {
    const { login: name } = await accountOf();
    const ask = (caller: Caller, value: string) =>
      caller.call(getAccounts, { filters: [{ field: 'login', op: '=', value }] });
    expect((await ask(admin, name.toUpperCase())).data).toEqual([expect.objectContaining({ login: name })]);
    expect((await ask(admin, 'nobody-has-this')).data).toEqual([]);
    expect((await ask(user, name)).data).toEqual([{ login: name }]);
    const mobile = await mobileOf();
    expect((await ask(user, mobile.login)).data).toEqual([expect.objectContaining({ id: mobile.id })]);
    expect((await user.call(getAccounts, { filters: [] })).status).toBe(403);
    expect((await user.call(getAccounts, { id: mobile.id, filters: [] })).status).toBe(403);
    expect((await (await server.as('provider')).call(getAccounts, { filters: [] })).status).toBe(403);
  });
});

describe('a password reset', () => {
  test('signs the account out, requires a new password, and expires after 72 hours', async () => {
    const { id, login: name } = await accountOf();
    const signedIn = cookieOf(await signIn(name, TEMPORARY));
    await signedIn.call(updateAccount, { data: { password: 'Another-Horse-8' } });
    const reset = await admin.call(updateAccount, { id, data: { password: 'Tmp2', resetPassword: true } });
    expect(reset).toMatchObject({ status: 200, Info: 'Success: Password reseted' });
    expect((await signedIn.call(touchSession, {})).status).toBe(401);
    expect((await signIn(name, 'Another-Horse-8')).status).toBe(401);
    expect((await signIn(name, 'Tmp2')).data?.reset_password).toBe(1);
    server.clock.advance({ hours: 72, seconds: 1 });
    expect((await signIn(name, 'Tmp2')).status).toBe(401);
  });

  test('ends a session that began with a temporary password when that expires', async () => {
    const { login: name } = await accountOf();
    server.clock.advance({ hours: 71, minutes: 50 });
    const signedIn = cookieOf(await signIn(name, TEMPORARY));
    expect((await signedIn.call(touchSession, {})).status).toBe(200);
    server.clock.advance({ minutes: 11 });
    expect((await signedIn.call(touchSession, {})).status).toBe(401);
  });

  test.each([
    ['', 'Password is required'],
    ['ab', 'Field must be more than 3 characters'],
    ['x'.repeat(31), 'At most 30 characters.'],
  ])("to '%s' is refused with a sentence", async (password, message) => {
    const { id } = await accountOf();
    expect(await admin.call(updateAccount, { id, data: { password } })).toMatchObject({
      status: 400,
      errors: [{ field: 'password', message }],
    });
  });

  test('done twice at once from the same view counts once, and the other user is told who was first', async () => {
    const { id, login: name } = await accountOf();
    const answers = await Promise.all(
      ['First-1', 'Second-2'].map((password) =>
        admin.call(updateAccount, { id, data: { password, rev: 0 } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.Info).toMatch(/^Changed by .+ at \d\d-\d\d-\d{4} /);
    const works = await Promise.all(['First-1', 'Second-2'].map((password) => signIn(name, password)));
    expect(works.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('by role user works for EVV accounts of providers only', async () => {
    const office = await accountOf();
    const mobile = await mobileOf();
    const reset = (caller: Caller, id: number) =>
      caller.call(updateAccount, { id, data: { password: 'Tmp2' } });
    expect((await reset(user, office.id)).status).toBe(403);
    expect((await reset(user, 2_000_000_000)).status).toBe(403);
    expect((await reset(user, mobile.id)).status).toBe(200);
    expect((await reset(await server.as('provider'), mobile.id)).status).toBe(403);
    expect((await reset(await server.as('evv'), mobile.id)).status).toBe(403);
    expect((await reset(foreign, mobile.id)).status).toBe(401);
    expect((await reset(admin, 2_000_000_000)).status).toBe(404);
  });

  test('is refused for users who must change their own password first', async () => {
    const { id } = await accountOf();
    const fresh = await server.as('admin', { temporary: true });
    expect((await fresh.call(updateAccount, { id, data: { password: 'Tmp2' } })).status).toBe(403);
  });
});

describe('a deleted account', () => {
  test('is signed out at once in every process, and its login can be reused', async () => {
    const { id, login: name } = await accountOf();
    const signedIn = cookieOf(await signIn(name, TEMPORARY));
    const there = await server.atSecondInstance(signedIn);
    expect((await there.call(touchSession, {})).status).toBe(200);
    expect(await admin.call(deleteAccount, { id, data: { rev: 0 } })).toMatchObject({
      status: 200,
      Info: 'Success: User deleted',
    });
    expect((await signedIn.call(touchSession, {})).status).toBe(401);
    expect((await there.call(touchSession, {})).status).toBe(401);
    expect((await signIn(name, TEMPORARY)).status).toBe(401);
    expect((await admin.call(deleteAccount, { id, data: {} })).status).toBe(404);
    const again = await accountOf({ login: name });
    expect(again.id).not.toBe(id);
    expect((await signIn(name, TEMPORARY)).status).toBe(200);
    // What the former account did stays attributed to it.
    const [row] = await query('select deleted is not null as kept from accounts where id = $1', [id]);
    expect(row?.kept).toBe(true);
  });

  test('leaves its provider without an EVV account, so a new one can be made', async () => {
    const { providerId, id } = await mobileOf();
    expect(await mobileUserOf(providerId)).toBe(id);
    expect((await admin.call(deleteAccount, { id, data: {} })).status).toBe(200);
    expect(await mobileUserOf(providerId)).toBeNull();
    const again = await accountOf({ role: 'evv', provider_id: providerId });
    expect(await mobileUserOf(providerId)).toBe(again.id);
  });

  test('cannot be one’s own, one of another role or site, or one that someone else has changed since', async () => {
    const { id } = await accountOf();
    expect((await admin.call(deleteAccount, { id: admin.accountId ?? 0, data: {} })).status).toBe(409);
    expect((await user.call(deleteAccount, { id, data: {} })).status).toBe(403);
    expect((await foreign.call(deleteAccount, { id, data: {} })).status).toBe(401);
    await admin.call(updateAccount, { id, data: { password: 'Tmp2' } });
    expect((await admin.call(deleteAccount, { id, data: { rev: 0 } })).status).toBe(409);
  });

  test('can have had its password changed by its owner since the list was shown', async () => {
    const { id, login: name } = await accountOf();
    const signedIn = cookieOf(await signIn(name, TEMPORARY));
    await signedIn.call(updateAccount, { data: { password: 'Another-Horse-8' } });
    expect((await admin.call(deleteAccount, { id, data: { rev: 0 } })).status).toBe(200);
  });

  test('when two admins delete each other at once, one of them stays', async () => {
    const [one, two] = await Promise.all([server.as('admin'), server.as('admin')]);
    const answers = await Promise.all([
      one.call(deleteAccount, { id: two.accountId ?? 0, data: {} }),
      two.call(deleteAccount, { id: one.accountId ?? 0, data: {} }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const rows = await query('select id from accounts where id = any ($1) and deleted is null', [
      [one.accountId, two.accountId],
    ]);
    expect(rows.length).toBe(1);
  });
});

describe('an account with a new name or role', () => {
  const save = (caller: Caller, id: number, change: Partial<InputOf<typeof saveAccount>> = {}) =>
    caller.call(saveAccount, {
      id,
      rev: 0,
      login: `renamed${id}`,
      full_name: 'Ann Bee',
      role: 'user',
      provider_id: null,
      ...change,
    });
  const rowOf = async (id: number) =>
    (await admin.call(listAccounts, {})).data?.find((account) => account.id === id);

  test('keeps its sessions under the new login and name', async () => {
    const { id, login: name } = await accountOf();
    const signedIn = cookieOf(await signIn(name, TEMPORARY));
    expect((await save(admin, id, { login: `NEW${id}` })).status).toBe(200);
    expect((await signedIn.call(touchSession, {})).data).toMatchObject({
      login: `new${id}`,
      full_name: 'Ann Bee',
    });
    expect(await rowOf(id)).toMatchObject({ login: `new${id}`, Initials: 'A.B.', sessions: 1, rev: 1 });
    expect((await signIn(name, TEMPORARY)).status).toBe(401);
    expect((await signIn(`new${id}`, TEMPORARY)).status).toBe(200);
  });

  test('needs a unique login in any case, even when two are saved at once', async () => {
    const [one, two, three] = [await accountOf(), await accountOf(), await accountOf()];
    expect(await save(admin, one.id, { login: two.login.toUpperCase() })).toMatchObject({
      status: 409,
      reason: 'loginTaken',
      errors: [{ field: 'login', message: LOGIN_TAKEN }],
    });
    const answers = await Promise.all(
      [one.id, three.id].map((id) => save(admin, id, { login: 'wanted.by.both' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(
      (await save(admin, two.id, { login: 'ab', full_name: '' })).errors?.map(({ field }) => field),
    ).toEqual(['full_name', 'login']);
  });

  test('is signed out when its role changes, and has the new role from the next sign-in', async () => {
    const { id, login: name } = await accountOf();
    const signedIn = cookieOf(await signIn(name, TEMPORARY));
    expect((await save(admin, id, { login: name, role: 'admin' })).status).toBe(200);
    expect((await signedIn.call(touchSession, {})).status).toBe(401);
    expect((await signIn(name, TEMPORARY)).data?.role).toBe('admin');
    const rows = await query(
      "select changes from change_log where entity = 'account' and entity_id = $1 and call = 'accounts.saveAccount'",
      [id],
    );
    expect(rows[0]?.changes).toMatchObject({ role: ['user', 'admin'], sessions: [null, 1] });
  });

  test('must belong to an active provider as Employee, and to none in other roles', async () => {
    const { id, login: name } = await accountOf();
    const provider_id = await addProvider(server.database.pool, 'Tied');
    const away = await addProvider(server.database.pool, 'Away', { cur: 'n', archive_date: '2026-01-01' });
    const as = (role: 'provider' | 'user', to: number | null, rev: number) =>
      save(admin, id, { login: name, role, provider_id: to, rev });
    expect((await as('provider', null, 0)).errors).toMatchObject([{ field: 'provider_id' }]);
    expect((await as('provider', away, 0)).status).toBe(400);
    expect((await as('provider', provider_id, 0)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ role: 'provider', provider_id });
    expect((await as('user', null, 1)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ role: 'user', provider_id: null });
  });

  test('stays with its provider as EVV account, whatever its name', async () => {
    const mobile = await mobileOf();
    expect(await save(admin, mobile.id, { role: 'user' })).toMatchObject({
      status: 409,
      errors: [{ field: 'role', message: EVV_STAYS }],
    });
    expect((await save(admin, mobile.id, { role: 'evv' })).status).toBe(200);
    expect(await mobileUserOf(mobile.providerId)).toBe(mobile.id);
    expect(await rowOf(mobile.id)).toMatchObject({ provider_id: mobile.providerId, role: 'evv' });
    const office = await accountOf();
    expect((await save(admin, office.id, { role: 'evv' })).status).toBe(409);
  });

  test('cannot be changed by another role or site; one’s own name can change, one’s own role cannot', async () => {
    const { id } = await accountOf();
    expect((await save(user, id)).status).toBe(403);
    expect((await save(foreign, id)).status).toBe(401);
    expect((await save(admin, 2_000_000_000)).status).toBe(404);
    const own = await server.as('admin');
    expect(await save(own, own.accountId ?? 0)).toMatchObject({
      status: 409,
      errors: [{ field: 'role', message: OWN_ACCOUNT }],
    });
    expect((await save(own, own.accountId ?? 0, { role: 'admin' })).status).toBe(200);
    await admin.call(updateAccount, { id, data: { password: 'Tmp2' } });
    expect((await save(admin, id)).Info).toMatch(/^Changed by /);
  });
});

describe('a suspended account', () => {
  test('is signed out at once, and only told so after the correct password, until it is resumed', async () => {
    const { id, login: name } = await accountOf();
    const signedIn = cookieOf(await signIn(name, TEMPORARY));
    expect((await admin.call(suspendAccount, { id, rev: 0 })).status).toBe(200);
    expect((await signedIn.call(touchSession, {})).status).toBe(401);
    expect(await signIn(name, TEMPORARY)).toMatchObject({ status: 403, Info: SUSPENDED });
    expect(await signIn(name, 'Wrong-Horse-1')).toMatchObject({
      status: 401,
      Info: 'Wrong username or password!',
    });
    expect((await admin.call(suspendAccount, { id, rev: 1 })).status).toBe(409);
    expect((await admin.call(resumeAccount, { id, rev: 1 })).status).toBe(200);
    expect((await signIn(name, TEMPORARY)).status).toBe(200);
    expect((await admin.call(resumeAccount, { id, rev: 2 })).status).toBe(409);
  });

  test('cannot be one’s own, one of another role or site, or one that someone else has changed', async () => {
    const { id } = await accountOf();
    for (const call of [suspendAccount, resumeAccount]) {
      expect((await user.call(call, { id, rev: 0 })).status).toBe(403);
      expect((await foreign.call(call, { id, rev: 0 })).status).toBe(401);
      expect((await admin.call(call, { id: 2_000_000_000, rev: 0 })).status).toBe(404);
      expect((await admin.call(call, { id, rev: 7 })).status).toBe(409);
    }
    expect(await admin.call(suspendAccount, { id: admin.accountId ?? 0, rev: 0 })).toMatchObject({
      status: 409,
      Info: OWN_ACCOUNT,
    });
  });

  test('when two admins suspend each other at once, one of them stays', async () => {
    const [one, two] = await Promise.all([server.as('admin'), server.as('admin')]);
    const answers = await Promise.all([
      one.call(suspendAccount, { id: two.accountId ?? 0, rev: 0 }),
      two.call(suspendAccount, { id: one.accountId ?? 0, rev: 0 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const rows = await query('select id from accounts where id = any ($1) and suspended is null', [
      [one.accountId, two.accountId],
    ]);
    expect(rows.length).toBe(1);
  });

  test('gets no first-password link, and earlier ones do not work', async () => {
    const { id } = await mobileOf();
    const send = () =>
      admin.call(sendPasswordLink, { id, channel: 'SMS', subject: '', text: 'Here: %link%' });
    expect((await send()).status).toBe(200);
    await admin.call(suspendAccount, { id, rev: 0 });
    expect(await query('select 1 from password_links where account_id = $1', [id])).toEqual([]);
    expect((await send()).status).toBe(409);
  });
});

describe('EVV accounts of providers', () => {
  test('are offered with the email address as login, otherwise the name, and the list shows who has one', async () => {
    const mobile = await mobileOf();
    const plain = await addProvider(server.database.pool, 'Núñez', { first_name: 'José', email: null });
    const mailed = await addProvider(server.database.pool, 'Mailed', { email: 'Mailed@Example.org' });
    const gone = await addProvider(server.database.pool, 'Gone', { cur: 'n', archive_date: '2026-01-01' });
    const { data = [] } = await user.call(listProviderAccounts, {});
    const of = (id: number) => data.find((row) => row.providerId === id);
    expect(of(mobile.providerId)).toMatchObject({
      login: mobile.login,
      account: { id: mobile.id, resetPassword: true, passwordExpires: '2026-11-23T17:00:00Z', rev: 0 },
    });
    expect(of(plain)).toMatchObject({ login: 'jose.nunez', account: null });
    expect(of(mailed)).toMatchObject({ login: 'mailed@example.org', account: null });
    expect(of(gone)).toBeUndefined();
    expect((await (await server.as('provider')).call(listProviderAccounts, {})).status).toBe(403);
    expect((await foreign.call(listProviderAccounts, {})).status).toBe(401);
  });

  test('can be made by role user; a second one at the same time is refused', async () => {
    const providerId = await addProvider(server.database.pool, 'Twice');
    const make = (name: string) =>
      user.call(insertAccount, {
        data: {
          login: name,
          password: TEMPORARY,
          full_name: 'Pat Twice',
          role: 'evv',
          provider_id: providerId,
        },
      });
    const answers = await Promise.all([make('twice.one'), make('twice.two')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await mobileUserOf(providerId)).toEqual(answers.find(({ status }) => status === 200)?.insertId);
  });
});

describe('a link instead of a password', () => {
  const TEXT = 'Choose your password: %link%';
  const send = (caller: Caller, id: number, channel: 'SMS' | 'Email' = 'SMS', text = TEXT) =>
    caller.call(sendPasswordLink, { id, channel, subject: '', text });
  const tokenOf = async (providerId: number) => {
    const [row] = await query(
      'select sealed_link from messages where person_id = $1 order by id desc limit 1',
      [providerId],
    );
    if (!Buffer.isBuffer(row?.sealed_link)) throw new Error('no link');
    return server.site.secrets.decrypt(row.sealed_link);
  };
  const page = (method: 'GET' | 'POST', token: string, fields: Record<string, string> = {}) =>
    server.app.inject({
      method,
      url: `/l/${token}`,
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { payload: new URLSearchParams(fields).toString() }),
    });
  const choose = (token: string, password: string, confirmation = password) =>
    page('POST', token, { username: 'x', password, confirmation });

  test('is sent to the provider’s own phone or address through the queue; its token is stored as a hash', async () => {
    const { providerId, id } = await mobileOf();
    expect(await send(user, id)).toMatchObject({ status: 200, Info: 'Success: Message added to queue.' });
    expect((await send(admin, id, 'Email')).status).toBe(200);
    const rows = await query(
      'select channel, recipient, text from messages where person_id = $1 order by id',
      [providerId],
    );
    expect(rows).toEqual([
      { channel: 'SMS', recipient: '+13035550100', text: TEXT },
      { channel: 'Email', recipient: expect.stringMatching(/^owner\d+@example\.org$/), text: TEXT },
    ]);
    const token = await tokenOf(providerId);
    const stored = JSON.stringify(
      await query('select encode(token_hash, $1) as hash from password_links where account_id = $2', [
        'hex',
        id,
      ]),
    );
    expect(stored).not.toContain(Buffer.from(token).toString('hex'));
    const log = JSON.stringify(await query('select changes from change_log')) + server.log.join();
    expect(log).not.toContain(token);
  });

  test('changes nothing when opened; choosing a password ends the temporary one, all sessions and all links', async () => {
    const { providerId, id, login: name } = await mobileOf();
    await send(user, id);
    const first = await tokenOf(providerId);
    await send(user, id);
    const token = await tokenOf(providerId);
    const signedIn = cookieOf(await signIn(name, TEMPORARY));
    const shown = await page('GET', token);
    expect(shown.statusCode).toBe(200);
    expect(shown.body).toContain(name);
    expect(shown.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect((await page('GET', token)).statusCode).toBe(200);
    const weak = await choose(token, 'weak');
    expect(weak.statusCode).toBe(400);
    expect(weak.body).toContain(WEAK_PASSWORD);
    expect((await choose(token, 'Own-Choice-9', 'Own-Choice-8')).statusCode).toBe(400);
    const chosen = await choose(token, 'Own-Choice-9');
    expect(chosen.body).toContain('Your password is set');
    expect(chosen.body).toContain('href="/login"');
    expect((await choose(token, 'Own-Choice-7')).statusCode).toBe(404);
    expect((await page('GET', first)).statusCode).toBe(404);
    expect((await signedIn.call(touchSession, {})).status).toBe(401);
    expect((await signIn(name, TEMPORARY)).status).toBe(401);
    expect((await signIn(name, 'Own-Choice-9')).data?.reset_password).toBe(0);
    expect((await send(user, id)).status).toBe(409);
  });

  test('used twice at once works once', async () => {
    const { providerId, id, login: name } = await mobileOf();
    await send(user, id);
    const token = await tokenOf(providerId);
    const answers = await Promise.all([choose(token, 'Own-Choice-1'), choose(token, 'Own-Choice-2')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    const works = await Promise.all(['Own-Choice-1', 'Own-Choice-2'].map((pass) => signIn(name, pass)));
    expect(works.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('expires after 72 hours, with another reset, and with the account', async () => {
    const { providerId, id } = await mobileOf();
    await send(user, id);
    const late = await tokenOf(providerId);
    server.clock.advance({ hours: 72, seconds: 1 });
    expect((await page('GET', late)).statusCode).toBe(404);
    expect((await choose(late, 'Own-Choice-9')).statusCode).toBe(404);
    server.clock.set('2026-11-20T17:00:00Z');
    await admin.call(updateAccount, { id, data: { password: 'Tmp2' } });
    expect((await page('GET', late)).statusCode).toBe(404);
    await send(user, id);
    const last = await tokenOf(providerId);
    await admin.call(deleteAccount, { id, data: {} });
    expect((await choose(last, 'Own-Choice-9')).statusCode).toBe(404);
  });

  test('is refused with a sentence if it cannot be sent', async () => {
    const office = await accountOf();
    const mobile = await mobileOf({ phone: null, email: null });
    expect((await send(user, office.id)).status).toBe(403);
    expect(await send(admin, office.id)).toMatchObject({
      status: 409,
      Info: 'This account belongs to no active provider.',
    });
    expect((await send(user, mobile.id)).status).toBe(400);
    expect((await send(user, mobile.id, 'Email')).status).toBe(400);
    const reachable = await mobileOf();
    expect(await send(user, reachable.id, 'SMS', 'Your password is secret')).toMatchObject({
      status: 400,
      errors: [{ field: 'text' }],
    });
    expect((await send(foreign, reachable.id)).status).toBe(401);
  });
});

describe('one’s own sessions', () => {
  test('are listed with the place they came from; one can be ended, then all others', async () => {
    const { login: name } = await accountOf();
    const [one, two, three] = [
      cookieOf(await signIn(name, TEMPORARY)),
      cookieOf(await signIn(name, TEMPORARY)),
      cookieOf(await signIn(name, TEMPORARY)),
    ];
    await one.call(updateAccount, { data: { password: 'Another-Horse-8' } });
    const [four, five] = [
      cookieOf(await signIn(name, 'Another-Horse-8')),
      cookieOf(await signIn(name, 'Another-Horse-8')),
    ];
    expect((await two.call(touchSession, {})).status).toBe(401);
    expect((await three.call(touchSession, {})).status).toBe(401);
    const listed = await one.call(listSessions, {});
    expect(listed.data?.map(({ current }) => current)).toEqual([true, false, false]);
    expect(listed.data?.[0]).toMatchObject({ address: '127.0.0.1', created: '2026-11-20T17:00:00Z' });
    const other = listed.data?.[1]?.id ?? 0;
    expect((await user.call(endOwnSession, { id: other })).status).toBe(404);
    expect((await one.call(endOwnSession, { id: other })).data).toEqual({ ended: 1 });
    expect((await one.call(endOwnSession, { id: other })).status).toBe(404);
    expect((await one.call(endOwnSession, { id: null })).data).toEqual({ ended: 1 });
    expect((await four.call(touchSession, {})).status).toBe(401);
    expect((await five.call(touchSession, {})).status).toBe(401);
    expect((await one.call(touchSession, {})).status).toBe(200);
  });

  test('of another account can be ended by an admin', async () => {
    const { id, login: name } = await accountOf();
    const signedIn = cookieOf(await signIn(name, TEMPORARY));
    expect((await user.call(endSessionsOf, { id })).status).toBe(403);
    expect((await foreign.call(endSessionsOf, { id })).status).toBe(401);
    expect((await admin.call(endSessionsOf, { id })).data).toEqual({ ended: 1 });
    expect((await signedIn.call(touchSession, {})).status).toBe(401);
    expect((await admin.call(endSessionsOf, { id: admin.accountId ?? 0 })).status).toBe(409);
  });
});

test('changes of accounts are in the record log, without passwords', async () => {
  const { id } = await mobileOf();
  await admin.call(updateAccount, { id, data: { password: 'Secret-Tmp-7' } });
  await admin.call(deleteAccount, { id, data: {} });
  const rows = await query(
    `select call, action, changes from change_log where entity = 'account' and entity_id = $1 order by id`,
    [id],
  );
  expect(rows.map(({ call, action }) => `${call} ${action}`)).toEqual([
    'accounts.insertAccount insert',
    'accounts.resetPassword update',
    'accounts.deleteAccount delete',
  ]);
  expect(JSON.stringify(rows)).not.toContain(TEMPORARY);
  expect(JSON.stringify(rows)).not.toContain('Secret-Tmp-7');
});

test('the list of providers reads the accounts once, however many providers have none', async () => {
  await query(`insert into people (kind, cur, last_name, first_name, updated_by)
    select 'Provider', 'y', 'Many' || n, 'Pat', 'T.' from generate_series(1, 300) as n`);
  await query(`insert into accounts (login, password_hash, full_name, initials, role)
    select 'office' || n, 'x', 'Ann Lee', 'A.L.', 'user' from generate_series(1, 400) as n`);
  const { listed, read } = await server.site.db.transaction().execute(async (tx) => {
    // A connection's counters also hold reads of its last transactions until they are reported, so only the difference counts.
    const readSoFar = async () => {
      const { rows } = await sql<{
        read: number;
      }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
        from pg_stat_xact_user_tables where relname = 'accounts'`.execute(tx);
      return rows[0]?.read ?? 0;
    };
    const before = await readSoFar();
    const providers = await listProviders(tx);
    return { listed: providers.length, read: (await readSoFar()) - before };
  });
  const [counted] = await query('select count(*)::int as all from accounts');
  expect(listed).toBeGreaterThanOrEqual(300);
  expect(read).toBeLessThan(2 * Number(counted?.all));
});
