import type { MessageStatus, SendLogRow } from '@homecare/domain/messaging/schema.ts';
import type { Tone } from '../ui/tones.ts';

/** What became of a message, where more has to be said than that it went out. */
export const STATUS_WORDS: Record<MessageStatus, string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  queued: 'Handed over',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Failed',
  unknown: 'Unclear: look before sending again',
  recorded: 'Recorded, not sent',
  received: 'Received',
};

export const statusOf = ({ status, error, sentAgain }: SendLogRow) =>
  [error ? `${STATUS_WORDS[status]}: ${error}` : STATUS_WORDS[status], sentAgain && 'Sent again']
    .filter(Boolean)
    .join(' · ');

/** Somebody must act: it did not arrive, or nobody knows; what was sent again is settled. */
export const toneOf = ({ status, sentAgain }: Pick<SendLogRow, 'status' | 'sentAgain'>): Tone | undefined => {
  if (sentAgain) return undefined;
  if (status === 'unknown') return 'warn';
  return status === 'failed' || status === 'undelivered' ? 'danger' : undefined;
};
