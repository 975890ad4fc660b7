import { setTimeout as pause } from 'node:timers/promises';
import { getSetUp, skipStep } from '@homecare/domain/set-up/contract.ts';
import { getSettings, saveSettings } from '@homecare/domain/sites/contract.ts';
import { getToday } from '@homecare/domain/today/contract.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addClient, addProvider } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ others: ['other'] });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const stepsOf = async (who: Caller = admin) => {
  const { data, text } = await who.call(getSetUp, {});
  if (!data) throw new Error(text);
  return data.steps;
};
const stepOf = async (step: string, who?: Caller) => (await stepsOf(who)).find((one) => one.step === step);

describe('the set-up', () => {
  test('follows what is in the database', async () => {
    expect(await stepOf('people')).toMatchObject({ state: 'open', minutes: 6 });
    await addProvider(server.database.pool, 'First');
    expect(await stepOf('people')).toMatchObject({ missing: ['Add your clients.'], summary: '1 caregiver' });
    await addClient(server.database.pool, 'Second');
    expect(await stepOf('people')).toMatchObject({ state: 'done', minutes: 0 });

    const { data } = await admin.call(getSettings, {});
    if (!data) throw new Error('no settings');
    const { switches, paper, rev } = data;
    const address = ['14201 E 4th Avenue', 'Aurora, CO 80011'];
    await admin.call(saveSettings, { switches, paper: { ...paper, address, phone: '(303) 555-0110' }, rev });
    expect(await stepOf('agency')).toMatchObject({ state: 'done' });
    expect(await stepOf('visit')).toMatchObject({ state: 'open' });
  });

  test('stores skipped steps until they are resumed, with a row of Today for each', async () => {
    const rowsOf = async () => {
      for (let looks = 0; looks < 600; looks += 1) {
        const { data } = await admin.call(getToday, {});
        if (data && !data.isCounting)
          return data.rows.filter(({ kind }) => kind === 'setUp').map(({ key }) => key);
        await pause(50);
      }
      throw new Error('it is still being counted');
    };
    expect(await rowsOf()).toEqual(['setUp']);
    for (const _ of ['once', 'again'])
      expect((await admin.call(skipStep, { step: 'connections', isSkipped: true })).status).toBe(200);
    expect(await stepOf('connections')).toMatchObject({ state: 'skipped' });
    expect(await rowsOf()).toEqual(['setUp', 'setUp:connections']);
    await admin.call(skipStep, { step: 'connections', isSkipped: false });
    expect(await stepOf('connections')).toMatchObject({ state: 'open' });
    expect(await rowsOf()).toEqual(['setUp']);
  });

  test('counts a completed step as done, whether or not it was skipped', async () => {
    await admin.call(skipStep, { step: 'people', isSkipped: true });
    expect(await stepOf('people')).toMatchObject({ state: 'done' });
    await admin.call(skipStep, { step: 'people', isSkipped: false });
  });

  test('is separate for each site', async () => {
    const other = await server.as('admin', { site: server.siteNamed('other') });
    expect(await stepOf('people', other)).toMatchObject({ state: 'open' });
    await other.call(skipStep, { step: 'types', isSkipped: true });
    expect(await stepOf('types', other)).toMatchObject({ state: 'skipped' });
    expect((await stepOf('types'))?.state).not.toBe('skipped');
  });

  test('shows the caregivers’ sign-in address as a QR code', async () => {
    const { data } = await admin.call(getSetUp, {});
    expect(data?.phone.url).toMatch(/\/login$/);
    expect(data?.phone.qr.size).toBeGreaterThan(20);
  });

  test.each(['user', 'provider', 'evv'] as const)('is closed to role %s', async (role) => {
    const who = await server.as(role);
    expect((await who.call(getSetUp, {})).status).toBe(403);
    expect((await who.call(skipStep, { step: 'people', isSkipped: true })).status).toBe(403);
  });
});
