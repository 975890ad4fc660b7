import { type DayRange, hoursOfCard } from '@homecare/domain/billing/counting.ts';
import { visitInstants, WEEKDAYS } from '@homecare/domain/calendar.ts';
import { runsOn, spanOn } from '@homecare/domain/care-plans/rules.ts';
import { weekOn } from '@homecare/domain/care-plans/weeks.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { type ActiveSpan, activeSpans, isActiveOn } from '@homecare/domain/reports/active.ts';
import type { ReportGroup } from '@homecare/domain/reports/parameters.ts';
import { sum } from '@homecare/domain/sum.ts';
import { elapsedMinutes } from '@homecare/domain/visits/rules.ts';
import type { Scope } from '../../platform/auth/scope.ts';
import {
  listPeople,
  listPlans,
  movesOf,
  type PersonFact,
  type PlanFact,
  peopleById,
  type VisitFact,
} from '../queries.ts';

/** What several reports need to know about people and plans. */

export const inGroup =
  (type: ReportGroup) =>
  ({ isPrivate }: { readonly isPrivate: boolean }): boolean =>
    type === 'all' || isPrivate === (type === 'private');

/** Everyone of a kind, including archived people, with the spans in which they were active. */
export const peopleWithSpans = async (
  scope: Scope,
  kind: PersonKind,
): Promise<(PersonFact & { readonly spans: readonly ActiveSpan[] })[]> => {
  const [people, moves] = await Promise.all([listPeople(scope, kind), movesOf(scope)]);
  return people.map((person) => ({
    ...person,
    spans: activeSpans(
      { ...person, start: kind === 'Provider' ? person.startDate : person.startOfCare },
      moves.get(person.id) ?? [],
    ),
  }));
};

/** All days. */
export const ALWAYS: DayRange = { from: '0001-01-01', through: '9999-12-31' };

/** The plans that run on a day, by one of their people. */
export const runningPlans = async (scope: Scope, by: 'clientId' | 'providerId', day: string) => {
  const plans = await listPlans(scope, { from: day, through: day });
  const plansOf = Map.groupBy(
    plans.filter((plan) => runsOn(plan, day)),
    (plan) => plan[by],
  );
  return (id: number): readonly PlanFact[] => plansOf.get(id) ?? [];
};

export const activeOn = async (scope: Scope, kind: PersonKind, day: string): Promise<PersonFact[]> =>
  (await peopleWithSpans(scope, kind)).filter(({ spans }) => isActiveOn(spans, day));

/** Hundredths of an hour in the plans' weeks on a day, without travel. */
export const weekHours = (plans: readonly Pick<PlanFact, 'week' | 'weeks'>[], day: string): number =>
  sum(
    plans.map((plan) => {
      const { time } = weekOn(plan, day);
      const spans = WEEKDAYS.flatMap((weekday) => spanOn(time, weekday) ?? []);
      return hoursOfMinutes(sum(spans.map(({ start, end }) => end - start)));
    }),
  );

export const stateOf = ({ isActive }: Pick<PersonFact, 'isActive'>) => (isActive ? 'Active' : 'Archived');

/** The two people of a plan, card or visit. */
export interface Pair {
  readonly client: PersonFact;
  readonly provider: PersonFact;
}
export type PairFact = PlanFact & Pair;

/** Adds the people to records that name them, only for clients of the group. */
export const withPeople = async <F extends { readonly clientId: number; readonly providerId: number }>(
  scope: Scope,
  facts: readonly F[],
  type: ReportGroup = 'all',
): Promise<(F & Pair)[]> => {
  const people = await peopleById(scope);
  return facts.flatMap((fact) => {
    const [client, provider] = [people.get(fact.clientId), people.get(fact.providerId)];
    return client && provider && inGroup(type)(client) ? [{ ...fact, client, provider }] : [];
  });
};

/** Plans that touch the days, for clients of the group. */
export const pairsIn = async (scope: Scope, days: DayRange, type?: ReportGroup): Promise<PairFact[]> =>
  withPeople(scope, await listPlans(scope, days), type);

/** The order of most lists of plans: by their people. */
export const byClient = ({ client, provider, id }: Pair & { readonly id: number }) => [
  ...client.key,
  ...provider.key,
  id,
];

/** Minutes from start to end of a visit that took place. */
export const visitMinutes = ({ status, startAt, endAt }: VisitFact) =>
  status === 'Complete' && startAt !== null && endAt !== null
    ? elapsedMinutes(Temporal.Instant.from(startAt), Temporal.Instant.from(endAt))
    : 0;

/** Hundredths of an hour, rounded once. */
export const hoursOfMinutes = (minutes: number) => hoursOfCard({ work: minutes, travel: 0 }).work;

/** Whether a visit's planned end has passed. */
export const pastEnd = (scope: Scope) => {
  const [now, zone] = [scope.now(), scope.settings.timeZone];
  return ({ date, planStart, planEnd }: Pick<VisitFact, 'date' | 'planStart' | 'planEnd'>): boolean =>
    Temporal.Instant.compare(visitInstants(date, planStart, planEnd, zone).end, now) < 0;
};
