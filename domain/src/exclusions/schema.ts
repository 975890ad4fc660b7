import { z } from 'zod';
import { dateText, MAX_ID, stampText } from '../wire.ts';

const id = z.int().min(1).max(MAX_ID);

/** LEIE is published by the Office of Inspector General, SAM by the General Services Administration. */
export const EXCLUSION_LISTS = ['LEIE', 'SAM'] as const;
export type ExclusionList = (typeof EXCLUSION_LISTS)[number];

/** One person on a list. Entries of businesses and vessels are skipped. */
export const ExcludedPerson = z.strictObject({
  last: z.string(),
  first: z.string(),
  middle: z.string(),
  birth: dateText.nullable(),
  city: z.string(),
  state: z.string(),
  /** The reason, in the list's own code, such as 1128a1. */
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
  /** SHA-256 of the file, which auditors can compare with the published file. */
  sha256: z.string(),
  /** Number of people on the list, and of people of the agency compared with it. */
  listed: z.int(),
  screened: z.int(),
  /** Number of findings that were new in this screening. */
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
  /** Whether the latest screening still found it. */
  isListed: z.boolean(),
  decision: z.enum(DECISIONS).nullable(),
  decidedAt: stampText.nullable(),
  decidedBy: z.string().nullable(),
  memo: z.string().nullable(),
});
export type Finding = z.output<typeof Finding>;
