import { counted } from '@homecare/domain/counted.ts';
import { planOf } from '@homecare/domain/staffing/asked-days.ts';
import { MOST_LINES } from '@homecare/domain/staffing/contract.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { Button } from '@mantine/core';
import { IconUserOff, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { menuIcon } from '../../ui/icons.ts';
import { CallOutDialog } from '../staffing/CallOutDialog.tsx';
import { PLAN_DAYS } from '../staffing/use-proposal.ts';

interface ActionsProps {
  /** The open visits that the board shows. */
  readonly open: readonly OpenVisit[];
  /** Search and filters leave others out: the proposal is for those that are shown. */
  readonly isPart: boolean;
  /** The days of the board: the proposal is for those of them that are not over, and for no more visits than it takes. */
  readonly days: readonly string[];
  readonly today: string;
  readonly isPhone: boolean;
}

/** Notes who cannot come, and opens the proposal for all open visits at once. */
export const ScheduleActions = ({ open, isPart, days, today, isPhone }: ActionsProps) => {
  const [noting, setNoting] = useState(false);
  const openPage = useOpenPage();
  const [first = today, last = today] = [days[0], days.at(-1)];
  const ahead = { from: first < today ? today : first, through: last };
  const { days: asked, planned } = planOf(open, ahead, { most: MOST_LINES, isPart });
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
