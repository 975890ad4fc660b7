import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ROLES } from '../call.ts';
import {
  CORRECTION_ARCHIVED,
  CORRECTION_OVER,
  correctionEnd,
  minutesLeft,
  refuseCorrection,
} from './correcting.ts';

const at = Temporal.Instant.from('2026-11-20T17:00:00Z');
const creator = { id: 7, role: 'user' } as const;

describe('correcting a record after creating it', () => {
  test('is allowed for 60 minutes to the manager who created it', () => {
    expect(correctionEnd({ by: 7, at }, creator, true)?.toString()).toBe('2026-11-20T18:00:00Z');
  });

  test.each([
    ['while the agency has it off', { by: 7, at }, creator, false],
    ['to another manager', { by: 8, at }, creator, true],
    ['if nobody knows who created it', { by: null, at }, creator, true],
    ['to a job', { by: null, at }, { id: null, role: 'job' }, true],
  ] as const)('is not allowed %s', (_, creation, caller, isOn) => {
    expect(correctionEnd(creation, caller, isOn)).toBeUndefined();
  });

  test('is for no other role: admins can edit anyway, others only read', () => {
    for (const role of ROLES.filter((one) => one !== 'user'))
      expect(correctionEnd({ by: 7, at }, { id: 7, role }, true)).toBeUndefined();
  });

  test('ends exactly after an hour, and on archiving', () => {
    const end = at.add({ minutes: 60 });
    expect(refuseCorrection(end, end.subtract({ seconds: 1 }), true)).toBeUndefined();
    expect(refuseCorrection(end, end, true)).toBe(CORRECTION_OVER);
    expect(refuseCorrection(end, at, false)).toBe(CORRECTION_ARCHIVED);
  });

  test('has minutes left exactly as long as corrections are allowed', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 8000 }), (seconds) => {
        const end = at.add({ minutes: 60 });
        const now = at.add({ seconds });
        expect(minutesLeft(end, now) > 0).toBe(refuseCorrection(end, now, true) === undefined);
        expect(minutesLeft(end, now)).toBe(Math.max(0, Math.ceil((3600 - seconds) / 60)));
      }),
    );
  });
});
