import { z } from 'zod';
import { fileOutput, getCall, postCall, uploadCall } from '../call.ts';
import { MAX_ID, wireText } from '../wire.ts';
import { DECISIONS, Finding, Screening } from './schema.ts';

const office = { roles: ['admin', 'user'] } as const;
const id = z.int().min(1).max(MAX_ID);

/** The list of SAM is the larger one: about 60 MB. */
const MOST_BYTES = 150_000_000;

/** Compares everybody of the agency with a list as it was downloaded; which list it is says its first row. */
export const screenPeople = uploadCall(['exclusions/screen-people'], {
  name: 'exclusions.screenPeople',
  ...office,
  effect: 'write',
  creates: true,
  upload: { maxBytes: MOST_BYTES, tooLarge: 'A list has at most 150 MB.' },
  input: z.strictObject({}),
  output: Screening,
});

/** Screenings of the last three years, and every finding. */
export const listExclusions = getCall(['exclusions/list'], {
  name: 'exclusions.list',
  ...office,
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ screenings: z.array(Screening), findings: z.array(Finding) }),
});

export const MOST_MEMO = 500;

/** Whether a finding is this person: kept with who decided it and why. A decision can be changed by another one. */
export const decideFinding = postCall(['exclusions/decide-finding'], {
  name: 'exclusions.decideFinding',
  ...office,
  effect: 'write',
  input: z.strictObject({ id, decision: z.enum(DECISIONS), memo: wireText(MOST_MEMO) }),
  output: Finding,
});

/** Screenings and findings with their decisions as a table, for the auditor. */
export const exportExclusions = getCall(['exclusions/export'], {
  name: 'exclusions.export',
  ...office,
  effect: 'read',
  input: z.strictObject({}),
  output: fileOutput,
});
