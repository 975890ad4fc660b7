import { z } from 'zod';
import { dateText } from '../wire.ts';

/** Names of accounts as the bookkeeper's program has them; a colon names an account within another. */
const name = z.string().max(200);

export const TypeAccounts = z.strictObject({ income: name, wages: name });
export type TypeAccounts = z.output<typeof TypeAccounts>;

export const Accounts = z.strictObject({
  receivable: name,
  /** What payers decided not to pay. */
  notPaid: name,
  wagesPayable: name,
  /** Of types that name none of their own. */
  income: name,
  wages: name,
  types: z.record(z.string().max(100), TypeAccounts),
});
export type Accounts = z.output<typeof Accounts>;

export const LEDGER_FORMATS = ['csv', 'iif'] as const;
export type LedgerFormat = (typeof LEDGER_FORMATS)[number];

/** One line of an entry; money is cents, one of the two is 0. */
export const LedgerLine = z.strictObject({
  date: dateText,
  entry: z.string(),
  account: z.string(),
  /** The care plan type; '' where an account has no types. */
  type: z.string(),
  memo: z.string(),
  debit: z.int(),
  credit: z.int(),
});
export type LedgerLine = z.output<typeof LedgerLine>;
