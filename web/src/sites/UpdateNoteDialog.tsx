import { latestUpdate } from '@homecare/domain/sites/contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../shell/query.ts';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './UpdateNoteDialog.module.css';

/** The newest update that this browser has shown (specification part 1, section 2, session values). */
const SEEN = 'lastUpdate';
const seen = () => Number(localStorage.getItem(SEEN) ?? 0);

/** The update log: shown once per new update. */
export const UpdateNoteDialog = () => {
  const { data: update } = useRead(latestUpdate, {}, { staleTime: 10 * 60_000 });
  const [shown, setShown] = useState(seen);
  const isNew = update !== undefined && update.order > shown && update.data.trim() !== '';
  if (!isNew) return null;
  const close = () => {
    localStorage.setItem(SEEN, String(update.order));
    setShown(update.order);
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
