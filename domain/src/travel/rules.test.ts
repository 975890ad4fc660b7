import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Coordinates, milesBetween } from '../geo.ts';
import { driveMinutes } from './rules.ts';

const aurora = { latitude: 39.7294, longitude: -104.8319 };
/** A place that many miles to the north; one degree of latitude is 69.0934 miles on the sphere used for distances. */
const north = (place: Coordinates, miles: number): Coordinates => ({
  ...place,
  latitude: place.latitude + miles / 69.093_4,
});

const places = fc.record({
  latitude: fc.double({ min: 36, max: 42, noNaN: true }),
  longitude: fc.double({ min: -110, max: -101, noNaN: true }),
});

describe('the driving time between two places', () => {
  test.each([
    // miles × 1.3 ÷ 24 × 60 + 3, rounded up
    [0.1, 4],
    [1, 7],
    [2, 10],
    [4.6, 18],
    [10, 36],
    [12.3, 43],
    [23.9, 81],
  ])('%d miles apart take %d minutes', (miles, minutes) => {
    expect(driveMinutes(aurora, north(aurora, miles))).toBe(minutes);
  });

  test('is 0 within one place', () => {
    expect(driveMinutes(aurora, { ...aurora })).toBe(0);
  });

  test('is the same in both directions, and never shorter for a farther place', () => {
    fc.assert(
      fc.property(places, places, places, (a, b, c) => {
        expect(driveMinutes(a, b)).toBe(driveMinutes(b, a));
        const [near, far] = milesBetween(a, b) <= milesBetween(a, c) ? [b, c] : [c, b];
        expect(driveMinutes(a, near)).toBeLessThanOrEqual(driveMinutes(a, far));
      }),
    );
  });

  test('is in whole minutes, and at least 3 minutes on foot plus the straight line at 24 miles an hour', () => {
    fc.assert(
      fc.property(places, places, (a, b) => {
        const minutes = driveMinutes(a, b);
        fc.pre(minutes > 0);
        expect(Number.isInteger(minutes)).toBe(true);
        expect(minutes).toBeGreaterThanOrEqual(3 + (milesBetween(a, b) / 24) * 60);
      }),
    );
  });
});
