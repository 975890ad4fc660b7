import * as calls from '@homecare/domain/payers/contract.ts';
import * as privatePay from '@homecare/domain/private-pay/contract.ts';
import { useRead } from '../../platform/query.ts';

export const usePayers = () => useRead(calls.listPayers, {}, { staleTime: 0 });
export const useClientPayers = (clientId: number) =>
  useRead(calls.getClientPayers, { clientId }, { staleTime: 0 });

/** Who is billed follows from payers. */
const BILLED = [privatePay.listAccounts, privatePay.getAccount, privatePay.previewInvoices];
export const SAVE_PAYER = { call: calls.savePayer, changes: [calls.listPayers, ...BILLED] } as const;
export const SAVE_CLIENT_PAYERS = {
  call: calls.saveClientPayers,
  changes: [calls.getClientPayers, calls.listPayers, ...BILLED],
} as const;
