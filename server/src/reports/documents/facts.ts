import { hoursOfCard } from '@homecare/domain/billing/counting.ts';
import { WEEKDAYS } from '@homecare/domain/calendar.ts';
import { spanOn } from '@homecare/domain/care-plans/rules.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { type ActiveSpan, activeSpans, isActiveOn } from '@homecare/domain/reports/active.ts';
import type { ReportGroup } from '@homecare/domain/reports/parameters.ts';
import type { Scope } from '../../platform/auth/scope.ts';
import { listPeople, movesOf, type PersonFact, type PlanFact } from '../queries.ts';

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

/** Hundredths of an hour that a plan's week has, travel apart. */
export const weekHours = ({ json }: Pick<PlanFact, 'json'>): number => {
  const minutes = WEEKDAYS.reduce((sum, day) => {
    const span = spanOn(json.time, day);
    return sum + (span ? span.end - span.start : 0);
  }, 0);
  return hoursOfCard({ work: minutes, travel: 0 }).work;
};

export const stateOf = ({ cur }: Pick<PersonFact, 'cur'>) => (cur === 'y' ? 'Active' : 'Archived');
