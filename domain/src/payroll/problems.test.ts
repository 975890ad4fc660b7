import { expect, test } from 'vitest';
import { problemsOf } from './problems.ts';

const hours = (total: number) => ({ work: total, travel: 0, total });
const provider = { ID: 7, Provider: 'Okafor, Pat', lines: [], lowWeeks: [], timeProblems: [] };

test('a provider with a rate for every hour and every week above the base wage has no problem', () => {
  const lines = [{ category: 'Homemaker', rate: 1700, hours: hours(100) }] as const;
  expect(problemsOf({ ...provider, lines })).toEqual([]);
});

test('hours without a rate are reported once per category, over both halves', () => {
  const lines = [
    { category: 'Homemaker', rate: null, hours: hours(125) },
    { category: 'Homemaker', rate: null, hours: hours(100) },
    { category: null, rate: null, hours: hours(50) },
  ] as const;
  expect(problemsOf({ ...provider, lines })).toEqual([
    'Okafor, Pat (ID 7): no rate for Homemaker, 2.25 h are not paid.',
    'Okafor, Pat (ID 7): 0.50 h are not paid: their care plan type has no pay category.',
  ]);
});

test('a week below the base wage is reported with the missing amount', () => {
  const lowWeeks = [
    {
      week: { from: '2026-11-08', through: '2026-11-14' },
      minutes: 2640,
      paid: 1500,
      base: 1700,
      missing: 8800,
    },
  ];
  expect(problemsOf({ ...provider, lowWeeks })).toEqual([
    'Okafor, Pat (ID 7): below base wage in the week of 11-08-2026 to 11-14-2026: $15.00 an hour paid, $17.00 required. Add $88.00.',
  ]);
});

test('unproven paid time is reported in its own words', () => {
  const timeProblems = [
    {
      date: '2026-11-06',
      text: 'plan 3, 2026-11: paid above verified time: 11-06 (1.00 h paid, 0.00 h verified)',
    },
  ];
  expect(problemsOf({ ...provider, timeProblems })).toEqual([
    'Okafor, Pat (ID 7): plan 3, 2026-11: paid above verified time: 11-06 (1.00 h paid, 0.00 h verified).',
  ]);
});
