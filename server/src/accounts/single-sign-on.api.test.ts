import {
  deleteAccount,
  insertAccount,
  suspendAccount,
  updateAccount,
} from '@homecare/domain/accounts/contract.ts';
import * as passkeys from '@homecare/domain/accounts/passkey-contract.ts';
import { login, logout, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { SUSPENDED } from '@homecare/domain/accounts/signing-in.ts';
import * as sentences from '@homecare/domain/accounts/single-sign-on.ts';
import * as calls from '@homecare/domain/accounts/single-sign-on-contract.ts';
import { makeApiKey } from '@homecare/domain/api-keys/contract.ts';
import * as sites from '@homecare/domain/sites/contract.ts';
import { listMarks } from '@homecare/domain/today/contract.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startIssuer } from '../../testing/openid-issuer.ts';
import { type Employee, signInThere, startProvider } from '../../testing/openid-provider.ts';
import { softPasskey } from '../../testing/passkey.ts';
import {
  type Answer,
  type Caller,
  TEST_PASSWORD,
  type TestServer,
  testServer,
} from '../../testing/server.ts';

const BACK = 'http://localhost/login';
let server: TestServer;
let admin: Caller;
let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  provider = await startProvider(BACK);
  server = await testServer({ others: ['other'], entry: { localServices: true } });
  admin = await server.as('admin');
  await connect({ issuer: provider.url, clientId: provider.clientId, secret: provider.secret });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

const rows = { domains: 'agency.test', claim: 'groups', admins: 'Owners', managers: 'Schedulers' };
const connect = async (at: { issuer: string; clientId: string; secret: string }) => {
  const { data } = await admin.call(sites.listConnections, {});
  const rev = data?.find(({ kind }) => kind === 'signIn')?.rev ?? 0;
  const saved = await admin.call(sites.saveConnection, {
    connection: { kind: 'signIn', ...rows, ...at },
    rev,
  });
  expect(saved.status, saved.text).toBe(200);
};
const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
const cookieOf = ({ headers }: Answer<unknown>, name: string) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

const begin = async () => {
  const begun = await server.anonymous().call(calls.beginSingleSignOn, {});
  return { url: new URL(begun.data?.url ?? ''), cookie: cookieOf(begun, 'homecare-sso') };
};
const finish = (cookie: string, back: URL) =>
  server.withCookie(cookie).call(calls.finishSingleSignOn, { answer: back.search.slice(1) });
const employ = (id: string, more: Partial<Employee> = {}) =>
  provider.employ(id, {
    email: `${id}@agency.test`,
    email_verified: true,
    name: 'Ann Lee',
    groups: ['Schedulers'],
    ...more,
  });
const enter = async (id: string) => {
  const { url, cookie } = await begin();
  return finish(cookie, await signInThere(url.href, id));
};

describe('single sign-on at an independent provider', () => {
  test('gives an office user an account at the first sign-in, with the role of their group', async () => {
    employ('ann');
    const entered = await enter('ann');
    expect(entered.data).toMatchObject({ role: 'user', full_name: 'Ann Lee', site: 'demo', must_enrol: 0 });
    const session = server.withCookie(cookieOf(entered, 'homecare'));
    expect((await session.call(touchSession, {})).data).toMatchObject({ login: 'ann@agency.test' });
    // The next sign-in opens the same account.
    expect((await enter('ann')).data?.uid).toBe(entered.data?.uid);
    const log = await query(
      `select action, changes->'role' as role from change_log
       where call = 'accounts.finishSingleSignOn' and entity = 'account' and entity_id = $1`,
      [entered.data?.uid],
    );
    expect(log).toEqual([{ action: 'insert', role: [null, 'user'] }]);
  });

  test('sets the role from the groups at each sign-in, and a changed role ends open sessions', async () => {
    employ('olga', { groups: ['Schedulers'] });
    const first = await enter('olga');
    const before = server.withCookie(cookieOf(first, 'homecare'));
    employ('olga', { groups: ['Owners', 'Schedulers'] });
    expect((await enter('olga')).data).toMatchObject({ role: 'admin', uid: first.data?.uid });
    expect((await before.call(touchSession, {})).status).toBe(401);
    employ('olga', { groups: [] });
    expect(await enter('olga')).toMatchObject({ status: 403, Info: sentences.SSO_NO_ROLE });
  });

  test('opens an existing account by its confirmed address, and keeps its role', async () => {
    const caller = await server.as('provider');
    await query('update accounts set email = $2 where id = $1', [caller.accountId, 'Bo@Agency.test']);
    employ('bo', { groups: ['Owners'] });
    expect((await enter('bo')).data).toMatchObject({ uid: caller.accountId, role: 'provider' });
  });

  test.each([
    ['is not confirmed', { email_verified: false }, sentences.SSO_NO_ADDRESS],
    ['is of another domain', { email: 'eve@agency.test.attacker.test' }, sentences.SSO_OTHER_DOMAIN],
    ['is in no group', { groups: ['Visitors'] }, sentences.SSO_NO_ROLE],
  ])('refuses people whose address or account %s', async (_, more, sentence) => {
    employ('eve', more);
    expect(await enter('eve')).toMatchObject({ status: 403, Info: sentence });
    expect(await query(`select from accounts where full_name = 'Eve'`)).toEqual([]);
  });

  test('refuses people whose account here was suspended or deleted', async () => {
    employ('sam');
    employ('del');
    const [suspended, deleted] = [await enter('sam'), await enter('del')];
    await admin.call(suspendAccount, { id: suspended.data?.uid ?? 0, rev: 0 });
    expect(await enter('sam')).toMatchObject({ status: 403, Info: SUSPENDED });
    await admin.call(deleteAccount, { id: deleted.data?.uid ?? 0, data: {} });
    expect(await enter('del')).toMatchObject({ status: 403, Info: sentences.SSO_DELETED });
  });

  test('does not open the first person’s account when their address was given to someone else', async () => {
    employ('jane-1', { email: 'jane@agency.test', groups: ['Owners'] });
    expect((await enter('jane-1')).data?.role).toBe('admin');
    for (const groups of [[], ['Schedulers']]) {
      employ('jane-2', { email: 'jane@agency.test', groups });
      expect(await enter('jane-2')).toMatchObject({ status: 403, Info: sentences.SSO_TAKEN });
    }
    const tied = await query(`select from account_identities where subject = 'jane-2'`);
    expect(tied).toEqual([]);
  });

  test('does not recreate a deleted account; only an admin can', async () => {
    const { accountId } = await server.as('user');
    await query('update accounts set email = $2 where id = $1', [accountId, 'Gone@Agency.test']);
    await admin.call(deleteAccount, { id: accountId, data: {} });
    employ('gone', { groups: ['Owners'] });
    expect(await enter('gone')).toMatchObject({ status: 403, Info: sentences.SSO_DELETED });
    const made = await admin.call(insertAccount, {
      data: { login: 'gone@agency.test', full_name: 'Gone Again', role: 'user', password: 'Temporary9' },
    });
    expect((await enter('gone')).data).toMatchObject({ uid: made.insertId, role: 'user' });
  });

  test('is the only way into an account it made, until an admin gives it a password', async () => {
    employ('pat', { groups: ['Owners'] });
    const first = server.withCookie(cookieOf(await enter('pat'), 'homecare'));
    expect(await first.call(passkeys.beginPasskey, { password: '' })).toMatchObject({
      status: 409,
      Info: sentences.SSO_ALONE,
    });
    // Neither an earlier password nor an earlier passkey opens it.
    const caller = await server.as('admin');
    const soft = softPasskey('http://localhost');
    const offer = (await caller.call(passkeys.beginPasskey, { password: TEST_PASSWORD })).data;
    const passkey = soft.make(offer?.challenge ?? '', offer?.rp.id ?? '');
    expect((await caller.call(passkeys.addPasskey, { name: 'Laptop', passkey })).status).toBe(200);
    await query(`insert into account_identities values ($1, 'kay', $2, true, now())`, [
      provider.url,
      caller.accountId,
    ]);
    const byPasskey = async () => {
      const question = (await server.anonymous().call(passkeys.beginPasskeySignIn, {})).data;
      const answer = soft.use(question?.challenge ?? '', question?.rpId ?? '');
      return server.anonymous().call(passkeys.signInWithPasskey, { passkey: answer });
    };
    const [row] = await query('select login from accounts where id = $1', [caller.accountId]);
    const byPassword = (pass: string) =>
      server.anonymous().call(login, { data: { user: String(row?.login), pass } });
    expect(await byPasskey()).toMatchObject({ status: 403, Info: sentences.SSO_ALONE });
    expect((await byPassword(TEST_PASSWORD)).status).toBe(401);
    // The company no longer lets them in: sessions end, and the passkey and programs' keys are gone.
    expect((await caller.call(touchSession, {})).status).toBe(200);
    const key = { name: 'Night report', role: 'admin', perMinute: 60 } as const;
    const expires = server.scope.today().add({ months: 1 }).toString();
    const program = server.withKey(
      (await caller.call(makeApiKey, { ...key, calls: [listMarks.name], expires })).data?.key ?? '',
    );
    expect((await program.call(listMarks, {})).status).toBe(200);
    employ('kay', { groups: [] });
    expect(await enter('kay')).toMatchObject({ status: 403, Info: sentences.SSO_NO_ROLE });
    expect((await caller.call(touchSession, {})).status).toBe(401);
    expect((await byPasskey()).status).toBe(401);
    expect((await program.call(listMarks, {})).status).toBe(401);
    const data = { password: 'Temporary9' };
    expect((await admin.call(updateAccount, { id: caller.accountId ?? 0, data })).status).toBe(200);
    expect((await byPassword('Temporary9')).data).toMatchObject({ role: 'admin', reset_password: 1 });
  });

  test('does not replace the password of an account that has one', async () => {
    const caller = await server.as('user');
    await query('update accounts set email = $2 where id = $1', [caller.accountId, 'tied@agency.test']);
    employ('tied');
    const session = server.withCookie(cookieOf(await enter('tied'), 'homecare'));
    expect((await session.call(passkeys.listOwnPasskeys, {})).data?.asksPassword).toBe(true);
    expect((await session.call(passkeys.beginPasskey, { password: '' })).status).toBe(409);
    expect((await session.call(passkeys.beginPasskey, { password: TEST_PASSWORD })).status).toBe(200);
  });

  test('accepts an answer once, in the browser that asked, within ten minutes, on its own site', async () => {
    employ('tim');
    const { url, cookie } = await begin();
    const back = await signInThere(url.href, 'tim');
    expect(await finish('', back)).toMatchObject({ status: 401, Info: sentences.SSO_TOO_LATE });
    const other = await begin();
    expect(await finish(other.cookie, back)).toMatchObject({ status: 401, Info: sentences.SSO_REJECTED });
    const host = server.siteNamed('other').hosts[0] ?? '';
    const answer = { answer: back.search.slice(1) };
    const there = await server.withCookie(cookie).call(calls.finishSingleSignOn, answer, { host });
    expect(there.status).toBe(401);
    expect((await finish(cookie, back)).status).toBe(200);
    expect(await finish(cookie, back)).toMatchObject({ status: 401, Info: sentences.SSO_REJECTED });
    const late = await begin();
    server.clock.advance({ minutes: 11 });
    expect(await finish(late.cookie, back)).toMatchObject({ status: 401, Info: sentences.SSO_TOO_LATE });
  });

  test('leads to the provider’s sign-out, unless the session began here', async () => {
    employ('ann');
    const session = server.withCookie(cookieOf(await enter('ann'), 'homecare'));
    const { data } = await session.call(calls.endSingleSignOn, {});
    const out = new URL(data?.url ?? '');
    expect(out.origin).toBe(provider.url);
    expect(out.searchParams.get('post_logout_redirect_uri')).toBe(BACK);
    expect((await fetch(out)).status).toBe(200);
    expect((await session.call(logout, { data: {} })).status).toBe(200);
    expect((await admin.call(calls.endSingleSignOn, {})).data).toEqual({ url: null });
  });

  test('is offered on the sign-in page once set up, and an admin tests it before it applies', async () => {
    expect((await server.anonymous().call(calls.getSingleSignOn, {})).data).toEqual({
      isOffered: true,
      asksAddress: false,
    });
    const host = server.siteNamed('other').hosts[0] ?? '';
    expect((await server.anonymous().call(calls.getSingleSignOn, {}, { host })).data?.isOffered).toBe(false);
    expect(await server.anonymous().call(calls.beginSingleSignOn, {}, { host })).toMatchObject({
      status: 401,
      Info: sentences.SSO_OFF,
    });
    const typed = {
      kind: 'signIn',
      ...rows,
      issuer: provider.url,
      clientId: 'homecare',
      secret: null,
    } as const;
    const tried = await admin.call(sites.testConnection, { connection: typed });
    expect(tried.data).toMatchObject({ works: true, answer: expect.stringContaining('/login') });
    const nowhere = { ...typed, issuer: 'http://127.0.0.1:9', secret: 'x' };
    expect((await admin.call(sites.testConnection, { connection: nowhere })).data?.works).toBe(false);
    const { text } = await admin.call(sites.listConnections, {});
    expect(text).not.toContain(provider.secret);
    const stored = JSON.stringify(await query('select * from settings')) + server.log.join();
    expect(stored).not.toContain(provider.secret);
  });

  test('on a host of several agencies chooses the agency by the domain of the address', async () => {
    const host = 'pick.agency.test';
    const at = (address?: string, site?: string) =>
      server
        .anonymous()
        .call(calls.beginSingleSignOn, { ...(address && { address }), ...(site && { site }) }, { host });
    expect(await at()).toMatchObject({ status: 401, Info: sentences.SSO_NEEDS_ADDRESS });
    expect((await at('ann@elsewhere.test')).status).toBe(401);
    const begun = await at('Ann@Agency.test');
    expect(cookieOf(begun, 'homecare-sso')).toContain('demo~');
    expect(new URL(begun.data?.url ?? '').origin).toBe(provider.url);
    // An agency whose database is unavailable does not keep the others out.
    vi.spyOn(server.siteNamed('other'), 'readSettings').mockRejectedValueOnce(new Error('away'));
    expect((await at('ann@agency.test')).data?.url).toContain(provider.url);
    // Another agency enters the domain in its settings, so the domain leads to neither of them.
    const other = await server.as('admin', { site: server.siteNamed('other') });
    const issuer = 'https://issuer.other.example';
    const connection = { kind: 'signIn', ...rows, issuer, clientId: 'other', secret: 'of-other' } as const;
    const claimed = await other.call(sites.saveConnection, { connection, rev: 0 });
    expect(claimed.status, claimed.text).toBe(200);
    expect(await at('ann@agency.test')).toMatchObject({ status: 401, Info: sentences.SSO_SEVERAL });
    const chosen = await at('ann@agency.test', 'demo');
    expect(new URL(chosen.data?.url ?? '').origin).toBe(provider.url);
    expect((await at('ann@agency.test', 'nowhere')).status).toBe(401);
  });
});

describe('a token is refused', () => {
  const GROUPS = { email: 'kim@agency.test', email_verified: true, groups: ['Schedulers'] };
  let issuer: Awaited<ReturnType<typeof startIssuer>>;
  beforeAll(async () => {
    issuer = await startIssuer('own-client');
    await connect({ issuer: issuer.url, clientId: 'own-client', secret: 'another-secret' });
  });
  afterAll(() => issuer.stop());

  type Said = Parameters<typeof issuer.say>;
  const come = async (...said: Said) => {
    issuer.say(...said);
    const { url, cookie } = await begin();
    issuer.answering(url);
    const back = new URL(BACK);
    back.search = new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '' }).toString();
    return finish(cookie, back);
  };
  const usual = (claims: Record<string, unknown>) => ({ ...claims, ...GROUPS });

  test('but not if everything in it is correct', async () => {
    expect((await come(usual)).status).toBe(200);
  });
  test.each<[string, ...Said]>([
    ['of another audience', (claims) => ({ ...usual(claims), aud: 'somebody-else' })],
    ['of another issuer', (claims) => ({ ...usual(claims), iss: 'https://elsewhere.example' })],
    ['of another nonce', (claims) => ({ ...usual(claims), nonce: 'other' })],
    ['without a nonce', (claims) => ({ ...usual(claims), nonce: undefined })],
    ['that has expired', (claims) => ({ ...usual(claims), exp: 1_000_000_000, iat: 999_999_000 })],
    [
      'for several audiences without saying for whom',
      (claims) => ({ ...usual(claims), aud: ['own-client', 'x'] }),
    ],
    ['signed with another key', usual, { by: 'foreign' }],
    ['signed by nobody', usual, { by: 'nobody' }],
  ])('%s', async (_, ...said) => {
    expect(await come(...said)).toMatchObject({ status: 401, Info: sentences.SSO_REJECTED });
  });

  test('if the person has canceled, with its own sentence', async () => {
    const { url, cookie } = await begin();
    const back = new URL(BACK);
    const state = url.searchParams.get('state') ?? '';
    back.search = new URLSearchParams({ error: 'access_denied', state }).toString();
    expect(await finish(cookie, back)).toMatchObject({ status: 401, Info: sentences.SSO_CANCELED });
  });
});
