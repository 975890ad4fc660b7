import { deleteAccount, suspendAccount } from '@homecare/domain/accounts/contract.ts';
import * as passkeys from '@homecare/domain/accounts/passkey-contract.ts';
import { keepPhone, unlockPhone } from '@homecare/domain/accounts/phone-contract.ts';
import { login, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { getFeed, renewFeed } from '@homecare/domain/schedule/contract.ts';
import { afterAll, expect, test } from 'vitest';
import { addProvider } from '../../testing/care.ts';
import { softPasskey } from '../../testing/passkey.ts';
import { type Answer, type Caller, TEST_PASSWORD, testServer } from '../../testing/server.ts';

const server = await testServer({ now: '2026-11-20T17:00:00Z' });
afterAll(() => server.stop());
const { pool } = server.database;

const PIN = '274913';
/** Access must be closed everywhere within this time. */
const MOST_MS = 5_000;

const cookieOf = ({ headers }: Answer<unknown>) => String(headers['set-cookie']).split(';')[0] ?? '';

/** Sends the same caller to one of the two processes. */
type Place = (caller: Caller) => Promise<Caller>;

let serial = 0;
/** A caregiver with every way into their account; each returns the status of a try at a process. */
const withEverything = async () => {
  serial += 1;
  const providerId = await addProvider(pool, `Everything${serial}`);
  const evv = await server.as('evv', { providerId });
  const { rows } = await pool.query<{ login: string }>('select login from accounts where id = $1', [
    evv.accountId,
  ]);
  const phone = cookieOf(await evv.call(keepPhone, { pin: PIN }));
  const soft = softPasskey('http://localhost');
  const { data: offer } = await evv.call(passkeys.beginPasskey, { password: TEST_PASSWORD });
  const made = soft.make(offer?.challenge ?? '', offer?.rp.id ?? '');
  expect((await evv.call(passkeys.addPasskey, { name: 'Key', passkey: made })).status).toBe(200);
  const user = await server.as('user');
  const feed = (await user.call(renewFeed, { id: providerId })).data?.url ?? '';
  expect((await user.call(getFeed, { id: providerId })).status).toBe(200);
  const none = server.anonymous();
  const ways: Record<string, (at: Place) => Promise<number>> = {
    session: async (at) => (await (await at(evv)).call(touchSession, {})).status,
    phone: async (at) => (await (await at(server.withCookie(phone))).call(unlockPhone, { pin: PIN })).status,
    passkey: async (at) => {
      const caller = await at(none);
      const { data } = await caller.call(passkeys.beginPasskeySignIn, {});
      const passkey = soft.use(data?.challenge ?? '', data?.rpId ?? '');
      return (await caller.call(passkeys.signInWithPasskey, { passkey })).status;
    },
    password: async (at) =>
      (await (await at(none)).call(login, { data: { user: rows[0]?.login ?? '', pass: TEST_PASSWORD } }))
        .status,
  };
  const feedStatus = async () =>
    (await server.app.inject({ method: 'GET', url: new URL(feed).pathname, headers: { host: 'localhost' } }))
      .statusCode;
  return { id: evv.accountId ?? 0, ways, feedStatus };
};

const here: Place = async (caller) => caller;
const there: Place = (caller) => server.atSecondInstance(caller);

test.each(['suspended', 'deleted'] as const)(
  'an account that is %s can no longer be used in any process, in any way it had',
  async (how) => {
    const { id, ways, feedStatus } = await withEverything();
    for (const [name, way] of Object.entries(ways))
      expect([name, await way(here), await way(there)]).toEqual([name, 200, 200]);
    expect(await feedStatus()).toBe(200);
    const admin = await server.as('admin');
    const { rows } = await pool.query<{ rev: number }>('select rev from accounts where id = $1', [id]);
    const rev = rows[0]?.rev ?? 0;
    server.clock.advance({ seconds: 1 });
    const began = performance.now();
    const ended = await (how === 'suspended'
      ? admin.call(suspendAccount, { id, rev })
      : admin.call(deleteAccount, { id, data: {} }));
    expect(ended.status).toBe(200);
    for (const [name, way] of Object.entries(ways))
      for (const at of [there, here]) expect([name, await way(at)]).not.toEqual([name, 200]);
    expect(await feedStatus()).toBe(404);
    expect(performance.now() - began).toBeLessThan(MOST_MS);
  },
);
