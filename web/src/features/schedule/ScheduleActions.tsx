import { counted } from '@homecare/domain/counted.ts';
import { Button } from '@mantine/core';
import { IconPrinter, IconUserOff, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { useOpenPage } from '../../platform/page-state.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { CallOutDialog } from '../staffing/CallOutDialog.tsx';

interface ActionsProps {
  readonly open: number;
  /** Undefined: nobody is shown. */
  readonly onPrint: (() => void) | undefined;
}

/** Prints the week of all shown rows, notes who cannot come, and opens the proposal for all open visits at once. */
export const ScheduleActions = ({ open, onPrint }: ActionsProps) => {
  const [noting, setNoting] = useState(false);
  const openPage = useOpenPage();
  return (
    <>
      {onPrint && <IconButton label="Print week" icon={<IconPrinter {...menuIcon} />} onClick={onPrint} />}
      <Button leftSection={<IconUserOff {...menuIcon} />} onClick={() => setNoting(true)}>
        Called out…
      </Button>
      <Button
        variant="filled"
        leftSection={<IconWand {...menuIcon} />}
        disabled={open === 0}
        onClick={() => openPage('/schedule/plan')}
      >
        {open === 0 ? 'Plan open visits' : `Plan ${counted(open, 'open visit')}`}
      </Button>
      {noting && <CallOutDialog onClose={() => setNoting(false)} />}
    </>
  );
};
