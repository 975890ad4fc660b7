import { done } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Change, Tx } from '../platform/db/mutate.ts';
import { insertErrors, listOpenErrors, type NewScanError } from './queries.ts';

export const loadScanErrors = async (scope: Scope) => done(await listOpenErrors(scope));

/** Errors in a transaction that the caller opened. Answers their ids in order. */
export const addScanErrors = async (
  tx: Tx,
  scope: Scope,
  scans: readonly NewScanError[],
  record: (change: Change) => void,
): Promise<number[]> => {
  const ids = await insertErrors(tx, scans, { by: scope.user.initials, at: scope.now().toString() });
  for (const id of ids) record({ entity: 'scanError', id, action: 'insert' });
  return ids;
};
