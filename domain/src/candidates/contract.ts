import { z } from 'zod';
import { commandCall, postCall } from '../call.ts';
import { followed } from '../followed.ts';
import { command, filteredList, MAX_ID } from '../wire.ts';
import { CANDIDATE_STATUSES, Candidate, CandidateWrite } from './schema.ts';

const only = ['='] as const;

/** Lists active candidates unless Status asks for others, newest DateCreated first. */
export const getCandidates = commandCall('candidate_get', {
  name: 'candidates.get',
  roles: ['admin', 'user'],
  effect: 'read',
  input: filteredList({
    id: { ops: only, value: z.string().regex(/^\d{1,9}$/) },
    Status: { ops: only, value: z.enum(CANDIDATE_STATUSES) },
  }),
  output: z.array(Candidate),
  // Newest first.
  followed: followed<Candidate>({
    key: ({ id }) => id,
    compare: (a, b) => Temporal.Instant.compare(b.DateCreated, a.DateCreated) || b.id - a.id,
  }),
});

const Saved = z.strictObject({ rev: z.int() });
export type CandidateSaved = z.output<typeof Saved>;

export const insertCandidate = commandCall('candidate_insert', {
  name: 'candidates.insert',
  roles: ['admin', 'user'],
  effect: 'write',
  refusals: ['unanswered'],
  creates: true,
  input: command(CandidateWrite),
  output: Saved,
});

/** Updates a candidate. Status Archive deletes it (docs/rules/candidates.md, rule 4). */
export const updateCandidate = commandCall('candidate_update', {
  name: 'candidates.update',
  roles: ['admin', 'user'],
  effect: 'write',
  refusals: ['unanswered'],
  input: command(CandidateWrite),
  output: Saved,
});

/** Undoes a deletion within the last few minutes (docs/rules/candidates.md, rule 4). */
export const restoreCandidate = postCall(['candidates/restore'], {
  name: 'candidates.restore',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID) }),
  output: Saved,
});
