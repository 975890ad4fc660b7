import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXCEPTIONS } from './exceptions.mjs';
import { ROOT } from './steps.mjs';

test('at most 15 places break a rule, each in a file that is there and for a reason that is said', () => {
  expect(EXCEPTIONS.length).toBeLessThanOrEqual(15);
  for (const [place, reason] of EXCEPTIONS) {
    expect(existsSync(join(ROOT, place.split(' ')[0] ?? '')), place).toBe(true);
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  }
});
