import type { MessageStatus, SendLogRow } from './schema.ts';

/** What became of a message, for statuses that need more than that it was sent. */
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

export const statusOf = ({
  status,
  error,
  sentAgain,
}: Pick<SendLogRow, 'status' | 'error' | 'sentAgain'>): string =>
  [error ? `${STATUS_WORDS[status]}: ${error}` : STATUS_WORDS[status], sentAgain && 'Sent again']
    .filter(Boolean)
    .join(' · ');

/** It did not arrive or the outcome is unknown, and it has not been sent again. */
export const isNotDelivered = ({ status, sentAgain }: Pick<SendLogRow, 'status' | 'sentAgain'>) =>
  !sentAgain && (status === 'unknown' || status === 'failed' || status === 'undelivered');

export const LOG_PARTS = ['all', 'open'] as const;
/** All messages of a day, or only those that need attention. */
export type LogPart = (typeof LOG_PARTS)[number];

export const selectMessages = (rows: readonly SendLogRow[], part: LogPart): readonly SendLogRow[] =>
  part === 'all' ? rows : rows.filter(isNotDelivered);
