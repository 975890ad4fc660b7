import { describe, expect, it } from 'vitest';
import { dayBefore } from '../calendar.ts';
import { workweeks } from '../payroll/workweeks.ts';
import { COLORADO_PAY_RULES } from '../states/testing/colorado.ts';
import { type OwnFacts, type OwnVisit, ownWeekOf } from './own-week.ts';

const ZONE = 'America/Denver';
const weekOf = workweeks(COLORADO_PAY_RULES.overtime);
const TODAY = '2026-11-18';
const week = weekOf(TODAY);
const instant = (day: string, time: string) =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(ZONE).toInstant().toString();
const facts: OwnFacts = {
  week,
  weekOf,
  zone: ZONE,
  rates: [{ category: 'Homemaker', from: null, rate: 2_000 }],
  now: Temporal.Instant.from(instant(TODAY, '12:00')),
  wishedMinutes: 2_400,
};
const visit = (day: string, more: Partial<OwnVisit> = {}): OwnVisit => ({
  day,
  start: '08:00',
  end: '12:00',
  status: 'Planned',
  startAt: null,
  endAt: null,
  travel: 0,
  categories: [{ from: '', category: 'Homemaker' }],
  ...more,
});
const done = (day: string, from = '08:00', to = '12:00', more: Partial<OwnVisit> = {}) =>
  visit(day, { status: 'Complete', startAt: instant(day, from), endAt: instant(day, to), ...more });

describe("a caregiver's own week", () => {
  it('contains what was worked, what is planned and what was earned', () =>
    expect(ownWeekOf([done(week.from), visit(TODAY)], facts)).toEqual({
      from: week.from,
      through: week.through,
      workedMinutes: 240,
      plannedMinutes: 480,
      wishedMinutes: 2_400,
      payCents: 8_000,
    }));
  it('counts a visit in progress as worked until now, and pays it once it is done', () =>
    expect(
      ownWeekOf([visit(TODAY, { status: 'Active', startAt: instant(TODAY, '10:30') })], facts),
    ).toMatchObject({ workedMinutes: 90, payCents: 0 }));
  it('counts a visit without a check-out at most to its planned end, without pay', () => {
    const forgotten = visit(week.from, { status: 'Active', startAt: instant(week.from, '09:00') });
    expect(ownWeekOf([forgotten], facts)).toMatchObject({ workedMinutes: 180, payCents: 0 });
  });
  it('pays the worked hours, not the planned ones', () =>
    expect(ownWeekOf([done(week.from, '08:00', '11:30')], facts).payCents).toBe(7_000));
  it('pays overtime as payroll does', () =>
    // 13 hours on one day: the hour over 12 earns half as much again.
    expect(ownWeekOf([done(week.from, '06:00', '19:00')], facts).payCents).toBe(13 * 2_000 + 1_000));
  it('leaves out the week before', () => {
    const before = dayBefore(week.from);
    expect(ownWeekOf([done(before)], facts)).toMatchObject({
      workedMinutes: 0,
      plannedMinutes: 0,
      payCents: 0,
    });
  });
  it('has no amount without a rate', () =>
    expect(ownWeekOf([done(week.from)], { ...facts, rates: [] }).payCents).toBeNull());
});
