import { expect, test } from 'vitest';
import { countByHour, dayStateOf, openIds, type StateVisit } from './day-state.ts';

const NOW = Temporal.Instant.from('2026-11-17T17:42:00Z');
const ZONE = 'America/Denver';
const visit = (over: Partial<StateVisit> = {}): StateVisit => ({
  id: 1,
  Date: '2026-11-17',
  PlanStartTime: '09:30',
  PlanEndTime: '12:00',
  Status: 'Planned',
  ClosedCode: null,
  startedAt: null,
  Attempts: [],
  ...over,
});
const arrival = { id: 1, move: 'Check-In' as const, at: '2026-11-17T16:05:00Z' };
const stateOf = (over: Partial<StateVisit>, reason?: string) =>
  dayStateOf(visit(over), openIds(reason === undefined ? [] : [{ visitId: 1, reason }]), NOW, ZONE);

test('every visit of a day has exactly one state', () => {
  expect(stateOf({ Status: 'Complete' })).toBe('complete');
  expect(stateOf({ Status: 'Active' })).toBe('inProgress');
  expect(stateOf({ Status: 'Active', PlanEndTime: '10:00' })).toBe('notOut');
  expect(stateOf({})).toBe('late');
  expect(stateOf({}, 'late')).toBe('late');
  expect(stateOf({}, 'calledOut')).toBe('open');
  expect(stateOf({ PlanEndTime: '10:00' }, 'late')).toBe('missed');
  expect(stateOf({ PlanStartTime: '13:00', PlanEndTime: '15:00' }, 'calledOut')).toBe('open');
  expect(stateOf({ PlanStartTime: '13:00', PlanEndTime: '15:00' })).toBe('upcoming');
  expect(stateOf({ ClosedCode: 'hospital' }, 'late')).toBe('closed');
});

test('a visit whose arrival waits for acceptance is in progress until its end has passed', () => {
  const Attempts = [arrival];
  expect(stateOf({ Attempts }, 'late')).toBe('inProgress');
  expect(stateOf({ Attempts, PlanEndTime: '10:00' }, 'late')).toBe('notOut');
});

test('a visit whose departure waits for acceptance is not missing its check-out', () => {
  const over = { PlanEndTime: '10:00' };
  const left = { id: 2, move: 'Check-Out' as const, at: '2026-11-17T17:20:00Z' };
  const active = { ...over, Status: 'Active' as const, startedAt: '2026-11-17T16:30:00Z' };
  expect(stateOf({ ...active, Attempts: [left] })).toBe('inProgress');
  expect(stateOf({ ...over, Attempts: [arrival, left] })).toBe('inProgress');
  // A departure before the check-in cannot belong to this visit.
  expect(stateOf({ ...active, Attempts: [{ ...left, at: '2026-11-17T16:00:00Z' }] })).toBe('notOut');
});

test('a visit that nobody can check in to any more is missed from its planned end on, for whatever reason', () => {
  // It is 10:42 AM, so the visit ended 12 minutes ago.
  const over = { PlanStartTime: '09:30', PlanEndTime: '10:30' };
  for (const reason of ['calledOut', 'timeOff', 'mayNotWork', 'late', undefined])
    expect(stateOf(over, reason)).toBe('missed');
  // The visit is short, so a caregiver who comes now can still check in.
  expect(stateOf({ PlanStartTime: '10:30', PlanEndTime: '10:40' })).toBe('upcoming');
});

test('the counts by hour add up to all visits', () => {
  const counts = countByHour([
    { hour: 10, state: 'late' },
    { hour: 6, state: 'complete' },
    { hour: 10, state: 'late' },
    { hour: 10, state: 'complete' },
  ]);
  expect(counts).toEqual([
    { hour: 6, state: 'complete', count: 1 },
    { hour: 10, state: 'complete', count: 1 },
    { hour: 10, state: 'late', count: 2 },
  ]);
});
