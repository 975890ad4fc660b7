import { z } from 'zod';
import { dateText } from '../wire.ts';

/** Account name as in the bookkeeper's program, where a colon separates an account from its subaccount. */
const name = z.string().max(200);

export const TypeAccounts = z.strictObject({ income: name, wages: name });
export type TypeAccounts = z.output<typeof TypeAccounts>;

export const Accounts = z.strictObject({
  receivable: name,
  /** Takes what payers decided not to pay. */
  notPaid: name,
  wagesPayable: name,
  /** Used by care plan types without accounts of their own. */
  income: name,
  wages: name,
  types: z.record(z.string().max(100), TypeAccounts),
});
export type Accounts = z.output<typeof Accounts>;

export const LEDGER_FORMATS = ['csv', 'iif'] as const;
export type LedgerFormat = (typeof LEDGER_FORMATS)[number];

/** One line of an entry. Amounts are in cents; debit or credit is 0. */
export const LedgerLine = z.strictObject({
  date: dateText,
  entry: z.string(),
  account: z.string(),
  /** The care plan type; '' for accounts that are not divided by type. */
  type: z.string(),
  memo: z.string(),
  debit: z.int(),
  credit: z.int(),
});
export type LedgerLine = z.output<typeof LedgerLine>;
