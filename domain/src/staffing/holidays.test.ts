import { expect, test } from 'vitest';
import { checkHolidays, sayHoliday, tidyHolidays } from './holidays.ts';

const thanksgiving = { day: '2026-11-26', name: ' Thanksgiving ' };
const newYear = { day: '2026-01-01', name: 'New Year' };

test('Holidays are sorted by day, each with a name and none twice', () => {
  const tidied = tidyHolidays([thanksgiving, newYear]);
  expect(tidied).toEqual([newYear, { day: '2026-11-26', name: 'Thanksgiving' }]);
  expect(checkHolidays(tidied)).toEqual([]);
  expect(checkHolidays(tidyHolidays([newYear, { day: '2026-01-01', name: '' }]))).toEqual([
    { field: 'holidays.1.day', message: 'This day is a holiday already.' },
    { field: 'holidays.1.name', message: 'Enter a name, such as Thanksgiving.' },
  ]);
  expect(checkHolidays([{ day: '1999-12-31', name: 'x'.repeat(61) }])).toHaveLength(2);
});

test('The office is told about the holiday of a day', () => {
  expect(sayHoliday([newYear], '2026-01-01')).toBe('01-01-2026 is a holiday: New Year');
  expect(sayHoliday([newYear], '2026-01-02')).toBeUndefined();
});
