import { z } from 'zod';
import { fileOutput, getCall, postCall, uploadCall } from '../call.ts';
import { compareKeys } from '../compare.ts';
import { followed, since } from '../followed.ts';
import { dateText, MAX_ID, wireInt } from '../wire.ts';
import {
  EligibilityAnswer,
  EligibilityEntry,
  EligibilityRequest,
  EntryDraft,
  EntryOrigin,
  RequestPreview,
} from './schema.ts';

const needs = ['eligibility'] as const;
const office = { roles: ['admin', 'user'], needs } as const;
const admin = { roles: ['admin'], needs } as const;
const id = wireInt(1, MAX_ID).pipe(z.int());
const rev = z.int().min(0).max(MAX_ID);

/** Newest request first; `id` is the client's. */
export const getEligibility = getCall(['modules/getEligibility.php', 'getEligibility.php'], {
  ...office,
  name: 'eligibility.get',
  effect: 'read',
  input: z.strictObject({ id: wireInt(1, MAX_ID).optional(), since }),
  output: z.array(EligibilityEntry),
  // Newest request first.
  followed: followed<EligibilityEntry>({
    key: ({ id }) => id,
    compare: (a, b) => compareKeys(b.date, a.date) || b.id - a.id,
  }),
});

export const getEntryOrigin = getCall(['eligibility/get-entry-origin'], {
  ...office,
  name: 'eligibility.getEntryOrigin',
  effect: 'read',
  input: z.strictObject({ id }),
  output: EntryOrigin,
});

/** Without an id, adds a new one. */
export const saveEntry = postCall(['eligibility/save-entry'], {
  ...office,
  name: 'eligibility.saveEntry',
  effect: 'write',
  creates: true,
  input: EntryDraft.extend({
    id: z.int().min(1).max(MAX_ID).nullable(),
    rev: rev.nullable(),
  }),
  output: z.strictObject({ id: z.int(), rev: z.int() }),
});

export const deleteEntry = postCall(['eligibility/delete-entry'], {
  ...office,
  name: 'eligibility.deleteEntry',
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID), rev }),
  output: z.null(),
});

/** Null for all active clients whom Medicaid pays for. A POST, because thousands of ids may be chosen. */
const asked = z.strictObject({
  clientIds: z.array(z.int().min(1).max(MAX_ID)).min(1).max(50_000).nullable(),
  /** The day in question. */
  day: dateText,
});

export const previewRequest = postCall(['eligibility/preview-request'], {
  ...admin,
  name: 'eligibility.previewRequest',
  effect: 'read',
  input: asked,
  output: RequestPreview,
});

/** Creates the request files (270) and stores who is asked about under which number. */
export const makeRequest = postCall(['eligibility/make-request'], {
  ...admin,
  name: 'eligibility.makeRequest',
  effect: 'write',
  input: asked,
  output: z.array(EligibilityRequest),
});

/** Newest first. */
export const listRequests = getCall(['eligibility/list-requests'], {
  ...admin,
  name: 'eligibility.listRequests',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(EligibilityRequest),
});

/** The file exactly as it was created. */
export const downloadRequest = getCall(['eligibility/download-request'], {
  ...admin,
  name: 'eligibility.downloadRequest',
  effect: 'read',
  input: z.strictObject({ id }),
  output: fileOutput,
});

/** A PDF with the members of a file, and who was left out. */
export const printRequestSheet = getCall(['eligibility/print-control-sheet'], {
  ...admin,
  name: 'eligibility.printControlSheet',
  effect: 'read',
  input: z.strictObject({ id }),
  output: fileOutput,
});

/** Loads an answer of the payer (271), whose members become entries. */
export const uploadEligibility = uploadCall(['eligibility/upload-answer'], {
  ...admin,
  name: 'eligibility.uploadAnswer',
  effect: 'write',
  upload: { maxBytes: 50_000_000, tooLarge: 'A file from the payer may have at most 50 MB.' },
  input: z.strictObject({}),
  output: EligibilityAnswer,
});

export const listEligibilityAnswers = getCall(['eligibility/list-answers'], {
  ...admin,
  name: 'eligibility.listAnswers',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(EligibilityAnswer),
});

export const downloadEligibilityAnswer = getCall(['eligibility/download-answer'], {
  ...admin,
  name: 'eligibility.downloadAnswer',
  effect: 'read',
  input: z.strictObject({ id }),
  output: fileOutput,
});

/** Rehearsal: gives a test file to the simulated payer and loads its answer. */
export const rehearseRequest = postCall(['eligibility/rehearse'], {
  ...admin,
  name: 'eligibility.rehearse',
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID) }),
  output: EligibilityAnswer,
});
