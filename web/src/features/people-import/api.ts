import { getAuthorization, listAuthorizations, listPars } from '@homecare/domain/authorizations/contract.ts';
import { getCandidates } from '@homecare/domain/candidates/contract.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import {
  checkFile,
  getProgress,
  type ImportProgress,
  importFile,
  readFile,
} from '@homecare/domain/people-import/contract.ts';
import { useRead } from '../../platform/query.ts';

export const READ_FILE = { call: readFile } as const;
export const CHECK_FILE = { call: checkFile } as const;
export const IMPORT_FILE = {
  call: importFile,
  changes: [getPeople, getCandidates, listPars, listAuthorizations, getAuthorization],
} as const;

const EVERY_MS = 400;

/** How far the server is with a check or import, asked again and again while it runs. */
export const useImportProgress = (run: string | undefined): ImportProgress =>
  useRead(getProgress, { run: run ?? '' }, { enabled: run !== undefined, every: EVERY_MS, staleTime: 0 })
    .data ?? null;
