import { describe, expect, it } from 'vitest';
import { actualStretch, DAYTIME, minutesOn, plannedStretch, stretch, ticks } from './day-line.ts';

const ZONE = 'America/Denver';
const day = { from: 360, to: 1320 };

describe('the day line', () => {
  it('covers 6 AM to 10 PM, and marks a visit of the night at the nearer end', () => {
    expect(DAYTIME).toEqual(day);
    expect(plannedStretch(day, { PlanStartTime: '22:00', PlanEndTime: '06:00' })).toEqual({
      left: 100,
      width: 0,
    });
    expect(plannedStretch(day, { PlanStartTime: '04:00', PlanEndTime: '05:30' })).toEqual({
      left: 0,
      width: 0,
    });
  });

  it('places a planned visit by its share of the axis and cuts what lies outside', () => {
    expect(plannedStretch(day, { PlanStartTime: '06:00', PlanEndTime: '14:00' })).toEqual({
      left: 0,
      width: 50,
    });
    expect(plannedStretch(day, { PlanStartTime: '20:00', PlanEndTime: '00:30' })).toEqual({
      left: 87.5,
      width: 12.5,
    });
    expect(stretch(day, 0, 360)).toEqual({ left: 0, width: 0 });
  });

  it('draws an Active visit up to now and a Complete one to its end, by the wall clock of the site', () => {
    const visit = { Date: '2026-11-20', startedAt: '2026-11-20T13:00:00Z', endedAt: null };
    const now = Temporal.Instant.from('2026-11-20T15:00:00Z');
    expect(actualStretch(day, visit, now, ZONE)).toEqual({ left: 0, width: 12.5 });
    const ended = { ...visit, endedAt: '2026-11-20T21:00:00Z' };
    expect(actualStretch(day, ended, now, ZONE)).toEqual({ left: 0, width: 50 });
    expect(actualStretch(day, { ...visit, startedAt: null }, now, ZONE)).toBeUndefined();
  });

  it('counts the hours after midnight on', () => {
    expect(minutesOn('2026-11-20', Temporal.Instant.from('2026-11-21T07:30:00Z'), ZONE)).toBe(1470);
  });

  it('ticks every two hours', () => {
    expect(ticks(day)).toEqual([0, 12.5, 25, 37.5, 50, 62.5, 75, 87.5, 100]);
  });
});
