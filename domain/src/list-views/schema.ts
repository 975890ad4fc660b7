import { z } from 'zod';

/** Lists that have saved views. */
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
 * How a list is displayed: order of columns and rows, row height, and filters that say nothing about a person. Search text
 * is never stored.
 */
export const ListView = z.strictObject({
  columns: z.array(word).min(1).max(40),
  sort: z.strictObject({ key: word, descending: z.boolean() }).nullable(),
  isCompact: z.boolean(),
  /** Shows all rows in a list that fills the window, instead of pages. */
  fillsWindow: z.boolean().default(false),
  filters: z.record(word, z.union([z.string().max(40), z.boolean()])),
});
export type ListView = z.output<typeof ListView>;

export const SavedView = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Offered to everybody of the agency who may see the list. */
  isShared: z.boolean(),
  /** Saved by the caller. */
  isOwn: z.boolean(),
  /** Initials of the person who saved it. */
  by: z.string(),
  view: ListView,
  rev: z.int(),
});
export type SavedView = z.output<typeof SavedView>;
