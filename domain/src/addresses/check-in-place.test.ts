import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { milesBetween } from '../geo.ts';
import { type CheckInPlace, goodCheckIn } from './check-in-place.ts';

const around = { latitude: 39.626, longitude: -104.787, radiusMiles: 4.8 };
/** One degree of latitude is 111,195 m on the sphere used here. */
const at = (metresNorth: number, accuracy: number | null = 12, visitId = 1): CheckInPlace => ({
  visitId,
  date: '2026-11-03',
  latitude: around.latitude + metresNorth / 111_195,
  longitude: around.longitude,
  accuracy,
});
const chosen = (...checkIns: CheckInPlace[]) =>
  goodCheckIn(
    checkIns.map((one, n) => ({ ...one, visitId: n + 1 })),
    around,
  )?.visitId;

describe('the check-in that gives an address its exact point', () => {
  test.each([
    ['one alone', [at(900)], 1],
    ['none', [], undefined],
    ['is the first that is accurate enough', [at(900, 51), at(900, null), at(900, 50)], 3],
    ['may lie up to twice the radius away', [at(15_400)], 1],
    ['lies no farther than that', [at(15_500)], undefined],
    ['is one of two that agree', [at(900), at(1_045)], 1],
    ['does not exist if two disagree', [at(900), at(1_055)], undefined],
    ['has four of five on its side', [at(5_000), at(900), at(910), at(920), at(930)], 2],
    ['does not exist if only three of four agree', [at(5_000), at(900), at(910), at(920)], undefined],
    [
      'is unaffected by check-ins that are too far away or too inaccurate',
      [at(20_000), at(5_000, 80), at(900), at(910)],
      3,
    ],
  ])('%s', (_, checkIns, visit) => expect(chosen(...checkIns)).toBe(visit));

  it('is always a recorded one, accurate enough and near enough', () => {
    const place = fc
      .tuple(fc.integer({ min: -20_000, max: 20_000 }), fc.option(fc.integer({ min: 0, max: 200 })))
      .map(([north, accuracy]) => at(north, accuracy));
    fc.assert(
      fc.property(fc.array(place, { maxLength: 8 }), (checkIns) => {
        const good = goodCheckIn(checkIns, around);
        if (!good) return;
        expect(checkIns).toContain(good);
        expect(good.accuracy).toBeLessThanOrEqual(50);
        expect(milesBetween(good, around)).toBeLessThanOrEqual(9.6);
      }),
    );
  });
});
