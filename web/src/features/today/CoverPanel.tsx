import { addDays, todayIn } from '@homecare/domain/calendar.ts';
import { listOpenVisits } from '@homecare/domain/staffing/contract.ts';
import type { OpenVisit, VisitKey } from '@homecare/domain/staffing/schema.ts';
import { getToday } from '@homecare/domain/today/contract.ts';
import { useEffect, useState } from 'react';
import { markStale, useRead } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { CoverDrawer } from '../schedule/CoverDrawer.tsx';

/** As far as Today looks ahead. */
const DAYS_AHEAD = 13;

interface CoverPanelProps {
  readonly visit: VisitKey;
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly onClose: () => void;
}

/** Who can come, beside the list; it stays when the visit is open no more, and says who comes. */
export const CoverPanel = ({ visit: { planId, day }, now, zone, onClose }: CoverPanelProps) => {
  // It may have been moved to another day than its planned one.
  const today = todayIn(zone, now).toString();
  const ahead = { from: today, through: addDays(today, DAYS_AHEAD) };
  const { data } = useRead(listOpenVisits, ahead, { every: 15_000, staleTime: 0 });
  const found = data?.find((one) => one.planId === planId && one.day === day);
  const [known, setKnown] = useState<OpenVisit>();
  if (found && found !== known) setKnown(found);
  const close = () => {
    void markStale(getToday);
    onClose();
  };
  const isGone = data !== undefined && !found && !known;
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => {
    if (!isGone) return;
    toast.error('This visit no longer needs a caregiver.');
    close();
  }, [isGone]);
  return known ? (
    <CoverDrawer visit={known} isTaken={data !== undefined && !found} now={now} zone={zone} onClose={close} />
  ) : null;
};
