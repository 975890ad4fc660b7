import { expect, test, vi } from 'vitest';
import { NotInTime, TooManyCalculations } from '../platform/solver/solver.ts';
import { solvedByRank } from './planning.ts';

const problem = {
  lines: [{ client: 1, date: '2026-11-20', week: '2026-11-15', minutes: 60 }],
  options: [{ visit: 0, caregiver: 2, payCents: 1_500, extraMinutes: 0 }],
  conflicts: [],
  hours: [],
  overtime: [],
  units: [],
  far: [],
  near: [],
  fixed: [],
};

test('a calculation that takes too long leaves the proposal by rank, with its gap', () => {
  const log = { error: vi.fn() };
  const solved = solvedByRank(problem, [null], log);
  expect(solved(new NotInTime())).toEqual({
    assignment: [null],
    unproven: { stage: 'coverage', percent: 100 },
  });
  expect(log.error).toHaveBeenCalledOnce();
  expect(() => solved(new TooManyCalculations())).toThrow(TooManyCalculations);
});
