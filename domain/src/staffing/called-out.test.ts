import { describe, expect, test } from 'vitest';
import { calledOutVisits } from './called-out.ts';
import type { StaffedPlan, VisitRecord } from './staffed-visits.ts';

const ZONE = 'America/Denver';
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18'];
const none = { Mon: null, Tue: null, Wed: null, Thu: null, Fri: null, Sat: null, Sun: null };
const ANA = 9;
const plan = (over: Partial<StaffedPlan> = {}): StaffedPlan => ({
  id: 1,
  ProviderID: ANA,
  ClientID: 100,
  Type: 'PCP',
  Status: 'Active',
  StartDate: '2026-01-01',
  EndDate: null,
  coversPlanId: null,
  isExcluded: false,
  week: {
    time: [
      { Name: 'Time In', ...none, Tue: '13:00' },
      { Name: 'Time Out', ...none, Tue: '15:00' },
      { Name: 'Travel Time', Mon: 0, Tue: 0, Wed: 0, Thu: 0, Fri: 0, Sat: 0, Sun: 0 },
    ],
  },
  ...over,
});
const record = (over: Partial<VisitRecord>): VisitRecord => ({
  id: 50,
  planId: 1,
  ProviderID: ANA,
  plannedDay: '2026-11-17',
  date: '2026-11-17',
  start: '13:00',
  end: '15:00',
  status: 'Planned',
  closed: null,
  ...over,
});
/** A call-out for all of Tuesday, November 17, reported at 5:04 AM. */
const sick = {
  ProviderID: ANA,
  from: '2026-11-17T12:04:00Z',
  until: '2026-11-18T07:00:00Z',
  at: '2026-11-17T12:04:00Z',
};
const found = (
  plans: readonly StaffedPlan[],
  records: readonly VisitRecord[] = [],
  callOuts: readonly (typeof sick)[] = [sick],
) => calledOutVisits({ plans, records, archived: new Map(), callOuts }, DAYS, ZONE);

describe('visits that were called out of', () => {
  test('appear as they were planned for the caregiver, with the time of the call-out', () => {
    expect(found([plan(), plan({ id: 2, ProviderID: 8 })])).toMatchObject([
      {
        visit: { planId: 1, byPlanId: 1, ProviderID: ANA, start: '13:00' },
        start: Temporal.Instant.from('2026-11-17T20:00:00Z'),
        calledOutAt: Temporal.Instant.from('2026-11-17T12:04:00Z'),
      },
    ]);
  });

  test('belong to the first caregiver even if somebody else covered them', () => {
    const day = { StartDate: '2026-11-17', EndDate: '2026-11-17', coversPlanId: 1 };
    const cover = plan({ id: 7, ProviderID: 3, Status: 'Archive', ...day });
    const came = record({ id: 51, planId: 7, ProviderID: 3, status: 'Complete' });
    expect(found([plan(), cover], [came])).toMatchObject([
      { visit: { planId: 1, byPlanId: 7, ProviderID: ANA } },
    ]);
  });

  test('count if nobody came, but not if they took place or the client cancelled', () => {
    expect(found([plan()], [record({ closed: 'absent' })])).toHaveLength(1);
    expect(found([plan()], [record({ closed: 'hospital' })])).toEqual([]);
    expect(found([plan()], [record({ status: 'Complete' })])).toEqual([]);
  });

  test('exclude visits that had begun before the call-out', () => {
    expect(found([plan()], [], [{ ...sick, at: '2026-11-17T20:01:00Z' }])).toEqual([]);
    expect(found([plan()], [], [{ ...sick, until: '2026-11-17T20:00:00Z' }])).toEqual([]);
  });
});
