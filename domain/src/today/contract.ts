import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { MarkList, RowKey, Today } from './schema.ts';

const office = { roles: ['admin', 'user'] } as const;

/** What must be decided now, of all kinds, ranked; with the day by hour (docs/rules/today.md). */
export const getToday = getCall(['today/get'], {
  name: 'today.get',
  ...office,
  effect: 'poll',
  input: z.strictObject({}),
  output: Today,
});

/** What is kept of all rows of Today and of the inbox (docs/rules/notices.md, rule 19), and who may be given one. */
export const listMarks = getCall(['today/marks'], {
  name: 'today.listMarks',
  ...office,
  effect: 'poll',
  input: z.strictObject({}),
  output: MarkList,
});

/** The longest that a row is put off. */
export const MOST_SNOOZE_DAYS = 31;
/** The most rows at once. */
export const MOST_ROWS = 1_000;
const keys = z.array(RowKey).min(1).max(MOST_ROWS);

/** The rows are not shown until then, unless more comes to them; null: they are shown again. */
export const snoozeRow = postCall(['today/snooze'], {
  name: 'today.snooze',
  ...office,
  effect: 'write',
  input: z.strictObject({
    keys,
    until: stampText.nullable(),
    /** How many each row stood for as it was seen: what came just before the press is not put off unseen. Pages of the release before do not say it. */
    seen: z.record(RowKey, z.int().min(1)).optional(),
  }),
  output: z.null(),
});

/** Who looks after the rows; null: nobody any more. */
export const assignRow = postCall(['today/assign'], {
  name: 'today.assign',
  ...office,
  effect: 'write',
  input: z.strictObject({ keys, accountId: z.int().min(1).max(MAX_ID).nullable() }),
  output: z.null(),
});
