import type { Coordinates } from '../geo.ts';
import { type Caregiver, candidatesFor, FROM_VISIT, isBeyondMiles, milesFrom } from './candidates.ts';
import { wallSpan } from './open-visits.ts';
import type { Candidate } from './schema.ts';
import { isFree, ownVisits, type WeekFacts } from './week-facts.ts';
import type { FarLimit, NearLimit } from './week-problem.ts';

/** How far a caregiver has to go from one proposed visit to the next (docs/rules/staffing.md, rule 16). */

interface Placed {
  readonly visit: number;
  readonly start: number;
  readonly end: number;
  readonly place: Coordinates | null;
}

/** The second visit follows so soon that the caregiver comes straight from the first. */
const isNext = (before: Pick<Placed, 'end'>, { start }: Placed) =>
  before.end <= start && start - before.end <= FROM_VISIT;

const placedVisits = ({ questions }: WeekFacts): Placed[] =>
  questions.map(({ asked: { visit, place } }, at) => ({ visit: at, place, ...wallSpan(visit) }));

/** One of the caregiver's own visits ends between the two, so they come to the second from there. */
const isBetween = ({ end }: Pick<Placed, 'end'>, first: Placed, second: Placed) =>
  end > first.end && end <= second.start;

/** A caregiver who can take a visit only together with another one that is near enough to it. */
export interface NearCandidate extends NearLimit {
  readonly candidate: Candidate;
}

/**
 * Visits that are too far for somebody on their own but near enough from another visit that they could also get. Judged
 * alone they would be ruled out; beside that visit they can be assigned. Such a visit can lead to the next. Visits for which
 * the office has chosen somebody are left out.
 */
export const nearCandidates = (
  facts: WeekFacts,
  people: ReadonlyMap<number, Caregiver>,
  canTake: ReadonlyMap<number, readonly number[]>,
  isFixed: (visit: number) => boolean,
): NearCandidate[] => {
  const { questions, clients, rules } = facts;
  const placed = placedVisits(facts);
  const byStart = placed.toSorted((a, b) => a.start - b.start);
  return [...people].flatMap(([caregiver, person]) => {
    const taken = new Set(canTake.get(caregiver));
    const own = ownVisits(person, facts).map(wallSpan);
    return byStart.flatMap((here): NearCandidate[] => {
      const question = questions[here.visit];
      const alone = question?.candidates.find(({ ProviderID }) => ProviderID === caregiver);
      if (!question || alone?.obstacle !== 'tooFar' || isFixed(here.visit)) return [];
      const from = placed.filter(
        (before) =>
          taken.has(before.visit) &&
          isNext(before, here) &&
          !isBeyondMiles(person, milesFrom(before.place, here.place)) &&
          !own.some((one) => isBetween(one, before, here)),
      );
      if (from.length === 0) return [];
      const self = question.caregivers.get(caregiver) ?? person;
      const [candidate] = candidatesFor(question.asked, [self], clients, { ...rules, isFarther: true });
      if (!candidate || !isFree(candidate)) return [];
      taken.add(here.visit);
      return [{ caregiver, visit: here.visit, from: from.map(({ visit }) => visit), candidate }];
    });
  });
};

/**
 * Pairs of visits that a caregiver can take both of only with another visit between, because the second is farther from the
 * first than they go. If one of their own visits is between, they come from that one and the pair is no problem.
 */
export const farLimits = (
  facts: WeekFacts,
  people: ReadonlyMap<number, Caregiver>,
  canTake: ReadonlyMap<number, readonly number[]>,
): FarLimit[] => {
  if (facts.rules.isFarther) return [];
  const placed = placedVisits(facts);
  return [...people].flatMap(([caregiver, person]) => {
    const taken = (canTake.get(caregiver) ?? []).flatMap((at) => placed[at] ?? []);
    const own = ownVisits(person, facts).map(wallSpan);
    return taken.flatMap((first) =>
      taken.flatMap((second): FarLimit[] => {
        if (!isNext(first, second)) return [];
        if (!isBeyondMiles(person, milesFrom(first.place, second.place))) return [];
        if (own.some((one) => isBetween(one, first, second))) return [];
        const between = taken.filter((one) => isBetween(one, first, second)).map(({ visit }) => visit);
        return [{ caregiver, visits: [first.visit, second.visit], between }];
      }),
    );
  });
};
