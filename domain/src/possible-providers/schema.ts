import { z } from 'zod';
import { dateText } from '../wire.ts';

/** Choices of the filters, in order (docs/rules/possible-providers.md, rule 8). */
export const HOURS_FILTERS = ['all', '<5', '<10', '<20', '<30', '<40'] as const;
export type HoursFilter = (typeof HOURS_FILTERS)[number];
export const TYPE_FILTERS = ['all', 'providers only', 'candidates only'] as const;
export type TypeFilter = (typeof TYPE_FILTERS)[number];

/** Parts of a rate, in the order in which they are explained. */
export const RATE_PARTS = ['Distance', 'Free hours', 'Language', 'Skill category', 'Valid checks'] as const;
export type RatePartName = (typeof RATE_PARTS)[number];

export const RatePart = z.strictObject({
  name: z.enum(RATE_PARTS),
  points: z.int().min(0),
  most: z.int(),
  /** Reason in words: '3.2 miles', 'expired: CAPS Check'. */
  why: z.string(),
});
export type RatePart = z.output<typeof RatePart>;

/** One row of the table, whose columns are Name, Address, distance, hours and rate (docs/rules/possible-providers.md, rule 2). */
export const PossibleProvider = z.strictObject({
  kind: z.enum(['Provider', 'Candidate']),
  /** Id of the person or candidate. */
  id: z.int(),
  Name: z.string(),
  Address: z.string(),
  Phone: z.string().nullable(),
  /** In miles as the crow flies, with 1 decimal; null if the address has no coordinates. */
  distance: z.number().nullable(),
  /** At least one location is only the center of a ZIP area. */
  approximate: z.boolean(),
  /** How far off the distance may be, in miles; 0 if both locations are exact. */
  errorMiles: z.number().min(0),
  /** Hours per week in active care plans. */
  hours: z.number(),
  /** 0 to 100, the sum of the parts; higher is better. */
  rate: z.int().min(0).max(100),
  parts: z.array(RatePart),
  /** An excluded pair (docs/rules/possible-providers.md, rule 9). */
  livesWith: z.boolean(),
  /** Already has an active care plan with this client. */
  caresFor: z.boolean(),
  /** A candidate's first day, if it is in the future. */
  availableFrom: dateText.nullable(),
  /** Why a provider may not work now, in words; empty if nothing stands in the way. */
  mayNotWork: z.array(z.string()),
});
export type PossibleProvider = z.output<typeof PossibleProvider>;
