import { expect, test } from 'vitest';
import { programsIn } from './client-programs.ts';

test('The programs within a span of days follow each other, without those before and after it', () => {
  const programs = [
    { from: '2026-10-01', program: 'CFC' as const, name: null },
    { from: '2025-01-01', program: 'Waiver' as const, name: 'BI' },
    { from: '2026-01-01', program: 'Waiver' as const, name: 'EBD' },
    { from: '2027-02-01', program: 'CFC' as const, name: null },
  ];
  expect(programsIn(programs, { from: '2026-07-01', through: '2026-12-31' })).toEqual([
    { from: '2026-07-01', through: '2026-10-01', name: 'Waiver (EBD)' },
    { from: '2026-10-01', through: '2026-12-31', name: 'CFC' },
  ]);
});
