import { listAccounts } from '@homecare/domain/accounts/contract.ts';
import { login, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import { WRONG_LOGIN } from '@homecare/domain/accounts/signing-in.ts';
import { previewArchive, updatePerson } from '@homecare/domain/people/contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addProvider } from '../../testing/care.ts';
import { type Caller, TEST_PASSWORD, type TestServer, testServer } from '../../testing/server.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';

// Friday, November 20, 2026, 10:00 in Denver.
const NOW = '2026-11-20T17:00:00Z';
let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: NOW });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

let serial = 0;
const caregiver = async () => {
  serial += 1;
  const provider = await addProvider(server.database.pool, `Leaving${serial}`);
  const caller = await server.as('evv', { providerId: provider });
  const { rows } = await server.database.pool.query<{ login: string }>(
    'select login from accounts where id = $1',
    [caller.accountId],
  );
  const name = rows[0]?.login ?? '';
  const signIn = () => server.anonymous().call(login, { data: { user: name, pass: TEST_PASSWORD } });
  return { provider, caller, name, signIn };
};
const archive = (id: number, archiveDate: string) =>
  admin.call(updatePerson, {
    id,
    data: { Cur: 'n', archiveDate, 'DC Date': archiveDate, 'DC Reason': 'Moved away' },
  });
const bringBack = (id: number) =>
  admin.call(updatePerson, { id, data: { Cur: 'y', archiveDate: null, 'Return Date': '2026-11-20' } });
const closedOf = async (id: number | null) =>
  (await admin.call(listAccounts, {})).data?.find((account) => account.id === id)?.closed;

test('the account of an archived provider is closed at once, and opens again when the provider returns', async () => {
  const { provider, caller, name, signIn } = await caregiver();
  expect((await signIn()).status).toBe(200);
  const preview = await admin.call(previewArchive, { id: provider, archiveDate: '2026-11-20' });
  expect(preview.data?.logins).toEqual([name]);

  expect((await archive(provider, '2026-11-20')).status).toBe(200);
  expect((await caller.call(touchSession, {})).status).toBe(401);
  const refused = await signIn();
  // The same sentence as for a wrong password, so that nobody learns which logins exist.
  expect([refused.status, refused.Info]).toEqual([401, WRONG_LOGIN]);
  expect(await closedOf(caller.accountId)).toBe(true);
  const { rows } = await server.database.pool.query<{ changes: object }>(
    `select changes from change_log where entity = 'person' and entity_id = $1 and action = 'run'`,
    [provider],
  );
  expect(rows.map(({ changes }) => changes)).toContainEqual({ 'Sessions ended': [null, 2] });

  expect((await bringBack(provider)).status).toBe(200);
  expect(await closedOf(caller.accountId)).toBe(false);
  expect((await signIn()).status).toBe(200);
  // Earlier sessions stay ended.
  expect((await caller.call(touchSession, {})).status).toBe(401);
});

test('until the archive date, the remaining visits can be checked in', async () => {
  const { provider, caller, signIn } = await caregiver();
  expect((await archive(provider, '2026-11-21')).status).toBe(200);
  expect((await caller.call(touchSession, {})).status).toBe(200);
  expect((await signIn()).status).toBe(200);
  // 11:59 PM in Denver, and a minute past midnight.
  server.clock.set('2026-11-21T06:59:00Z');
  expect((await signIn()).status).toBe(200);
  const late = await signIn();
  const cookie = String(late.headers['set-cookie']).split(';')[0] ?? '';
  expect((await server.withCookie(cookie).call(touchSession, {})).status).toBe(200);
  server.clock.set('2026-11-21T07:01:00Z');
  expect((await server.withCookie(cookie).call(touchSession, {})).status).toBe(401);
  expect((await signIn()).status).toBe(401);
  server.clock.set(NOW);
});

test('a first-password link does not work while the provider is archived', async () => {
  const { provider, caller } = await caregiver();
  const token = newToken();
  await server.database.pool.query(
    `insert into password_links (token_hash, account_id, expires) values ($1, $2, '2026-11-23T00:00:00Z')`,
    [hashToken(token), caller.accountId],
  );
  const page = () => server.anonymous().raw({ method: 'GET', url: `/l/${token}` });
  const open = (await page()).text;
  expect(open).toContain('Choose your password');
  await archive(provider, '2026-11-20');
  expect((await page()).text).not.toContain('Choose your password');
  await bringBack(provider);
  expect((await page()).text).toContain('Choose your password');
});
