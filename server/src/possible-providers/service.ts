import type { InputOf } from '@homecare/domain/call.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import type { Coordinates } from '@homecare/domain/geo.ts';
import type { listPossibleProviders as ListPossibleProviders } from '@homecare/domain/possible-providers/contract.ts';
import {
  clientWithoutPoint,
  NOT_A_CLIENT,
  possibleProviders,
} from '@homecare/domain/possible-providers/rules.ts';
import { errorOfPoints } from '../addresses/service.ts';
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
  const errorOf = await errorOfPoints();
  const located = <P extends Coordinates & { readonly approximate: boolean }>(point: P) => ({
    ...point,
    errorMiles: errorOf(point),
  });
  const applicants = (await listApplicants(scope, id)).map((one) => ({
    ...one,
    place: one.place && located(one.place),
  }));
  return done(possibleProviders(applicants, { ...needs, place: located(place) }, wanted, scope.today()));
};
