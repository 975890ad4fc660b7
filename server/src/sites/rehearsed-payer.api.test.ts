import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rehearseBatch } from '@homecare/domain/claims/contract.ts';
import { makeRequest, rehearseRequest } from '@homecare/domain/eligibility/contract.ts';
import { getPayer, savePayer } from '@homecare/domain/sites/contract.ts';
import { capabilities } from '@homecare/domain/sites/page-contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

/** A payer that does not answer and remembers what reached it. */
const reached: string[] = [];
const listening = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`);
  response.end('[]');
});
let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = addressOf(listening.address());
  server = await testServer({ payer: `http://127.0.0.1:${port}` });
  admin = await server.as('admin');
});
const addressOf = (address: AddressInfo | string | null): AddressInfo => {
  if (typeof address === 'object' && address) return address;
  throw new Error('the payer does not listen');
};
afterAll(async () => {
  await server.stop();
  listening.close();
});

const send = async (usage: 'T' | 'P') => {
  const { data } = await admin.call(getPayer, {});
  if (!data) throw new Error('no payer');
  const { lacks: _, ...payer } = data;
  expect((await admin.call(savePayer, { ...payer, usage })).status).toBe(200);
};
let serial = 0;
const question = async () => {
  serial += 1;
  const client = await addClient(server.site.pool, `Asked ${serial}`, {
    medicaid: `R20000${serial}`,
    dob: '1950-01-01',
    gender: 'Male',
  });
  const { data } = await admin.call(makeRequest, { clientIds: [client], day: '2026-11-20' });
  return data?.[0]?.id ?? 0;
};
const batch = async (id: number, usage: 'T' | 'P') => {
  await server.site.pool.query(
    `insert into claim_batches (id, kind, month, interchange, group_number, usage, file_name, file, sets, claims, lines,
      units, amount, created, created_by)
     values ($1, 'Billed', '2026-10-01', $1 + 900, $1 + 900, $2, 'x.x12', 'x', '[]', 0, 0, 0, 0, now(), 'T.')`,
    [id, usage],
  );
  return id;
};

test('nothing of an agency with real files reaches the simulated payer, from the save on', async () => {
  const rehearses = async () => (await admin.call(capabilities, {})).data?.payerRehearsal;
  expect(await rehearses()).toBe(true);
  const tested = await question();
  await admin.call(rehearseRequest, { id: tested });
  expect(reached).not.toEqual([]);

  await send('P');
  reached.length = 0;
  expect(await rehearses()).toBe(false);
  const real = await question();
  const refused = [
    await admin.call(rehearseRequest, { id: tested }),
    await admin.call(rehearseRequest, { id: real }),
    await admin.call(rehearseBatch, { id: await batch(1, 'T') }),
    await admin.call(rehearseBatch, { id: await batch(2, 'P') }),
  ];
  expect(refused.map(({ status, Info }) => [status, Info])).toEqual(
    refused.map(() => [409, 'This site has no simulated payer.']),
  );

  // Back to tests: real files stay real.
  await send('T');
  const later = [await admin.call(rehearseRequest, { id: real }), await admin.call(rehearseBatch, { id: 2 })];
  expect(later.map(({ Info }) => Info)).toEqual(
    later.map(() => 'This file is not a test. The simulated payer takes only tests.'),
  );
  expect(reached).toEqual([]);
  await admin.call(rehearseBatch, { id: 1 });
  expect(reached).not.toEqual([]);
});
