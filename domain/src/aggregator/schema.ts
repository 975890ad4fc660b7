import { z } from 'zod';
import { stampText } from '../wire.ts';
import { renamed } from '../wire-names.ts';

/** What is sent to the aggregator. */
export const RECORD_TYPES = ['Visit', 'Client', 'Provider'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/**
 * Planned: waiting to be sent. Pending: sent, outcome unknown. Then Success or Failed. Not sent: closed here because it is
 * not meant for the aggregator, so the person or visit shows no status.
 */
export const RECORD_STATUSES = ['Planned', 'Pending', 'Success', 'Failed', 'Not sent'] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/** A row of the queue, which is also the log (docs/rules/aggregator.md, rule 1). */
const logShape = z.strictObject({
  id: z.int(),
  type: z.enum(RECORD_TYPES),
  record_id: z.int(),
  Status: z.enum(RECORD_STATUSES),
  created_ts: stampText,
  modify_ts: stampText,
  message: z.string().nullable(),
  /** What was sent and answered, each as JSON text, oldest first. */
  json: z.array(z.string()),
  /** The record was saved again while it was being sent, so it will be sent once more after the outcome. */
  resend: z.boolean(),
  /** Why a planned record is not sent now; null if nothing holds it. */
  hold: z.string().nullable(),
});
export const LogItem = renamed(logShape, {
  created_ts: 'createdAt',
  modify_ts: 'modifiedAt',
  json: 'exchange',
});
export type LogItem = z.output<typeof LogItem>;
