import { showStamp } from '@homecare/domain/calendar.ts';
import type { UnreadThread } from '@homecare/domain/messaging/delivery-contract.ts';
import { formatPhone } from '@homecare/domain/people/formats.ts';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import { useCapabilities } from '../sites/api.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { menuIcon } from '../ui/icons.ts';
import { EmptyState } from '../ui/states.tsx';
import { ConversationDialog } from './ConversationDialog.tsx';
import { newTexts, useUnread } from './conversation-api.ts';
import classes from './NewTexts.module.css';

const nameOf = ({ name, number }: UnreadThread) => name ?? `Unknown number ${formatPhone(number)}`;

/** Stands there only while there is something new: all phones that wrote, also those that are nobody's. */
export const NewTexts = () => {
  const threads = useUnread();
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const [shown, setShown] = useState(false);
  const [open, setOpen] = useState<UnreadThread>();
  const count = threads.reduce((sum, thread) => sum + thread.count, 0);
  const close = () => {
    setOpen(undefined);
    setShown(false);
  };
  return (
    <>
      {count > 0 && (
        <Button leftSection={<IconMessages {...menuIcon} />} onClick={() => setShown(true)}>
          {newTexts(count)}
        </Button>
      )}
      {shown && !open && (
        <Dialog
          opened
          title="New texts"
          onClose={close}
          actions={
            <Button size="sm" onClick={close}>
              Close
            </Button>
          }
        >
          {threads.length === 0 ? (
            <EmptyState icon={IconMessages} title="No new texts" text="Everything was read." />
          ) : (
            <ul className={classes.threads}>
              {threads.map((thread) => (
                <li key={thread.number}>
                  <button type="button" className={classes.thread} onClick={() => setOpen(thread)}>
                    <span className={classes.name}>{nameOf(thread)}</span>
                    <span className={classes.about}>
                      {newTexts(thread.count)} · {showStamp(thread.last, zone)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Dialog>
      )}
      {open && (
        <ConversationDialog
          thread={
            open.people[0] === undefined
              ? { personId: null, number: open.number }
              : { personId: open.people[0], number: null }
          }
          name={nameOf(open)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
};
