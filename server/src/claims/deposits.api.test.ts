import {
  deleteDeposit,
  importDeposits,
  listDeposits,
  saveDeposit,
} from '@homecare/domain/claims/contract.ts';
import { DEPOSIT_EXISTS } from '@homecare/domain/claims/deposits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-12-02T17:00:00Z', others: ['other'], entry: WITH_BILLING });
  admin = await server.as('admin');
  await server.site.pool.query(
    `insert into claim_answer_files (name, kinds, state, payments, remarks, faults, received, received_by)
      values ('835', '{835}', 'posted', $1, '[]', '[]', now(), 'T')`,
    [
      JSON.stringify([
        {
          trace: 'EFT1',
          payer: null,
          date: '2026-11-12',
          method: 'ACH',
          paid: 5_000,
          claims: 1,
          adjustments: [],
        },
        {
          trace: 'EFT2',
          payer: null,
          date: '2026-11-19',
          method: 'ACH',
          paid: 700,
          claims: 1,
          adjustments: [],
        },
      ]),
    ],
  );
});
afterAll(() => server.stop());

const deposit = { day: '2026-11-13', amount: 5_000, reference: 'HCPF' };
const bank = (content: string, caller = admin) =>
  caller.raw(requestOf(importDeposits, {}, { name: 'bank.csv', content }));

it('deposits are entered once, matched by amount and day, and shown if they match nothing', async () => {
  const made = await admin.call(saveDeposit, deposit);
  expect(made.status).toBe(200);
  expect((await admin.call(saveDeposit, deposit)).Info).toBe(DEPOSIT_EXISTS);
  const imported = await bank(
    'Date,Amount,Description\n11-13-2026,50.00,HCPF\n11-20-2026,"$1,000.00",Other\n11-21-2026,-9.00,Rent\n',
  );
  expect(imported.Info).toBe(
    '1 deposit imported. 1 deposit was entered before. 1 row of money that went out left out.',
  );
  const { data } = await admin.call(listDeposits, {});
  expect(data?.matched).toMatchObject([{ deposit: { amount: 5_000 }, trace: 'EFT1' }]);
  expect(data?.deposits).toMatchObject([{ amount: 100_000, reference: 'Other' }]);
  expect(data?.payments).toMatchObject([{ trace: 'EFT2', paid: 700 }]);
  await admin.call(deleteDeposit, { id: made.data?.id ?? 0 });
  expect((await admin.call(listDeposits, {})).data?.payments).toHaveLength(2);
  expect((await admin.call(deleteDeposit, { id: made.data?.id ?? 0 })).status).toBe(404);
});

it('two equal deposits in one file both count, and count once', async () => {
  const file = 'Date,Amount\n11-24-2026,12.00\n11-24-2026,12.00\n';
  expect((await bank(file)).Info).toBe('2 deposits imported.');
  expect((await bank(file)).Info).toBe('0 deposits imported. 2 deposits were entered before.');
  expect((await bank(`${file}11-24-2026,12.00\n`)).Info).toBe(
    '1 deposit imported. 2 deposits were entered before.',
  );
  const { data } = await admin.call(listDeposits, {});
  expect(data?.deposits.filter(({ amount }) => amount === 1_200)).toHaveLength(3);
  const typed = { day: '2026-11-24', amount: 1_200, reference: '' };
  expect((await admin.call(saveDeposit, typed)).Info).toBe(DEPOSIT_EXISTS);
  expect((await admin.call(saveDeposit, { ...typed, reference: 'Second' })).status).toBe(200);
});

it.each([
  ['no columns', '1,2\n', 'The first row must name the columns'],
  ['a wrong day', 'Date,Amount\nsoon,1.00\n', 'Row 2: enter the date as MM-DD-YYYY.'],
  ['a PDF', '%PDF-1.7', 'Choose a CSV file of your bank'],
])('a file with %s is refused as a whole', async (_, content, message) => {
  const refused = await bank(content);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(message)]);
});

it('a deposit must be above 0 and in the past, and is for admins of the site only', async () => {
  const refused = await admin.call(saveDeposit, { ...deposit, amount: 0, day: '2026-12-03' });
  expect(refused.errors?.map(({ field }) => field)).toEqual(['amount', 'day']);
  const user = await server.as('user');
  expect((await user.call(saveDeposit, deposit)).status).toBe(403);
  expect((await user.call(listDeposits, {})).status).toBe(403);
  expect((await bank('Date,Amount\n', user)).status).toBe(403);
  const there = await server.as('admin', { site: server.siteNamed('other') });
  expect((await there.call(listDeposits, {})).data).toEqual({ matched: [], deposits: [], payments: [] });
  expect((await there.call(deleteDeposit, { id: 1 })).status).toBe(404);
});
