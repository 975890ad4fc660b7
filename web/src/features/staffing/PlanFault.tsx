import { saySpan } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { type PlanDays, planOf } from '@homecare/domain/staffing/asked-days.ts';
import { listOpenVisits, MOST_LINES } from '@homecare/domain/staffing/contract.ts';
import { Button } from '@mantine/core';
import { IconCalendarX } from '@tabler/icons-react';
import { useRead } from '../../platform/query.ts';
import { EmptyState } from '../../ui/states.tsx';

interface PlanFaultProps {
  /** Why nothing is proposed for the days. */
  readonly text: string;
  /** More is open on these days than one proposal takes; undefined: the days themselves are wrong. */
  readonly tooFull: Pick<PlanDays, 'from' | 'through'> | undefined;
  readonly onDays: (days: PlanDays) => void;
}

/** In the place of the proposal: why there is none, and the most that one can be made for. */
export const PlanFault = ({ text, tooFull, onDays }: PlanFaultProps) => {
  const days = tooFull ?? { from: '', through: '' };
  const open = useRead(listOpenVisits, days, { enabled: tooFull !== undefined });
  const fewer = tooFull && open.data && planOf(open.data, days, { most: MOST_LINES, isPart: false });
  return (
    <EmptyState icon={IconCalendarX} title="No proposal for these days" text={text}>
      {fewer && fewer.planned > 0 && (
        <Button variant="filled" onClick={() => onDays(fewer.days)}>
          {`Plan ${counted(fewer.planned, 'visit')}, ${saySpan(fewer.days.from, fewer.days.through)}`}
        </Button>
      )}
    </EmptyState>
  );
};
