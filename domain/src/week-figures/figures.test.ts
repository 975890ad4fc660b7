import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { workweeks } from '../payroll/workweeks.ts';
import { COLORADO_PAY_RULES } from '../states/testing/colorado.ts';
import { sum } from '../sum.ts';
import type { WorkedVisit } from '../visits/worked.ts';
import { countWork, OVERTIME_DAYS, overtimeIn } from './figures.ts';

const WEEK = '2026-11-15';
const ZONE = 'America/Denver';
const weekOf = workweeks(COLORADO_PAY_RULES.overtime);

let lastId = 0;
/** A complete visit that started on time and was never edited. */
const visit = (date: string, hours: number, more: Partial<WorkedVisit> = {}): WorkedVisit => ({
  id: ++lastId,
  date,
  providerId: 1,
  isComplete: true,
  isLate: false,
  isEdited: false,
  worked: { day: date, start: '08:00', minutes: hours * 60 },
  ...more,
});
const notBegun = (date: string): WorkedVisit =>
  visit(date, 0, { isComplete: false, isLate: true, worked: null });

const figuresOf = (visits: readonly WorkedVisit[]) => countWork(WEEK, visits, weekOf, ZONE);

test('visits are on time if they did not start late, out of all whose start is past', () => {
  const visits = [
    visit('2026-11-15', 2),
    visit('2026-11-21', 2, { isLate: true }),
    notBegun('2026-11-17'),
    notBegun('2026-11-22'),
    visit('2026-11-14', 2, { isLate: true }),
  ];
  expect(figuresOf(visits).onTime).toEqual({ part: 1, whole: 3 });
});

test('visits are verified without edit if they are complete and nobody changed their times', () => {
  const visits = [visit('2026-11-16', 2), visit('2026-11-17', 2, { isEdited: true }), notBegun('2026-11-18')];
  expect(figuresOf(visits).unedited).toEqual({ part: 1, whole: 2 });
});

test.each([
  ['8 hours on each of 5 days', [8, 8, 8, 8, 8], 0],
  ['45 hours in a week', [9, 9, 9, 9, 9], 5],
  ['13 hours on one day', [13], 1],
  ['no hours', [], 0],
])('overtime of %s', (_, days, hours) => {
  const visits = days.map((worked, day) => visit(addDays('2026-11-16', day), worked));
  expect(figuresOf(visits).overtime).toEqual({ part: hours * 60, whole: sum(days) * 60 });
});

test('hours of two caregivers are not added up for overtime, nor are those of another week', () => {
  const days = [0, 1, 2, 3, 4];
  const visits = [
    ...days.map((day) => visit(addDays('2026-11-16', day), 8)),
    ...days.map((day) => visit(addDays('2026-11-16', day), 8, { providerId: 2 })),
    ...days.map((day) => visit(addDays('2026-11-09', day), 10)),
  ];
  expect(figuresOf(visits).overtime).toEqual({ part: 0, whole: 80 * 60 });
});

test('every recorded minute counts in exactly one week, and the caregivers of a week add up to its figure', () => {
  const any = fc.record({
    day: fc.integer({ min: 0, max: 27 }),
    start: fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`),
    minutes: fc.integer({ min: 1, max: 900 }),
    providerId: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 40 }), (all) => {
      const first = addDays(WEEK, -7);
      const visits = all.map(({ day, start, minutes, providerId }) => {
        const date = addDays(first, day);
        return visit(date, 0, { providerId, worked: { day: date, start, minutes } });
      });
      const weeks = Array.from({ length: 6 }, (_, n) => addDays(first, 7 * (n - 1)));
      // Give each week only the visits that the server reads for it.
      const counted = weeks.map((week) => {
        const [from, through] = [addDays(week, -OVERTIME_DAYS.before), addDays(week, OVERTIME_DAYS.after)];
        const near = visits.filter(({ date }) => date >= from && date <= through);
        const { overtime } = countWork(week, near, weekOf, ZONE);
        expect(countWork(week, visits, weekOf, ZONE).overtime).toEqual(overtime);
        const byCaregiver = overtimeIn(week, near, weekOf, ZONE);
        expect(sum(byCaregiver.map(({ part }) => part))).toBe(overtime.part);
        expect(overtime.part).toBeLessThanOrEqual(overtime.whole);
        return overtime.whole;
      });
      expect(sum(counted)).toBe(sum(all.map(({ minutes }) => minutes)));
    }),
    { numRuns: 60 },
  );
});
