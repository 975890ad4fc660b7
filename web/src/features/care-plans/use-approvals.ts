import type { DayFinding } from '@homecare/domain/care-plans/rules.ts';
import { useState } from 'react';
import { daysOf } from './use-plan-checks.ts';

const keyOf = (gap: DayFinding) => `${gap.day} ${gap.planId} ${gap.message}`;

/** Gaps approved by the user. An approval applies to this gap on this day and ends with it. */
export const useApprovals = (gaps: readonly DayFinding[]) => {
  const [approved, setApproved] = useState<ReadonlySet<string>>(new Set());
  const isApproved = (gap: DayFinding) => approved.has(keyOf(gap));
  const open = daysOf(gaps.filter((gap) => !isApproved(gap)));
  return {
    isApproved,
    open,
    approvedDays: daysOf(gaps).filter((day) => !open.includes(day)),
    approve: (gap: DayFinding) => setApproved(new Set([...approved, keyOf(gap)])),
    withdraw: (gap: DayFinding) => setApproved(new Set([...approved].filter((key) => key !== keyOf(gap)))),
  };
};
