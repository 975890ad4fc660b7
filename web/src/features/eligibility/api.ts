import type { InputOf } from '@homecare/domain/call.ts';
import * as calls from '@homecare/domain/eligibility/contract.ts';
import type { EntryFilter } from '@homecare/domain/eligibility/rules.ts';
import type { EligibilityEntry } from '@homecare/domain/eligibility/schema.ts';
import { type ExportFormat, exportEligibility } from '@homecare/domain/list-export/contract.ts';
import { listNotices } from '@homecare/domain/notices/contract.ts';
import { openForm } from '../../platform/open-form.ts';
import { markStale, queryClient, readQuery, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';
import { fetchFile, saveOrTell } from '../../platform/send-file.ts';

/** null: of all clients. */
const inputOf = (clientId: number | null) => (clientId === null ? {} : { id: clientId });
export const useEntries = (clientId: number | null) =>
  useRead(calls.getEligibility, inputOf(clientId), { staleTime: 0 });
export const useOrigin = (id: number) => useRead(calls.getEntryOrigin, { id });

/** As it stands on the server now. */
export const readEntryAgain = async ({ id, clientId }: EligibilityEntry) => {
  const query = { ...readQuery(calls.getEligibility, inputOf(clientId)), staleTime: 0 };
  return (await queryClient.fetchQuery(query)).find((entry) => entry.id === id);
};

/** The toolbar tells of what has ended. */
const ENTRY_READERS = [calls.getEligibility, calls.listRequests, calls.listEligibilityAnswers, listNotices];
const entriesChanged = () => markStale(...ENTRY_READERS);

export const saveEntry = async (input: InputOf<typeof calls.saveEntry>, key: string) => {
  const sent = await send(calls.saveEntry, input, { key });
  if (sent.ok) await entriesChanged();
  return sent;
};
export const DELETE_ENTRY = { call: calls.deleteEntry, changes: ENTRY_READERS } as const;
export const exportEntries = (search: string, filter: EntryFilter, format: ExportFormat) =>
  fetchFile(exportEligibility, { search, filter, format });

// --- Questions and answers

type Asked = InputOf<typeof calls.makeRequest>;

export const usePreview = (asked: Asked, enabled: boolean) =>
  useRead(calls.previewRequest, asked, { staleTime: 0, enabled });
export const useRequests = () => useRead(calls.listRequests, {}, { staleTime: 0 });
export const useAnswers = () => useRead(calls.listEligibilityAnswers, {}, { staleTime: 0 });

export const makeRequest = async (asked: Asked, key: string) => {
  const sent = await send(calls.makeRequest, asked, { key });
  await markStale(calls.listRequests);
  return sent;
};

export const rehearse = async (id: number) => {
  const sent = await send(calls.rehearseRequest, { id });
  await entriesChanged();
  return sent;
};

export const LOAD_ANSWER = { call: calls.uploadEligibility, changes: ENTRY_READERS } as const;

const hand = async (
  call: typeof calls.downloadRequest | typeof calls.downloadEligibilityAnswer,
  id: number,
  name: string,
) => {
  saveOrTell(await fetchFile(call, { id }), name);
};
/** Hands the file to the browser, byte for byte. */
export const downloadRequest = (id: number, name: string) => hand(calls.downloadRequest, id, name);
export const downloadAnswer = (id: number, name: string) => hand(calls.downloadEligibilityAnswer, id, name);
export const openRequestSheet = (id: number) => openForm(calls.printRequestSheet, { id });
