import { isMonth } from '@homecare/domain/calendar.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { Box, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import classes from './SenderPage.module.css';
import type { SendList } from './use-send-list.ts';

const NO_MONTH = 'Please select month';

/** People who have no timesheet for a month (docs/rules/bulk-messages.md, rule 2). */
const NotExistsTs = ({ list }: { readonly list: SendList }) => {
  const now = useToday().toPlainYearMonth().toString();
  const [month, setMonth] = useState<string>();
  const chosen = month ?? now;
  return (
    <div className={classes.month}>
      <MonthBox label="Month" value={chosen} onChange={setMonth} max={now} />
      <Button
        loading={list.asking}
        onClick={() => (isMonth(chosen) ? list.addMonth(chosen) : toast.error(NO_MONTH))}
      >
        Not Exists TS
      </Button>
    </div>
  );
};

interface GroupButtonsProps {
  readonly channel: Channel;
  readonly list: SendList;
}

/** Each button adds everybody of its kind to the send list (docs/rules/bulk-messages.md, rule 2). */
export const GroupButtons = ({ channel, list }: GroupButtonsProps) => (
  <Stack gap={8}>
    {channel === 'SMS' ? (
      <>
        <div className={classes.buttons}>
          <Button onClick={() => list.addGroups(['providers'])}>All Providers</Button>
          <Button onClick={() => list.addGroups(['clients'])}>All Clients</Button>
          <Button onClick={() => list.addGroups(['providers', 'clients'])}>All</Button>
          <Button onClick={() => list.addGroups(['birthday'])}>Birthday</Button>
        </div>
        <NotExistsTs list={list} />
      </>
    ) : (
      <div className={classes.buttons}>
        <Button onClick={() => list.addGroups(['providers'])}>Providers</Button>
        <Button onClick={() => list.addGroups(['verified'])}>Verified</Button>
        <Button onClick={list.clear}>Clear</Button>
        <Button onClick={() => list.addGroups(['birthday'])}>Birthday</Button>
      </div>
    )}
    <Box component="p" mih={18} c="dimmed" fz={12.5} role="status">
      {list.note}
    </Box>
  </Stack>
);
