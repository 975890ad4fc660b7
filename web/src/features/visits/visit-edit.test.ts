import type { Visit } from '@homecare/domain/visits/schema.ts';
import { describe, expect, test } from 'vitest';
import { CAPABILITIES } from '../../../testing/application.tsx';
import { visitOf } from '../../../testing/visits.ts';
import { offeredActions } from '../../platform/row-actions.ts';
import { VISIT_ACTIONS } from './visit-actions.tsx';
import { correctionOf, formOf, isUnfinished } from './visit-edit.ts';

const ZONE = 'America/Denver';
const visit = visitOf(1, {
  Date: '2026-11-20',
  Status: 'Active',
  aggregatorStatus: null,
  PlanStartTime: '22:00',
  PlanEndTime: '06:00',
  startedAt: '2026-11-21T05:03:20Z',
  endedAt: null,
  AddressStartLatitude: null,
  AddressStartLongitude: null,
});

describe('the edit dialog', () => {
  const before = formOf(visit, ZONE);

  test('shows local times; an end to come is on the day on which the visit ends', () => {
    expect(before).toEqual({
      startDate: '2026-11-20',
      startTime: '22:03',
      endDate: '2026-11-21',
      endTime: '',
      notes: '',
      billVisit: true,
    });
  });

  test('sends what was changed alone, so an untouched time keeps its seconds', () => {
    expect(correctionOf(before, before, ZONE)).toEqual({});
    expect(correctionOf({ ...before, endTime: '06:00', billVisit: false }, before, ZONE)).toEqual({
      endedAt: '2026-11-21T13:00:00Z',
      billVisit: false,
    });
    expect(correctionOf({ ...before, startTime: '' }, before, ZONE)).toEqual({ startedAt: null });
  });

  test('waits for times that are still being typed', () => {
    expect(isUnfinished(before)).toBe(false);
    expect(isUnfinished({ ...before, endTime: '6:' })).toBe(true);
    expect(isUnfinished({ ...before, startDate: '' })).toBe(true);
    // No time is taken away by that: only the field itself is wrong.
    expect(correctionOf({ ...before, startDate: '' }, before, ZONE).startedAt).toBeUndefined();
    expect(correctionOf({ ...before, startTime: '' }, before, ZONE).startedAt).toBeNull();
  });
});

test('the menu of a visit follows its status and the switches of the site', () => {
  const labels = (over: Partial<Visit>, sandataEnabled: boolean) =>
    offeredActions(
      VISIT_ACTIONS,
      { ...visit, ...over },
      {
        role: 'user',
        today: '2026-11-20',
        capabilities: { ...CAPABILITIES, sandataEnabled },
      },
    ).map(({ label }) => label);
  const done = { Status: 'Complete', endedAt: '2026-11-21T13:00:00Z' } as const;
  expect(labels({ Status: 'Planned', startedAt: null }, true)).toEqual([
    'Edit',
    'Set Active',
    'Reschedule Visit',
    'Close visit',
    'Visit story',
  ]);
  expect(labels(done, true)).toEqual([
    'Edit',
    'Give reason',
    'Show Log',
    'Send to Sandata',
    'Signatures…',
    'Visit story',
  ]);
  expect(labels(done, false)).toEqual(['Edit', 'Give reason', 'Signatures…', 'Visit story']);
  const ReviewHints = [{ move: 'Check-In', kind: 'accuracy', value: 900 }] as const;
  expect(labels({ ReviewHints: [...ReviewHints] }, true)).toEqual([
    'Edit',
    'Set Complete',
    'Give reason',
    'Mark as seen',
    'Visit story',
  ]);
});
