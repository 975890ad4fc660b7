import { z } from 'zod';
import { CHANNELS } from '../messaging/schema.ts';
import { PERSON_KINDS } from '../people/dictionary.ts';
import { MAX_ID, monthText, stampText } from '../wire.ts';

/** An active person as both senders list them, with only what staff choose by. */
export const Listed = z.strictObject({
  id: z.int(),
  kind: z.enum(PERSON_KINDS),
  /** 'LastName, FirstName' */
  name: z.string(),
  /** 'FirstName LastName', which replaces %username%. */
  called: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** The owner confirmed the address (docs/rules/people.md, rule 44). */
  verified: z.boolean(),
  /** MM-DD */
  birthday: z.string().nullable(),
  language: z.string().nullable(),
  /** The phone answered STOP, so it gets no texts until it answers START. */
  stopped: z.boolean(),
});
export type Listed = z.output<typeof Listed>;

/** Buttons that add everybody of a kind to the send list (docs/rules/bulk-messages.md, rule 2). */
export const GROUPS = ['providers', 'clients', 'verified', 'birthday'] as const;
export type Group = (typeof GROUPS)[number];

/** The most people who can be added or taken out one by one (docs/rules/bulk-messages.md, rule 8). Groups have no limit. */
export const MAX_BY_HAND = 500;
export const MAX_MONTHS = 12;

const ids = z.array(z.int().min(1).max(MAX_ID)).max(MAX_BY_HAND, `at most ${MAX_BY_HAND} people one by one.`);

/** How the send list was put together, so that the server can build the same list. */
export const Chosen = z.strictObject({
  groups: z.array(z.enum(GROUPS)).max(GROUPS.length),
  /** Not Exists TS: people without a timesheet for these months. */
  months: z.array(monthText).max(MAX_MONTHS),
  plus: ids,
  minus: ids,
});
export type Chosen = z.output<typeof Chosen>;
export const NOBODY: Chosen = { groups: [], months: [], plus: [], minus: [] };

/** waiting: nothing is in the queue yet. queueing: some messages are. */
export const BULK_STATES = ['waiting', 'queueing', 'done', 'cancelled', 'failed'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** One bulk send and its progress. */
export const BulkSend = z.strictObject({
  id: z.int(),
  channel: z.enum(CHANNELS),
  state: z.enum(BULK_STATES),
  /** People on the send list. Each of them ends up queued or skipped, unless the send is stopped first. */
  total: z.int(),
  queued: z.int(),
  skipped: z.int(),
  /** Of the queued messages: not sent yet, and failed or unclear. */
  waiting: z.int(),
  failed: z.int(),
  created: stampText,
  /** Why it failed; null if it did not. */
  info: z.string().nullable(),
});
export type BulkSend = z.output<typeof BulkSend>;

export const Skipped = z.strictObject({
  personId: z.int(),
  name: z.string(),
  reason: z.string(),
});
export type Skipped = z.output<typeof Skipped>;
