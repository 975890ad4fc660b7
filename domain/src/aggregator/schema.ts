import { z } from 'zod';
import { stampText } from '../wire.ts';
import { renamed } from '../wire-names.ts';

/** What is sent to the aggregator. */
export const RECORD_TYPES = ['Visit', 'Client', 'Provider'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/**
 * Planned: waits here; Pending: sent, its outcome not known yet; then Success or Failed. Not sent: closed here, because it is
 * not meant for the aggregator; whatever it is about shows no status then.
 */
export const RECORD_STATUSES = ['Planned', 'Pending', 'Success', 'Failed', 'Not sent'] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/** A row of the queue, which is the log too (docs/rules/aggregator.md, rule 1). */
const logShape = z.strictObject({
  id: z.int(),
  type: z.enum(RECORD_TYPES),
  record_id: z.int(),
  Status: z.enum(RECORD_STATUSES),
  created_ts: stampText,
  modify_ts: stampText,
  message: z.string().nullable(),
  /** What was sent and answered, oldest first: each one JSON text. */
  json: z.array(z.string()),
  /** The record was saved again while it was under way: it goes once more when the outcome is in. */
  resend: z.boolean(),
  /** Why a planned record is not sent now. */
  hold: z.string().nullable(),
});
export const LogItem = renamed(logShape, {
  created_ts: 'createdAt',
  modify_ts: 'modifiedAt',
  json: 'exchange',
});
export type LogItem = z.output<typeof LogItem>;
