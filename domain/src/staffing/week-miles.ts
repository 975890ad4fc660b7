import type { Coordinates } from '../geo.ts';
import { type Caregiver, FROM_VISIT, isBeyondMiles, milesFrom } from './candidates.ts';
import { wallSpan } from './open-visits.ts';
import { ownVisits, type WeekFacts } from './week-facts.ts';
import type { FarLimit } from './week-problem.ts';

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

/**
 * Two visits that one caregiver takes only with another one between: from the first the second is farther than they go. Where one
 * of their own visits is between they come from that one, and what is proposed changes nothing.
 */
export const farLimits = (
  facts: WeekFacts,
  people: ReadonlyMap<number, Caregiver>,
  canTake: ReadonlyMap<number, readonly number[]>,
): FarLimit[] => {
  const { questions, rules } = facts;
  if (rules.isFarther) return [];
  const placed = questions.map(({ asked: { visit, place } }, at) => ({
    ...{ visit: at, place },
    ...wallSpan(visit),
  }));
  return [...people].flatMap(([caregiver, person]) => {
    const taken = (canTake.get(caregiver) ?? []).flatMap((at) => placed[at] ?? []);
    const own = ownVisits(person, facts).map(wallSpan);
    return taken.flatMap((first) =>
      taken.flatMap((second): FarLimit[] => {
        if (!isNext(first, second)) return [];
        if (!isBeyondMiles(person, milesFrom(first.place, second.place))) return [];
        const isBetween = ({ end }: Pick<Placed, 'end'>) => end > first.end && end <= second.start;
        if (own.some(isBetween)) return [];
        const between = taken.filter(isBetween).map(({ visit }) => visit);
        return [{ caregiver, visits: [first.visit, second.visit], between }];
      }),
    );
  });
};
