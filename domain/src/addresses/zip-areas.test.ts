import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { showMiles } from '../geo.ts';
import { areaRadius, areaWords, indexAreas, WIDEST_MILES } from './zip-areas.ts';

const area = (zip: string, latitude: number, longitude: number, city = 'Aurora') => ({
  zip,
  city,
  state: 'CO',
  county: 'Arapahoe',
  latitude,
  longitude,
});
/** Nine areas in a row to the north, 6 miles apart; one degree of latitude is 69.1 miles. */
const row = indexAreas(Array.from({ length: 9 }, (_, n) => area(`8000${n}`, 39 + (n * 6) / 69.0934, -104.8)));
const [first, , , , middle] = row.all;

describe('the radius of a ZIP area', () => {
  test('is the distance to the fourth-nearest place, but at least a mile and at most the maximum', () => {
    expect(areaRadius([5, 2.2, 3.1, 3.8, 4.8])).toBe(4.8);
    expect(areaRadius([0.3, 0.4, 0.5, 0.6])).toBe(1);
    expect(areaRadius([20])).toBe(WIDEST_MILES);
    expect(areaRadius([])).toBe(WIDEST_MILES);
  });
  test('does not depend on the order, and never shrinks when a neighbor is taken away', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { maxLength: 20 }),
        fc.nat(),
        (all, at) => {
          const radius = areaRadius(all);
          expect(areaRadius(all.toReversed())).toBe(radius);
          expect(radius >= 1 && radius <= WIDEST_MILES).toBe(true);
          expect(areaRadius(all.toSpliced(at % 20, 1))).toBeGreaterThanOrEqual(radius);
        },
      ),
    );
  });
  test('counts several ZIP codes of one place once', () => {
    const boxes = row.all
      .slice(0, 4)
      .map((one, n) => ({ ...one, zip: `8100${n}`, latitude: 39, longitude: -104.8 }));
    const index = indexAreas([...row.all, ...boxes]);
    for (const one of row.all) expect(index.radiusOf(one)).toBeCloseTo(row.radiusOf(one), 6);
  });
});

describe('areas around a point', () => {
  it('are the same that a search through all of them finds', () => {
    const coordinate = fc.record({
      latitude: fc.double({ min: 38, max: 41, noNaN: true }),
      longitude: fc.double({ min: -106, max: -103, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(coordinate, { maxLength: 30 }),
        coordinate,
        fc.integer({ min: 1, max: 40 }),
        (points, at, miles) => {
          const index = indexAreas(
            points.map(({ latitude, longitude }, n) => area(String(n), latitude, longitude)),
          );

          const oracle = index.all.filter((one) => {
            const rad = Math.PI / 180;
            const cosine =
              Math.sin(at.latitude * rad) * Math.sin(one.latitude * rad) +
              Math.cos(at.latitude * rad) *
                Math.cos(one.latitude * rad) *
                Math.cos((at.longitude - one.longitude) * rad);
            return Math.acos(Math.min(1, cosine)) * 3958.7613 <= miles;
          });
          const found = index.near(at, miles);
          expect(found.map(({ area: { zip } }) => zip).toSorted()).toEqual(
            oracle.map(({ zip }) => zip).toSorted(),
          );
          expect(found.map((one) => one.miles)).toEqual(
            found.map((one) => one.miles).toSorted((a, b) => a - b),
          );
        },
      ),
    );
  });
});

describe('the error of a point', () => {
  it('is 0 for an exact point, and the radius of its area for an approximate one', () => {
    if (!first || !middle) throw new Error('no areas');
    const at = { latitude: middle.latitude, longitude: middle.longitude };
    expect(row.errorOf({ ...at, approximate: false })).toBe(0);
    expect(row.errorOf({ ...at, approximate: true })).toBeCloseTo(12, 0);
    expect(row.radiusOf(first)).toBeCloseTo(24, 0);
  });
  it('is the maximum if no area is known', () =>
    expect(row.errorOf({ latitude: 0, longitude: 0, approximate: true })).toBe(WIDEST_MILES));
});

test.each([
  [1, 0, '1.0 mi'],
  [12.34, 0, '12.3 mi'],
  [6.2, 3.8, '≈ 6 mi (± 4)'],
  [6.2, 4.02, '≈ 6 mi (± 4)'],
  [6.2, 4.2, '≈ 6 mi (± 5)'],
  [0.2, 1, '≈ 0 mi (± 1)'],
])('%d miles with an error of %d are %s', (miles, error, words) =>
  expect(showMiles(miles, error)).toBe(words),
);

test.each([
  [3.6, 'Somewhere in 80015 Aurora, within about 4 miles'],
  [1, 'Somewhere in 80015 Aurora, within about 1 mile'],
])('an area of %d miles', (miles, words) => expect(areaWords('80015', 'Aurora', miles)).toBe(words));
