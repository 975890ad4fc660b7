import { z } from 'zod';
import { formatPhone } from '../formats.ts';
import { dateText, rev, stampText, wireBool, wireDate, wireJson } from '../wire.ts';

export const CANDIDATE_STATUSES = ['Active', 'Archive'] as const;
export type CandidateStatus = (typeof CANDIDATE_STATUSES)[number];

/** A job applicant (docs/rules/candidates.md, rule 1). */
export const Candidate = z.strictObject({
  id: z.int(),
  Name: z.string(),
  Phone: z.string(),
  Address: z.string(),
  AddressLatitude: z.number(),
  AddressLongitude: z.number(),
  /** The coordinates are those of the ZIP area. */
  AddressApproximate: z.boolean(),
  DateAvailable: dateText,
  DateCreated: stampText,
  Status: z.enum(CANDIDATE_STATUSES),
  rev: z.int(),
});
export type Candidate = z.output<typeof Candidate>;

/** '' and null both mean empty; rules.ts decides which fields are required. */
const typed = (shape: (text: string) => string) =>
  z.preprocess((v) => {
    if (v === undefined || v === null) return null;
    const text = typeof v === 'number' ? String(v) : v;
    return typeof text === 'string' ? shape(text) || null : text;
  }, z.string().max(2_000).nullable());
const spaced = (text: string) => text.trim().replace(/\s+/g, ' ');

const degrees = z.preprocess((v) => {
  if (v === '' || v === undefined) return null;
  return typeof v === 'string' && /^-?\d{1,3}(\.\d{1,15})?$/.test(v) ? Number(v) : v;
}, z.number().nullable());

const fields = {
  Name: typed(spaced).optional(),
  Phone: typed(formatPhone).optional(),
  Address: typed(spaced).optional(),
  AddressLatitude: degrees.optional(),
  AddressLongitude: degrees.optional(),
  AddressApproximate: z.preprocess((v) => v ?? false, wireBool).optional(),
  DateAvailable: wireDate.optional(),
  Status: z.enum(CANDIDATE_STATUSES).optional(),
  /** Sent by older clients; accepted and ignored, because the server sets its own. */
  DateCreated: z.unknown().optional(),
};

export const CandidateWrite = z.strictObject({
  ...fields,
  rev,
  /** The questions that the user answered with yes. Only clients that send this list, even empty, are asked questions. */
  confirmed: wireJson(z.array(z.string().max(300)).max(50)).optional(),
});
export type CandidateWrite = z.output<typeof CandidateWrite>;

/** The values of a candidate in a form. */
export type CandidateDraft = Omit<CandidateWrite, 'rev' | 'DateCreated' | 'Status' | 'confirmed'>;
