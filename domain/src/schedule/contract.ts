import { z } from 'zod';
import { fileOutput, getCall, postCall } from '../call.ts';
import { since } from '../followed.ts';
import { dateText, MAX_ID, stampText, wireInt } from '../wire.ts';
import { followedBoard } from './order.ts';
import { Board, GROUPINGS } from './schema.ts';

/** Who visits whom on up to seven days (docs/rules/schedule.md, rules 1 to 8). */
export const getBoard = getCall(['schedule/board'], {
  name: 'schedule.board',
  roles: ['admin', 'user'],
  effect: 'poll',
  input: z.strictObject({ from: dateText, through: dateText, since }),
  output: Board,
  followed: followedBoard,
});

const feed = { roles: ['admin', 'user', 'evv'] } as const;
const id = z.int().min(1).max(MAX_ID);

/** Whether a caregiver's calendar has a URL, and when it was last read. The URL itself is not stored. */
export const getFeed = getCall(['schedule/get-calendar'], {
  name: 'schedule.getFeed',
  ...feed,
  effect: 'read',
  input: z.strictObject({ id: wireInt(1, MAX_ID).pipe(z.int()) }),
  output: z.strictObject({ created: stampText.nullable(), fetched: stampText.nullable() }),
});

/** Creates a new secret URL for a caregiver's calendar and returns it once. Older ones stop working. */
export const renewFeed = postCall(['schedule/renew-calendar'], {
  name: 'schedule.renewFeed',
  ...feed,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ url: z.string() }),
});

export const removeFeed = postCall(['schedule/remove-calendar'], {
  name: 'schedule.removeFeed',
  ...feed,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.null(),
});

export const MOST_SHEETS = 1000;

/** '12,15', '[12,15]' or a list. */
const ids = z.preprocess(
  (sent) =>
    typeof sent === 'string'
      ? sent
          .replace(/^\[|\]$/g, '')
          .split(',')
          .map(Number)
      : sent,
  z.array(id).min(1, 'nobody is named.').max(MOST_SHEETS, `at most ${MOST_SHEETS} people at once.`),
);

/** The week from a day on, one page for each of these caregivers or clients (docs/rules/schedule.md, rule 19). */
export const printWeek = getCall(['schedule/print-week'], {
  name: 'schedule.printWeek',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ from: dateText, grouping: z.enum(GROUPINGS), ids }),
  output: fileOutput,
});
