import { expect, test } from 'vitest';
import { instantDue, mondayDue, movedTo, sayReportMail, validateAddress } from './mails.ts';

const ZONE = 'America/Denver';
const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE);

test.each([
  ['2026-11-23T06:00', '2026-11-23'],
  ['2026-11-23T05:59', '2026-11-16'],
  ['2026-11-29T23:59', '2026-11-23'],
  ['2026-11-24T00:00', '2026-11-23'],
])('at %s the mails of %s were due last', (now, monday) => {
  expect(mondayDue(at(now)).toString()).toBe(monday);
});

test("mails are due at six in the agency's time zone, before and after the clocks change", () => {
  const due = (monday: string) => instantDue(Temporal.PlainDate.from(monday), ZONE).toString();
  expect([due('2026-10-26'), due('2026-11-02')]).toEqual(['2026-10-26T12:00:00Z', '2026-11-02T13:00:00Z']);
});

const moved = (inputs: Parameters<typeof movedTo>[0]['inputs'], chosen = {}, monday = '2026-11-02') =>
  movedTo({ inputs }, chosen, Temporal.PlainDate.from(monday));

test('the period becomes the week before that Monday, and the other parameters stay', () => {
  expect(moved(['dates', 'type'], { dateFrom: '2026-01-01', dateTo: '2026-01-07', type: 'private' })).toEqual(
    {
      dateFrom: '2026-10-26',
      dateTo: '2026-11-01',
      type: 'private',
    },
  );
  expect(moved(['months'], { from: '2026-01', to: '2026-03' })).toEqual({ from: '2026-10', to: '2026-10' });
  expect(moved(['day', 'date'], { day: 'Monday', date: '2026-01-05' })).toEqual({
    day: 'Monday',
    date: '2026-11-01',
  });
});

test('the first mail after the end of a month is about that month', () => {
  expect(moved(['month'], { month: '2026-03' }, '2026-12-07')).toEqual({ month: '2026-11' });
  expect(moved(['month'], { month: '2026-03' }, '2026-12-14')).toEqual({ month: '2026-12' });
});

test('a quarter advances together with its year, a whole year stays whole, and flu shots use the season that has begun', () => {
  const chosen = { year: '2025', quater: '2' };
  expect(moved(['year', 'quater'], chosen, '2027-01-04')).toEqual({ year: '2026', quater: '4' });
  expect(moved(['year', 'quater'], { ...chosen, quater: 'all' })).toEqual({ year: '2026', quater: 'all' });
  expect(moved(['flu', 'year'], { vac: '1', year: '2020' }, '2027-02-01')).toEqual({
    vac: '1',
    year: '2026',
  });
  expect(moved(['flu', 'year'], { vac: '1', year: '2020' }, '2026-10-12')).toEqual({
    vac: '1',
    year: '2026',
  });
});

test('a mail names the reports and the link to them, and nothing else', () => {
  expect(sayReportMail(['Missing timesheets'], 'Front Range', 'https://care.example/reports')).toEqual({
    subject: 'Report ready: Missing timesheets',
    text: [
      'Your weekly reports of Front Range:',
      '– Missing timesheets',
      '',
      'Sign in to read them: https://care.example/reports',
      'To stop this mail, open the same page and choose Stop.',
    ].join('\n'),
  });
  expect(sayReportMail(['A', 'B'], 'Front Range', 'x').subject).toBe('2 reports ready');
});

test.each(['ana@front-range.example', ' ana@front-range.example '])('%s is an address', (address) => {
  expect(validateAddress(address)).toEqual([]);
});

test.each(['', 'ana', 'ana@front\n-range.example'])('%j is none', (address) => {
  expect(validateAddress(address)).toEqual([{ field: 'address', message: 'Enter an e-mail address.' }]);
});
