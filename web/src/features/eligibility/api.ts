import type { InputOf } from '@homecare/domain/call.ts';
import * as calls from '@homecare/domain/eligibility/contract.ts';
import type { EntryFilter } from '@homecare/domain/eligibility/rules.ts';
import type { EligibilityEntry } from '@homecare/domain/eligibility/schema.ts';
import { type ExportFormat, exportEligibility } from '@homecare/domain/list-export/contract.ts';
import { listNotices } from '@homecare/domain/notices/contract.ts';
import { readNow, useRead } from '../../platform/query.ts';
import { fetchFile } from '../../platform/send-file.ts';

/** null: of all clients. */
const inputOf = (clientId: number | null) => (clientId === null ? {} : { id: clientId });
export const useEntries = (clientId: number | null) =>
  useRead(calls.getEligibility, inputOf(clientId), { staleTime: 0 });
export const useOrigin = (id: number) => useRead(calls.getEntryOrigin, { id });

/** As it is stored on the server now. */
export const readEntryAgain = async ({ id, clientId }: EligibilityEntry) =>
  (await readNow(calls.getEligibility, inputOf(clientId))).find((entry) => entry.id === id);

/** The toolbar lists what has ended. */
const ENTRY_READERS = [calls.getEligibility, calls.listRequests, calls.listEligibilityAnswers, listNotices];
export const SAVE_ENTRY = { call: calls.saveEntry, changes: ENTRY_READERS } as const;
export const DELETE_ENTRY = { call: calls.deleteEntry, changes: ENTRY_READERS } as const;
export const exportEntries = (search: string, filter: EntryFilter, format: ExportFormat) =>
  fetchFile(exportEligibility, { search, filter, format });

// --- Questions and answers

export const usePreview = (asked: InputOf<typeof calls.makeRequest>, enabled: boolean) =>
  useRead(calls.previewRequest, asked, { staleTime: 0, enabled });
export const useRequests = () => useRead(calls.listRequests, {}, { staleTime: 0 });
export const useAnswers = () => useRead(calls.listEligibilityAnswers, {}, { staleTime: 0 });

export const MAKE_REQUEST = { call: calls.makeRequest, changes: [calls.listRequests], keyed: true } as const;
/** The simulated payer of a rehearsal takes the file and answers it. */
export const REHEARSE = { call: calls.rehearseRequest, changes: ENTRY_READERS } as const;
export const LOAD_ANSWER = { call: calls.uploadEligibility, changes: ENTRY_READERS } as const;
