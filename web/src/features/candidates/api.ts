import { getCandidates, insertCandidate, updateCandidate } from '@homecare/domain/candidates/contract.ts';
import type { CandidateWrite } from '@homecare/domain/candidates/schema.ts';
import { type ExportFormat, exportCandidates } from '@homecare/domain/list-export/contract.ts';
import { markStale, queryClient, readQuery, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';
import { fetchFile } from '../../platform/send-file.ts';

/** Active candidates, sorted by DateCreated. */
export const useCandidates = () => useRead(getCandidates, {});

const byId = (id: number) => ({ filters: [{ field: 'id' as const, op: '=' as const, value: String(id) }] });

/** The one that is being hired; undefined when somebody else was faster. */
export const useCandidate = (id: number | undefined) => {
  const query = useRead(getCandidates, byId(id ?? 0), { enabled: id !== undefined });
  return { query, candidate: query.data?.[0] };
};

export const readCandidate = async (id: number) =>
  (await queryClient.fetchQuery({ ...readQuery(getCandidates, byId(id)), staleTime: 0 }))[0];

export const candidatesChanged = () => void markStale(getCandidates);

export const addCandidate = async (data: CandidateWrite, key: string) => {
  const sent = await send(insertCandidate, { data }, { key });
  if (sent.ok) candidatesChanged();
  return sent;
};

export const changeCandidate = async (id: number, data: CandidateWrite) => {
  const sent = await send(updateCandidate, { id, data });
  candidatesChanged();
  return sent;
};

export const exportCandidateList = (search: string, format: ExportFormat) =>
  fetchFile(exportCandidates, { search, format });
