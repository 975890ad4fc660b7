import { z } from 'zod';
import type { Point } from '../geo.ts';
import { metresBetween } from '../geo.ts';

/**
 * What staff should look at in a check-in or check-out. A hint never blocks anything and proves nothing
 * (docs/rules/visits.md, rule 10).
 */

export const REVIEW_KINDS = ['accuracy', 'atAddress', 'repeated', 'speed'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export const ReviewHint = z.strictObject({
  move: z.enum(['Check-In', 'Check-Out']),
  kind: z.enum(REVIEW_KINDS),
  /** By kind: accuracy in metres, the number of other checks with these coordinates, or km/h. */
  value: z.int(),
});
export type ReviewHint = z.output<typeof ReviewHint>;

/** A worse accuracy says nothing about the place. No phone reports an accuracy of 0. */
export const POOR_ACCURACY_METRES = 500;
/** Coordinates equal to this many digits (about 11 cm) are the same. No GPS measures the same point twice. */
export const SAME_DIGITS = 6;
/** A position from cell towers and routers honestly repeats, but it is never more accurate than this. */
export const REPEATABLE_FROM_METRES = 100;
/** A caregiver who leaves one client and starts with another at the same door may use the same measurement for both. */
export const ONE_MEASUREMENT_MINUTES = 10;
/** No drive between two visits is faster. Over less than `LEAST_WAY_METRES` the measurement is too inaccurate for a speed. */
export const MOST_KMH = 150;
export const LEAST_WAY_METRES = 1_000;

/** The position of a caregiver's phone at a moment. */
export interface Stamped extends Point {
  readonly at: string;
  /** Metres; null if unknown. */
  readonly accuracy: number | null;
}

const digits = (degrees: number) => degrees.toFixed(SAME_DIGITS);
const isSamePoint = (a: Point, b: Point) =>
  digits(a.lat) === digits(b.lat) && digits(a.lon) === digits(b.lon);

const millisecondsBetween = (a: Stamped, b: Stamped) =>
  Math.abs(Temporal.Instant.from(a.at).epochMilliseconds - Temporal.Instant.from(b.at).epochMilliseconds);

const isExact = ({ accuracy }: Stamped) => accuracy === null || accuracy <= REPEATABLE_FROM_METRES;

const repeats = (here: Stamped, others: readonly Stamped[]) =>
  isExact(here)
    ? others.filter(
        (other) =>
          isExact(other) &&
          isSamePoint(here, other) &&
          millisecondsBetween(here, other) > ONE_MEASUREMENT_MINUTES * 60_000,
      ).length
    : 0;

/** The last position before and the first one after, because a check may arrive late, between two that are already known. */
const neighbours = (here: Stamped, others: readonly Stamped[]) => {
  const sorted = others.toSorted((a, b) =>
    Temporal.Instant.compare(Temporal.Instant.from(a.at), Temporal.Instant.from(b.at)),
  );
  const isBefore = (other: Stamped) =>
    Temporal.Instant.compare(Temporal.Instant.from(other.at), Temporal.Instant.from(here.at)) <= 0;
  return [sorted.findLast(isBefore), sorted.find((other) => !isBefore(other))].filter(
    (other) => other !== undefined,
  );
};

/** The lowest possible speed, with both accuracies in the caregiver's favor; 0 if the distance is too short to measure. */
const kmhBetween = (here: Stamped, other: Stamped) => {
  const metres = metresBetween(here, other) - (here.accuracy ?? 0) - (other.accuracy ?? 0);
  if (metres < LEAST_WAY_METRES) return 0;
  return Math.round(metres / 1000 / (Math.max(1_000, millisecondsBetween(here, other)) / 3_600_000));
};

/**
 * The hints for one check. `place` is the client's location; `others` are the caregiver's other positions, in any order. A
 * check without a position has no hints, because that already is a location error.
 */
export const reviewHints = (
  move: ReviewHint['move'],
  here: Stamped | null,
  place: Point | null,
  others: readonly Stamped[],
): ReviewHint[] => {
  if (!here) return [];
  const { accuracy } = here;
  const isPoor = accuracy !== null && (accuracy === 0 || accuracy > POOR_ACCURACY_METRES);
  const same = repeats(here, others);
  const fastest = Math.max(0, ...neighbours(here, others).map((other) => kmhBetween(here, other)));
  return [
    ...(isPoor ? [{ move, kind: 'accuracy', value: Math.round(accuracy) } as const] : []),
    ...(place && isSamePoint(here, place) ? [{ move, kind: 'atAddress', value: 1 } as const] : []),
    ...(same > 0 ? [{ move, kind: 'repeated', value: same } as const] : []),
    ...(fastest > MOST_KMH ? [{ move, kind: 'speed', value: fastest } as const] : []),
  ];
};

const KM_PER_MILE = 1.609_344;
const count = (value: number) => value.toLocaleString('en-US');

export const hintText = ({ move, kind, value }: ReviewHint): string => {
  const words: Record<ReviewKind, string> = {
    accuracy:
      value === 0 ? 'accuracy of 0 m, which no phone reports' : `position exact to ${count(value)} m only`,
    atAddress: 'exactly the coordinates of the client’s address',
    repeated: `exactly the same coordinates as at ${value === 1 ? 'another check' : `${count(value)} other checks`}`,
    speed: `${count(Math.round(value / KM_PER_MILE))} mph (${count(value)} km/h) from one check to the next`,
  };
  return `${move}: ${words[kind]}`;
};

export interface Reviewed {
  readonly ReviewHints: readonly ReviewHint[];
  /** Initials of who looked at the hints; null if nobody has. */
  readonly ReviewSeenBy: string | null;
}

export const isToReview = ({ ReviewHints, ReviewSeenBy }: Reviewed) =>
  ReviewHints.length > 0 && ReviewSeenBy === null;

/** All hints of a visit as one sentence. */
export const reviewText = ({ ReviewHints }: Pick<Reviewed, 'ReviewHints'>) =>
  ReviewHints.map(hintText).join('; ');
