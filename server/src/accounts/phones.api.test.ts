import { deleteAccount, endSessionsOf, updateAccount } from '@homecare/domain/accounts/contract.ts';
import { PHONE_ENDED, PIN_TRIES, wrongPin } from '@homecare/domain/accounts/phone.ts';
import {
  beginUnlock,
  endPhone,
  forgetPhone,
  getPhone,
  keepPhone,
  listPhones,
  offerPasskey,
  unlockPhone,
} from '@homecare/domain/accounts/phone-contract.ts';
import { login, logout, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addProvider } from '../../testing/care.ts';
import { softPasskey } from '../../testing/passkey.ts';
import {
  type Answer,
  type Caller,
  TEST_PASSWORD,
  type TestServer,
  testServer,
} from '../../testing/server.ts';

const NOW = '2026-11-20T17:00:00Z';
const PIN = '274913';
const WRONG = '274914';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ now: NOW, others: ['other'] });
});
afterAll(() => server.stop());

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await server.database.pool.query<T & Record<string, unknown>>(text, values)).rows;

const cookieOf = ({ headers }: Answer<unknown>) => String(headers['set-cookie']).split(';')[0] ?? '';

let serial = 0;
/** A caregiver who has signed in with the password on a phone that stays signed in from then on. */
const keep = async (lock: Parameters<typeof keepPhone.input.parse>[0] | undefined = { pin: PIN }) => {
  serial += 1;
  server.clock.set(NOW);
  const evv = await server.as('evv', {
    providerId: await addProvider(server.database.pool, `Owner${serial}`),
  });
  const kept = await evv.call(keepPhone, keepPhone.input.parse(lock));
  return {
    evv,
    kept,
    id: evv.accountId ?? 0,
    cookie: cookieOf(kept),
    phone: server.withCookie(cookieOf(kept)),
  };
};
const open = (phone: Caller, pin = PIN) => phone.call(unlockPhone, { pin });
const later = (hours: number) => server.clock.set(Temporal.Instant.from(NOW).add({ hours }).toString());

describe('a phone that stays signed in', () => {
  test('opens with its PIN hours after the session has ended, for 30 days', async () => {
    const { kept, phone, evv, id } = await keep();
    expect(kept.data).toEqual({ lock: 'pin', expires: '2026-12-20T17:00:00Z' });
    const cookie = String(kept.headers['set-cookie']);
    for (const part of ['homecare-phone=demo~', 'HttpOnly', 'SameSite=Strict', 'Max-Age=2592000'])
      expect(cookie).toContain(part);
    const [row] = await query<{ pin_hash: string; token: string }>(
      `select pin_hash, encode(token_hash, 'base64') as token from phones where account_id = $1`,
      [id],
    );
    expect(row?.pin_hash).toMatch(/^\$argon2id\$/);
    expect(cookie).not.toContain(row?.token ?? '-');

    later(20);
    expect((await evv.call(touchSession, {})).status).toBe(401);
    expect((await phone.call(beginUnlock, {})).data).toEqual({ lock: 'pin', question: null });
    const opened = await open(phone);
    expect(opened.data).toMatchObject({ uid: id, role: 'evv', site: 'demo' });
    const session = server.withCookie(cookieOf(opened));
    expect((await session.call(touchSession, {})).status).toBe(200);
    // A session begun with the PIN cannot keep another phone signed in.
    expect((await session.call(keepPhone, { pin: PIN })).status).toBe(409);

    later(30 * 24 + 1);
    expect(await open(phone)).toMatchObject({ status: 401, Info: PHONE_ENDED });
  });

  test('is not created for an account that is suspended at the same moment', async () => {
    const evv = await server.as('evv', { providerId: await addProvider(server.database.pool, 'Suspended') });
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query('update accounts set suspended = now() where id = $1', [evv.accountId]);
    const keeping = evv.call(keepPhone, { pin: PIN });
    await expect.poll(() => query('select from pg_locks where not granted')).not.toEqual([]);
    await client.query('commit');
    client.release();
    expect((await keeping).status).toBe(401);
    expect(await query('select from phones where account_id = $1', [evv.accountId])).toEqual([]);
  });

  test('ends with the fifth wrong PIN; a correct one before resets the count', async () => {
    const { phone } = await keep();
    for (const left of [4, 3]) expect((await open(phone, WRONG)).Info).toBe(wrongPin(left));
    expect((await open(phone)).status).toBe(200);
    for (const left of [4, 3, 2, 1]) expect((await open(phone, WRONG)).Info).toBe(wrongPin(left));
    expect(await open(phone, WRONG)).toMatchObject({ status: 401, Info: PHONE_ENDED });
    expect((await open(phone)).status).toBe(401);
  });

  test('checks at most five of 40 simultaneous PINs', async () => {
    const { phone, id } = await keep();
    const answers = await Promise.all(Array.from({ length: 40 }, () => open(phone, WRONG)));
    const said = answers.map(({ Info }) => Info).filter((info) => info !== PHONE_ENDED);
    expect(said.length).toBeLessThanOrEqual(PIN_TRIES);
    const [row] = await query<{ tries: number; ended: string | null }>(
      'select tries, ended from phones where account_id = $1',
      [id],
    );
    expect(row?.tries).toBe(PIN_TRIES);
    expect(row?.ended).not.toBeNull();
    const looked = await query(
      `select from change_log where call = 'accounts.unlockPhone' and action = 'refused' and entity_id = $1`,
      [id],
    );
    expect(looked).toHaveLength(PIN_TRIES);
    expect((await open(phone)).status).toBe(401);
  });

  test.each(['123456', '000000', '12345', 'abcdef'])('refuses the PIN %s', async (pin) => {
    const evv = await server.as('evv');
    expect((await evv.call(keepPhone, { pin })).errors).toMatchObject([{ field: 'pin' }]);
  });

  test('cannot be opened without its cookie, or on another site', async () => {
    const { cookie } = await keep();
    expect((await open(server.anonymous())).status).toBe(401);
    const there = { host: server.siteNamed('other').hosts[0] ?? '' };
    const answer = await server.withCookie(cookie).call(unlockPhone, { pin: PIN }, there);
    expect(answer.status).toBe(401);
  });
});

describe('a phone that stays signed in ends', () => {
  const isEnded = async (phone: Caller) => (await open(phone)).Info === PHONE_ENDED;

  test('when staff end it, with the sessions it has begun, on record', async () => {
    const { phone, id, evv } = await keep();
    const session = server.withCookie(cookieOf(await open(phone)));
    const user = await server.as('user');
    const { data: listed } = await user.call(listPhones, { id });
    expect(listed).toMatchObject([{ lock: 'pin', lastUsed: NOW, expires: '2026-12-20T17:00:00Z' }]);
    expect((await user.call(endPhone, { id, phone: listed?.[0]?.id ?? 0 })).status).toBe(200);
    expect([
      (await session.call(touchSession, {})).status,
      (await evv.call(touchSession, {})).status,
    ]).toEqual([401, 401]);
    expect(await isEnded(phone)).toBe(true);
    const log = await query<{ actor: string }>(
      `select actor from change_log where call = 'accounts.endPhone' and entity = 'account' and entity_id = $1`,
      [id],
    );
    expect(log).toHaveLength(1);
    expect((await user.call(listPhones, { id })).data).toEqual([]);
  });

  test('when the password is reset, the account is deleted, or all its sessions are ended', async () => {
    const admin = await server.as('admin');
    const reset = await keep();
    const data = { password: 'Temporary-1', resetPassword: true };
    await admin.call(updateAccount, { id: reset.id, data });
    const deleted = await keep();
    await admin.call(deleteAccount, { id: deleted.id, data: {} });
    const out = await keep();
    await admin.call(endSessionsOf, { id: out.id });
    expect(await Promise.all([reset, deleted, out].map(({ phone }) => isEnded(phone)))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('when its caregiver signs out on it or asks for the password again', async () => {
    const out = await keep();
    await out.evv.call(logout, { data: {} });
    expect(await isEnded(out.phone)).toBe(true);
    const asked = await keep();
    const both = server.withCookie(`${asked.evv.cookie}; ${asked.cookie}`);
    expect((await both.call(getPhone, {})).data).toMatchObject({ lock: 'pin' });
    expect((await both.call(forgetPhone, {})).status).toBe(200);
    expect((await both.call(touchSession, {})).status).toBe(200);
    expect((await both.call(getPhone, {})).data).toBeNull();
    expect(await isEnded(asked.phone)).toBe(true);
  });

  test('and role user may end only caregivers’ phones', async () => {
    const user = await server.as('user');
    const admin = await server.as('admin');
    expect((await user.call(listPhones, { id: admin.accountId ?? 0 })).status).toBe(403);
    const { evv, id } = await keep();
    expect((await evv.call(listPhones, { id })).status).toBe(403);
    expect((await admin.call(keepPhone, { pin: PIN })).status).toBe(403);
  });
});

describe('the phone’s own lock', () => {
  const keepWithPasskey = async (origin = 'http://localhost') => {
    const evv = await server.as('evv', {
      providerId: await addProvider(server.database.pool, 'Lock'),
    });
    const passkey = softPasskey(origin);
    const { data: offer } = await evv.call(offerPasskey, {});
    const made = passkey.make(offer?.challenge ?? '', offer?.rp.id ?? '');
    const kept = await evv.call(keepPhone, { passkey: made });
    return { evv, passkey, made, kept, phone: server.withCookie(cookieOf(kept)) };
  };

  test('opens the phone with a passkey, each answer once', async () => {
    server.clock.set(NOW);
    const { passkey, kept, phone } = await keepWithPasskey();
    expect(kept.data).toMatchObject({ lock: 'passkey' });
    later(15);
    const { data: begun } = await phone.call(beginUnlock, {});
    const question = begun?.question;
    const used = passkey.use(question?.challenge ?? '', question?.rpId ?? '');
    expect((await phone.call(unlockPhone, { passkey: used })).status).toBe(200);
    expect((await phone.call(unlockPhone, { passkey: used })).status).toBe(400);
  });

  test('does not open it with an answer for another page, without the lock, by another key or too late', async () => {
    server.clock.set(NOW);
    const { passkey, phone } = await keepWithPasskey();
    const ask = async () => (await phone.call(beginUnlock, {})).data?.question?.challenge ?? '';
    const answers = [
      passkey.use(await ask(), 'localhost', false),
      passkey.use(await ask(), 'elsewhere.example'),
      softPasskey('http://localhost').use(await ask(), 'localhost'),
    ];
    for (const answer of answers)
      expect((await phone.call(unlockPhone, { passkey: answer })).status).toBe(400);
    const late = passkey.use(await ask(), 'localhost');
    server.clock.set(Temporal.Instant.from(NOW).add({ minutes: 6 }).toString());
    expect((await phone.call(unlockPhone, { passkey: late })).status).toBe(400);
    // A PIN does not work if none was chosen.
    expect((await open(phone)).status).toBe(401);
  });

  test('does not accept a passkey made by another page, or twice', async () => {
    server.clock.set(NOW);
    const foreign = await keepWithPasskey('https://elsewhere.example');
    expect(foreign.kept.status).toBe(400);
    const { evv, made } = await keepWithPasskey();
    expect((await evv.call(keepPhone, { passkey: made })).status).toBe(400);
  });
});

test('staying signed in on a phone requires a password sign-in on it', async () => {
  const evv = await server.as('evv', { providerId: await addProvider(server.database.pool, 'Signs') });
  const [row] = await query<{ login: string }>('select login from accounts where id = $1', [evv.accountId]);
  const signedIn = await server
    .anonymous()
    .call(login, { data: { user: row?.login ?? '', pass: TEST_PASSWORD } });
  const session = server.withCookie(cookieOf(signedIn));
  expect((await session.call(keepPhone, { pin: PIN })).status).toBe(200);
});
