import { isNotDelivered } from '@homecare/domain/messaging/log-words.ts';
import type { SendLogRow } from '@homecare/domain/messaging/schema.ts';
import type { Tone } from '../../ui/tones.ts';

/** The tone if somebody must act. */
export const toneOf = (row: Pick<SendLogRow, 'status' | 'sentAgain'>): Tone | undefined => {
  if (!isNotDelivered(row)) return undefined;
  return row.status === 'unknown' ? 'warn' : 'danger';
};
