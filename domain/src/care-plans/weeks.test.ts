import { describe, expect, it } from 'vitest';
import { plannedRows } from '../billing/opening.ts';
import { sheetDays } from '../plan-documents/rules.ts';
import { findConflicts, plannedVisits, visitWindow } from './rules.ts';
import type { PlanWeek } from './schema.ts';
import { movedEnd, sayWeek, weekOn, weeksIn } from './weeks.ts';

/** Two hours on Mondays from the given time on. */
const week = (from: string, to: string): PlanWeek => {
  const row = <T>(monday: T, other: T) => ({
    Mon: monday,
    Tue: other,
    Wed: other,
    Thu: other,
    Fri: other,
    Sat: other,
    Sun: other,
  });
  return {
    personalCareItems: [{ Name: 'Bathing', ...row(120, 0) }],
    homeMakingItems: [],
    time: [
      { Name: 'Time In', ...row<string | null>(from, null) },
      { Name: 'Time Out', ...row<string | null>(to, null) },
      { Name: 'Travel Time', ...row(0, 0) },
    ],
  };
};
const MORNING = week('08:00', '10:00');
const NOON = week('12:00', '14:00');

/** 8 AM until November 15, noon from Monday, November 16, 2026 on. */
const plan = {
  StartDate: '2026-09-01',
  EndDate: null,
  Status: 'Active' as const,
  coversPlanId: null,
  excluded: null,
  week: MORNING,
  weeks: [
    { from: '2026-09-01', week: MORNING },
    { from: '2026-11-16', week: NOON },
  ],
};
const NO_LIMITS = { archived: [], temporary: [] };

describe('a plan with a changed end date', () => {
  const plan = (EndDate: string | null, Status: 'Active' | 'Archive' | 'Deleted' = 'Archive') => ({
    ...{ StartDate: '2026-11-10', EndDate, Status, coversPlanId: null },
  });
  const none = plan(null, 'Active');
  it.each([
    ['that had no end', none, plan('2026-11-20'), ['ended', '2026-11-20', '9999-12-30']],
    ['earlier', plan('2026-12-01'), plan('2026-11-20'), ['ended', '2026-11-20', '2026-11-30']],
    ['later', plan('2026-11-20'), plan('2026-12-01'), ['extended', '2026-11-20', '2026-11-30']],
    ['and is set active', plan('2026-11-20'), none, ['extended', '2026-11-20', '9999-12-30']],
    ['and is deleted', none, plan(null, 'Deleted'), ['ended', '2026-11-10', '9999-12-30']],
  ] as const)('%s', (_, before, after, [what, from, through]) =>
    expect(movedEnd(before, after)).toEqual({ what, from, through }),
  );
  it('loses no day if it had none', () => {
    expect(movedEnd(plan('2026-11-20'), plan('2026-11-20'))).toBeUndefined();
    expect(movedEnd(plan('2026-11-10'), plan(null, 'Deleted'))).toBeUndefined();
  });
});

describe('a plan that changes from a day on', () => {
  it('keeps its old week for the days before', () => {
    expect(weekOn(plan, '2026-11-15')).toBe(MORNING);
    expect(weekOn(plan, '2026-11-16')).toBe(NOON);
    expect(weekOn(plan, '2027-01-01')).toBe(NOON);
    expect(weekOn(plan, '2026-08-31')).toBe(MORNING);
    expect(weekOn({ week: MORNING }, '2026-11-16')).toBe(MORNING);
  });

  it('takes visits, card rows and timesheet days from the week of the day', () => {
    const visits = plannedVisits(plan, visitWindow(Temporal.PlainDate.from('2026-11-09')), NO_LIMITS);
    expect(visits.map(({ day, start }) => [day, start])).toEqual([
      ['2026-11-09', '08:00'],
      ['2026-11-16', '12:00'],
    ]);
    expect(plannedRows(plan, '2026-11', NO_LIMITS).map(({ date, start, end }) => [date, start, end])).toEqual(
      [
        ['2026-11-02', '08:00', '10:00'],
        ['2026-11-09', '08:00', '10:00'],
        ['2026-11-16', '12:00', '14:00'],
        ['2026-11-23', '12:00', '14:00'],
        ['2026-11-30', '12:00', '14:00'],
      ],
    );
    const free = {
      ...plan,
      weeks: [
        { from: '2026-09-01', week: MORNING },
        { from: '2026-11-16', week: week('09:00', '09:00') },
      ],
    };
    const states = sheetDays(free, { from: '2026-11-09', through: '2026-11-16' }, NO_LIMITS);
    expect([states[0]?.state, states[7]?.state]).toEqual(['planned', 'free']);
  });

  it('conflicts only with plans that run while its week applies', () => {
    const people = { ProviderID: 1, Provider: 'Adams, Pat', Client: 'Baca, Chris' };
    const ours = { ...plan, ...people, id: 1, ClientID: 2 };
    const other = (StartDate: string, EndDate: string | null, week: PlanWeek) => ({
      ...people,
      id: 2,
      ClientID: 3,
      StartDate,
      EndDate,
      Status: 'Active' as const,
      coversPlanId: null,
      week,
    });
    const days = (theirs: ReturnType<typeof other>) =>
      findConflicts(ours, [theirs], []).map(({ day }) => day);
    expect(days(other('2026-11-16', null, MORNING))).toEqual([]);
    expect(days(other('2026-11-09', null, MORNING))).toEqual(['Mon']);
    expect(days(other('2026-09-01', '2026-11-16', NOON))).toEqual([]);
    expect(days(other('2026-09-01', '2026-11-17', NOON))).toEqual(['Mon']);
  });

  it('shows the weeks of a range, or the nearest one', () => {
    const said = (from: string, through: string, EndDate: string | null = null) =>
      weeksIn({ ...plan, EndDate }, { from, through }).map((one) => sayWeek(one, plan));
    expect(said('2026-11-01', '2026-11-30')).toEqual(['Week through 11-15-2026', 'Week from 11-16-2026']);
    expect(said('2026-11-16', '2026-11-30')).toEqual(['Week from 11-16-2026']);
    expect(said('2026-10-01', '2026-10-31')).toEqual(['Week through 11-15-2026']);
    expect(said('2026-08-01', '2026-08-31')).toEqual(['Week through 11-15-2026']);
    expect(said('2026-12-01', '2026-12-31', '2026-11-16')).toEqual(['Week through 11-15-2026']);
  });
});
