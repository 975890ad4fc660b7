import { showStamp } from '@homecare/domain/calendar.ts';
import { formatPhone } from '@homecare/domain/formats.ts';
import type { UnreadThread } from '@homecare/domain/messaging/delivery-contract.ts';
import { Box } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import { useZone } from '../../platform/use-today.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ConversationDialog } from './ConversationDialog.tsx';
import classes from './NewTexts.module.css';
import { newTexts, useUnread } from './unread-api.ts';

const nameOf = ({ name, number }: UnreadThread) => name ?? `Unknown number ${formatPhone(number)}`;

/** A shared phone is opened by the first of its people. */
const threadOf = ({ people: [personId], number }: UnreadThread) =>
  personId === undefined ? { personId: null, number } : { personId, number: null };

/** All phones with new texts, including unknown ones. Each opens its conversation. */
export const NewTextsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const threads = useUnread();
  const zone = useZone();
  const [open, setOpen] = useState<UnreadThread>();
  if (open)
    return (
      <ConversationDialog thread={threadOf(open)} name={nameOf(open)} onClose={() => setOpen(undefined)} />
    );
  return (
    <ReadDialog title="New texts" onClose={onClose}>
      {threads.length === 0 ? (
        <EmptyState icon={IconMessages} title="No new texts" text="You have read everything." />
      ) : (
        <ul className={classes.threads}>
          {threads.map((thread) => (
            <li key={`${thread.number} ${thread.people[0] ?? ''}`}>
              <button type="button" className={classes.thread} onClick={() => setOpen(thread)}>
                <span className={classes.name}>{nameOf(thread)}</span>
                <Box component="span" c="dimmed" fz={13}>
                  {newTexts(thread.count)} · {showStamp(thread.last, zone)}
                </Box>
              </button>
            </li>
          ))}
        </ul>
      )}
    </ReadDialog>
  );
};
