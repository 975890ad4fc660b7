import { expect, test } from 'vitest';
import { otherTimes } from './other-times.ts';

const startsOf = (start: string, minutes: number, earliest = 0) =>
  otherTimes({ start, minutes }, earliest).map((times) => times.start);

test('a visit is tried at full hours of its day, those nearest to its own time first', () => {
  expect(startsOf('13:30', 150).slice(0, 4)).toEqual(['13:00', '14:00', '12:00', '15:00']);
  expect(startsOf('20:00', 240).slice(0, 2)).toEqual(['18:00', '17:00']);
  expect(otherTimes({ start: '20:00', minutes: 90 }, 0)[0]).toEqual({ start: '19:00', end: '20:30' });
});

test('a visit is not tried at its own time, in the past, or at night', () => {
  expect(startsOf('09:00', 60)).not.toContain('09:00');
  expect(startsOf('09:00', 60, 13 * 60 + 1)[0]).toBe('14:00');
  expect(startsOf('09:00', 60)).toHaveLength(15);
  expect(startsOf('06:00', 17 * 60)).toEqual([]);
});
