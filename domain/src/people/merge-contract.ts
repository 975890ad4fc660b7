import { z } from 'zod';
import { postCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { PERSON_KINDS } from './dictionary.ts';

const id = z.int().min(1).max(MAX_ID);

/** One of the two records, by name. */
export const MergeName = z.strictObject({ ID: z.int(), name: z.string() });
export type MergeName = z.output<typeof MergeName>;

/** Fields that are chosen as one, in words. If the outcome is `differs`, the user chooses between the two values. */
export const MergeField = z.strictObject({
  name: z.string(),
  label: z.string(),
  outcome: z.enum(['fills', 'differs']),
  keep: z.string().nullable(),
  away: z.string().nullable(),
});
export type MergeField = z.output<typeof MergeField>;

/** What merging two records would do, shown before the user confirms it. */
export const previewMerge = postCall(['people/preview-merge'], {
  name: 'people.previewMerge',
  roles: ['admin'],
  effect: 'read',
  input: z.strictObject({ keepId: id, awayId: id }),
  output: z.strictObject({
    kind: z.enum(PERSON_KINDS),
    keep: MergeName.extend({ rev: z.int(), isActive: z.boolean(), facts: z.string() }),
    away: MergeName.extend({ rev: z.int(), isActive: z.boolean(), facts: z.string() }),
    /** The record that the rules would keep. */
    suggested: z.int(),
    fields: z.array(MergeField),
    /** For example '2 care plans' or '34 visits'. */
    moves: z.array(z.string()),
    /** What stays with the merged record, and what else the user should know. */
    notes: z.array(z.string()),
    /** Why they cannot be merged now. */
    blocked: z.array(z.string()),
    /** What suggests two different people. `confirmed` answers each with yes. */
    questions: z.array(z.string()),
  }),
});
export type MergePreview = z.output<(typeof previewMerge)['output']>;

/** Merges two records of one person. */
export const mergePeople = postCall(['people/merge'], {
  name: 'people.mergePeople',
  roles: ['admin'],
  effect: 'write',
  refusals: ['unanswered'],
  input: z.strictObject({
    keepId: id,
    awayId: id,
    /** The revisions of both records as they were compared. */
    keepRev: z.int(),
    awayRev: z.int(),
    /** Names of the fields whose value comes from the record that is merged away. */
    take: z.array(z.string().max(60)).max(100),
    confirmed: z.array(z.string().max(300)).max(10),
  }),
  output: z.strictObject({ mergeId: z.int(), message: z.string(), rev: z.int() }),
});

/** Undoes a merge within 30 days: moved rows go back, rows added since then stay. */
export const undoMerge = postCall(['people/undo-merge'], {
  name: 'people.undoMerge',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ message: z.string() }),
});

/** A merge as the history of a record shows it. */
export const MergeRow = z.strictObject({
  id: z.int(),
  kept: MergeName,
  away: MergeName,
  at: stampText,
  by: z.string(),
  moves: z.array(z.string()),
  /** Values of the merged record that differed from the kept one's. */
  former: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  /** The deadline for undoing it; null if it can no longer be undone. */
  undoUntil: stampText.nullable(),
  /** Visits that undoing would give back, and that were sent to the aggregator for the kept record in the meantime. */
  sentSince: z.int(),
  undone: z.strictObject({ at: stampText, by: z.string() }).nullable(),
});
export type MergeRow = z.output<typeof MergeRow>;

export const listMerges = postCall(['people/list-merges'], {
  name: 'people.listMerges',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(MergeRow),
});

/** Records that two similar records are different people, so that neither is reported as a duplicate of the other again. */
export const keepApart = postCall(['people/keep-apart'], {
  name: 'people.keepApart',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ id, otherId: id }),
  output: z.null(),
});
