import { z } from 'zod';
import { fileOutput, getCall, postCall, uploadCall } from '../call.ts';
import { MAX_ID, wireText } from '../wire.ts';
import { DECISIONS, Finding, Screening } from './schema.ts';

const office = { roles: ['admin', 'user'] } as const;
const id = z.int().min(1).max(MAX_ID);

/** SAM publishes the larger list, about 60 MB. */
const MOST_BYTES = 150_000_000;

/** Compares everybody of the agency with a downloaded list. The first row of the file tells which list it is. */
export const screenPeople = uploadCall(['exclusions/screen-people'], {
  name: 'exclusions.screenPeople',
  ...office,
  effect: 'write',
  creates: true,
  upload: { maxBytes: MOST_BYTES, tooLarge: 'A list has at most 150 MB.' },
  input: z.strictObject({}),
  output: Screening,
});

/** Screenings of the last three years, and all findings. */
export const listExclusions = getCall(['exclusions/list'], {
  name: 'exclusions.list',
  ...office,
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ screenings: z.array(Screening), findings: z.array(Finding) }),
});

export const MOST_MEMO = 500;

/** Records whether a finding is this person, with who decided it and why. A later decision replaces it. */
export const decideFinding = postCall(['exclusions/decide-finding'], {
  name: 'exclusions.decideFinding',
  ...office,
  effect: 'write',
  input: z.strictObject({ id, decision: z.enum(DECISIONS), memo: wireText(MOST_MEMO) }),
  output: Finding,
});

/** Exports screenings and findings with their decisions as a table for auditors. */
export const exportExclusions = getCall(['exclusions/export'], {
  name: 'exclusions.export',
  ...office,
  effect: 'read',
  input: z.strictObject({}),
  output: fileOutput,
});
