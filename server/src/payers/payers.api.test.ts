import { previewClaims } from '@homecare/domain/claims/contract.ts';
import {
  getClientPayers,
  listPayers,
  saveClientPayers,
  savePayer,
} from '@homecare/domain/payers/contract.ts';
import { MEDICAID_LAST, UNKNOWN_PAYER } from '@homecare/domain/payers/rules.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addClient, PAYER } from '../../testing/care.ts';
import { addClaimable, addPlan, authorise, saveCard } from '../../testing/claimable.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({
    now: '2026-12-02T17:00:00Z',
    others: ['other'],
    entry: { capabilities: { premium: true, version: 1, maxClients: 10_000, billing: true } },
  });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

let serial = 0;
const add = async (more: Partial<typeof PAYER> = {}) => {
  serial += 1;
  const made = await admin.call(savePayer, {
    ...PAYER,
    name: `Payer ${serial}`,
    ...more,
    id: null,
    rev: null,
  });
  if (!made.insertId) throw new Error(made.text);
  return made.insertId;
};
const entry = (payerId: number, from = '2026-01-01', through: string | null = null) => ({
  payerId,
  from,
  through,
  memberId: 'W1',
  groupNumber: '',
});

describe('a payer', () => {
  it('is added, listed with its clients of today, changed, and kept in the log', async () => {
    const id = await add({ name: 'Elm Trust' });
    const client = await addClient(server.site.pool, 'Listed');
    await admin.call(saveClientPayers, { clientId: client, payers: [entry(id)], rev: 0 });
    const seen = (await admin.call(listPayers, {})).data?.find((payer) => payer.id === id);
    expect(seen).toMatchObject({ name: 'Elm Trust', clients: 1, rev: 0 });
    const changed = await admin.call(savePayer, { ...PAYER, name: 'Elm Trust', termsDays: 30, id, rev: 0 });
    expect(changed.data).toEqual({ id, rev: 1 });
    const { rows } = await server.database.pool.query(
      "select action, changes -> 'termsDays' as terms from change_log where entity = 'payer' and entity_id = $1 order by id",
      [id],
    );
    expect(rows).toEqual([
      { action: 'insert', terms: [null, 15] },
      { action: 'update', terms: [15, 30] },
    ]);
  });

  it('is refused with a name that is taken, another kind, or an older revision', async () => {
    const id = await add({ name: 'Oak Trust' });
    const input = { ...PAYER, name: 'oak trust' };
    expect((await admin.call(savePayer, { ...input, id: null, rev: null })).status).toBe(409);
    expect((await admin.call(savePayer, { ...input, kind: 'Medicaid', id, rev: 0 })).status).toBe(400);
    await admin.call(savePayer, { ...input, id, rev: 0 });
    expect((await admin.call(savePayer, { ...input, id, rev: 0 })).reason).toBe('stale');
    expect((await admin.call(savePayer, { ...input, id: 900_000, rev: 0 })).status).toBe(404);
  });
});

describe('payers of a client', () => {
  it('are saved as a list and refused where Medicaid would pay before others', async () => {
    const [medicaid, other] = [
      await add({ kind: 'Medicaid' }),
      await add({ kind: 'Other', payerNumber: 'X1' }),
    ];
    const clientId = await addClient(server.site.pool, 'Ordered');
    const wrong = await admin.call(saveClientPayers, {
      clientId,
      payers: [entry(medicaid), entry(other), entry(900_000)],
      rev: 0,
    });
    expect(wrong.errors.map(({ field, message }) => [field, message])).toEqual([
      ['payers.1.payerId', MEDICAID_LAST],
      ['payers.2.payerId', UNKNOWN_PAYER],
    ]);
    const list = [entry(other), entry(medicaid)];
    expect((await admin.call(saveClientPayers, { clientId, payers: list, rev: 0 })).data).toEqual({ rev: 1 });
    expect((await admin.call(getClientPayers, { clientId })).data).toEqual({ payers: list, rev: 1 });
    expect((await admin.call(saveClientPayers, { clientId, payers: [], rev: 0 })).reason).toBe('stale');
  });

  it('belong to the admin of one agency', async () => {
    const clientId = await addClient(server.site.pool, 'Ours');
    const user = await server.as('user');
    expect((await user.call(getClientPayers, { clientId })).status).toBe(403);
    expect((await user.call(saveClientPayers, { clientId, payers: [], rev: 0 })).status).toBe(403);
    const other = await server.as('admin', { site: server.siteNamed('other') });
    expect((await other.call(getClientPayers, { clientId })).status).toBe(404);
    expect((await other.call(saveClientPayers, { clientId, payers: [], rev: 0 })).status).toBe(404);
  });

  it('decide which cards are claimed from Medicaid', async () => {
    const clientId = await addClaimable(server.site.pool);
    await authorise(admin, clientId);
    const { plan } = await addPlan(server.site.pool, admin, clientId);
    await saveCard(admin, plan, '2026-03', ['05']);
    const lines = async () =>
      (
        await admin.call(previewClaims, {
          from: '2026-03-01',
          to: '2026-03-31',
          status: 'Billed',
          frequency: '1',
          unproven: 'send',
        })
      ).data?.lines;
    expect(await lines()).toBe(1);
    const [medicaid, other] = [
      await add({ kind: 'Medicaid' }),
      await add({ kind: 'Other', payerNumber: 'X1' }),
    ];
    const save = (payers: ReturnType<typeof entry>[], rev: number) =>
      admin.call(saveClientPayers, { clientId, payers, rev });
    await save([entry(other), entry(medicaid)], 0);
    expect(await lines()).toBe(0);
    await save([entry(other, '2026-01-01', '2026-02-28'), entry(medicaid)], 1);
    expect(await lines()).toBe(1);
    await save([entry(await add())], 2);
    expect(await lines()).toBe(0);
  });
});
