import type { Coordinates } from '../geo.ts';
import { type Caregiver, candidatesFor, FROM_VISIT, isBeyondMiles, milesFrom } from './candidates.ts';
import { wallSpan } from './open-visits.ts';
import type { Candidate } from './schema.ts';
import { isFree, ownVisits, type WeekFacts } from './week-facts.ts';
import type { FarLimit, NearLimit } from './week-problem.ts';

/** How far somebody is sent from one proposed visit to the next (docs/rules/staffing.md, rule 16). */

interface Placed {
  readonly visit: number;
  readonly start: number;
  readonly end: number;
  readonly place: Coordinates | null;
}

/** One follows the other so soon that its caregiver comes from there. */
const isNext = (before: Pick<Placed, 'end'>, { start }: Placed) =>
  before.end <= start && start - before.end <= FROM_VISIT;

const placedVisits = ({ questions }: WeekFacts): Placed[] =>
  questions.map(({ asked: { visit, place } }, at) => ({ visit: at, place, ...wallSpan(visit) }));

/** One of the visits that are theirs already ends between two: from that one they come to the second. */
const isBetween = ({ end }: Pick<Placed, 'end'>, first: Placed, second: Placed) =>
  end > first.end && end <= second.start;

/** Somebody who takes a visit only with another one, as they are judged from there. */
export interface NearCandidate extends NearLimit {
  readonly candidate: Candidate;
}

/**
 * Visits that are too far from where somebody is, and near enough from another one that they can be given: by the rules of one
 * visit alone they would be no choice, though beside that one they can be assigned. A visit that is one of them can lead to the
 * next. Of those whom the office has chosen somebody for nothing is asked.
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
 * Two visits that one caregiver takes only with another one between: from the first the second is farther than they go. Where one
 * of their own visits is between they come from that one, and what is proposed changes nothing.
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
