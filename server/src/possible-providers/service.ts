import { hoursOf } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import type { Coordinates } from '@homecare/domain/geo.ts';
import type { listPossibleProviders as ListPossibleProviders } from '@homecare/domain/possible-providers/contract.ts';
import {
  clientWithoutPoint,
  NOT_A_CLIENT,
  possibleProviders,
  whyNotWork,
} from '@homecare/domain/possible-providers/rules.ts';
import type { PossibleProvider } from '@homecare/domain/possible-providers/schema.ts';
import { errorOfPoints } from '../addresses/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { findNeeds, listApplicants } from './queries.ts';

/** Adds the possible error to points. */
const locating = async () => {
  const errorOf = await errorOfPoints();
  return <P extends Coordinates & { readonly approximate: boolean }>(point: P) => ({
    ...point,
    errorMiles: errorOf(point),
  });
};

const listLocated = async (scope: Scope, clientId: number, located: Awaited<ReturnType<typeof locating>>) =>
  (await listApplicants(scope, clientId)).map((one) => ({ ...one, place: one.place && located(one.place) }));

export const listPossibleProviders = async (
  scope: Scope,
  { id, ...wanted }: InputOf<typeof ListPossibleProviders>,
) => {
  const client = await findNeeds(scope, id);
  if (!client) return refuse('notFound');
  const { kind, name, place, ...needs } = client;
  if (kind !== 'Client') return refuse('badInput', NOT_A_CLIENT);
  if (!place) return refuse('badInput', clientWithoutPoint(name));
  const located = await locating();
  const applicants = await listLocated(scope, id, located);
  return done(possibleProviders(applicants, { ...needs, place: located(place) }, wanted, scope.today()));
};

/** A provider who could step in for a client; without a rating if the client's address has no location. */
export interface RatedProvider {
  readonly id: number;
  readonly name: string;
  readonly hours: number;
  readonly mayNotWork: readonly string[];
  readonly rated: Pick<PossibleProvider, 'rate' | 'distance' | 'errorMiles'> | null;
}

/** All providers for a client, best first, those who may not work last. */
export const rateProvidersFor = async (scope: Scope, clientId: number): Promise<RatedProvider[]> => {
  const client = await findNeeds(scope, clientId);
  const located = await locating();
  const applicants = await listLocated(scope, clientId, located);
  if (!client?.place)
    return applicants
      .filter(({ kind }) => kind === 'Provider')
      .map((person) => ({
        id: person.id,
        name: person.name,
        hours: hoursOf(person.weeklyMinutes),
        mayNotWork: whyNotWork(person, scope.today()),
        rated: null,
      }));
  const needs = { ...client, place: located(client.place) };
  return possibleProviders(applicants, needs, { type: 'providers only' }, scope.today()).map((found) => ({
    id: found.id,
    name: found.Name,
    hours: found.hours,
    mayNotWork: found.mayNotWork,
    rated: found,
  }));
};
