import { COMMON_PASSWORD, WEAK_PASSWORD } from '@homecare/domain/accounts/rules.ts';
import { capabilities, setOverridePassword } from '@homecare/domain/sites/contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyPassword } from '../platform/auth/passwords.ts';
import { Scope } from '../platform/auth/scope.ts';
import { type Caller, type TestServer, testServer } from '../platform/testing/server.ts';
import { readOverrideHash } from './service.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ others: ['other'] });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;

describe('the plan override password', () => {
  const isSet = async () => (await admin.call(capabilities, {})).data?.carePlanPass;
  it('is set, changed and taken away by an admin; only its hash is kept', async () => {
    expect(await isSet()).toBe(false);
    expect(await readOverrideHash(server.scope)).toBeUndefined();
    const set = await admin.call(setOverridePassword, { password: 'Snow-Peak-14' });
    expect(set.data).toEqual({ carePlanPass: true });
    expect(await isSet()).toBe(true);
    const hash = await readOverrideHash(server.scope);
    expect(await verifyPassword('Snow-Peak-14', hash)).toBe(true);
    expect(await verifyPassword('snow-peak-14', hash)).toBe(false);
    await admin.call(setOverridePassword, { password: 'Other-Peak-15' });
    expect(await verifyPassword('Snow-Peak-14', await readOverrideHash(server.scope))).toBe(false);
    expect(await readOverrideHash(Scope.ofJob(server.siteNamed('other'), 'test'))).toBeUndefined();
    await admin.call(setOverridePassword, { password: null });
    expect(await isSet()).toBe(false);
    const logged = await query(
      "select changes from change_log where call = 'sites.setOverridePassword' order by id",
    );
    expect(logged.map(({ changes }) => changes)).toEqual([
      { 'plan.overridePassword': [null, '(hidden)'] },
      { 'plan.overridePassword': ['(hidden)', '(hidden)'] },
      { 'plan.overridePassword': ['(hidden)', null] },
    ]);
  });

  it('obeys the rule of permanent passwords and is nobody else’s to set', async () => {
    expect((await admin.call(setOverridePassword, { password: '1234' })).Info).toBe(WEAK_PASSWORD);
    expect((await admin.call(setOverridePassword, { password: 'Password1' })).Info).toBe(COMMON_PASSWORD);
    expect((await user.call(setOverridePassword, { password: 'Snow-Peak-14' })).status).toBe(403);
    expect(await isSet()).toBe(false);
  });
});
