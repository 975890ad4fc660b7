import { expect, test } from 'vitest';
import { refuseAll } from './errors.ts';

const faults = [
  { field: 'date', message: 'Enter a date.' },
  { field: 'hours', message: 'Enter the hours.' },
];

test('a check without errors gives no refusal', () => {
  expect(refuseAll([])).toBeUndefined();
});

test('the banner of a refusal shows the first error of the check', () => {
  expect(refuseAll(faults)).toEqual({
    ok: false,
    reason: 'badInput',
    info: 'Enter a date.',
    errors: faults,
  });
  expect(refuseAll(faults, 'conflict')?.reason).toBe('conflict');
});
