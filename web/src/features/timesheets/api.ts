import { listCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { listNotices } from '@homecare/domain/notices/contract.ts';
import {
  deleteScanError,
  getScanCount,
  getScanData,
  getScanList,
  updateScanError,
} from '@homecare/domain/timesheets/contract.ts';
import type { PlanScanError } from '@homecare/domain/timesheets/schema.ts';
import { queryClient, readQuery, useRead } from '../../platform/query.ts';

/** The scan counts are asked every minute, while the care plan list is open (docs/rules/timesheets.md, rule 5). */
const POLL = 60_000;
export const useScanCount = (enabled: boolean) =>
  useRead(getScanCount, {}, { enabled, every: POLL, staleTime: 0 });

export const useScansOf = (planId: number) => useRead(getScanList, { id: planId }, { staleTime: 0 });

/** The errors of one half as they are now, for the person who was not the only one to change them. */
export const readScanAgain = async (planId: number, { date, period }: PlanScanError) => {
  const scans = await queryClient.fetchQuery({ ...readQuery(getScanList, { id: planId }), staleTime: 0 });
  return scans.find((one) => one.date === date && one.period === period);
};

/** Every open error, of all plans. */
export const useScanErrors = () => useRead(getScanData, {}, { staleTime: 0 });

const SCAN_READERS = [getScanList, getScanCount, getScanData, listCarePlans, listNotices];
export const SAVE_SCAN = { call: updateScanError, changes: SCAN_READERS, keyed: true } as const;
export const DELETE_SCAN = { call: deleteScanError, changes: SCAN_READERS } as const;
