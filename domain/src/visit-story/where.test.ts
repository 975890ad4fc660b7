import { expect, test } from 'vitest';
import type { StoryEnd } from './schema.ts';
import { drawPlaces, roundLength, sayLength } from './where.ts';

const ADDRESS = { latitude: 39.6, longitude: -105 };
const end = (metres: number | null): StoryEnd => ({
  recordedAt: '2026-10-20T18:58:00Z',
  final: null,
  isPhone: true,
  call: null,
  isLate: false,
  receivedAt: null,
  deviceAt: null,
  metres,
  accuracy: null,
  hasLocationError: false,
});
const NOBODY_KNOWS = { address: null, checkIn: null, checkOut: null };

test('checks are drawn around the address, a distant one inside the drawing but outside the limit', () => {
  const checkIn = { latitude: 39.6001, longitude: -105 };
  const checkOut = { latitude: 39.6, longitude: -105.02 };
  const drawing = drawPlaces({
    where: { address: ADDRESS, checkIn, checkOut },
    checkIn: end(11),
    checkOut: end(1_714),
  });
  expect(drawing).toMatchObject({
    limit: 70,
    points: [
      { mark: 'address', words: 'Client’s address', east: 0, north: 0 },
      { mark: 'checkIn', words: 'Check-in, 11 m away', isOutside: false },
      { mark: 'checkOut', words: 'Check-out, 1,714 m away, outside the limit', isOutside: true },
    ],
  });
  expect(drawing?.points.map(({ east, north }) => [Math.round(east), Math.round(north)])).toEqual([
    [0, 0],
    [0, 11],
    [-1_714, 0],
  ]);
  expect(drawing?.reach).toBeGreaterThan(1_714);
});

test('without an address the first check is in the middle, and there is no limit', () => {
  const drawing = drawPlaces({
    where: { ...NOBODY_KNOWS, checkOut: ADDRESS },
    checkIn: end(null),
    checkOut: end(null),
  });
  expect(drawing).toMatchObject({ limit: null, points: [{ mark: 'checkOut', words: 'Check-out', east: 0 }] });
});

test('an address alone gives no drawing', () => {
  const planned = { checkIn: null, checkOut: null };
  expect(drawPlaces({ where: { ...NOBODY_KNOWS, address: ADDRESS }, ...planned })).toBeUndefined();
  expect(drawPlaces({ where: NOBODY_KNOWS, ...planned })).toBeUndefined();
});

test('the scale has a round length', () => {
  expect([70, 84, 420, 2_057].map(roundLength)).toEqual([50, 50, 200, 2_000]);
  expect([50, 2_000].map(sayLength)).toEqual(['50 m', '2 km']);
});
