import { describe, expect, it } from 'vitest';
import { canBeTakenBack } from './undo.ts';

describe('a removal', () => {
  it.each([
    ['2026-11-20T17:00:00Z', true],
    ['2026-11-20T17:10:00Z', true],
    ['2026-11-20T17:10:01Z', false],
    ['2026-11-21T17:00:00Z', false],
  ])('at 17:00 can be taken back at %s: %s', (now, expected) => {
    expect(canBeTakenBack('2026-11-20T17:00:00Z', Temporal.Instant.from(now))).toBe(expected);
  });
});
