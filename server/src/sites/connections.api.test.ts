import { suggestAddresses } from '@homecare/domain/addresses/contract.ts';
import { makeRequest } from '@homecare/domain/eligibility/contract.ts';
import { type Connection, EMPTY } from '@homecare/domain/sites/connections.ts';
import * as calls from '@homecare/domain/sites/contract.ts';
import * as pages from '@homecare/domain/sites/page-contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAddressServer } from '../../../simulators/src/addresses.ts';
import { startSandata } from '../../../simulators/src/sandata.ts';
import { startSmtp } from '../../../simulators/src/smtp.ts';
import { startTwilio } from '../../../simulators/src/twilio.ts';
import { addClient } from '../../testing/care.ts';
import { freePort } from '../../testing/free-port.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

const SID = `AC${'4'.repeat(32)}`;
const TEXTS: Connection = {
  kind: 'textMessages',
  accountSid: SID,
  from: '+13035550110',
  secret: 'token-of-the-agency',
};
let server: TestServer;
let admin: Caller;
let twilio: Awaited<ReturnType<typeof startTwilio>>;
let addresses: Awaited<ReturnType<typeof startAddressServer>>;
beforeAll(async () => {
  twilio = await startTwilio({
    accountSid: SID,
    authToken: 'token-of-the-agency',
    number: '+13035550110',
    balance: '12.30',
  });
  addresses = await startAddressServer();
  const ofOperator = { accountSid: `AC${'5'.repeat(32)}`, authToken: 'operator', from: '+13035550111' };
  server = await testServer({
    others: ['other'],
    entry: { localServices: true, textMessages: { ...ofOperator, url: twilio.url } },
  });
  admin = await server.as('admin');
});
afterAll(async () => {
  await server.stop();
  await twilio.stop();
  await addresses.stop();
});

const row = async (kind: Connection['kind'], who = admin) => {
  const found = (await who.call(calls.listConnections, {})).data?.find((one) => one.kind === kind);
  if (!found) throw new Error(`no ${kind}`);
  return found;
};
const logged = async (entity: string) => {
  const { rows } = await server.site.pool.query<{ changes: Record<string, unknown> }>(
    'select changes from change_log where entity = $1 order by id',
    [entity],
  );
  return rows.map(({ changes }) => changes);
};

describe('a connection', () => {
  it('is tested as typed, saved, used at once, and its secret is never returned', async () => {
    expect(await row('textMessages')).toMatchObject({
      source: 'file',
      secretSet: true,
      connection: { accountSid: `AC${'5'.repeat(32)}`, secret: null },
    });
    const guess = await admin.call(calls.testConnection, { connection: { ...TEXTS, secret: 'guess' } });
    expect(guess.data).toEqual({ works: false, answer: 'Twilio refuses the account or its token (401).' });
    const tried = await admin.call(calls.testConnection, { connection: TEXTS });
    expect(tried.data).toEqual({ works: true, answer: 'Twilio accepts the account. Its balance is $12.30.' });

    const saved = await admin.call(calls.saveConnection, { connection: TEXTS, rev: 0 });
    expect(saved.data).toEqual({ rev: 1 });
    expect((await (await server.as('user')).call(calls.getBalance, {})).data).toEqual({ amount: '12.30' });
    const now = await row('textMessages');
    expect(now).toEqual({
      kind: 'textMessages',
      source: 'own',
      connection: { ...TEXTS, secret: null },
      secretSet: true,
      rev: 1,
    });
    const { rows } = await server.site.pool.query(
      "select value::text as text from settings union all select changes::text from change_log where entity like 'connection.%'",
    );
    expect(JSON.stringify(rows)).not.toContain('token-of-the-agency');
    expect((await logged('connection.textMessages')).at(-1)).toEqual({
      accountSid: [`AC${'5'.repeat(32)}`, SID],
      from: ['+13035550111', '+13035550110'],
      secret: ['(hidden)', 'changed'],
    });
  });

  it('keeps its secret for the same account only', async () => {
    const { rev } = await row('textMessages');
    const same = { ...TEXTS, from: '+13035550112', secret: null };
    expect((await admin.call(calls.saveConnection, { connection: same, rev })).status).toBe(200);
    const other = { ...TEXTS, accountSid: `AC${'6'.repeat(32)}`, secret: null };
    const refused = await admin.call(calls.testConnection, { connection: other });
    expect(refused.errors).toEqual([
      { field: 'secret', message: 'Enter the token again: it is not shown to another service or account.' },
    ]);
  });

  it('saved in two windows tells the second one who was first', async () => {
    const { rev } = await row('addresses');
    const photon: Connection = { ...EMPTY.addresses, provider: 'photon', url: addresses.url };
    const both = await Promise.all(
      [photon, { ...photon, provider: 'nominatim' as const }].map((connection) =>
        admin.call(calls.saveConnection, { connection, rev }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.Info).toMatch(/^Changed by .+ at \d\d-\d\d-\d{4}/);
    expect((await row('addresses')).source).toBe('own');
    expect(server.scope.settings.addresses.provider).not.toBe('local');
    expect((await admin.call(suggestAddresses, { text: '1437 Bannock' })).status).toBe(200);
    const again = await row('addresses');
    await admin.call(calls.removeConnection, { kind: 'addresses', rev: again.rev });
    expect(await row('addresses')).toMatchObject({ source: 'none', rev: 0 });
    await admin.call(calls.listConnections, {});
    expect(server.scope.settings.addresses.provider).toBe('local');
  });

  const removed = async (kind: Connection['kind']) => {
    const { rev } = await row(kind);
    expect((await admin.call(calls.removeConnection, { kind, rev })).status).toBe(200);
    expect(await row(kind)).toMatchObject({ source: 'none', secretSet: false, rev: 0 });
    // Its secret was removed with it.
    const { rows } = await server.site.pool.query('select from settings where key = $1', [
      `connection.${kind}`,
    ]);
    expect(rows).toEqual([]);
  };
  const nowhere = async (secret: string) => {
    const { rows } = await server.site.pool.query(
      'select value::text as text from settings union all select changes::text from change_log',
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await admin.call(calls.listConnections, {})).text).not.toContain(secret);
  };

  it('to the mail server is tested, saved, used for the next email and removed', async () => {
    const mails = await startSmtp({ user: 'office', password: 'mail-secret' });
    try {
      const mail: Connection = {
        ...EMPTY.mail,
        host: '127.0.0.1',
        port: mails.port,
        security: 'none',
        user: 'office',
        from: 'office@mesa.example',
        secret: 'mail-secret',
      };
      const test = async (change: Partial<typeof mail>) =>
        (await admin.call(calls.testConnection, { connection: { ...mail, ...change } })).data;
      expect(await test({ secret: 'guess' })).toMatchObject({ works: false });
      expect(await test({})).toMatchObject({ works: true });
      expect(mails.taken).toEqual([]);
      const wrong = { ...mail, from: 'office', host: '' };
      const refused = await admin.call(calls.saveConnection, { connection: wrong, rev: 0 });
      expect(refused.errors.map(({ field }) => field)).toEqual(expect.arrayContaining(['host', 'from']));
      expect((await admin.call(calls.saveConnection, { connection: mail, rev: 0 })).data).toEqual({ rev: 1 });
      await nowhere('mail-secret');
      await admin.call(pages.capabilities, {});
      expect(server.scope.settings.mail).toMatchObject({
        port: mails.port,
        user: 'office',
        password: 'mail-secret',
      });
      // Another sender of the same account keeps the password; another user must enter it again.
      const other = { ...mail, from: 'care@mesa.example', secret: null };
      expect((await admin.call(calls.saveConnection, { connection: other, rev: 1 })).status).toBe(200);
      expect(await test({ from: 'care@mesa.example', secret: null })).toMatchObject({ works: true });
      const stranger = { ...other, user: 'someone' };
      const asked = await admin.call(calls.saveConnection, { connection: stranger, rev: 2 });
      expect(asked.errors.map(({ field }) => field)).toEqual(['secret']);
      await removed('mail');
      await admin.call(pages.capabilities, {});
      expect(server.scope.settings.mail).toBeUndefined();
    } finally {
      await mails.stop();
    }
  });

  it('to Sandata is tested, saved, used for the next record and removed', async () => {
    const sandata = await startSandata({
      account: '12345',
      user: 'agency',
      password: 'evv-secret',
      readyMs: 0,
    });
    try {
      const evv: Connection = {
        ...EMPTY.aggregator,
        url: sandata.url,
        account: '12345',
        user: 'agency',
        providerId: '9000123456',
        payerId: 'COHCPF',
        secret: 'evv-secret',
      };
      const test = async (change: Partial<typeof evv>) =>
        (await admin.call(calls.testConnection, { connection: { ...evv, ...change } })).data;
      expect(await test({ secret: 'guess' })).toMatchObject({ works: false });
      expect(await test({})).toEqual({ works: true, answer: 'Sandata accepts the account.' });
      expect(await test({ url: `${sandata.url}/elsewhere` })).toEqual({
        works: false,
        answer: 'Sandata was not found at this address (404).',
      });
      expect((await admin.call(calls.saveConnection, { connection: evv, rev: 0 })).data).toEqual({ rev: 1 });
      await nowhere('evv-secret');
      const settings = await admin.call(calls.getSettings, {});
      expect(settings.data?.services.updateSandata).toBeNull();
      expect(server.scope.settings.aggregator).toMatchObject({
        url: sandata.url,
        password: 'evv-secret',
        isRehearsal: false,
      });
      const kept = { ...evv, providerId: '9000999999', secret: null };
      expect((await admin.call(calls.saveConnection, { connection: kept, rev: 1 })).status).toBe(200);
      const elsewhere = { ...kept, account: '54321' };
      const asked = await admin.call(calls.saveConnection, { connection: elsewhere, rev: 2 });
      expect(asked.errors.map(({ field }) => field)).toEqual(['secret']);
      expect((await logged('connection.aggregator')).at(-1)).toEqual({
        providerId: ['9000123456', '9000999999'],
      });
      await removed('aggregator');
      await admin.call(pages.capabilities, {});
      expect(server.scope.settings.aggregator).toBeUndefined();
    } finally {
      await sandata.stop();
    }
  });

  it('that does not respond is reported as such', async () => {
    const port = Number(await freePort());
    const gone = `http://127.0.0.1:${port}`;
    const answers = await Promise.all(
      (
        [
          { ...EMPTY.addresses, provider: 'photon', url: gone },
          { ...EMPTY.mail, host: '127.0.0.1', port, security: 'none', from: 'a@b.example' },
          {
            ...EMPTY.aggregator,
            url: gone,
            account: '1',
            user: 'u',
            providerId: '1',
            payerId: 'X',
            secret: 's',
          },
          EMPTY.addresses,
        ] satisfies Connection[]
      ).map(async (connection) => (await admin.call(calls.testConnection, { connection })).data),
    );
    expect(answers).toEqual([
      { works: false, answer: 'The address service failed: it cannot be reached.' },
      { works: false, answer: 'The mail server cannot be reached.' },
      { works: false, answer: 'Sandata cannot be reached.' },
      { works: true, answer: 'Suggestions come from this server: there is nothing to test.' },
    ]);
  });

  it('next to the server cannot be entered unless the operator allows it', async () => {
    const there = await server.as('admin', { site: server.siteNamed('other') });
    const inside = { ...EMPTY.addresses, provider: 'photon' as const, url: 'http://127.0.0.1:5432' };
    const refused = await there.call(calls.testConnection, { connection: inside });
    expect(refused.errors).toEqual([{ field: 'url', message: 'This address must begin with https.' }]);
    const user = await server.as('user');
    expect((await user.call(calls.listConnections, {})).status).toBe(403);
    expect((await user.call(calls.testConnection, { connection: TEXTS })).status).toBe(403);
  });
});

describe('the payer settings', () => {
  it('are used for the next file once an admin saves them, and every change is logged', async () => {
    const { lacks, rev, ...payer } = (await admin.call(calls.getPayer, {})).data ?? { lacks: [''], rev: -1 };
    if (!('tpid' in payer)) throw new Error('no payer');
    expect([lacks, rev, payer.tpid]).toEqual([[], 0, '11525703']);
    const wrong = await admin.call(calls.savePayer, { ...payer, npi: '1234567890', rev });
    expect(wrong.errors).toEqual([{ field: 'npi', message: 'The NPI has a wrong digit.' }]);
    const entered = { ...payer, tpid: '77', filePrefix: 'co-', membersPerFile: 1, contactPhone: '' };
    expect((await admin.call(calls.savePayer, { ...entered, rev })).data).toEqual({ rev: 1 });
    expect((await admin.call(calls.savePayer, { ...entered, rev })).status).toBe(409);
    expect((await admin.call(calls.getPayer, {})).data?.lacks).toEqual([
      'The telephone number for claims must have ten digits.',
    ]);
    expect((await logged('sitePayer')).at(-1)).toMatchObject({ tpid: ['11525703', '77'] });
    const clientIds = await Promise.all(
      [1, 2].map((n) =>
        addClient(server.site.pool, `Payer ${n}`, {
          medicaid: `P10000${n}`,
          dob: '1950-01-01',
          gender: 'Male',
        }),
      ),
    );
    const asked = await admin.call(makeRequest, { clientIds, day: '2026-11-20' });
    expect(asked.data?.map(({ file }) => file.slice(0, 9))).toEqual(['co-77_270', 'co-77_270']);
  });
});

describe('logo, update notes and time zone', () => {
  const PIXEL = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = (content: Buffer, who = admin) =>
    who.raw(requestOf(calls.uploadLogo, {}, { name: 'logo.png', content }));
  const shown = () => server.anonymous().raw({ method: 'GET', url: '/homecare/api/modules/getLogo.php' });

  it('a logo is shown and printed until it is removed', async () => {
    expect((await shown()).headers['content-type']).toBe('image/svg+xml');
    expect((await upload(PIXEL)).status).toBe(200);
    expect((await shown()).headers['content-type']).toBe('image/png');
    // The icon is square whatever the picture's shape, so the picture is in a drawing.
    const icon = await server
      .anonymous()
      .raw({ method: 'GET', url: '/homecare/api/modules/getLogo.php?min=1' });
    expect(icon.headers['content-type']).toBe('image/svg+xml');
    expect(icon.text).toContain(`href="data:image/png;base64,${PIXEL.toString('base64')}"`);
    expect(server.scope.settings.paper.letterhead.logo).toEqual(new Uint8Array(PIXEL));
    expect((await admin.call(calls.getSettings, {})).data?.logo).toBe(1);
    for (const bad of [Buffer.from('<svg/>'), PIXEL.subarray(0, 20), Buffer.alloc(0)])
      expect((await upload(bad)).status).toBeGreaterThanOrEqual(400);
    expect((await upload(PIXEL, await server.as('user'))).status).toBe(403);
    expect((await shown()).headers['content-type']).toBe('image/png');
    expect((await admin.call(calls.removeLogo, {})).status).toBe(200);
    expect((await shown()).headers['content-type']).toBe('image/svg+xml');
  });

  it('a new update note is the newest for everyone', async () => {
    expect((await admin.call(calls.addUpdateNote, { note: ' ' })).errors).toMatchObject([{ field: 'note' }]);
    const made = await admin.call(calls.addUpdateNote, { note: 'Eligibility is here.' });
    const latest = await (await server.as('provider')).call(pages.latestUpdate, {});
    expect(latest.data).toEqual({ order: made.data?.order, data: 'Eligibility is here.', seen: false });
    expect((await admin.call(calls.listUpdateNotes, {})).data?.[0]?.note).toBe('Eligibility is here.');
  });

  it('a changed time zone applies at once', async () => {
    const { data } = await admin.call(calls.getSettings, {});
    if (!data) throw new Error('no settings');
    const { rev, switches, paper } = data;
    const save = (timeZone: string) =>
      admin.call(calls.saveSettings, { rev, paper, switches: { ...switches, timeZone } });
    expect((await save('Mars/Olympus')).errors).toMatchObject([{ field: 'switches.timeZone' }]);
    expect((await save('Pacific/Auckland')).status).toBe(200);
    expect((await admin.call(pages.capabilities, {})).data?.timeZone).toBe('Pacific/Auckland');
    expect(server.scope.today().toString()).toBe('2026-11-21');
  });
});
