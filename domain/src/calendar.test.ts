import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  dayOfStamp,
  readDate,
  readMonth,
  readTime,
  sayDays,
  sayStamp,
  showAge,
  showClock,
  showDate,
  showLength,
  toClock,
} from './calendar.ts';

test.each([
  [[], ''],
  [['2026-12-23'], 'Dec 23'],
  [['2026-12-23', '2026-12-25', '2026-12-28', '2026-12-30'], 'Dec 23, 25, 28 and 30'],
  [['2026-12-30', '2027-01-02', '2027-01-04'], 'Dec 30, Jan 2 and 4'],
  [['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04'], 'Dec 1, 2, 3 and 4'],
])('days in a sentence: %j', (days, words) => expect(sayDays(days)).toBe(words));

test('a long list of days names the first ones and counts the rest', () => {
  const days = Array.from({ length: 12 }, (_, n) => `2026-12-${String(n + 1).padStart(2, '0')}`);
  expect(sayDays(days)).toBe('Dec 1, 2, 3, 4, 5, 6, 7, 8 and 4 more days');
  expect(sayDays(days, 12)).toBe('Dec 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 12');
});

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

  test('every time is read back from how it is shown', () => {
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
    ['2025-01-02', '2025-01-02'],
    ['2025/1/2', '2025-01-02'],
  ])('%s is %s', (typed, date) => expect(readDate(typed)).toBe(date));

  test.each([
    '',
    '2031980',
    '13011980',
    '02301980',
    '020319800',
    '1980-13-01',
    '02-03-80',
    '0203-1980',
    '2025-1/2',
  ])('%s is none', (typed) => expect(readDate(typed)).toBeUndefined());

  test('every date is read back from how it is shown', () => {
    const dates = fc.integer({ min: 0, max: 80_000 }).map((days) => addDays('1900-01-01', days));
    fc.assert(
      fc.property(dates, (date) => {
        expect(readDate(showDate(date))).toBe(date);
        expect(readDate(showDate(date).replaceAll('-', ''))).toBe(date);
      }),
    );
  });
});

describe('a two-digit year', () => {
  const today = Temporal.PlainDate.from('2026-11-22');
  test.each([
    ['1/2/25', 'near', '2025-01-02'],
    ['010225', 'near', '2025-01-02'],
    ['1.2.45', 'near', '2045-01-02'],
    ['1.2.46', 'near', '1946-01-02'],
    ['1/2/62', 'near', '1962-01-02'],
    ['11/22/26', 'past', '2026-11-22'],
    ['11/23/26', 'past', '1926-11-23'],
    ['2/29/00', 'past', '2000-02-29'],
    ['1/2/62', 'past', '1962-01-02'],
  ] as const)('%s leaning to %s is %s', (typed, lean, date) =>
    expect(readDate(typed, today, lean)).toBe(date),
  );

  test('is completed to one of the 100 years around today, and for a birth to a day in the past', () => {
    const days = fc.integer({ min: -36_000, max: 36_000 }).map((n) => today.add({ days: n }));
    fc.assert(
      fc.property(days, fc.constantFrom('near', 'past'), (day, lean) => {
        const typed = `${day.month}/${day.day}/${String(day.year).slice(2)}`;
        const read = readDate(typed, today, lean);
        // February 29 may not exist in the other century.
        if (read === undefined) return expect(day.month * 100 + day.day).toBe(229);
        const year = Number(read.slice(0, 4));
        expect(year % 100).toBe(day.year % 100);
        expect(year).toBeGreaterThanOrEqual(lean === 'near' ? 1946 : 1926);
        expect(lean === 'near' ? year <= 2045 : read <= today.toString()).toBe(true);
      }),
    );
  });
});

test('a moment shows the day and time of its zone, whatever the day is in UTC', () => {
  const evening = '2026-11-21T02:05:00Z';
  expect(dayOfStamp(evening, 'America/Denver')).toBe('2026-11-20');
  expect(sayStamp(evening, 'America/Denver')).toBe('Nov 20, 7:05 PM');
  expect(sayStamp(evening, 'UTC')).toBe('Nov 21, 2:05 AM');
});

describe('a typed month', () => {
  const today = Temporal.PlainDate.from('2026-11-22');
  test.each([
    ['2026-11', '2026-11'],
    ['2026-1', '2026-01'],
    ['1/2026', '2026-01'],
    ['202611', '2026-11'],
    ['11/25', '2025-11'],
    ['11/3/2025', '2025-11'],
    ['2025-01-02', '2025-01'],
  ])('%s is %s', (typed, month) => expect(readMonth(typed, today)).toBe(month));
  test.each(['', '13/2025', '1126', 'May', '2026-13'])('%s is none', (typed) =>
    expect(readMonth(typed, today)).toBeUndefined(),
  );
});

describe('an age', () => {
  const today = Temporal.PlainDate.from('2026-11-22');
  test.each([
    ['1951-11-22', '75 years'],
    ['1951-11-23', '74 years'],
    ['2025-11-22', '1 year'],
    ['2026-11-22', '0 years'],
    ['2026-11-23', ''],
    ['1951-02-30', ''],
    ['04-04-1951', ''],
    [null, ''],
  ])('of %s is %j', (birth, words) => expect(showAge(birth, today)).toBe(words));
  test('of somebody born on February 29 grows on March 1 of other years', () => {
    expect(showAge('2004-02-29', Temporal.PlainDate.from('2025-02-28'))).toBe('20 years');
    expect(showAge('2004-02-29', Temporal.PlainDate.from('2025-03-01'))).toBe('21 years');
  });
});

test('a duration is shown to the minute', () => {
  expect([0, 5, 60, 140, 6_000].map(showLength)).toEqual(['0:00', '0:05', '1:00', '2:20', '100:00']);
});

test('a minute outside the day gives the clock time of the neighboring day', () => {
  expect([0, 510, 1_439, 1_440, 1_500, -30].map(toClock)).toEqual([
    ...['00:00', '08:30', '23:59', '00:00', '01:00', '23:30'],
  ]);
});
