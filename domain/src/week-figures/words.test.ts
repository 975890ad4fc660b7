import { expect, test } from 'vitest';
import type { WeekFigures } from './schema.ts';
import {
  changeOf,
  daysOf,
  isGoalMet,
  KEYS,
  keysOf,
  numberOf,
  sayFigure,
  sayGoal,
  sayWhole,
} from './words.ts';

const week: WeekFigures = {
  week: '2026-11-15',
  fill: { part: 1181, whole: 1182 },
  onTime: { part: 912, whole: 1000 },
  unedited: { part: 5, whole: 5 },
  overtime: { part: 390, whole: 24_720 },
  toClaim: 42,
  denied: { part: 1, whole: 38 },
};
const none = { part: 0, whole: 0 };
const nothing: WeekFigures = {
  week: '2026-11-08',
  fill: none,
  onTime: none,
  unedited: none,
  overtime: none,
  toClaim: null,
  denied: none,
};

test('shares are shown in percent, rounded down, time to claim in days, and missing figures as a dash', () => {
  expect(KEYS.map((key) => sayFigure(key, week))).toEqual([
    '99.9%',
    '91.2%',
    '100.0%',
    '1.5%',
    '4.2',
    '2.6%',
  ]);
  expect(KEYS.map((key) => sayFigure(key, nothing))).toEqual(['–', '–', '–', '–', '–', '–']);
  expect(KEYS.map((key) => numberOf(key, nothing))).toEqual([null, null, null, null, null, null]);
});

test('a figure is shown with the counts behind it', () => {
  expect(KEYS.map((key) => sayWhole(key, week))).toEqual([
    '99.9% (1,181 of 1,182)',
    '91.2% (912 of 1,000)',
    '100.0% (5 of 5)',
    '1.5% (6.5 h of 412 h)',
    '4.2',
    '2.6% (1 of 38)',
  ]);
});

test('each figure has its goal, for the week or for four weeks', () => {
  expect(KEYS.map((key) => `${sayGoal(key)}, ${daysOf(key)}`)).toEqual([
    'goal 92%, this week',
    'goal 95%, this week',
    'goal 85%, this week',
    'goal 3%, this week',
    'goal 5, four weeks',
    'goal 3%, four weeks',
  ]);
  expect(KEYS.map((key) => isGoalMet(key, week))).toEqual([true, false, true, true, true, true]);
  expect(isGoalMet('overtime', { ...week, overtime: { part: 309, whole: 10_000 } })).toBe(false);
  expect(KEYS.map((key) => isGoalMet(key, nothing))).toEqual([null, null, null, null, null, null]);
});

test('a rise is better for some figures and worse for others', () => {
  const after: WeekFigures = {
    ...week,
    fill: { part: 1182, whole: 1182 },
    onTime: { part: 900, whole: 1000 },
    overtime: { part: 395, whole: 10_000 },
    toClaim: 33,
  };
  expect(KEYS.map((key) => changeOf(key, week, after))).toEqual([
    { words: 'up 0.1', isBetter: true },
    { words: 'down 1.2', isBetter: false },
    null,
    { words: 'up 2.4', isBetter: false },
    { words: 'down 0.9', isBetter: true },
    null,
  ]);
  expect(KEYS.map((key) => changeOf(key, nothing, week))).toEqual([null, null, null, null, null, null]);
});

test('figures that the caller may not read are left out', () => {
  const { toClaim: _, denied: __, ...open } = week;
  expect(keysOf(open)).toEqual(['fill', 'onTime', 'unedited', 'overtime']);
  expect(keysOf(week)).toEqual([...KEYS]);
});
