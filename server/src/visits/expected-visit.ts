import type { Visit } from '@homecare/domain/visits/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { isExpected } from '../staffing/expected.ts';
import { findVisitKey } from './office-queries.ts';

export const timesOf = ({ Date: date, PlanStartTime: start, PlanEndTime: end }: Visit) => ({
  date,
  start,
  end,
});

/** A visit as its people are told about it, and whether anyone is coming; undefined if staffing does not know it. */
export const findExpectedVisit = async (tx: Tx, scope: Scope, row: Visit) => {
  const key = await findVisitKey(tx, row.id);
  if (!key) return undefined;
  const { ClientID, ProviderID } = row;
  const visit = { ...key, ClientID, ProviderID, ...timesOf(row) };
  return { ...visit, comes: await isExpected(tx, scope, visit) };
};
