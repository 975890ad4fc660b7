import { type Coordinates, metresBetween, milesBetween } from '../geo.ts';

/** Where a phone was when a visit began. */
export interface CheckInPlace extends Coordinates {
  readonly visitId: number;
  readonly date: string;
  /** Metres, as the phone says; null when it does not. */
  readonly accuracy: number | null;
}

/** Around what the house must lie: the point of a ZIP area and its radius. */
export interface Around extends Coordinates {
  readonly radiusMiles: number;
}

export const GOOD_ACCURACY_METRES = 50;
/** Front door, bedroom and parking place of one house. */
export const SAME_HOUSE_METRES = 150;
/** One visit in five may have begun elsewhere: at day care, in a shop. */
const AGREEING = 0.8;
/** An area is no circle, and its middle no exact one. */
const RADII = 2;

const metres = (a: Coordinates, b: Coordinates) =>
  metresBetween({ lat: a.latitude, lon: a.longitude }, { lat: b.latitude, lon: b.longitude });

/**
 * The check-in whose place may become the exact point of an address: the first that is exact enough, lies where the address
 * can be, and with which at least four of five such check-ins agree. `checkIns` are in the order of time and are those since
 * the client lives at the address.
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
