import { counted } from '@homecare/domain/counted.ts';
import { daysWithin } from '@homecare/domain/staffing/asked-days.ts';
import { MOST_LINES } from '@homecare/domain/staffing/contract.ts';
import { Button } from '@mantine/core';
import { IconUserOff, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { menuIcon } from '../../ui/icons.ts';
import { CallOutDialog } from '../staffing/CallOutDialog.tsx';
import { PLAN_DAYS } from '../staffing/use-proposal.ts';

interface ActionsProps {
  /** The dates of all open visits of the board. */
  readonly open: readonly string[];
  /** The days of the board: the proposal is for those of them that are not over, and for no more visits than it takes. */
  readonly days: readonly string[];
  readonly today: string;
  readonly isPhone: boolean;
}

/** Notes who cannot come, and opens the proposal for all open visits at once. */
export const ScheduleActions = ({ open, days, today, isPhone }: ActionsProps) => {
  const [noting, setNoting] = useState(false);
  const openPage = useOpenPage();
  const [first = today, last = today] = [days[0], days.at(-1)];
  const asked = daysWithin({ from: first < today ? today : first, through: last }, open, MOST_LINES);
  const planned = open.filter((date) => date >= asked.from && date <= asked.through).length;
  const size = isPhone ? ({ size: 'md' } as const) : {};
  return (
    <>
      <Button {...size} leftSection={<IconUserOff {...menuIcon} />} onClick={() => setNoting(true)}>
        Called out…
      </Button>
      <Button
        {...size}
        variant="filled"
        leftSection={<IconWand {...menuIcon} />}
        disabled={planned === 0}
        onClick={() => {
          keep(PLAN_DAYS, asked);
          void openPage('/schedule/plan');
        }}
      >
        {planned === 0 ? 'Plan open visits' : `Plan ${counted(planned, 'open visit')}`}
      </Button>
      {noting && <CallOutDialog onClose={() => setNoting(false)} />}
    </>
  );
};
