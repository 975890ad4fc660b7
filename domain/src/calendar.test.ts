import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDate, readTime, showClock, showDate } from './calendar.ts';

describe('a typed time', () => {
  test.each([
    ['8', '08:00'],
    ['23', '23:00'],
    ['830', '08:30'],
    ['0830', '08:30'],
    ['8:30', '08:30'],
    [' 20:05 ', '20:05'],
    ['8:30 pm', '20:30'],
    ['8:30PM', '20:30'],
    ['830p', '20:30'],
    ['8 a.m.', '08:00'],
    ['08:30 AM', '08:30'],
    ['12:15 am', '00:15'],
    ['12 pm', '12:00'],
  ])('%s is %s', (typed, time) => expect(readTime(typed)).toBe(time));

  test.each([
    '',
    '24',
    '8:60',
    '2570',
    '83',
    '13:00 pm',
    '0:30 am',
    '8:30 x',
    '8:3',
    'pm',
    '8:30:00',
    '12345',
  ])('%s is none', (typed) => expect(readTime(typed)).toBeUndefined());

  test('every time reads back from how it is shown', () => {
    const two = (number: number) => String(number).padStart(2, '0');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
        const time = `${two(hour)}:${two(minute)}`;
        expect([readTime(time), readTime(showClock(time))]).toEqual([time, time]);
      }),
    );
  });
});

describe('a typed date', () => {
  test.each([
    ['02-03-1980', '1980-02-03'],
    ['2/3/1980', '1980-02-03'],
    ['2.3.1980', '1980-02-03'],
    ['02031980', '1980-02-03'],
    [' 12312026 ', '2026-12-31'],
  ])('%s is %s', (typed, date) => expect(readDate(typed)).toBe(date));

  test.each(['', '2031980', '13011980', '02301980', '020319800', '1980-02-03', '02-03-80', '0203-1980'])(
    '%s is none',
    (typed) => expect(readDate(typed)).toBeUndefined(),
  );

  test('every date reads back from how it is shown', () => {
    const dates = fc
      .integer({ min: 0, max: 80_000 })
      .map((days) => Temporal.PlainDate.from('1900-01-01').add({ days }).toString());
    fc.assert(
      fc.property(dates, (date) => {
        expect(readDate(showDate(date))).toBe(date);
        expect(readDate(showDate(date).replaceAll('-', ''))).toBe(date);
      }),
    );
  });
});
