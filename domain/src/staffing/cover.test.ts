import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { perDay } from '../calendar.ts';
import { checkWeek } from '../care-plans/rules.ts';
import { coverWeek, inTimeAt, lateTimes, shareMinutes, timesOnDay } from './cover.ts';
import type { StaffedVisit } from './staffed-visits.ts';

const row = (Name: string, minutes: number) => ({ Name, ...perDay(() => minutes) });
const week = {
  personalCareItems: [row('Bathing', 45), row('Dressing', 20)],
  homeMakingItems: [row('Dishwashing', 55)],
  time: [
    { Name: 'Time In' as const, ...perDay(() => '13:00') },
    { Name: 'Time Out' as const, ...perDay(() => '15:00') },
    { Name: 'Travel Time' as const, ...perDay(() => 10) },
  ] as const,
};
const planned = { ...week, time: [...week.time] as [...typeof week.time] };

describe('the week of a cover', () => {
  test('is only the planned day, with its tasks', () => {
    const cover = coverWeek(planned, 'Tue', { start: '13:00', end: '15:00' });
    expect(cover.personalCareItems[0]).toEqual({
      Name: 'Bathing',
      ...perDay((day) => (day === 'Tue' ? 45 : 0)),
    });
    expect(cover.time[2].Tue).toBe(10);
    expect(checkWeek(cover)).toEqual([]);
  });
  test('gives each task of a shorter visit its share of the planned minutes', () => {
    const cover = coverWeek(planned, 'Tue', { start: '14:00', end: '15:00' });
    expect([...cover.personalCareItems, ...cover.homeMakingItems].map(({ Tue }) => Tue)).toEqual([
      23, 10, 27,
    ]);
    expect(checkWeek(cover)).toEqual([]);
  });
});

it('distributes every minute, with no share off by a whole minute', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300), { minLength: 1, maxLength: 12 }), fc.nat(900), (minutes, total) => {
      const shared = shareMinutes(minutes, total);
      expect(shared.reduce((sum, one) => sum + one, 0)).toBe(total);
      const before = minutes.reduce((sum, one) => sum + one, 0);
      if (before > 0)
        for (const [n, one] of shared.entries())
          expect(Math.abs(one - ((minutes[n] ?? 0) * total) / before)).toBeLessThan(1);
    }),
  );
});

const DENVER = 'America/Denver';
const at = (stamp: string) => Temporal.Instant.from(stamp);

describe('a visit from 1 to 3 PM whose start has passed', () => {
  test.each([
    ['19:59', undefined],
    ['20:00', undefined],
    ['20:01', { start: '13:15', end: '15:15' }],
    ['20:15', { start: '13:15', end: '15:15' }],
    ['21:12', { start: '14:15', end: '16:15' }],
  ])('at %s UTC moves to the next quarter hour', (clock, times) => {
    const planned = { date: '2026-11-20', start: '13:00', minutes: 120 };
    const late = lateTimes(planned, at(`2026-11-20T${clock}:30Z`), DENVER);
    expect(late).toEqual(times && { date: '2026-11-20', ...times });
  });

  test('begins at a quarter of the clock, not counted from the planned start', () => {
    const planned = { date: '2026-11-20', start: '09:05', minutes: 90 };
    expect(lateTimes(planned, at('2026-11-20T17:05:00Z'), DENVER)).toMatchObject({
      start: '10:15',
      end: '11:45',
    });
  });
});

describe('a night visit whose start has passed', () => {
  test.each([
    // 9 PM to 1 AM, seen at 11:50 PM; and 10 PM to 6 AM, seen at 12:30 AM.
    ['2026-11-19', '21:00', 240, '2026-11-20T06:50:00Z', '2026-11-20', '00:00', '04:00'],
    ['2026-11-19', '22:00', 480, '2026-11-20T07:30:00Z', '2026-11-20', '00:30', '08:30'],
    ['2026-11-19', '22:00', 480, '2026-11-20T05:20:00Z', '2026-11-19', '22:30', '06:30'],
    // The hour from 1 to 2 AM comes twice. Both at 1:50 and at the second 1:10, the next quarter hour still ahead is 2 AM.
    ['2026-10-31', '22:00', 480, '2026-11-01T06:30:00Z', '2026-11-01', '00:30', '08:30'],
    ['2026-10-31', '22:00', 480, '2026-11-01T07:50:00Z', '2026-11-01', '02:00', '10:00'],
    ['2026-10-31', '22:00', 480, '2026-11-01T08:10:00Z', '2026-11-01', '02:00', '10:00'],
    // The hour from 2 to 3 AM is skipped.
    ['2027-03-13', '22:00', 480, '2027-03-14T08:50:00Z', '2027-03-14', '03:00', '11:00'],
    ['2027-03-13', '22:00', 480, '2027-03-14T09:05:00Z', '2027-03-14', '03:15', '11:15'],
  ])('of %s at %s (%d min), seen at %s', (date, start, minutes, now, nextDate, from, to) => {
    const late = lateTimes({ date, start, minutes }, at(now), DENVER);
    expect(late).toEqual({ date: nextDate, start: from, end: to });
  });

  const night: StaffedVisit = {
    planId: 7,
    day: '2026-11-19',
    byPlanId: 7,
    ProviderID: 1,
    ClientID: 2,
    Type: 'PCP',
    date: '2026-11-19',
    start: '22:00',
    end: '06:00',
    minutes: 480,
    travel: 0,
    visitId: 5,
    status: 'Planned',
    isExempt: false,
  };
  test.each([
    // A typed time is on whichever date is nearer to now.
    ['2026-11-20T06:50:00Z', '00:30', '2026-11-20'],
    ['2026-11-20T07:30:00Z', '00:30', '2026-11-20'],
    ['2026-11-20T07:30:00Z', '23:45', '2026-11-19'],
    ['2026-11-20T05:30:00Z', '21:30', '2026-11-19'],
    ['2026-11-20T04:30:00Z', '23:00', '2026-11-19'],
  ])('seen at %s with the typed start %s, is on %s', (now, start, date) => {
    const visit = inTimeAt(night, at(now), DENVER, { start, end: '06:00' });
    expect(visit).toMatchObject({ date, start, end: '06:00', isLate: false });
  });

  test('keeps its planned start in the plan of its day if it begins on the next date', () => {
    const late = inTimeAt(night, at('2026-11-20T07:30:00Z'), DENVER);
    expect(late).toMatchObject({ date: '2026-11-20', start: '00:30', end: '08:30', isLate: true });
    expect(timesOnDay(late)).toEqual({ start: '22:00', end: '06:00' });
    const typed = inTimeAt(night, at('2026-11-20T07:30:00Z'), DENVER, { start: '01:00', end: '06:00' });
    expect(timesOnDay(typed)).toEqual({ start: '22:00', end: '03:00' });
    const sooner = inTimeAt(night, at('2026-11-20T05:20:00Z'), DENVER);
    expect(timesOnDay(sooner)).toEqual({ start: '22:30', end: '06:30' });
  });
});
