import { z } from 'zod';

/** Steps of an agency's first day. They can be done in any order. */
export const SET_UP_STEPS = [
  'agency',
  'payer',
  'people',
  'types',
  'connections',
  'colleagues',
  'visit',
] as const;
export const SetUpStep = z.enum(SET_UP_STEPS);
export type SetUpStep = z.output<typeof SetUpStep>;

export const STEP_STATES = ['done', 'skipped', 'open'] as const;
export type StepState = (typeof STEP_STATES)[number];
