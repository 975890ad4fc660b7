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
import { markStale, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';

/** The scan counts are asked every minute, while the care plan list is open (docs/rules/timesheets.md, rule 5). */
const POLL = 60_000;
export const useScanCount = (enabled: boolean) =>
  useRead(getScanCount, {}, { enabled, every: POLL, staleTime: 0 });

export const useScansOf = (planId: number) => useRead(getScanList, { id: planId }, { staleTime: 0 });

/** Every open error, of all plans. */
export const useScanErrors = () => useRead(getScanData, {}, { staleTime: 0 });

const scansChanged = () => void markStale(getScanList, getScanCount, getScanData, listCarePlans, listNotices);

export interface ScanDraft {
  /** YYYY-MM */
  readonly date: string;
  readonly period: 0 | 1;
  readonly codes: readonly number[];
}

/** `seen`: the row of this plan, month and half as the user saw it; undefined: there was none. */
export const saveScan = async (
  planId: number,
  { date, period, codes }: ScanDraft,
  seen: PlanScanError | undefined,
  key: string,
) => {
  const sent = await send(
    updateScanError,
    { id: planId, date, period, error: codes.join(','), rev: seen?.rev ?? null },
    { key },
  );
  // Also after a refusal: somebody else may have been first.
  scansChanged();
  return sent;
};

export const deleteScan = async ({ id, rev }: PlanScanError) => {
  const sent = await send(deleteScanError, { id, rev });
  scansChanged();
  return sent;
};
