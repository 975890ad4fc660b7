import { z } from 'zod';
import { getCall } from '../call.ts';
import { MAX_ID, wireInt } from '../wire.ts';
import { EligibilityEntry } from './schema.ts';

/** Newest request first; `id` is the client's. */
export const getEligibility = getCall(['modules/getEligibility.php', 'getEligibility.php'], {
  name: 'eligibility.get',
  roles: ['admin', 'user'],
  needs: ['eligibility'],
  effect: 'read',
  input: z.strictObject({ id: wireInt(1, MAX_ID).optional() }),
  output: z.array(EligibilityEntry),
});
