import { z } from 'zod';
import { commandCall, getCall } from '../call.ts';
import { command, equality, filtered, MAX_ID, wireInt } from '../wire.ts';
import { AGGREGATOR_ROLES } from './rules.ts';
import { LogItem, RECORD_STATUSES, RECORD_TYPES } from './schema.ts';

const only = ['='] as const;

/** Rows of the queue, newest first, at most 500. */
export const getRecords = commandCall('sandata_get', {
  name: 'aggregator.getRecords',
  roles: AGGREGATOR_ROLES,
  needs: ['sandataEnabled'],
  effect: 'read',
  input: filtered({
    type: { ops: only, value: z.enum(RECORD_TYPES) },
    record_id: { ops: only, value: z.string().regex(/^\d{1,9}$/) },
    Status: { ops: equality, value: z.enum(RECORD_STATUSES) },
  }),
  output: z.array(LogItem),
});

/** Send: queues the record, unless it is already planned or being sent. */
export const insertRecord = commandCall('sandata_insert', {
  name: 'aggregator.insertRecord',
  roles: AGGREGATOR_ROLES,
  needs: ['sandataEnabled'],
  effect: 'write',
  creates: true,
  input: command(
    z.strictObject({
      type: z.enum(RECORD_TYPES),
      record_id: wireInt(1, MAX_ID).pipe(z.int()),
      Status: z.literal('Planned').optional(),
    }),
  ),
  output: z.strictObject({ Status: z.literal('Planned') }),
});

/** The log of one record, newest first. */
export const getLog = getCall(
  ['EVV/getSandataLog.php', 'modules/EVV/getSandataLog.php', 'modules/getSandataLog.php'],
  {
    name: 'aggregator.getLog',
    roles: AGGREGATOR_ROLES,
    needs: ['premium'],
    effect: 'read',
    input: z.strictObject({
      id: wireInt(1, MAX_ID).pipe(z.int()),
      type: z.enum(RECORD_TYPES).default('Visit'),
    }),
    output: z.array(LogItem),
  },
);
