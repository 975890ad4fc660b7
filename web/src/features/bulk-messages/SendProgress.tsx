import { isRunning } from '@homecare/domain/bulk-messages/rules.ts';
import type { BulkSend } from '@homecare/domain/bulk-messages/schema.ts';
import { showClock } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { Box, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { keep, useKept } from '../../platform/kept.ts';
import { useCapabilities } from '../../platform/site.ts';
import { Note } from '../../ui/Note.tsx';
import type { Tone } from '../../ui/tones.ts';
import { CANCEL_SEND, useSends } from './api.ts';
import { NONE_RUNNING, RUNNING } from './running.ts';
import classes from './SenderPage.module.css';
import { SkippedDialog } from './SkippedDialog.tsx';

const number = (count: number) => count.toLocaleString('en-US');

const TONES: Readonly<Record<BulkSend['state'], Tone>> = {
  waiting: 'info',
  queueing: 'info',
  done: 'ok',
  cancelled: 'mute',
  failed: 'danger',
};

const wordsOf = ({ channel, state, total, queued, info }: BulkSend): string => {
  const one = channel === 'SMS' ? 'text' : 'e-mail';
  switch (state) {
    case 'waiting':
    case 'queueing':
      return `Adding ${one}s to the queue: ${number(queued)} of ${number(total)}.`;
    case 'done':
      return `${counted(queued, one)} added to the queue.`;
    case 'cancelled':
      return `Canceled: ${number(queued)} of ${counted(total, one)} had been added to the queue and will go out.`;
    case 'failed':
      return `${info ?? 'The send has ended.'} ${number(queued)} of ${counted(total, one)} are in the queue, the others are not.`;
  }
};

const restOf = ({ state, skipped, waiting, failed }: BulkSend) =>
  isRunning(state)
    ? ''
    : [
        skipped > 0 && `${number(skipped)} skipped`,
        waiting > 0 && `${number(waiting)} not gone out yet`,
        failed > 0 && `${number(failed)} not delivered`,
      ]
        .filter((part) => part !== false)
        .join(', ')
        .replace(/.$/, '$&.');

/** The last own send of this kind and how far it is, also when staff come back to the page. */
export const SendProgress = ({ channel }: { readonly channel: Channel }) => {
  const { data } = useSends();
  const zone = useCapabilities()?.timeZone ?? 'UTC';
  const [hidden, setHidden] = useKept(`bulk.${channel}.hidden`, 0);
  const [running] = useKept(RUNNING, NONE_RUNNING);
  const [listed, setListed] = useState<BulkSend>();
  const cancel = useAction(CANCEL_SEND);
  // After a reload the end of a send is reported all the same.
  useEffect(() => {
    const unreported = (data ?? []).filter(({ id, state }) => isRunning(state) && !running.includes(id));
    if (unreported.length > 0) keep(RUNNING, [...running, ...unreported.map(({ id }) => id)]);
  }, [data, running]);
  const send = data?.find((one) => one.channel === channel);
  if (!send || send.id <= hidden) return null;
  const moves = isRunning(send.state);
  const clock = showClock(
    Temporal.Instant.from(send.created).toZonedDateTimeISO(zone).toPlainTime().toString(),
  );
  const tone: Tone = send.state === 'done' && send.failed > 0 ? 'warn' : TONES[send.state];
  return (
    <div className={classes.progress}>
      <Note
        tone={tone}
        actions={
          moves ? (
            <Button loading={cancel.pending} onClick={() => void cancel.run({ id: send.id })}>
              Cancel the rest
            </Button>
          ) : (
            <>
              {send.skipped > 0 && <Button onClick={() => setListed(send)}>Show skipped</Button>}
              <Button onClick={() => setHidden(send.id)}>Hide</Button>
            </>
          )
        }
      >
        <span role="status">{[wordsOf(send), restOf(send)].filter(Boolean).join(' ')}</span>{' '}
        {moves ? (
          <progress
            className={classes.bar}
            aria-label="Added to the queue"
            max={send.total}
            value={send.queued + send.skipped}
          />
        ) : (
          <Box component="span" c="dimmed" fz={12.5}>
            Started {clock}
          </Box>
        )}
      </Note>
      {listed && <SkippedDialog send={listed} onClose={() => setListed(undefined)} />}
    </div>
  );
};
