import { describe, expect, it } from 'vitest';
import { mayCloneTemp, NEW_PLAN, readPlanMode, storedPlan } from './plan-mode.ts';

describe('what the care plan form is opened with', () => {
  it('is a new plan, or what to do with a stored one', () => {
    expect(readPlanMode(NEW_PLAN)).toEqual({ mode: 'Create' });
    for (const mode of ['Modify', 'Clone', 'Clone temp', 'Show'] as const)
      expect(readPlanMode(storedPlan(mode, { id: 7 }))).toEqual({ mode, id: 7 });
  });

  it.each([
    {},
    { mode: 'Delete', id: 7 },
    { mode: 'Modify' },
    { mode: 'Modify', id: '7' },
    { mode: 'Show', id: 0 },
    { mode: 'Clone', id: 1.5 },
  ])('anything else leads back to the list: %j', (state) => {
    expect(readPlanMode(state)).toBeUndefined();
  });
});

it('offers Clone temp of every plan that is not deleted', () => {
  expect(mayCloneTemp({ Status: 'Active' })).toBe(true);
  expect(mayCloneTemp({ Status: 'Archive' })).toBe(true);
  expect(mayCloneTemp({ Status: 'Deleted' })).toBe(false);
});
