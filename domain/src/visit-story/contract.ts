import { z } from 'zod';
import { getCall } from '../call.ts';
import { dateText, MAX_ID, wireInt } from '../wire.ts';
import { VisitStory } from './schema.ts';

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
