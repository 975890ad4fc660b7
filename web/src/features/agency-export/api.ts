import type { AgencyExport } from '@homecare/domain/agency-export/contract.ts';
import * as calls from '@homecare/domain/agency-export/contract.ts';
import { useRead } from '../../platform/query.ts';
import { BASE } from '../../platform/send.ts';

const POLL_MS = 3_000;

/** While one is being made its line says so without being asked. */
export const useExports = () => useRead(calls.listExports, {}, { every: POLL_MS, staleTime: 0 });
export const MAKE_EXPORT = { call: calls.makeExport, changes: [calls.listExports] } as const;
export const REMOVE_EXPORT = { call: calls.removeExport, changes: [calls.listExports] } as const;

/** The browser saves it as it comes: an archive may be larger than a page can hold. */
export const addressOf = ({ id }: Pick<AgencyExport, 'id'>) => `${BASE}agency-export/download?id=${id}`;
