import { isGivenUp } from '@homecare/domain/schedule/feed.ts';
import type { BoardVisit } from '@homecare/domain/schedule/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { listNameParts, listPlans, listRecords } from './queries.ts';
import { loadLongAway, placeVisits } from './service.ts';

interface Days {
  readonly from: string;
  readonly through: string;
}

/** A visit at one client's home; the caregiver is null if the planned one called out or is off and nobody covers yet. */
export type ClientVisit = Pick<
  BoardVisit,
  'planId' | 'day' | 'visitId' | 'date' | 'start' | 'end' | 'Status' | 'startedAt' | 'endedAt'
> & {
  readonly modified: string;
  readonly caregiver: { readonly first: string; readonly last: string } | null;
};

/** One client's visits on these days, without closed ones. */
export const listClientVisits = async (
  scope: Scope,
  clientId: number,
  days: Days,
): Promise<ClientVisit[]> => {
  const whose = { clients: [clientId] };
  const records = await listRecords(scope, days, whose);
  const plans = await listPlans(scope, days, [...new Set(records.map(({ planId }) => planId))], whose);
  const today = scope.today().toString();
  const visits = placeVisits({ plans, records }, { ...days, today }).filter(
    ({ ClientID, closed }) => ClientID === clientId && closed === null,
  );
  const [names, away] = await Promise.all([
    listNameParts(scope, [...new Set(visits.map(({ ProviderID }) => ProviderID))]),
    loadLongAway(scope, days),
  ]);
  return visits.map((visit) => {
    const isLost = isGivenUp(
      visit,
      away.filter(({ ProviderID }) => ProviderID === visit.ProviderID),
    );
    return { ...visit, caregiver: (!isLost && names.find(({ id }) => id === visit.ProviderID)) || null };
  });
};
