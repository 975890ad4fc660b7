import type { InputOf } from '@homecare/domain/call.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import type { listPossibleProviders as ListPossibleProviders } from '@homecare/domain/possible-providers/contract.ts';
import {
  clientWithoutPoint,
  NOT_A_CLIENT,
  possibleProviders,
} from '@homecare/domain/possible-providers/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { findNeeds, listApplicants } from './queries.ts';

export const listPossibleProviders = async (
  scope: Scope,
  { id, ...wanted }: InputOf<typeof ListPossibleProviders>,
) => {
  const client = await findNeeds(scope, id);
  if (!client) return refuse('notFound');
  const { kind, name, place, ...needs } = client;
  if (kind !== 'Client') return refuse('badInput', NOT_A_CLIENT);
  if (!place) return refuse('badInput', clientWithoutPoint(name));
  const applicants = await listApplicants(scope, id);
  return done(possibleProviders(applicants, { ...needs, place }, wanted, scope.today()));
};
