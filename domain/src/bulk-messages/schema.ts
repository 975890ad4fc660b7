import { z } from 'zod';
import { CHANNELS } from '../messaging/schema.ts';
import { PERSON_KINDS } from '../people/dictionary.ts';
import { MAX_ID, monthText, stampText } from '../wire.ts';

/** An active person as the lists of both senders show it: what staff choose by, and nothing else of the record. */
export const Listed = z.strictObject({
  id: z.int(),
  kind: z.enum(PERSON_KINDS),
  /** LastName, FirstName */
  name: z.string(),
  /** FirstName LastName: what %username% becomes. */
  called: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Its owner confirmed the address (docs/rules/people.md, rule 44). */
  verified: z.boolean(),
  /** MM-DD */
  birthday: z.string().nullable(),
  language: z.string().nullable(),
  /** The phone answered STOP: no text goes there until it answers START. */
  stopped: z.boolean(),
});
export type Listed = z.output<typeof Listed>;

/** Buttons that put everybody of a kind on the send list (docs/rules/bulk-messages.md, rule 2). */
export const GROUPS = ['providers', 'clients', 'verified', 'birthday'] as const;
export type Group = (typeof GROUPS)[number];

/** People who are added or taken out one by one (docs/rules/bulk-messages.md, rule 8); groups have no limit. */
export const MAX_BY_HAND = 500;
export const MAX_MONTHS = 12;

const ids = z.array(z.int().min(1).max(MAX_ID)).max(MAX_BY_HAND, `at most ${MAX_BY_HAND} people one by one.`);

/** The send list as it was put together: the server makes the same list of it. */
export const Chosen = z.strictObject({
  groups: z.array(z.enum(GROUPS)).max(GROUPS.length),
  /** Not Exists TS: people without a timesheet for these months. */
  months: z.array(monthText).max(MAX_MONTHS),
  plus: ids,
  minus: ids,
});
export type Chosen = z.output<typeof Chosen>;
export const NOBODY: Chosen = { groups: [], months: [], plus: [], minus: [] };

/** waiting: nothing is in the queue yet; queueing: some messages are. */
export const BULK_STATES = ['waiting', 'queueing', 'done', 'cancelled', 'failed'] as const;
export type BulkState = (typeof BULK_STATES)[number];

/** One bulk send and how far it is. */
export const BulkSend = z.strictObject({
  id: z.int(),
  channel: z.enum(CHANNELS),
  state: z.enum(BULK_STATES),
  /** People on the send list; each is queued or skipped in the end, unless it was stopped before. */
  total: z.int(),
  queued: z.int(),
  skipped: z.int(),
  /** Of those queued: not gone out yet, and failed or unclear. */
  waiting: z.int(),
  failed: z.int(),
  created: stampText,
  /** Why it failed. */
  info: z.string().nullable(),
});
export type BulkSend = z.output<typeof BulkSend>;

export const Skipped = z.strictObject({
  personId: z.int(),
  name: z.string(),
  reason: z.string(),
});
export type Skipped = z.output<typeof Skipped>;
