import { exportLedger, getAccounts, listLedger, saveAccounts } from '@homecare/domain/accounting/contract.ts';
import { FIRST_ACCOUNTS, NO_ACCOUNT } from '@homecare/domain/accounting/ledger.ts';
import { getMargin } from '@homecare/domain/margin/contract.ts';
import { sum } from '@homecare/domain/sum.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestServer, testServer, WITH_BILLING } from '../../testing/server.ts';
import { createExampleData } from '../operations/example-data.ts';

const MONTHS = { from: '2026-09', to: '2026-10' };

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', entry: WITH_BILLING, others: ['other'] });
  await createExampleData(server.scope, { clients: 4, providers: 3, months: 3, say: () => undefined });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const ledger = async () => (await admin.call(listLedger, MONTHS)).data ?? [];

describe('the accounting export', () => {
  test('adds up to the margin of the same months', async () => {
    const lines = await ledger();
    const total = (await admin.call(getMargin, { ...MONTHS, by: 'month' })).data?.total;
    const balance = (account: string) =>
      sum(lines.filter((line) => line.account === account).map(({ debit, credit }) => debit - credit)) + 0;
    expect(total?.income).toBeGreaterThan(0);
    expect(balance(FIRST_ACCOUNTS.income)).toBe(0 - (total?.income ?? 0));
    expect(balance(FIRST_ACCOUNTS.wagesPayable)).toBe(
      (total?.straight ?? 0) + (total?.travel ?? 0) + (total?.overtime ?? 0),
    );
    expect(new Set(lines.map(({ date }) => date))).toEqual(new Set(['2026-09-30', '2026-10-31']));
  });

  test('comes as a file for any program and one for QuickBooks, without anyone’s name', async () => {
    const csv = await admin.call(exportLedger, { ...MONTHS, format: 'csv' });
    const iif = await admin.call(exportLedger, { ...MONTHS, format: 'iif' });
    expect(csv.headers['content-disposition']).toContain('ledger_2026-09_2026-10.csv');
    expect(csv.text).toContain('"Service Income"');
    expect(iif.text.startsWith('!TRNS\t')).toBe(true);
    const { rows } = await server.database.pool.query<{ name: string }>(
      'select last_name as name from people',
    );
    for (const { name } of rows) expect(csv.text + iif.text).not.toContain(`${name},`);
  });

  test('is refused for more than a year', async () => {
    expect((await admin.call(listLedger, { from: '2025-01', to: '2026-10' })).status).toBe(400);
  });
});

describe('the bookkeeper’s accounts', () => {
  test('are entered by type, and the second of two simultaneous saves is refused', async () => {
    const { data } = await admin.call(getAccounts, {});
    const [first] = await ledger().then((lines) =>
      lines.filter(({ type, account }) => type && account === 'Service Income'),
    );
    const type = first?.type ?? '';
    const types = { [type]: { income: 'Income:Own', wages: '' } };
    const accounts = { ...FIRST_ACCOUNTS, receivable: '1200 Receivable', types };
    const saved = await admin.call(saveAccounts, { accounts, rev: data?.rev ?? 0 });
    expect(saved.status).toBe(200);
    const names = new Set((await ledger()).map(({ account }) => account));
    expect(names).toContain('1200 Receivable');
    expect(names).toContain('Income:Own');
    const late = await admin.call(saveAccounts, { accounts: FIRST_ACCOUNTS, rev: data?.rev ?? 0 });
    expect([late.status, late.reason]).toEqual([409, 'stale']);
    const wrong = { ...accounts, income: '' };
    expect((await admin.call(saveAccounts, { accounts: wrong, rev: saved.data?.rev ?? 0 })).errors).toEqual([
      { field: 'income', message: NO_ACCOUNT },
    ]);
  });

  test('and the export are for admins of the agency', async () => {
    const user = await server.as('user');
    expect((await user.call(listLedger, MONTHS)).status).toBe(403);
    expect((await user.call(getAccounts, {})).status).toBe(403);
    const other = await server.as('admin', { site: server.siteNamed('other') });
    expect((await other.call(listLedger, MONTHS)).data).toEqual([]);
    expect((await other.call(getAccounts, {})).data?.accounts).toEqual(FIRST_ACCOUNTS);
  });
});
