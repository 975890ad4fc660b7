import { setTimeout as pause } from 'node:timers/promises';
import { insertAccount, updateAccount } from '@homecare/domain/accounts/contract.ts';
import { chooseFirstPage } from '@homecare/domain/accounts/session-contract.ts';
import { login, logout, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { COMMON_PASSWORD, WEAK_PASSWORD } from '@homecare/domain/accounts/signing-in.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { getSettings, saveSettings } from '@homecare/domain/sites/contract.ts';
import { capabilities, siteConfig } from '@homecare/domain/sites/page-contract.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { commandBody } from '../../testing/requests.ts';
import { TEST_PASSWORD, testServer } from '../../testing/server.ts';
import { BASE } from '../platform/http/base-path.ts';

const server = await testServer({ others: ['other'] });
afterAll(() => server.stop());

const loginOf = async (id: number | null) => {
  const row = await server.site.db
    .selectFrom('accounts')
    .select('login')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.login;
};
const sessionsOf = async (id: number | null) =>
  (
    await server.site.db
      .selectFrom('sessions')
      .select('ended')
      .where('account_id', '=', id ?? 0)
      .execute()
  ).filter((row) => row.ended === null).length;

beforeEach(async () => {
  server.clock.set('2026-11-20T17:00:00Z');
  await server.site.pool.query('delete from login_failures');
});

describe('sign-in', () => {
  test('returns the session values, and ignores case in the name', async () => {
    const admin = await server.as('admin');
    const name = await loginOf(admin.accountId);
    const answer = await server
      .anonymous()
      .call(login, { data: { user: name.toUpperCase(), pass: TEST_PASSWORD } });
    expect(answer.data).toEqual({
      uid: admin.accountId,
      current_id: admin.accountId,
      full_name: 'Test admin',
      role: 'admin',
      evv_id: null,
      reset_password: 0,
      first_page: 'people',
      must_enrol: 0,
    });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Strict');
    expect(cookie).toContain('Path=/');
  });

  test('opens Today if the agency wants that, until the account chooses otherwise', async () => {
    const [admin, provider] = [await server.as('admin'), await server.as('provider')];
    const firstPages = async () =>
      Promise.all([admin, provider].map(async (who) => (await who.call(touchSession, {})).data?.first_page));
    const { data } = await admin.call(getSettings, {});
    if (!data) throw new Error('no settings');
    const { rev, switches, paper } = data;
    await admin.call(saveSettings, { switches: { ...switches, startOnToday: true }, paper, rev });
    expect(await firstPages()).toEqual(['today', 'people']);
    expect((await admin.call(chooseFirstPage, { first_page: 'people' })).status).toBe(200);
    expect((await provider.call(chooseFirstPage, { first_page: 'today' })).status).toBe(403);
    expect(await firstPages()).toEqual(['people', 'people']);
  });

  test('gives one sentence for an unknown name and for a wrong password', async () => {
    const name = await loginOf((await server.as('user')).accountId);
    const wrong = await server.anonymous().call(login, { data: { user: name, pass: 'nope' } });
    const unknown = await server.anonymous().call(login, { data: { user: 'nobody', pass: 'nope' } });
    expect(wrong).toMatchObject({ status: 401, code: 401, Info: 'Wrong username or password!' });
    expect(unknown.text).toBe(wrong.text);
  });

  test('makes the eleventh wrong password of an account wait, in any case, and continues 15 minutes later', async () => {
    const name = await loginOf((await server.as('user')).accountId);
    for (let i = 0; i < 10; i += 1)
      expect((await server.anonymous().call(login, { data: { user: name, pass: `no${i}` } })).status).toBe(
        401,
      );
    expect(
      (await server.anonymous().call(login, { data: { user: name.toUpperCase(), pass: TEST_PASSWORD } }))
        .status,
    ).toBe(429);
    server.clock.advance({ minutes: 15, seconds: 1 });
    expect((await server.anonymous().call(login, { data: { user: name, pass: TEST_PASSWORD } })).status).toBe(
      200,
    );
  });

  test('counts 20 simultaneous guesses to ten', async () => {
    const name = await loginOf((await server.as('user')).accountId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        server.anonymous().call(login, { data: { user: name, pass: `no${i}` } }),
      ),
    );
    expect(answers.every((answer) => answer.status === 401 || answer.status === 429)).toBe(true);
    expect((await server.anonymous().call(login, { data: { user: name, pass: TEST_PASSWORD } })).status).toBe(
      429,
    );
  });

  test('with a password that is revoked at that moment starts no session', async () => {
    const user = await server.as('user');
    const name = await loginOf(user.accountId);
    const reset = await server.site.pool.connect();
    try {
      await reset.query('begin');
      await reset.query("update accounts set password_hash = 'other' where id = $1", [user.accountId]);
      await reset.query('update sessions set ended = now() where account_id = $1', [user.accountId]);
      let answered = false;
      const entering = server
        .anonymous()
        .call(login, { data: { user: name, pass: TEST_PASSWORD } })
        .finally(() => {
          answered = true;
        });
      const isWaiting = async () => {
        const { rows } = await server.site.pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return rows.length > 0;
      };
      while (!answered && !(await isWaiting())) await pause(10);
      await reset.query('commit');
      expect((await entering).status).toBe(401);
      expect(await sessionsOf(user.accountId)).toBe(0);
    } finally {
      reset.release();
    }
  });

  test('of another site’s login is refused', async () => {
    const [other] = [server.siteNamed('other')];
    const there = await server.as('admin', { site: other });
    const row = await other.db
      .selectFrom('accounts')
      .select('login')
      .where('id', '=', there.accountId)
      .executeTakeFirstOrThrow();
    const marked = `${row.login}-there`;
    await other.db.updateTable('accounts').set({ login: marked }).where('id', '=', there.accountId).execute();
    expect(
      (await server.anonymous().call(login, { data: { user: marked, pass: TEST_PASSWORD } })).status,
    ).toBe(401);
  });
});

describe('a session', () => {
  test('ends after 30 idle minutes; a call within them keeps it', async () => {
    const user = await server.as('user');
    server.clock.advance({ minutes: 29 });
    expect((await user.call(touchSession, {})).status).toBe(200);
    server.clock.advance({ minutes: 29 });
    expect((await user.call(touchSession, {})).status).toBe(200);
    server.clock.advance({ minutes: 31 });
    expect((await user.call(touchSession, {})).status).toBe(401);
  });

  test('ends after 12 hours in any case', async () => {
    const user = await server.as('user');
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      server.clock.advance({ minutes: 20 });
      expect((await user.call(touchSession, {})).status).toBe(200);
    }
    server.clock.advance({ minutes: 21 });
    expect((await user.call(touchSession, {})).status).toBe(401);
  });

  test('ends at once on logout', async () => {
    const user = await server.as('user');
    expect((await user.call(logout, { data: {} })).status).toBe(200);
    expect((await user.call(touchSession, {})).status).toBe(401);
  });

  test('of one site is invalid on another', async () => {
    const user = await server.as('user');
    const answer = await user.raw({
      method: 'POST',
      url: `${BASE}/session/touch`,
      payload: {},
      headers: { host: 'other.agency.test' },
    });
    expect(answer.status).toBe(401);
  });

  test('has a token that is stored only as its hash', async () => {
    const user = await server.as('user');
    const token = user.cookie?.split('~')[1] ?? '';
    const { rows } = await server.site.pool.query<{ found: boolean }>(
      'select position(convert_to($1, $2) in token_hash) > 0 as found from sessions',
      [token, 'utf8'],
    );
    expect(token.length).toBeGreaterThan(40);
    expect(rows.some((row) => row.found)).toBe(false);
  });
});

describe('a password that must be changed', () => {
  test('blocks everything except changing it, the capabilities and logout', async () => {
    const user = await server.as('user', { temporary: true });
    expect((await user.call(capabilities, {})).status).toBe(200);
    expect((await user.call(getPeople, { filters: [] })).reason).toBe('passwordChangeRequired');
    expect(
      (
        await user.raw({
          method: 'POST',
          url: `${BASE}/poster.php`,
          payload: commandBody('get', {}),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(403);
    const changed = await user.call(updateAccount, { data: { password: 'Another-Horse-8' } });
    expect(changed).toMatchObject({ status: 200, Info: 'Password changed' });
    const again = await server
      .anonymous()
      .call(login, { data: { user: await loginOf(user.accountId), pass: 'Another-Horse-8' } });
    expect(again.data?.reset_password).toBe(0);
  });

  test('expires after 72 hours', async () => {
    const user = await server.as('user', { temporary: true });
    server.clock.advance({ hours: 72, seconds: 1 });
    expect(
      (
        await server
          .anonymous()
          .call(login, { data: { user: await loginOf(user.accountId), pass: TEST_PASSWORD } })
      ).status,
    ).toBe(401);
  });

  test.each([
    ['nouppercase1', WEAK_PASSWORD],
    ['NOLOWERCASE1', WEAK_PASSWORD],
    ['NoDigitsHere', WEAK_PASSWORD],
    ['Ab1de', WEAK_PASSWORD],
    ['Password123', COMMON_PASSWORD],
  ])('that is %s is refused with a sentence', async (password, message) => {
    const user = await server.as('user', { temporary: true });
    expect(await user.call(updateAccount, { data: { password } })).toMatchObject({
      status: 400,
      Info: message,
      errors: [{ field: 'password' }],
    });
  });
});

describe('changing one’s own password', () => {
  test('needs the present one, and ends the other sessions', async () => {
    const user = await server.as('user');
    const name = await loginOf(user.accountId);
    await server.anonymous().call(login, { data: { user: name, pass: TEST_PASSWORD } });
    expect(await sessionsOf(user.accountId)).toBe(2);
    expect((await user.call(updateAccount, { data: { password: 'Another-Horse-8' } })).errors[0]?.field).toBe(
      'oldPassword',
    );
    expect(
      (
        await user.call(updateAccount, {
          data: { password: 'Another-Horse-8', oldPassword: TEST_PASSWORD },
        })
      ).status,
    ).toBe(200);
    expect(await sessionsOf(user.accountId)).toBe(1);
    expect((await user.call(touchSession, {})).status).toBe(200);
  });

  test('does not accept another account’s id', async () => {
    const user = await server.as('user');
    const victim = await server.as('admin');
    const answer = await user.call(updateAccount, {
      id: victim.accountId,
      data: { password: 'Another-Horse-8', oldPassword: TEST_PASSWORD },
    });
    expect(answer.status).toBe(403);
    expect(
      (
        await server
          .anonymous()
          .call(login, { data: { user: await loginOf(victim.accountId), pass: TEST_PASSWORD } })
      ).status,
    ).toBe(200);
  });
});

describe('the origin of a request', () => {
  const write = (user: Awaited<ReturnType<typeof server.as>>, headers: Record<string, string>) =>
    user.raw({
      method: 'POST',
      url: `${BASE}/session/touch`,
      payload: {},
      headers: { 'x-requested-with': '', ...headers },
    });

  test.each([
    ['same-origin fetch', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
    ['a fetch from a sibling sub-domain', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, 403],
    [
      'a fetch from elsewhere',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'x-requested-with': 'homecare' },
      403,
    ],
    ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 403],
    ['a same-origin form navigation', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }, 403],
    ['an older browser with our Origin', { origin: 'http://localhost' }, 200],
    [
      'an older browser with another Origin',
      { origin: 'http://evil.example', 'x-requested-with': 'homecare' },
      403,
    ],
    ['no browser, with the header', { 'x-requested-with': 'homecare' }, 200],
    ['no browser, without it', {}, 403],
  ])('%s', async (_, headers, status) => {
    const user = await server.as('user');
    expect((await write(user, headers)).status).toBe(status);
  });

  test('with an unknown host gets 421 and never a database', async () => {
    const user = await server.as('user');
    for (const headers of [{ host: 'evil.example' }, { host: 'demo' }, { host: 'localhost.evil.example' }])
      expect(
        (await user.raw({ method: 'POST', url: `${BASE}/session/touch`, payload: {}, headers })).status,
      ).toBe(421);
    const forwarded = await user.raw({
      method: 'POST',
      url: `${BASE}/session/touch`,
      payload: {},
      headers: { 'x-forwarded-host': 'other.agency.test' },
    });
    expect(forwarded.status).toBe(200);
  });

  test('on a site’s host sees only that site in the list, and on a picker host all sites', async () => {
    expect(Object.keys((await server.anonymous().call(siteConfig, {})).data ?? {})).toEqual(['demo']);
    const picker = await server.anonymous().call(siteConfig, {}, { host: 'pick.agency.test' });
    expect(Object.keys(picker.data ?? {})).toEqual(['demo', 'other']);
  });

  test('on a picker host signs in to the named site, and an unknown one is refused', async () => {
    const user = await server.as('user');
    const name = await loginOf(user.accountId);
    const headers = { host: 'pick.agency.test' };
    const wrong = await server
      .anonymous()
      .call(login, { data: { user: name, pass: TEST_PASSWORD, site: 'nowhere' } }, headers);
    expect(wrong).toMatchObject({ status: 421, Info: 'Incorrect Site name!' });
    const right = await server
      .anonymous()
      .call(login, { data: { user: name, pass: TEST_PASSWORD, site: 'demo' } }, headers);
    expect(right.status).toBe(200);
    const [cookie = ''] = String(right.headers['set-cookie']).split(';');
    expect((await server.withCookie(cookie).call(touchSession, {}, headers)).status).toBe(200);
  });
});

test('no answer can be read by another origin, and all have the security headers', async () => {
  const { headers } = await server.anonymous().call(siteConfig, {});
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
});

describe('a new account', () => {
  const account = { login: 'Ann.Lee', password: 'Tmp', full_name: 'Ann Lee', role: 'user' } as const;
  const create = async (role: 'admin' | 'user', data: InputOf<typeof insertAccount>['data']) =>
    (await server.as(role)).call(insertAccount, { data });

  test('is stored in lower case with initials, and its password must be changed', async () => {
    const created = await create('admin', account);
    expect(created).toMatchObject({ status: 200, Info: 'Success: User created.' });
    const row = await server.site.db
      .selectFrom('accounts')
      .select(['login', 'initials', 'reset_password', 'password_hash'])
      .where('id', '=', created.insertId ?? 0)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ login: 'ann.lee', initials: 'A.L.', reset_password: true });
    expect(row.password_hash).not.toContain('Tmp');
    expect(await create('admin', { ...account, login: 'ANN.LEE' })).toMatchObject({
      status: 409,
      reason: 'loginTaken',
      Info: 'User already exists',
    });
  });

  test.each([
    [{ full_name: '' }, 'full_name', 'Field is required'],
    [{ login: 'ab' }, 'login', 'Field must be more than 3 characters'],
    [{ password: '' }, 'password', 'Password is required'],
    [{ password: 'Password1' }, 'password', COMMON_PASSWORD],
    [{ role: 'evv' as const }, 'provider_id', 'Choose an active provider.'],
  ])('with %o is refused with a sentence', async (part, field, message) => {
    expect(await create('admin', { ...account, login: 'other', ...part })).toMatchObject({
      status: 400,
      errors: [{ field, message }],
    });
  });

  test('made by a user can only be a provider’s mobile account', async () => {
    expect((await create('user', { ...account, login: 'new-admin', role: 'admin' })).status).toBe(403);
    expect((await create('user', { ...account, login: 'new-evv', role: 'evv' })).status).toBe(403);
  });

  test('requested 20 times at once with one login is made once', async () => {
    const admin = await server.as('admin');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.call(insertAccount, { data: { ...account, login: 'race' } })),
    );
    expect(answers.filter((answer) => answer.status === 200).length).toBe(1);
    expect(answers.filter((answer) => answer.Info === 'User already exists').length).toBe(19);
  });
});
