import type { InputOf } from '@homecare/domain/call.ts';
import type { getEligibility } from '@homecare/domain/eligibility/contract.ts';
import { done } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Change, Tx } from '../platform/db/mutate.ts';
import { insertEntries, listEntries, type NewEntry } from './queries.ts';

export const loadEligibility = async (scope: Scope, { id }: InputOf<typeof getEligibility>) =>
  done(await listEntries(scope, id ?? null));

/** Entries in a transaction that the caller opened. Answers their ids in order. */
export const addEligibility = async (
  tx: Tx,
  scope: Scope,
  entries: readonly NewEntry[],
  record: (change: Change) => void,
): Promise<number[]> => {
  const ids = await insertEntries(tx, entries, { by: scope.user.initials, at: scope.now().toString() });
  for (const id of ids) record({ entity: 'eligibility', id, action: 'insert' });
  return ids;
};
