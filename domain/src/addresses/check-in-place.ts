import { type Coordinates, metresBetween, milesBetween } from '../geo.ts';

/** Where a phone was at the check-in of a visit. */
export interface CheckInPlace extends Coordinates {
  readonly visitId: number;
  readonly date: string;
  /** Accuracy in metres as reported by the phone; null if it reported none. */
  readonly accuracy: number | null;
}

/** The area that must contain the house: the center of its ZIP area and a radius. */
export interface Around extends Coordinates {
  readonly radiusMiles: number;
}

export const GOOD_ACCURACY_METRES = 50;
/** Covers the front door, the bedroom and the parking spot of one house. */
export const SAME_HOUSE_METRES = 150;
/** One visit in five may start elsewhere, such as at day care or in a shop. */
const AGREEING = 0.8;
/** The area is no circle and its center is inexact, so twice the radius is allowed. */
const RADII = 2;

const metres = (a: Coordinates, b: Coordinates) =>
  metresBetween({ lat: a.latitude, lon: a.longitude }, { lat: b.latitude, lon: b.longitude });

/**
 * The check-in whose position may become the exact point of an address: the first that is accurate enough, lies in the area
 * and agrees with at least four of five such check-ins. `checkIns` are in order of time and start when the client moved to
 * the address.
 */
export const goodCheckIn = (checkIns: readonly CheckInPlace[], around: Around): CheckInPlace | undefined => {
  const usable = checkIns.filter(
    (one) =>
      one.accuracy !== null &&
      one.accuracy <= GOOD_ACCURACY_METRES &&
      milesBetween(one, around) <= RADII * around.radiusMiles,
  );
  return usable.find(
    (one) =>
      usable.filter((other) => metres(one, other) <= SAME_HOUSE_METRES).length >= usable.length * AGREEING,
  );
};
