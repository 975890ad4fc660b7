import { z } from 'zod';
import { LEDGER_PARTS } from '../authorizations/ledger.ts';
import { getCall } from '../call.ts';
import { dateText, MAX_ID, monthText, wireInt } from '../wire.ts';
import { VISIT_SOURCES, VisitStory, VisitsBehind } from './schema.ts';

const idText = wireInt(1, MAX_ID).pipe(z.int());

/** Everything that is on record of one visit. The day is the planned one, or the one of the service. */
export const getVisitStory = getCall(['visit-story/get'], {
  name: 'visitStory.get',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    /** One of the two says which care plan. */
    planId: idText.optional(),
    cardId: idText.optional(),
    day: dateText,
    /** Where it is known: two visits of a plan may be on one day after one was moved. */
    visitId: idText.optional(),
  }),
  output: VisitStory,
});

/** Rows of one answer. */
export const VISITS_AT_ONCE = 500;

const MOST_IDS = 2_000;

/** The visits that a row of another list counts, each with its story. */
export const listVisitsBehind = getCall(['visit-story/list-behind'], {
  name: 'visitStory.listBehind',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    of: z.enum(VISIT_SOURCES),
    /** Its number; of claims '12-3', several with a comma between them; of a payment by the payer its trace number. */
    id: z.string().min(1).max(MOST_IDS),
    /** Of a client: the days of this type on which no authorization is valid. */
    type: z.string().max(40).optional(),
    /** Of a caregiver the month of calculation, of an authorization the month of the days. */
    month: monthText.optional(),
    /** Of a caregiver: these days instead of a month. */
    from: dateText.optional(),
    through: dateText.optional(),
    /** Of an authorization: the days that add up to one of its numbers. */
    part: z.enum(LEDGER_PARTS).optional(),
  }),
  output: VisitsBehind,
});
