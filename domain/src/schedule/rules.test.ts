import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { workweeks } from '../payroll/workweeks.ts';
import { COLORADO_PAY_RULES } from '../states/testing/colorado.ts';
import {
  boardDays,
  checkDays,
  hoursOfWeek,
  hoursWords,
  shortSpan,
  shortStart,
  spokenSpan,
  stateOf,
} from './rules.ts';
import type { BoardVisit } from './schema.ts';

const ZONE = 'America/Denver';
const visitOf = (changes: Partial<BoardVisit> = {}): BoardVisit => ({
  planId: 1,
  byPlanId: 1,
  day: '2026-11-17',
  visitId: 1,
  ClientID: 2,
  ProviderID: 3,
  Type: 'PC',
  program: 'Medicaid',
  date: '2026-11-17',
  start: '09:00',
  end: '11:00',
  Status: 'Planned',
  startedAt: null,
  endedAt: null,
  isCover: false,
  isExempt: false,
  closed: null,
  ...changes,
});
/** A time on Tuesday, November 17, 2026, in Denver. */
const at = (hhmm: string) => Temporal.Instant.from(`2026-11-17T${hhmm}:00-07:00`);

describe('the state of a visit', () => {
  test.each<[string, Partial<BoardVisit>, string, string, number]>([
    ['is planned before its start', {}, '08:00', 'planned', 0],
    ['is still planned while the check-in window is open', {}, '09:15', 'planned', 0],
    ['is late from the 16th minute on, counted from the start', {}, '09:16', 'late', 16],
    ['is missed once it should be over', {}, '11:00', 'missed', 0],
    ['is in progress once somebody checked in, however long', { Status: 'Active' }, '14:00', 'inProgress', 0],
    ['is complete', { Status: 'Complete' }, '14:00', 'complete', 0],
    ['is a cover before it starts', { isCover: true }, '08:00', 'cover', 0],
    ['is late although it is a cover', { isCover: true }, '09:30', 'late', 30],
    ['is not created yet', { visitId: null }, '08:00', 'notCreated', 0],
    ['is never late for an exempt pair', { visitId: null, isExempt: true }, '14:00', 'exempt', 0],
    ['is closed instead of missed', { closed: 'absent' }, '14:00', 'closed', 0],
    [
      'that ends after midnight is not missed in the evening',
      { start: '20:00', end: '06:00' },
      '23:50',
      'late',
      230,
    ],
    ['depends on the day to which it was moved', { date: '2026-11-18' }, '14:00', 'planned', 0],
  ])('%s', (_, changes, time, state, late) => {
    expect(stateOf(visitOf(changes), at(time), ZONE)).toEqual({ state, late });
  });
});

describe('the hours of a week', () => {
  const basis = { weekOf: workweeks(COLORADO_PAY_RULES.overtime), zone: ZONE, today: '2026-11-17' };
  const work = (date: string, start: string, end: string, changes: Partial<BoardVisit> = {}) => ({
    ...visitOf({ date, day: date, start, end, ...changes }),
    travel: 0,
  });
  const hours = (visits: readonly ReturnType<typeof work>[]) => hoursOfWeek(visits, '2026-11-17', basis);

  test('belong to the workweek, Sunday through Saturday', () => {
    const visits = ['2026-11-14', '2026-11-18', '2026-11-21', '2026-11-22'].map((day) =>
      work(day, '08:00', '10:00'),
    );
    expect(hours(visits)).toEqual({ worked: 0, planned: 240, overtime: 0 });
  });

  test('include overtime beyond 40 per week', () => {
    const days = ['17', '18', '19', '20', '21'].map((day) => work(`2026-11-${day}`, '08:00', '16:30'));
    expect(hours(days)).toEqual({ worked: 0, planned: 42.5 * 60, overtime: 150 });
  });

  test('include overtime for 14 hours on one day, even in a week far below 40', () => {
    expect(hours([work('2026-11-18', '07:00', '14:00'), work('2026-11-18', '15:00', '22:00')]).overtime).toBe(
      120,
    );
  });

  test('include overtime for 13 consecutive hours across midnight', () => {
    expect(hours([work('2026-11-18', '18:00', '07:00')]).overtime).toBe(60);
  });

  test('give each of two weeks its own part of a night between them', () => {
    expect(hours([work('2026-11-14', '22:00', '06:00', { Status: 'Complete' })]).planned).toBe(360);
    expect(hours([work('2026-11-21', '22:00', '06:00')]).planned).toBe(120);
  });

  test('leave out what nobody worked, missed days and closed visits, but not visits of exempt pairs', () => {
    const missed = work('2026-11-16', '08:00', '10:00');
    const closed = work('2026-11-18', '08:00', '10:00', { closed: 'absent' });
    const exempt = work('2026-11-16', '08:00', '10:00', { visitId: null, isExempt: true });
    expect(hours([missed, closed, exempt]).planned).toBe(120);
  });

  test('count worked minutes from check-in to check-out', () => {
    const done = work('2026-11-16', '08:00', '10:00', {
      Status: 'Complete',
      startedAt: '2026-11-16T15:03:00Z',
      endedAt: '2026-11-16T16:55:00Z',
    });
    expect(hours([done])).toEqual({ worked: 112, planned: 120, overtime: 0 });
  });

  test('grow with each visit, and overtime never exceeds the total', () => {
    const visit = fc.record({
      day: fc.integer({ min: 0, max: 6 }),
      hour: fc.integer({ min: 0, max: 23 }),
      length: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 12 }), visit, (some, more) => {
        const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;
        const all = [...some, more].map(({ day, hour, length }) =>
          work(addDays('2026-11-15', day), clock(hour), clock(hour + length), { Status: 'Complete' }),
        );
        const [fewer, whole] = [hours(all.slice(0, -1)), hours(all)];
        expect(whole.planned).toBeGreaterThanOrEqual(fewer.planned);
        expect(whole.overtime).toBeGreaterThanOrEqual(fewer.overtime);
        expect(whole.overtime).toBeLessThanOrEqual(whole.planned);
      }),
    );
  });
});

describe('words of the board', () => {
  test.each([
    ['09:30', '12:00', '9:30–12', '9:30 AM to 12:00 PM'],
    ['13:00', '15:30', '1–3:30', '1:00 PM to 3:30 PM'],
    ['20:00', '22:00', '8–10 PM', '8:00 PM to 10:00 PM'],
    ['18:30', '20:15', '6:30–8:15 PM', '6:30 PM to 8:15 PM'],
    ['22:00', '06:00', '10 PM–6 AM', '10:00 PM to 6:00 AM the next day'],
  ])('a visit from %s to %s is shown as %s and spoken as %s', (start, end, short, spoken) => {
    expect(shortSpan({ start, end })).toBe(short);
    expect(spokenSpan({ start, end })).toBe(spoken);
    // The start alone has the same text as in the span, plus AM or PM.
    expect(short.startsWith(shortStart({ start, end }).replace(/ [AP]M$/, ''))).toBe(true);
  });

  test('hours are shown with the wished hours, or with overtime if there is any', () => {
    expect(hoursWords({ worked: 0, planned: 2280, overtime: 0 }, 2400)).toBe('38 of 40 h');
    expect(hoursWords({ worked: 0, planned: 2280, overtime: 0 }, null)).toBe('38 h');
    expect(hoursWords({ worked: 0, planned: 2595, overtime: 195 }, 2400)).toBe('43.25 h, 3.25 overtime');
  });

  test("a week begins on the agency's weekday", () => {
    expect(boardDays('2026-11-17', 'week', 'Sun')).toEqual(
      ['15', '16', '17', '18', '19', '20', '21'].map((day) => `2026-11-${day}`),
    );
    expect(boardDays('2026-11-15', 'week', 'Sun')[0]).toBe('2026-11-15');
    expect(boardDays('2026-11-15', 'week', 'Mon')[0]).toBe('2026-11-09');
    expect(boardDays('2026-11-17', 'day', 'Sun')).toEqual(['2026-11-17']);
  });

  test('days in the wrong order and too many days are refused, naming the field', () => {
    expect(checkDays('2026-11-17', '2026-11-23')).toEqual([]);
    expect(checkDays('9999-12-31', '9999-12-31')).toMatchObject([{ field: 'from' }]);
    expect(checkDays('2026-11-17', '2026-11-24')).toEqual([
      { field: 'through', message: 'The board shows at most 7 days.' },
    ]);
    expect(checkDays('2026-11-17', '2026-11-16')).toEqual([
      { field: 'through', message: 'The last day is before the first one.' },
    ]);
  });
});
