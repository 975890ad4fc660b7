import { termsOfClient } from '@homecare/domain/plan-types/programs.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import { listProgramsOf } from '../authorizations/service.ts';
import type { Db } from '../platform/db/rows.ts';
import { listTerms } from './queries.ts';

/** The terms of care plan types for each client, whose program determines the codes. */
export const readClientTerms = async (
  db: Db,
  clientIds: readonly number[],
): Promise<(of: { readonly clientId: number; readonly typeCode: string }) => Term[]> => {
  const [terms, programs] = await Promise.all([listTerms(db), listProgramsOf(db, clientIds)]);
  return ({ clientId, typeCode }) => termsOfClient(terms.get(typeCode) ?? [], programs.get(clientId) ?? []);
};
