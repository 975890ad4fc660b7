import type { MessageStatus, SendLogRow } from './schema.ts';

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

export const statusOf = ({
  status,
  error,
  sentAgain,
}: Pick<SendLogRow, 'status' | 'error' | 'sentAgain'>): string =>
  [error ? `${STATUS_WORDS[status]}: ${error}` : STATUS_WORDS[status], sentAgain && 'Sent again']
    .filter(Boolean)
    .join(' · ');

/** It did not arrive, or nobody knows; what was sent again is settled. */
export const isNotDelivered = ({ status, sentAgain }: Pick<SendLogRow, 'status' | 'sentAgain'>) =>
  !sentAgain && (status === 'unknown' || status === 'failed' || status === 'undelivered');

export const LOG_PARTS = ['all', 'open'] as const;
/** All messages of a day, or those that somebody must look at. */
export type LogPart = (typeof LOG_PARTS)[number];

export const selectMessages = (rows: readonly SendLogRow[], part: LogPart): readonly SendLogRow[] =>
  part === 'all' ? rows : rows.filter(isNotDelivered);
