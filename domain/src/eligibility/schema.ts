import { z } from 'zod';
import { dateText, MAX_ID, stampText } from '../wire.ts';
import { ELIGIBILITY_STATUSES } from './statuses.ts';

const source = z.enum(['manual', 'answer']);

/** The answer to an eligibility request, or what was entered by hand (docs/rules/eligibility.md, rule 1). */
export const EligibilityEntry = z.strictObject({
  id: z.int(),
  clientId: z.int(),
  /** The client's name as 'LastName, FirstName'. */
  name: z.string(),
  status: z.string(),
  /** The day of the request. */
  date: dateText,
  start: dateText.nullable(),
  /** Null if the coverage is valid until further notice. */
  end: dateText.nullable(),
  /** Further values of the answer by name, such as the plan. */
  data: z.record(z.string(), z.string()),
  /** An entry from a file of the payer cannot be changed. */
  source,
  rev: z.int(),
});
export type EligibilityEntry = z.output<typeof EligibilityEntry>;

/** An entry as typed. */
export const EntryDraft = z.strictObject({
  clientId: z.int().min(1).max(MAX_ID),
  status: z.enum(ELIGIBILITY_STATUSES),
  date: dateText,
  start: dateText.nullable(),
  end: dateText.nullable(),
  note: z.string().trim().max(300),
});
export type EntryDraft = z.output<typeof EntryDraft>;

/** Where an entry came from, with the payer's segments it was read from. */
export const EntryOrigin = z.strictObject({
  id: z.int(),
  created: stampText,
  createdBy: z.string(),
  file: z.string().nullable(),
  raw: z.string().nullable(),
});
export type EntryOrigin = z.output<typeof EntryOrigin>;

/** A client who is left out, and why. */
export const LeftOut = z.strictObject({
  clientId: z.int(),
  client: z.string(),
  reason: z.string(),
});
export type LeftOut = z.output<typeof LeftOut>;

/** What a request would contain, before a file is created. */
export const RequestPreview = z.strictObject({
  members: z.int(),
  files: z.int(),
  refused: z.array(LeftOut),
  /** If there is any, no file can be created. */
  agency: z.array(z.strictObject({ field: z.string(), message: z.string() })),
  usage: z.enum(['T', 'P']),
});
export type RequestPreview = z.output<typeof RequestPreview>;

/** A request file (270), and what became of it. */
export const EligibilityRequest = z.strictObject({
  id: z.int(),
  file: z.string(),
  usage: z.enum(['T', 'P']),
  /** The day in question. */
  day: dateText,
  members: z.int(),
  /** Clients who were left out. */
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
  /** How many entries it created, and how many of those the payer refused. */
  entered: z.int(),
  refused: z.int(),
  /** Answers that another file had already entered. */
  known: z.int(),
  /** Members whom the payer refused, with the reason; only the first if there are very many. */
  refusals: z.array(z.string()),
  unmatched: z.array(z.string()),
  remarks: z.array(z.string()),
  received: stampText,
  receivedBy: z.string(),
});
export type EligibilityAnswer = z.output<typeof EligibilityAnswer>;
