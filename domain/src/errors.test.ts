import { expect, test } from 'vitest';
import { refuseAll } from './errors.ts';

const faults = [
  { field: 'date', message: 'Enter a date.' },
  { field: 'hours', message: 'Enter the hours.' },
];

test('a check that found nothing refuses nothing', () => {
  expect(refuseAll([])).toBeUndefined();
});

test('the banner of a refusal is the first sentence that a check found', () => {
  expect(refuseAll(faults)).toEqual({
    ok: false,
    reason: 'badInput',
    info: 'Enter a date.',
    errors: faults,
  });
  expect(refuseAll(faults, 'conflict')?.reason).toBe('conflict');
});
