import { z } from 'zod';
import { dateText } from '../wire.ts';

/** Choices of the filters, in order (docs/rules/possible-providers.md, rule 8). */
export const HOURS_FILTERS = ['all', '<5', '<10', '<20', '<30', '<40'] as const;
export type HoursFilter = (typeof HOURS_FILTERS)[number];
export const TYPE_FILTERS = ['all', 'providers only', 'candidates only'] as const;
export type TypeFilter = (typeof TYPE_FILTERS)[number];

/** What a rate is made of, in the order in which it is explained. */
export const RATE_PARTS = ['Distance', 'Free hours', 'Language', 'Skill category', 'Valid checks'] as const;
export type RatePartName = (typeof RATE_PARTS)[number];

export const RatePart = z.strictObject({
  name: z.enum(RATE_PARTS),
  points: z.int().min(0),
  most: z.int(),
  /** In words: '3.2 miles', 'expired: CAPS Check'. */
  why: z.string(),
});
export type RatePart = z.output<typeof RatePart>;

/** One line of the table; Name, Address, distance, hours and rate are its columns (docs/rules/possible-providers.md, rule 2). */
export const PossibleProvider = z.strictObject({
  kind: z.enum(['Provider', 'Candidate']),
  /** Of the person or of the candidate. */
  id: z.int(),
  Name: z.string(),
  Address: z.string(),
  Phone: z.string().nullable(),
  /** Miles, great circle, 1 decimal; null when the address has no point. */
  distance: z.number().nullable(),
  /** One of the two points is that of a ZIP area. */
  approximate: z.boolean(),
  /** By how much the distance may be wrong; 0 between two exact points. */
  errorMiles: z.number().min(0),
  /** Weekly hours of the active care plans. */
  hours: z.number(),
  /** 0 to 100, higher is better: the sum of its parts. */
  rate: z.int().min(0).max(100),
  parts: z.array(RatePart),
  /** An excluded pair (docs/rules/possible-providers.md, rule 9). */
  livesWith: z.boolean(),
  /** Has an active care plan with this client already. */
  caresFor: z.boolean(),
  /** A candidate's first day, when it lies ahead. */
  availableFrom: dateText.nullable(),
  /** Why a provider may not work now, in words; empty for who may. */
  mayNotWork: z.array(z.string()),
});
export type PossibleProvider = z.output<typeof PossibleProvider>;
