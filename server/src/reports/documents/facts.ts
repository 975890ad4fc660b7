import { hoursOfCard } from '@homecare/domain/billing/counting.ts';
import { visitInstants, WEEKDAYS } from '@homecare/domain/calendar.ts';
import { spanOn } from '@homecare/domain/care-plans/rules.ts';
import { weekOn } from '@homecare/domain/care-plans/weeks.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { type ActiveSpan, activeSpans, isActiveOn } from '@homecare/domain/reports/active.ts';
import type { ReportGroup } from '@homecare/domain/reports/parameters.ts';
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

/** What several reports ask of people and plans. */

export const inGroup =
  (type: ReportGroup) =>
  ({ isPrivate }: { readonly isPrivate: boolean }): boolean =>
    type === 'all' || isPrivate === (type === 'private');

/** Everybody of a kind, archived too, with the spans in which they were active. */
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

export const activeOn = async (scope: Scope, kind: PersonKind, day: string): Promise<PersonFact[]> =>
  (await peopleWithSpans(scope, kind)).filter(({ spans }) => isActiveOn(spans, day));

/** Hundredths of an hour of the week that a plan goes by on a day, travel apart. */
export const weekHours = (plan: Pick<PlanFact, 'json' | 'weeks'>, day: string): number => {
  const { time } = weekOn(plan, day);
  const minutes = WEEKDAYS.reduce((sum, weekday) => {
    const span = spanOn(time, weekday);
    return sum + (span ? span.end - span.start : 0);
  }, 0);
  return hoursOfMinutes(minutes);
};

export const stateOf = ({ cur }: Pick<PersonFact, 'cur'>) => (cur === 'y' ? 'Active' : 'Archived');

/** A plan with its two people. */
export interface PairFact extends PlanFact {
  readonly client: PersonFact;
  readonly provider: PersonFact;
}

/** Adds the people to whatever names them. */
export const withPeople = async <F extends { readonly clientId: number; readonly providerId: number }>(
  scope: Scope,
  facts: readonly F[],
  type: ReportGroup = 'all',
): Promise<(F & Pick<PairFact, 'client' | 'provider'>)[]> => {
  const people = await peopleById(scope);
  return facts.flatMap((fact) => {
    const [client, provider] = [people.get(fact.clientId), people.get(fact.providerId)];
    return client && provider && inGroup(type)(client) ? [{ ...fact, client, provider }] : [];
  });
};

/** Plans that touch the days, of clients of the group. */
export const pairsIn = async (
  scope: Scope,
  from: string,
  through: string,
  type: ReportGroup,
): Promise<PairFact[]> => withPeople(scope, await listPlans(scope, from, through), type);

/** Hundredths of an hour, rounded once. */
export const hoursOfMinutes = (minutes: number) => hoursOfCard({ work: minutes, travel: 0 }).work;

/** Whether the planned end of a visit lies behind. */
export const pastEnd = (scope: Scope) => {
  const [now, zone] = [scope.now(), scope.settings.timeZone];
  return ({ date, planStart, planEnd }: Pick<VisitFact, 'date' | 'planStart' | 'planEnd'>): boolean =>
    Temporal.Instant.compare(visitInstants(date, planStart, planEnd, zone).end, now) < 0;
};
