import { type Coordinates, milesBetween } from '../geo.ts';

/** Roads are on average this much longer than the straight line. */
const DETOUR = 1.3;
const MILES_AN_HOUR = 24;
/** From the door to the car, and from the car to the next door. */
const MINUTES_ON_FOOT = 3;

/**
 * Estimated driving time in whole minutes, since there is no map service. Rounds up, so that nobody gets too little time; 0
 * within one place.
 */
export const driveMinutes = (from: Coordinates, to: Coordinates): number => {
  const miles = milesBetween(from, to);
  if (miles === 0) return 0;
  return Math.ceil((miles * DETOUR * 60) / MILES_AN_HOUR + MINUTES_ON_FOOT);
};
