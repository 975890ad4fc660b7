import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cityQuestion } from '@homecare/domain/addresses/zip-city.ts';
import { milesBetween } from '@homecare/domain/geo.ts';
import { expect, test } from 'vitest';
import { zipAreas } from './zip-areas.ts';

/** Real addresses in Colorado with the points of their houses: address, town, ZIP code, latitude, longitude. */
const houses = readFileSync(join(import.meta.dirname, '../../data/geo/co_addresses.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, city = '', zip = '', latitude, longitude] = line.split(',');
    return { city, zip, latitude: Number(latitude), longitude: Number(longitude) };
  });

test('at least 95 of 100 real addresses are within the radius of their ZIP area', async () => {
  const areas = await zipAreas();
  const inside = houses.filter((house) => {
    const area = areas.byZip.get(house.zip);
    return area !== undefined && milesBetween(area, house) <= areas.radiusOf(area);
  });
  expect(houses.length).toBeGreaterThan(400);
  expect(inside.length / houses.length).toBeGreaterThanOrEqual(0.95);
});

test('at most 2 of 100 real towns and ZIP codes are asked about', async () => {
  const areas = await zipAreas();
  const asked = houses.flatMap(
    ({ city, zip }) => cityQuestion({ City: city, State: 'CO', PostalCode: zip }, areas) ?? [],
  );
  expect(asked.length / houses.length).toBeLessThanOrEqual(0.02);
  expect(cityQuestion({ City: 'Denver', State: 'CO', PostalCode: '80015' }, areas)).toBe(
    'ZIP 80015 is Aurora, not Denver',
  );
});

test('areas are larger where the country is emptier', async () => {
  const areas = await zipAreas();
  const milesOf = (zip: string) => {
    const area = areas.byZip.get(zip);
    return area && Math.round(areas.radiusOf(area));
  };
  expect([milesOf('10001'), milesOf('80015'), milesOf('81147')]).toEqual([1, 5, 27]);
});
