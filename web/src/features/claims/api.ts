import * as billing from '@homecare/domain/billing/contract.ts';
import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import * as calls from '@homecare/domain/claims/contract.ts';
import type { Correction, ParkedDecision, UploadStatus } from '@homecare/domain/claims/rules.ts';
import type { ManualPayment, UnprovenChoice } from '@homecare/domain/claims/schema.ts';
import { type ExportFormat, exportBatches, exportDenials } from '@homecare/domain/list-export/contract.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { openForm } from '../../platform/open-form.ts';
import { markStale, useRead } from '../../platform/query.ts';
import { newAttemptKey, send } from '../../platform/send.ts';
import { fetchFile, saveOrTell, sendFile } from '../../platform/send-file.ts';

/** What an upload is made of. */
export interface UploadChoice {
  readonly month: string;
  readonly status: UploadStatus;
  readonly frequency: '1' | '7';
  /** What becomes of lines that will be denied. */
  readonly unproven: UnprovenChoice;
}

const inputOf = ({ month, ...choice }: UploadChoice) => {
  const { from, through } = daysOfMonth(month);
  return { from, to: through, ...choice };
};

export const usePreview = (choice: UploadChoice) =>
  useRead(calls.previewClaims, inputOf(choice), { staleTime: 0, enabled: choice.month !== '' });
export const useBatches = () => useRead(calls.listBatches, {}, { staleTime: 0 });
export const useAnswers = () => useRead(calls.listAnswers, {}, { staleTime: 0 });
export const useParked = () => useRead(calls.listParked, {}, { staleTime: 0 });

/** Milliseconds after the last letter. */
const PAUSE = 250;
export const useOpenClaims = (typed: string) => {
  const [search] = useDebouncedValue(typed.trim(), PAUSE);
  return useRead(calls.listOpenClaims, { search }, { staleTime: 0 });
};
export const useDenials = () => useRead(calls.listDenials, {}, { staleTime: 0 });
export const useProof = (month: string, status: UploadStatus, clientId: number | null, willDeny: boolean) => {
  const { from, through } = daysOfMonth(month);
  const client = clientId === null ? {} : { clientId };
  return useRead(
    calls.listProof,
    { from, to: through, status, willDeny, ...client },
    { staleTime: 0, enabled: month !== '' },
  );
};

/** What the cards of the billing page are proven by; asked beside the page itself, which does not wait for it. */
export const useClientProof = (clientId: number | null, date: string, enabled: boolean) =>
  useRead(
    calls.getClientProof,
    { clientId: clientId ?? 0, date },
    { staleTime: 0, enabled: enabled && clientId !== null },
  );

const refreshClaims = () =>
  markStale(
    calls.previewClaims,
    calls.listBatches,
    calls.listAnswers,
    calls.listParked,
    calls.listOpenClaims,
    calls.listDenials,
    calls.listProof,
    billing.getClientMonth,
  );

export const makeFile = async (choice: UploadChoice, reason: string, key: string) => {
  const sent = await send(calls.generateClaims, { ...inputOf(choice), reason, paymentsOnly: false }, { key });
  await refreshClaims();
  return sent;
};

/** Remittances that wait; the month is the one looked at. */
export const postPayments = async (month: string) => {
  const choice = { month, status: 'Billed', frequency: '1', unproven: 'leaveOut' } as const;
  const sent = await send(
    calls.generateClaims,
    { ...inputOf(choice), reason: '', paymentsOnly: true },
    { key: newAttemptKey() },
  );
  await refreshClaims();
  return sent;
};

export const loadAnswer = async (file: File, later: boolean, key: string) => {
  const sent = await sendFile(calls.uploadAnswer, { later }, file, { key });
  await refreshClaims();
  return sent;
};

export const decideParked = async (ids: readonly number[], decision: ParkedDecision, note: string) => {
  const sent = await send(calls.decideParked, { ids: [...ids], decision, note });
  await refreshClaims();
  return sent;
};

export const postManualPayment = async (payment: ManualPayment, key: string) => {
  const sent = await send(calls.postManualPayment, payment, { key });
  await refreshClaims();
  return sent;
};

/** The simulated payer of a rehearsal takes the file and answers it. */
export const rehearse = async (id: number) => {
  const sent = await send(calls.rehearseBatch, { id });
  await refreshClaims();
  return sent;
};

export const saveDenial = async (of: { id: string; ownerId: number | null; note: string; rev: number }) => {
  const sent = await send(calls.saveDenial, of);
  await markStale(calls.listDenials);
  return sent;
};

export const correctClaim = async (id: string, how: Correction, key: string) => {
  const sent = await send(calls.correctClaim, { id, how }, { key });
  await refreshClaims();
  return sent;
};

const hand = async (
  call: typeof calls.downloadBatch | typeof calls.downloadAnswer,
  id: number,
  name: string,
) => {
  saveOrTell(await fetchFile(call, { id }), name);
};
/** Hands the file to the browser, byte for byte. */
export const downloadBatch = (id: number, name: string) => hand(calls.downloadBatch, id, name);
export const downloadAnswer = (id: number, name: string) => hand(calls.downloadAnswer, id, name);

/** Shown by the browser in a window of its own. */
export const openControlSheet = (id: number) => openForm(calls.printControlSheet, { id });

// --- Authorisations

export const usePars = (clientId: number) => useRead(calls.listPars, { clientId }, { staleTime: 0 });

const PAR_READERS = [calls.listPars, calls.previewClaims];
export const SAVE_PAR = { call: calls.savePar, changes: PAR_READERS } as const;
export const REMOVE_PAR = { call: calls.deletePar, changes: PAR_READERS } as const;

export const exportDenialList = (format: ExportFormat) => fetchFile(exportDenials, { format });
export const exportFileList = (format: ExportFormat) => fetchFile(exportBatches, { format });
