import {
  getCandidates,
  insertCandidate,
  restoreCandidate,
  updateCandidate,
} from '@homecare/domain/candidates/contract.ts';
import { type ExportFormat, exportCandidates } from '@homecare/domain/list-export/contract.ts';
import { markStale, readNow, useRead } from '../../platform/query.ts';
import { fetchFile } from '../../platform/send-file.ts';

/** Active candidates, sorted by DateCreated. */
export const useCandidates = () => useRead(getCandidates, {});

const byId = (id: number) => ({ filters: [{ field: 'id' as const, op: '=' as const, value: String(id) }] });

/** The one that is being hired; undefined when somebody else was faster. */
export const useCandidate = (id: number | undefined) => {
  const query = useRead(getCandidates, byId(id ?? 0), { enabled: id !== undefined });
  return { query, candidate: query.data?.[0] };
};

export const readCandidate = async (id: number) => (await readNow(getCandidates, byId(id)))[0];

export const candidatesChanged = () => void markStale(getCandidates);

export const ADD_CANDIDATE = { call: insertCandidate, changes: [getCandidates] } as const;
export const CHANGE_CANDIDATE = { call: updateCandidate, changes: [getCandidates] } as const;
export const RESTORE_CANDIDATE = { call: restoreCandidate, changes: [getCandidates] } as const;

export const exportCandidateList = (search: string, format: ExportFormat) =>
  fetchFile(exportCandidates, { search, format });
