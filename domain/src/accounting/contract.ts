import { z } from 'zod';
import { fileOutput, getCall, postCall } from '../call.ts';
import { monthText } from '../wire.ts';
import { Accounts, LEDGER_FORMATS, LedgerLine } from './schema.ts';

const admin = { roles: ['admin'] } as const;
const months = { from: monthText, to: monthText } as const;

/** The agency's accounts, and the care plan types that may have their own. */
export const getAccounts = getCall(['accounting/accounts'], {
  name: 'accounting.getAccounts',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({
    accounts: Accounts,
    types: z.array(z.strictObject({ type: z.string(), label: z.string() })),
    rev: z.int(),
  }),
});

export const saveAccounts = postCall(['accounting/save-accounts'], {
  name: 'accounting.saveAccounts',
  ...admin,
  effect: 'write',
  input: z.strictObject({ accounts: Accounts, rev: z.int().min(0) }),
  output: z.strictObject({ rev: z.int() }),
});

/** The ledger lines that an export of these months of calculation would contain. */
export const listLedger = getCall(['accounting/list-ledger'], {
  name: 'accounting.listLedger',
  ...admin,
  effect: 'read',
  input: z.strictObject(months),
  output: z.array(LedgerLine),
});

/** General ledger lines for the bookkeeper's program, as CSV or as IIF, which QuickBooks imports. */
export const exportLedger = getCall(['accounting/export-ledger'], {
  name: 'accounting.exportLedger',
  ...admin,
  effect: 'read',
  input: z.strictObject({ ...months, format: z.enum(LEDGER_FORMATS) }),
  output: fileOutput,
});
