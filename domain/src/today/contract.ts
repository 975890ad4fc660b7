import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { RowKey, Today } from './schema.ts';

const office = { roles: ['admin', 'user'] } as const;

/** What must be decided now, of all kinds, ranked; with the day by hour (docs/rules/today.md). */
export const getToday = getCall(['today/get'], {
  name: 'today.get',
  ...office,
  effect: 'poll',
  input: z.strictObject({}),
  output: Today,
});

/** The longest that a row is put off. */
export const MOST_SNOOZE_DAYS = 31;

/** The row is not shown until then; null: it is shown again. */
export const snoozeRow = postCall(['today/snooze'], {
  name: 'today.snooze',
  ...office,
  effect: 'write',
  input: z.strictObject({ key: RowKey, until: stampText.nullable() }),
  output: z.null(),
});

/** Who looks after a row; null: nobody any more. */
export const assignRow = postCall(['today/assign'], {
  name: 'today.assign',
  ...office,
  effect: 'write',
  input: z.strictObject({ key: RowKey, accountId: z.int().min(1).max(MAX_ID).nullable() }),
  output: z.null(),
});
