import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { milesBetween } from '@homecare/domain/geo.ts';
import { expect, test } from 'vitest';
import { zipAreas } from './zip-areas.ts';

/** Real addresses of Colorado with the points of their houses: address, town, ZIP, latitude, longitude. */
const houses = readFileSync(join(import.meta.dirname, '../../data/geo/co_addresses.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [, city = '', zip = '', latitude, longitude] = line.split(',');
    return { city, zip, latitude: Number(latitude), longitude: Number(longitude) };
  });

test('of 100 real addresses at least 95 lie within the radius of their ZIP area', async () => {
  const areas = await zipAreas();
  const inside = houses.filter((house) => {
    const area = areas.byZip.get(house.zip);
    return area !== undefined && milesBetween(area, house) <= areas.radiusOf(area);
  });
  expect(houses.length).toBeGreaterThan(400);
  expect(inside.length / houses.length).toBeGreaterThanOrEqual(0.95);
});

test('areas are as wide as the country is empty', async () => {
  const areas = await zipAreas();
  const milesOf = (zip: string) => {
    const area = areas.byZip.get(zip);
    return area && Math.round(areas.radiusOf(area));
  };
  expect([milesOf('10001'), milesOf('80015'), milesOf('81147')]).toEqual([1, 5, 27]);
});
