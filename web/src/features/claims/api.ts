import * as billing from '@homecare/domain/billing/contract.ts';
import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import * as calls from '@homecare/domain/claims/contract.ts';
import type { UnprovenChoice } from '@homecare/domain/claims/schema.ts';
import type { UploadStatus } from '@homecare/domain/claims/uploads.ts';
import { type ExportFormat, exportBatches, exportDenials } from '@homecare/domain/list-export/contract.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { openForm } from '../../platform/open-form.ts';
import { readNow, useRead } from '../../platform/query.ts';
import { downloadFile, fetchFile } from '../../platform/send-file.ts';

/** The choices for an upload. */
export interface UploadChoice {
  readonly month: string;
  readonly status: UploadStatus;
  readonly frequency: '1' | '7';
  /** What happens to lines that will be denied. */
  readonly unproven: UnprovenChoice;
}

const inputOf = ({ month, ...choice }: UploadChoice) => {
  const { from, through } = daysOfMonth(month);
  return { from, to: through, ...choice };
};

export const usePreview = (choice: UploadChoice) =>
  useRead(calls.previewClaims, inputOf(choice), { staleTime: 0, enabled: choice.month !== '' });
export const useParked = () => useRead(calls.listParked, {}, { staleTime: 0 });

/** Milliseconds after the last key. */
const PAUSE = 250;
const useSettled = (typed: string) => useDebouncedValue(typed.trim(), PAUSE)[0];
export const useBatches = (typed = '') =>
  useRead(calls.listBatches, { search: useSettled(typed) }, { staleTime: 0 });
export const useAnswers = (typed = '') =>
  useRead(calls.listAnswers, { search: useSettled(typed) }, { staleTime: 0 });
export const useOpenClaims = (typed: string) =>
  useRead(calls.listOpenClaims, { search: useSettled(typed) }, { staleTime: 0 });
export const useDenials = () => useRead(calls.listDenials, {}, { staleTime: 0 });
export const useDeposits = () => useRead(calls.listDeposits, {}, { staleTime: 0 });
export const useUnpaid = () => useRead(calls.listUnpaid, {}, { staleTime: 0 });
/** Identifies a number of the aging table. */
export type UnpaidOf = InputOf<typeof calls.listUnpaidItems>;
export const useUnpaidItems = (of: UnpaidOf) => useRead(calls.listUnpaidItems, of, { staleTime: 0 });
export const useSettlements = () => useRead(calls.listSettlements, {}, { staleTime: 0 });
export const useDenialGroups = (enabled = true) =>
  useRead(calls.listDenialGroups, {}, { staleTime: 0, enabled });
export const usePreviewedFiles = (ids: string[]) =>
  useRead(calls.previewCorrections, { ids }, { staleTime: 0 });
export const useProof = (month: string, status: UploadStatus, clientId: number | null, willDeny: boolean) => {
  const { from, through } = daysOfMonth(month);
  const client = clientId === null ? {} : { clientId };
  return useRead(
    calls.listProof,
    { from, to: through, status, willDeny, ...client },
    { staleTime: 0, enabled: month !== '' },
  );
};

/** The proof of the cards on the billing page. Loaded separately, so that the page does not wait for it. */
export const useClientProof = (clientId: number | null, date: string, enabled: boolean) =>
  useRead(
    calls.getClientProof,
    { clientId: clientId ?? 0, date },
    { staleTime: 0, enabled: enabled && clientId !== null },
  );

const CLAIM_READERS = [
  calls.previewClaims,
  calls.listBatches,
  calls.listAnswers,
  calls.listParked,
  calls.listOpenClaims,
  calls.listDenials,
  calls.listDenialGroups,
  calls.listUnpaid,
  calls.listUnpaidItems,
  calls.listSettlements,
  calls.listDeposits,
  calls.getClientProof,
  calls.listProof,
  billing.getClientMonth,
];
export const MAKE_FILE = { call: calls.generateClaims, changes: CLAIM_READERS, keyed: true } as const;
export const fileInput = (choice: UploadChoice, reason: string) => ({
  ...inputOf(choice),
  reason,
  paymentsOnly: false,
});
/** Input for posting remittances, with the month on the screen. */
export const postInput = (month: string) => ({
  ...inputOf({ month, status: 'Billed', frequency: '1', unproven: 'leaveOut' }),
  reason: '',
  paymentsOnly: true,
});
export const LOAD_ANSWER = { call: calls.uploadAnswer, changes: CLAIM_READERS } as const;
export const DECIDE_PARKED = { call: calls.decideParked, changes: CLAIM_READERS } as const;
export const POST_PAYMENT = { call: calls.postManualPayment, changes: CLAIM_READERS, keyed: true } as const;
/** The simulated payer of a rehearsal accepts the file and answers it. */
export const REHEARSE = { call: calls.rehearseBatch, changes: CLAIM_READERS } as const;
export const CORRECT_CLAIM = { call: calls.correctClaim, changes: CLAIM_READERS, keyed: true } as const;
export const usePayerRules = () => useRead(calls.listPayerRules, {}, { staleTime: 0 });
/** Many screens show deadlines and the way to resend. */
const RULE_READERS = [calls.listPayerRules, ...CLAIM_READERS];
export const SAVE_TERMS = { call: calls.savePayerTerms, changes: RULE_READERS } as const;
export const DELETE_TERMS = { call: calls.deletePayerTerms, changes: RULE_READERS } as const;
export const SAVE_REASON = { call: calls.saveDenialReason, changes: RULE_READERS } as const;
export const DELETE_REASON = { call: calls.deleteDenialReason, changes: RULE_READERS } as const;
const DEPOSIT_READERS = [calls.listDeposits];
export const SAVE_DEPOSIT = { call: calls.saveDeposit, changes: DEPOSIT_READERS } as const;
export const DELETE_DEPOSIT = { call: calls.deleteDeposit, changes: DEPOSIT_READERS } as const;
export const IMPORT_DEPOSITS = { call: calls.importDeposits, changes: DEPOSIT_READERS } as const;
const CORRECTION_READERS = [
  calls.listDenials,
  calls.listDenialGroups,
  calls.listUnpaid,
  calls.listUnpaidItems,
];
const SETTLEMENT_READERS = [...CORRECTION_READERS, calls.listSettlements, calls.previewClaims];
export const SETTLE = { call: calls.settleClaims, changes: SETTLEMENT_READERS } as const;
export const UNDO_SETTLEMENTS = { call: calls.undoSettlements, changes: SETTLEMENT_READERS } as const;
export const PREPARE_CORRECTIONS = { call: calls.prepareCorrections, changes: CORRECTION_READERS } as const;
export const UNDO_CORRECTIONS = { call: calls.undoCorrections, changes: CORRECTION_READERS } as const;
export const SEND_CORRECTIONS = { call: calls.sendCorrections, changes: CLAIM_READERS, keyed: true } as const;
export const SAVE_DENIAL = { call: calls.saveDenial, changes: [calls.listDenials] } as const;

/** The current owner of a denial. */
export const readDenial = async (id: string) => {
  const { denials } = await readNow(calls.listDenials, {});
  return denials.find((denial) => denial.id === id);
};

export const downloadBatch = (id: number, name: string) => downloadFile(calls.downloadBatch, { id }, name);

/** The browser shows it in a new window. */
export const openControlSheet = (id: number) => openForm(calls.printControlSheet, { id });

export const exportDenialList = (format: ExportFormat) => fetchFile(exportDenials, { format });
export const exportFileList = (format: ExportFormat) => fetchFile(exportBatches, { format });
