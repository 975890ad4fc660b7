import * as calls from '@homecare/domain/exclusions/contract.ts';
import { useRead } from '../../platform/query.ts';
import { downloadFile } from '../../platform/send-file.ts';

export const useExclusions = (enabled = true) => useRead(calls.listExclusions, {}, { enabled });
const changes = [calls.listExclusions];
export const SCREEN = { call: calls.screenPeople, changes } as const;
export const DECIDE = { call: calls.decideFinding, changes } as const;
export const LIST = calls.listExclusions;
export const exportReport = (today: string) =>
  downloadFile(calls.exportExclusions, {}, `exclusions-${today}.csv`);
