import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcomesOf } from './outcomes.ts';

test('a row with a fault is faulty even if it is about somebody on record', () => {
  const faults = [{ row: 9 }, { row: 3, isKnown: true }, { row: 4, isKnown: true }, { row: 4 }, { row: 9 }];
  expect(outcomesOf(faults, [2, 9, 3])).toEqual({ onRecord: [2, 3], faulty: [4, 9] });
  expect(outcomesOf([], [])).toEqual({ onRecord: [], faulty: [] });
});

test('every reported row is in exactly one of the lists', () => {
  const row = fc.integer({ min: 2, max: 12 });
  fc.assert(
    fc.property(fc.array(fc.record({ row, isKnown: fc.boolean() })), fc.array(row), (faults, known) => {
      const { onRecord, faulty } = outcomesOf(faults, known);
      const all = new Set([...faults.map((fault) => fault.row), ...known]);
      expect([...onRecord, ...faulty].toSorted((a, b) => a - b)).toEqual([...all].toSorted((a, b) => a - b));
    }),
  );
});
