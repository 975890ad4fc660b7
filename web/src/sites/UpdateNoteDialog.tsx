import { latestUpdate, markUpdateSeen } from '@homecare/domain/sites/contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { markStale, useRead } from '../shell/query.ts';
import { send } from '../shell/send.ts';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './UpdateNoteDialog.module.css';

const markSeen = async (order: number) => {
  const sent = await send(markUpdateSeen, { order });
  if (sent.ok) await markStale(latestUpdate);
};

/** The update log: shown once per new update to each account, whatever device it is read on. */
export const UpdateNoteDialog = () => {
  const { data: update } = useRead(latestUpdate, {}, { staleTime: 10 * 60_000 });
  // Closed at once, whatever the server says of it: without a connection it comes again with the next sign-in.
  const [closed, setClosed] = useState(0);
  const isNew = update !== undefined && !update.seen && update.order > closed && update.data.trim() !== '';
  if (!isNew) return null;
  const close = () => {
    setClosed(update.order);
    void markSeen(update.order);
  };
  return (
    <Dialog
      opened
      title="What is new"
      onClose={close}
      onMain={close}
      actions={
        <Button size="sm" variant="filled" data-autofocus onClick={close}>
          Close
        </Button>
      }
    >
      <p className={classes.note}>{update.data}</p>
    </Dialog>
  );
};
