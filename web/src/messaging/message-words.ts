import type { MessageStatus } from '@homecare/domain/messaging/schema.ts';

/** What became of a message, where more has to be said than that it went out. */
export const STATUS_WORDS: Record<MessageStatus, string> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  queued: 'Handed over',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Failed',
  unknown: 'Outcome unknown, not sent again',
  recorded: 'Recorded, not sent',
  received: 'Received',
};
