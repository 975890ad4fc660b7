import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { SetUpStep, STEP_STATES } from './schema.ts';

/** The first day of an agency (docs/rules/set-up.md). */

/** Each step with its state, how long it takes and what is still missing; and how a phone comes to the agency. */
export const getSetUp = getCall(['set-up/get'], {
  name: 'setUp.get',
  roles: ['admin'],
  effect: 'poll',
  input: z.strictObject({}),
  output: z.strictObject({
    steps: z.array(
      z.strictObject({
        step: SetUpStep,
        state: z.enum(STEP_STATES),
        /** Of what is still missing. */
        minutes: z.int().min(0),
        /** What is there, in words. */
        summary: z.string(),
        /** What is still to be done, a sentence each. */
        missing: z.array(z.string()),
      }),
    ),
    /** Where a caregiver signs in on a phone, as a code to scan: its modules as lines to draw. */
    phone: z.strictObject({
      url: z.string(),
      qr: z.strictObject({ size: z.int(), path: z.string() }),
    }),
    /** Address of the example agency beside this one; null: there is none. */
    sample: z.string().nullable(),
  }),
});

/** Nothing else of a step is stored: it is skipped, or no longer. */
export const skipStep = postCall(['set-up/skip'], {
  name: 'setUp.skip',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({ step: SetUpStep, isSkipped: z.boolean() }),
  output: z.null(),
});
