import { COMMON_PASSWORD, WEAK_PASSWORD } from '@homecare/domain/accounts/signing-in.ts';
import type { OutputOf } from '@homecare/domain/call.ts';
import {
  addUpdateNote,
  getBalance,
  getSettings,
  saveSettings,
  setOverridePassword,
  updateSandata,
} from '@homecare/domain/sites/contract.ts';
import { capabilities, latestUpdate, markUpdateSeen } from '@homecare/domain/sites/page-contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTwilio } from '../../../simulators/src/twilio.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { verifyPassword } from '../platform/auth/passwords.ts';
import { Scope } from '../platform/auth/scope.ts';
import { drawLogo, readOverrideHash } from './service.ts';

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
  it('is set, changed and removed by an admin; only its hash is stored', async () => {
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
    expect(await readOverrideHash(await Scope.startJob(server.siteNamed('other'), 'test'))).toBeUndefined();
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

  it('follows the rules of permanent passwords, and nobody else can set it', async () => {
    expect((await admin.call(setOverridePassword, { password: '1234' })).Info).toBe(WEAK_PASSWORD);
    expect((await admin.call(setOverridePassword, { password: 'Password1' })).Info).toBe(COMMON_PASSWORD);
    expect((await user.call(setOverridePassword, { password: 'Snow-Peak-14' })).status).toBe(403);
    expect(await isSet()).toBe(false);
  });
});

describe('an admin’s settings for the site', () => {
  type Settings = OutputOf<typeof getSettings>;
  const settings = async (who = admin): Promise<Settings> => {
    const { data } = await who.call(getSettings, {});
    if (!data) throw new Error('no settings');
    return data;
  };
  const save = (
    { rev, switches, paper }: Settings,
    change: { switches?: Partial<Settings['switches']>; paper?: Partial<Settings['paper']> },
    who = admin,
  ) =>
    who.call(saveSettings, {
      rev,
      switches: { ...switches, ...change.switches },
      paper: { ...paper, ...change.paper },
    });

  it('apply at once, for switches and for what is printed, and every change is logged', async () => {
    const before = await settings();
    expect(before.operator).toEqual({
      premium: true,
      version: 2,
      maxClients: 0,
      billing: true,
    });
    expect(before.switches.timeZone).toBe('America/Denver');
    const saved = await save(before, {
      switches: { temporaryEnabled: false, langGroup: [' English ', '', 'Somali'] },
      paper: { phone: '(303) 555-0199', diagnosisOnPlan: false, confidentiality: 'Keep it safe.' },
    });
    expect(saved.data).toEqual({ rev: before.rev + 1 });
    expect((await admin.call(capabilities, {})).data).toMatchObject({
      temporaryEnabled: false,
      langGroup: ['English', 'Somali'],
      smsEnabled: true,
      officePhone: '(303) 555-0199',
    });
    const after = await settings();
    expect(after.paper).toEqual({
      ...before.paper,
      phone: '(303) 555-0199',
      diagnosisOnPlan: false,
      confidentiality: 'Keep it safe.',
    });
    expect(server.scope.settings.paper).toMatchObject({
      letterhead: { agency: before.paper.agency, phone: '(303) 555-0199' },
      texts: { confidentiality: 'Keep it safe.' },
      diagnosisOnPlan: false,
    });
    const [logged] = await query("select changes from change_log where call = 'sites.saveSettings'");
    expect(logged?.changes).toEqual({
      temporaryEnabled: [true, false],
      langGroup: [
        ['English', 'Spanish'],
        ['English', 'Somali'],
      ],
      phone: [before.paper.phone, '(303) 555-0199'],
      diagnosisOnPlan: [true, false],
      confidentiality: [before.paper.confidentiality, 'Keep it safe.'],
    });
    const late = await save(before, { switches: { smsEnabled: false } });
    expect(late.status).toBe(409);
    expect(late.Info).toMatch(/^Changed by .+ at \d\d-\d\d-\d{4} \d\d:\d\d [AP]M$/);
  });

  it('are refused field by field if invalid', async () => {
    const before = await settings();
    const refused = await save(before, {
      switches: { langGroup: ['Spanish', 'spanish'] },
      paper: { email: 'nobody', address: ['1', '2', '3', '4', '5'] },
    });
    expect([refused.status, refused.errors.map(({ field }) => field)]).toEqual([
      400,
      ['switches.langGroup', 'paper.address', 'paper.email'],
    ]);
    expect((await user.call(getSettings, {})).status).toBe(403);
    expect((await save(before, {}, user)).status).toBe(403);
    expect(await settings()).toEqual(before);
  });

  it('are separate for each agency', async () => {
    const there = await server.as('admin', { site: server.siteNamed('other') });
    const { switches } = await settings();
    await save(await settings(there), { switches: { langGroup: ['Hmong'] } }, there);
    expect((await settings()).switches).toEqual(switches);
  });
});

describe('outside services', () => {
  it('say why they do nothing', async () => {
    const sandata = await admin.call(updateSandata, {});
    expect([sandata.status, sandata.Info]).toEqual([
      409,
      'No address of Sandata is set: records wait and nothing is sent',
    ]);
    const balance = await user.call(getBalance, {});
    expect([balance.status, balance.Info]).toEqual([
      409,
      'No text messaging account is set up: messages are recorded, not sent',
    ]);
    expect((await user.call(updateSandata, {})).status).toBe(403);
    expect((await (await server.as('provider')).call(getBalance, {})).status).toBe(403);
  });
});

it('the text messaging account’s balance is shown in dollars and cents, or why not', async () => {
  const accountSid = `AC${'3'.repeat(32)}`;
  const account = { accountSid, authToken: 'secret', from: '+13035550110' };
  const twilio = await startTwilio({ ...account, number: account.from, balance: '1042.5799' });
  const askedBy = async (authToken: string) => {
    const there = await testServer({ entry: { textMessages: { ...account, authToken, url: twilio.url } } });
    try {
      const caller = await there.as('admin');
      const missing = (await caller.call(getSettings, {})).data?.services.balance;
      return { missing, ...(await caller.call(getBalance, {})) };
    } finally {
      await there.stop();
    }
  };
  expect(await askedBy('secret')).toMatchObject({ missing: null, status: 200, data: { amount: '1042.57' } });
  expect(await askedBy('guess')).toMatchObject({
    status: 409,
    Info: 'Twilio refuses the account or its token (401).',
  });
  await twilio.stop();
});

it('the drawn logo is as wide as the agency’s name, even the longest', () => {
  const wide = 0.85 * 20;
  for (const title of [
    'Ada',
    'Front Range Home Care',
    'WESTMOUNTAIN & COMPANY HOME CARE OF COLORADO'.repeat(2),
  ]) {
    const [, width] = /viewBox="0 0 (\d+) 48"/.exec(drawLogo(title)) ?? [];
    const capitals = title.replace(/[^A-Z&]/g, '').length;
    expect(Number(width)).toBeGreaterThanOrEqual(
      60 + capitals * wide + (title.length - capitals) * 0.62 * 20,
    );
  }
});

describe('an update note', () => {
  it('is new to each account until that account has closed it, on any device', async () => {
    const order =
      (await admin.call(addUpdateNote, { note: 'Texts are answered from the list.' })).data?.order ?? 0;
    const seenBy = async (who: Caller) => (await who.call(latestUpdate, {})).data?.seen;
    expect([await seenBy(admin), await seenBy(user)]).toEqual([false, false]);
    expect((await user.call(markUpdateSeen, { order })).status).toBe(200);
    expect([await seenBy(admin), await seenBy(user)]).toEqual([false, true]);
    // The same account elsewhere; closing an older note later does not show another again.
    const other = await server.withCookie(user.cookie ?? '');
    expect(await seenBy(other)).toBe(true);
    const next = (await admin.call(addUpdateNote, { note: 'Reports are quicker.' })).data?.order ?? 0;
    expect(await seenBy(user)).toBe(false);
    expect((await user.call(markUpdateSeen, { order: next })).status).toBe(200);
    expect((await user.call(markUpdateSeen, { order })).status).toBe(200);
    expect(await seenBy(user)).toBe(true);
  });

  it('cannot be closed in advance, or for another site', async () => {
    expect((await user.call(markUpdateSeen, { order: 2_000_000_000 })).status).toBe(404);
    const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
    const foreign = server.withCookie(elsewhere.cookie ?? '');
    expect((await foreign.call(markUpdateSeen, { order: 1 })).status).toBe(401);
    expect((await server.anonymous().call(markUpdateSeen, { order: 1 })).status).toBe(401);
  });
});
