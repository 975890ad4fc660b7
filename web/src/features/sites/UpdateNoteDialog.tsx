import { latestUpdate, markUpdateSeen } from '@homecare/domain/sites/page-contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { useRead } from '../../platform/query.ts';
import { currentSession } from '../../platform/session.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './UpdateNoteDialog.module.css';

/** The last update that was closed here, one of the values that the browser keeps; 0 is none. Another account's does not count. */
const storedUpdate = () => {
  const by = localStorage.getItem('lastUpdateBy');
  const isOwn = by === null || by === currentSession()?.uid;
  return isOwn ? Number(localStorage.getItem('lastUpdate')) || 0 : 0;
};
const storeUpdate = (order: number) => {
  localStorage.setItem('lastUpdate', String(order));
  localStorage.setItem('lastUpdateBy', currentSession()?.uid ?? '');
};

/**
 * The update log: shown once per new update. The browser remembers it as specified, and the account wherever it is read
 * next.
 */
export const UpdateNoteDialog = () => {
  const { data: update } = useRead(latestUpdate, {}, { staleTime: 10 * 60_000 });
  const markSeen = useAction({ call: markUpdateSeen, changes: [latestUpdate], onRefused: () => {} });
  // Closed at once, whatever the server says of it: without a connection it comes again with the next sign-in.
  const [closed, setClosed] = useState(storedUpdate);
  const isNew = update !== undefined && !update.seen && update.order > closed && update.data.trim() !== '';
  if (!isNew) return null;
  const close = () => {
    storeUpdate(update.order);
    setClosed(update.order);
    void markSeen.run({ order: update.order });
  };
  return (
    <Dialog
      opened
      title="What’s new"
      onClose={close}
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
