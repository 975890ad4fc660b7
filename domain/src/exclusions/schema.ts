import { z } from 'zod';
import { dateText, MAX_ID, stampText } from '../wire.ts';

const id = z.int().min(1).max(MAX_ID);

/** LEIE: of the Office of Inspector General. SAM: of the General Services Administration. */
export const EXCLUSION_LISTS = ['LEIE', 'SAM'] as const;
export type ExclusionList = (typeof EXCLUSION_LISTS)[number];

/** One person on a list. Businesses and vessels are left out: people are screened. */
export const ExcludedPerson = z.strictObject({
  last: z.string(),
  first: z.string(),
  middle: z.string(),
  birth: dateText.nullable(),
  city: z.string(),
  state: z.string(),
  /** Why, by the list's own code, such as 1128a1. */
  cause: z.string(),
  since: dateText.nullable(),
});
export type ExcludedPerson = z.output<typeof ExcludedPerson>;

export const DECISIONS = ['cleared', 'confirmed'] as const;
export type Decision = (typeof DECISIONS)[number];

export const Screening = z.strictObject({
  id,
  list: z.enum(EXCLUSION_LISTS),
  fileName: z.string(),
  /** SHA-256 of the file: the auditor compares it with the one on the list's own pages. */
  sha256: z.string(),
  /** People on the list, and people of the agency who were compared. */
  listed: z.int(),
  screened: z.int(),
  /** Findings that no earlier screening had. */
  found: z.int(),
  at: stampText,
  by: z.string(),
});
export type Screening = z.output<typeof Screening>;

export const Finding = z.strictObject({
  id,
  list: z.enum(EXCLUSION_LISTS),
  personId: id,
  person: z.string(),
  birth: dateText.nullable(),
  entry: ExcludedPerson,
  score: z.int().min(0).max(100),
  reasons: z.array(z.string()),
  foundAt: stampText,
  /** The latest screening still has it. */
  isListed: z.boolean(),
  decision: z.enum(DECISIONS).nullable(),
  decidedAt: stampText.nullable(),
  decidedBy: z.string().nullable(),
  memo: z.string().nullable(),
});
export type Finding = z.output<typeof Finding>;
