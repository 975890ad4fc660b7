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

describe('correcting what one has just created', () => {
  test('is for the manager who created the record, for 60 minutes', () => {
    expect(correctionEnd({ by: 7, at }, creator, true)?.toString()).toBe('2026-11-20T18:00:00Z');
  });

  test.each([
    ['while the agency has it off', { by: 7, at }, creator, false],
    ['for another manager', { by: 8, at }, creator, true],
    ['where nobody knows who created it', { by: null, at }, creator, true],
    ['for a job', { by: null, at }, { id: null, role: 'job' }, true],
  ] as const)('is not there %s', (_, creation, caller, isOn) => {
    expect(correctionEnd(creation, caller, isOn)).toBeUndefined();
  });

  test('is for no other role: an admin edits, the others look', () => {
    for (const role of ROLES.filter((one) => one !== 'user'))
      expect(correctionEnd({ by: 7, at }, { id: 7, role }, true)).toBeUndefined();
  });

  test('ends with the hour to the second, and with the archive', () => {
    const end = at.add({ minutes: 60 });
    expect(refuseCorrection(end, end.subtract({ seconds: 1 }), true)).toBeUndefined();
    expect(refuseCorrection(end, end, true)).toBe(CORRECTION_OVER);
    expect(refuseCorrection(end, at, false)).toBe(CORRECTION_ARCHIVED);
  });

  test('minutes are left exactly as long as it may be corrected', () => {
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
