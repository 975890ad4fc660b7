import { isRunning, MAILS_NOT_SENT, MESSAGES_QUEUED } from '@homecare/domain/bulk-messages/rules.ts';
import type { BulkSend } from '@homecare/domain/bulk-messages/schema.ts';
import { getSendLog } from '@homecare/domain/messaging/contract.ts';
import { useEffect } from 'react';
import { keep, useKept } from '../../platform/kept.ts';
import { markStale } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useSends } from './api.ts';
import { NONE_RUNNING, RUNNING } from './running.ts';

const showOutcome = ({ channel, state, info }: BulkSend) => {
  if (state === 'done') toast.success(MESSAGES_QUEUED);
  else if (state === 'failed') toast.error(channel === 'Email' ? MAILS_NOT_SENT : (info ?? ''));
};

/** Tells the end of a bulk send on whatever page its sender is by then. */
export const SendWatcher = () => {
  const [running] = useKept(RUNNING, NONE_RUNNING);
  const { data } = useSends(running.length > 0);
  useEffect(() => {
    const ended = (data ?? []).filter(({ id, state }) => running.includes(id) && !isRunning(state));
    if (ended.length === 0) return;
    keep(
      RUNNING,
      running.filter((id) => !ended.some((send) => send.id === id)),
    );
    for (const send of ended) showOutcome(send);
    void markStale(getSendLog);
  });
  return null;
};
