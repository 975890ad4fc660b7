import { z } from 'zod';
import { LEDGER_PARTS } from '../authorizations/ledger.ts';
import { getCall } from '../call.ts';
import { dateText, MAX_ID, monthText, wireInt } from '../wire.ts';
import { VISIT_SOURCES, VisitStory, VisitsBehind } from './schema.ts';

const idText = wireInt(1, MAX_ID).pipe(z.int());

/** Everything on record about one visit. The day is the planned one, or the day of service. */
export const getVisitStory = getCall(['visit-story/get'], {
  name: 'visitStory.get',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    /** Either of the two identifies the care plan. */
    planId: idText.optional(),
    cardId: idText.optional(),
    day: dateText,
    /** Given if known, because a plan can have two visits on one day after one was moved. */
    visitId: idText.optional(),
  }),
  output: VisitStory,
});

/** The most rows in one answer. */
export const VISITS_AT_ONCE = 500;

const MOST_IDS = 2_000;

/** The visits that a row of another list counts, each with a link to its story. */
export const listVisitsBehind = getCall(['visit-story/list-behind'], {
  name: 'visitStory.listBehind',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    of: z.enum(VISIT_SOURCES),
    /** The row's number: '12-3' for a claim (several separated by commas), the trace number for a payment by the payer. */
    id: z.string().min(1).max(MOST_IDS),
    /** For a client: the days of this type without an authorization in force. */
    type: z.string().max(40).optional(),
    /** For a caregiver the calculation month, for an authorization the month of the days. */
    month: monthText.optional(),
    /** For a caregiver: these days instead of a month. */
    from: dateText.optional(),
    through: dateText.optional(),
    /** For an authorization: the days that add up to one of its numbers. */
    part: z.enum(LEDGER_PARTS).optional(),
  }),
  output: VisitsBehind,
});
