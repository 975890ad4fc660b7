import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { csvOf } from '../list-export/rules.ts';
import { sum } from '../sum.ts';
import {
  BAD_ACCOUNT,
  type Earned,
  FIRST_ACCOUNTS,
  iifOf,
  LEDGER_COLUMNS,
  ledgerOf,
  NO_ACCOUNT,
  validateAccounts,
} from './ledger.ts';
import type { Accounts } from './schema.ts';

const ACCOUNTS: Accounts = {
  ...FIRST_ACCOUNTS,
  types: { PCP: { income: 'Service Income:Personal Care', wages: '' } },
};
const earned = (change: Partial<Earned> = {}): Earned => ({
  month: '2026-10',
  type: 'PCP',
  income: 120_050,
  unpaid: -5_000,
  straight: -70_000,
  travel: -1_200,
  overtime: 0,
  ...change,
});

describe('a month', () => {
  it('has one entry for income and one for pay on its last day, in the accounts of its care plan types', () => {
    const lines = ledgerOf(
      [earned(), earned({ type: 'HMK', income: 100, unpaid: 0, straight: 0, travel: 0 })],
      ACCOUNTS,
    );
    expect(
      lines.map(({ date, entry, account, type, debit, credit }) => [
        date,
        entry,
        account,
        type,
        debit,
        credit,
      ]),
    ).toEqual([
      ['2026-10-31', '2026-10 income', 'Accounts Receivable', '', 120_150, 0],
      ['2026-10-31', '2026-10 income', 'Service Income:Personal Care', 'PCP', 0, 120_050],
      ['2026-10-31', '2026-10 income', 'Payer Adjustments', 'PCP', 5_000, 0],
      ['2026-10-31', '2026-10 income', 'Accounts Receivable', '', 0, 5_000],
      ['2026-10-31', '2026-10 income', 'Service Income', 'HMK', 0, 100],
      ['2026-10-31', '2026-10 pay', 'Caregiver Wages', 'PCP', 70_000, 0],
      ['2026-10-31', '2026-10 pay', 'Wages Payable', '', 0, 70_000],
      ['2026-10-31', '2026-10 pay', 'Caregiver Wages', 'PCP', 1_200, 0],
      ['2026-10-31', '2026-10 pay', 'Wages Payable', '', 0, 1_200],
    ]);
  });

  it('exports as CSV with separate columns for debits and credits', () => {
    const [head, first] = csvOf(LEDGER_COLUMNS, ledgerOf([earned()], ACCOUNTS)).split('\r\n');
    expect(head).toBe('\uFEFF"Date","Entry","Account","Class","Memo","Debit","Credit"');
    expect(first).toBe('"10-31-2026","2026-10 income","Accounts Receivable","","Billed","1200.50",""');
  });

  it('exports as a journal entry that QuickBooks can read', () => {
    const rows = iifOf(ledgerOf([earned({ straight: 0, travel: 0 })], ACCOUNTS)).split('\r\n');
    expect(rows.slice(0, 5)).toEqual([
      '!TRNS\tTRNSID\tTRNSTYPE\tDATE\tACCNT\tCLASS\tAMOUNT\tDOCNUM\tMEMO',
      '!SPL\tSPLID\tTRNSTYPE\tDATE\tACCNT\tCLASS\tAMOUNT\tDOCNUM\tMEMO',
      '!ENDTRNS',
      'TRNS\t\tGENERAL JOURNAL\t10/31/2026\tAccounts Receivable\t\t1200.50\t2026-10 income\tBilled',
      'SPL\t\tGENERAL JOURNAL\t10/31/2026\tService Income:Personal Care\tPCP\t-1200.50\t2026-10 income\tBilled',
    ]);
    expect(rows.slice(-2)).toEqual(['ENDTRNS', '']);
  });
});

const amount = fc.integer({ min: -1_000_000, max: 1_000_000 });
const anyEarned = fc.record({
  month: fc.constantFrom('2026-01', '2026-02', '2026-12'),
  type: fc.constantFrom('PCP', 'HMK', 'IHSS', ''),
  income: amount,
  unpaid: amount,
  straight: amount,
  travel: amount,
  overtime: amount,
});

describe('whatever was earned and paid', () => {
  it('each entry balances, and each IIF transaction adds up to 0', () => {
    fc.assert(
      fc.property(fc.array(anyEarned, { maxLength: 30 }), (lines) => {
        const ledger = ledgerOf(lines, ACCOUNTS);
        for (const entry of Map.groupBy(ledger, (line) => line.entry).values())
          expect(sum(entry.map(({ debit }) => debit))).toBe(sum(entry.map(({ credit }) => credit)));
        expect(ledger.every(({ debit, credit }) => (debit === 0) !== (credit === 0))).toBe(true);
        const blocks = iifOf(ledger).split('ENDTRNS\r\n').slice(1);
        for (const block of blocks) {
          const amounts = block.split('\r\n').flatMap((row) => (row ? [row.split('\t')[6] ?? ''] : []));
          expect(sum(amounts.map((text) => Math.round(Number(text) * 100)))).toBe(0);
        }
      }),
    );
  });

  it('the accounts add up to the income and pay that went in', () => {
    fc.assert(
      fc.property(fc.array(anyEarned, { maxLength: 30 }), (lines) => {
        const ledger = ledgerOf(lines, ACCOUNTS);
        const balance = (start: string) =>
          sum(
            ledger
              .filter(({ account }) => account.startsWith(start))
              .map(({ debit, credit }) => debit - credit),
          );
        expect(balance('Service Income') + 0).toBe(0 - sum(lines.map(({ income }) => income)));
        const pay = sum(lines.map(({ straight, travel, overtime }) => straight + travel + overtime));
        expect(balance('Wages Payable') + 0).toBe(pay + 0);
      }),
    );
  });
});

test.each<[string, Partial<Accounts>, [string, string][]]>([
  ['as delivered', {}, []],
  ['without a name', { receivable: ' ' }, [['receivable', NO_ACCOUNT]]],
  ['with a tab', { income: 'A\tB' }, [['income', BAD_ACCOUNT]]],
  ['for a type that uses the general ones', { types: { PCP: { income: '', wages: '' } } }, []],
  [
    'of a type with a quote',
    { types: { PCP: { income: '"', wages: '' } } },
    [['types.PCP.income', BAD_ACCOUNT]],
  ],
])('accounts %s', (_, change, faults) => {
  const found = validateAccounts({ ...FIRST_ACCOUNTS, ...change });
  expect(found.map(({ field, message }) => [field, message])).toEqual(faults);
});
