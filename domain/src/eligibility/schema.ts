import { z } from 'zod';
import { dateText, MAX_ID, stampText } from '../wire.ts';
import { ELIGIBILITY_STATUSES } from './statuses.ts';

const source = z.enum(['manual', 'answer']);

/** What a request for eligibility was answered, or what was entered by hand (docs/rules/eligibility.md, rule 1). */
export const EligibilityEntry = z.strictObject({
  id: z.int(),
  clientId: z.int(),
  /** LastName, FirstName of the client. */
  name: z.string(),
  status: z.string(),
  /** Day of the request. */
  date: dateText,
  start: dateText.nullable(),
  /** Without an end it holds until further notice. */
  end: dateText.nullable(),
  /** Further values of the answer by their names, e.g. the plan. */
  data: z.record(z.string(), z.string()),
  /** What came in a file of the payer stays as it came. */
  source,
  rev: z.int(),
});
export type EligibilityEntry = z.output<typeof EligibilityEntry>;

/** An entry as it is typed. */
export const EntryDraft = z.strictObject({
  clientId: z.int().min(1).max(MAX_ID),
  status: z.enum(ELIGIBILITY_STATUSES),
  date: dateText,
  start: dateText.nullable(),
  end: dateText.nullable(),
  note: z.string().trim().max(300),
});
export type EntryDraft = z.output<typeof EntryDraft>;

/** Where an entry came from, and the segments of the payer it was read from. */
export const EntryOrigin = z.strictObject({
  id: z.int(),
  created: stampText,
  createdBy: z.string(),
  file: z.string().nullable(),
  raw: z.string().nullable(),
});
export type EntryOrigin = z.output<typeof EntryOrigin>;

/** A client who is not asked about, and why. */
export const LeftOut = z.strictObject({
  clientId: z.int(),
  client: z.string(),
  reason: z.string(),
});
export type LeftOut = z.output<typeof LeftOut>;

/** What a request would hold, before a file is made. */
export const RequestPreview = z.strictObject({
  members: z.int(),
  files: z.int(),
  refused: z.array(LeftOut),
  /** With one of these no file can be made. */
  agency: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  usage: z.enum(['T', 'P']),
});
export type RequestPreview = z.output<typeof RequestPreview>;

/** A request file (270), and what came of it. */
export const EligibilityRequest = z.strictObject({
  id: z.int(),
  file: z.string(),
  usage: z.enum(['T', 'P']),
  /** The day that is asked about. */
  day: dateText,
  members: z.int(),
  /** Clients that were left out. */
  refused: z.int(),
  created: stampText,
  createdBy: z.string(),
  answered: z.int(),
});
export type EligibilityRequest = z.output<typeof EligibilityRequest>;

/** A file from the payer (271). */
export const EligibilityAnswer = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Entries that it made, and of those the ones that the payer refused. */
  entered: z.int(),
  refused: z.int(),
  /** Answers that were entered by another file before. */
  known: z.int(),
  /** Members that the payer refused, with the reason; of very many the first. */
  refusals: z.array(z.string()),
  unmatched: z.array(z.string()),
  remarks: z.array(z.string()),
  received: stampText,
  receivedBy: z.string(),
});
export type EligibilityAnswer = z.output<typeof EligibilityAnswer>;
