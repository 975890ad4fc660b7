import { z } from 'zod';

/** Lists whose views are saved. */
export const VIEWED_LISTS = [
  'people',
  'care-plans',
  'visits',
  'exceptions',
  'candidates',
  'eligibility',
  'denials',
  'claim-files',
  'accounts',
  'send-log',
  'not-billed',
] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

export const MAX_VIEWS = 40;
export const MAX_VIEW_NAME = 40;

const word = z.string().min(1).max(40);

/**
 * How a list is looked at: columns in their order, the order of the rows, their height, and filters that say nothing about a
 * person. What somebody searched for is never part of it.
 */
export const ListView = z.strictObject({
  columns: z.array(word).min(1).max(40),
  sort: z.strictObject({ key: word, descending: z.boolean() }).nullable(),
  isCompact: z.boolean(),
  /** All rows in a list that fills the window, in place of pages. */
  fillsWindow: z.boolean().default(false),
  filters: z.record(word, z.union([z.string().max(40), z.boolean()])),
});
export type ListView = z.output<typeof ListView>;

export const SavedView = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Everybody of the agency who sees the list is offered it. */
  isShared: z.boolean(),
  /** Saved by anyone who asks. */
  isOwn: z.boolean(),
  /** Initials of who saved it. */
  by: z.string(),
  view: ListView,
  rev: z.int(),
});
export type SavedView = z.output<typeof SavedView>;
