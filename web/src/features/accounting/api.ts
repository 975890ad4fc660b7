import * as calls from '@homecare/domain/accounting/contract.ts';
import type { LedgerFormat } from '@homecare/domain/accounting/schema.ts';
import { readNow, useRead } from '../../platform/query.ts';
import { downloadFile } from '../../platform/send-file.ts';

interface Months {
  readonly from: string;
  readonly to: string;
}

export const useLedger = (months: Months) => useRead(calls.listLedger, months, { staleTime: 0 });
export const useAccounts = () => useRead(calls.getAccounts, {}, { staleTime: 0 });
export const readAccountsAgain = () => readNow(calls.getAccounts, {});
export const SAVE_ACCOUNTS = {
  call: calls.saveAccounts,
  changes: [calls.getAccounts, calls.listLedger],
} as const;

export const downloadLedger = (months: Months, format: LedgerFormat) =>
  downloadFile(calls.exportLedger, { ...months, format }, `ledger_${months.from}_${months.to}.${format}`);
