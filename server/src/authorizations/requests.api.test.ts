import { printRequests, savePar, sendRequests } from '@homecare/domain/authorizations/contract.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClaimable, addPlan } from '../../testing/claimable.ts';
import { readPdf } from '../../testing/pdf.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
const CAPABILITIES = { premium: true, version: 1, maxClients: 10_000, billing: true, emailEnabled: true };
beforeAll(async () => {
  server = await testServer({
    now: '2026-12-02T17:00:00Z',
    others: ['other'],
    entry: { capabilities: CAPABILITIES },
  });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const short = async (caseManager: string, email: string | null) => {
  const client = await addClaimable(server.site.pool, {
    case_manager: caseManager,
    managers_email: email,
  });
  await addPlan(server.site.pool, admin, client);
  const par = { id: null, clientId: client, type: 'PCP', number: `R${client}`, units: 1, rev: null };
  const made = await admin.call(savePar, { ...par, from: '2026-01-01', through: '2026-12-31' });
  return { client, id: made.insertId ?? 0 };
};

it('requests for authorizations are one PDF per case manager, each attached to one email', async () => {
  const user = await server.as('user');
  const none = await user.call(sendRequests, { caseManager: 'Nobody', id: null });
  expect(none.status).toBe(409);
  const { client, id } = await short('Dana Whitlock', 'dana@example.org');
  await short('Ben Okafor', null);
  const pdf = await user.raw(requestOf(printRequests, {}));
  const pages = (await readPdf(pdf.bytes)).map(({ text }) => text);
  expect(pages).toHaveLength(2);
  expect(pages[1]).toContain('Dana Whitlock');
  expect(pages[1]).toContain('More units');
  const sent = await user.call(sendRequests, { caseManager: 'Dana Whitlock', id });
  expect(sent.Info).toMatch(/^\d requests? sent to dana@example\.org\.$/);
  const { rows } = await server.site.pool.query<{ recipient: string; name: string }>(
    `select message.recipient, attachment.name from messages message
      join message_attachments attachment on attachment.message_id = message.id where message.person_id = $1`,
    [client],
  );
  expect(rows).toEqual([{ recipient: 'dana@example.org', name: 'authorization_requests.pdf' }]);
  const without = await user.call(sendRequests, { caseManager: 'Ben Okafor', id: null });
  expect(without).toMatchObject({ status: 409, Info: expect.stringContaining('No e-mail address') });
});

it('a request for a line without an authorization contains only this line', async () => {
  const { pool } = server.site;
  const clients = await Promise.all([0, 1].map(() => addClaimable(pool, { case_manager: 'Cy Vance' })));
  for (const client of clients) await addPlan(pool, admin, client);
  const [clientId = 0] = clients;
  const named = async (line: object) => {
    const pdf = await admin.raw(requestOf(printRequests, { caseManager: 'Cy Vance', ...line }));
    const texts = (await readPdf(pdf.bytes)).map(({ text }) => text).join(' ');
    return new Set(texts.match(/Client Z*[A-Z]\b/g)).size;
  };
  expect(await named({})).toBe(2);
  expect(await named({ clientId, type: 'PCP' })).toBe(1);
});

it('requests for authorizations are for the office of the site only', async () => {
  for (const role of ['provider', 'evv'] as const) {
    const caller = await server.as(role);
    expect((await caller.call(sendRequests, { caseManager: 'Dana Whitlock', id: null })).status).toBe(403);
  }
  const other = await server.as('admin', { site: server.siteNamed('other') });
  const sent = await other.call(sendRequests, { caseManager: 'Dana Whitlock', id: null });
  expect(sent.status).toBe(409);
});
