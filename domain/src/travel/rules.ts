import { type Coordinates, milesBetween } from '../geo.ts';

/** Roads are this much longer than the straight line. */
const DETOUR = 1.3;
const MILES_AN_HOUR = 24;
/** To the car, and from the car to the door. */
const MINUTES_ON_FOOT = 3;

/**
 * Whole minutes by car from one place to another, as the office guesses them without a map service: rounded up, so that nobody
 * is promised a way that is too short. Nobody drives within one place.
 */
export const driveMinutes = (from: Coordinates, to: Coordinates): number => {
  const miles = milesBetween(from, to);
  if (miles === 0) return 0;
  return Math.ceil((miles * DETOUR * 60) / MILES_AN_HOUR + MINUTES_ON_FOOT);
};
