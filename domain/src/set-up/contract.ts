import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { SetUpStep, STEP_STATES } from './schema.ts';

/** Calls of an agency's first-day set-up (docs/rules/set-up.md). */

/** Answers the state of each step, how long it takes and what is missing, and how caregivers reach the agency by phone. */
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
        /** Estimated time for what is still missing. */
        minutes: z.int().min(0),
        /** What exists already, in words. */
        summary: z.string(),
        /** What is still missing, one sentence each. */
        missing: z.array(z.string()),
      }),
    ),
    /** The address where caregivers sign in on their phones, with a QR code as SVG path. */
    phone: z.strictObject({
      url: z.string(),
      qr: z.strictObject({ size: z.int(), path: z.string() }),
    }),
    /** Address of the example agency on this server; null if there is none. */
    sample: z.string().nullable(),
  }),
});

/** Marks a step as skipped or not. Nothing else about steps is stored. */
export const skipStep = postCall(['set-up/skip'], {
  name: 'setUp.skip',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({ step: SetUpStep, isSkipped: z.boolean() }),
  output: z.null(),
});
