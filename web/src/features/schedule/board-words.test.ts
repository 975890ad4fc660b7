import { describe, expect, it } from 'vitest';
import { isTight } from './board-words.ts';
import { untilWords } from './OpenLane.tsx';

describe('the chip of a week', () => {
  it.each([
    ['7:30–10', 'Nguyen', 'Fri', false, false],
    ['12:15–4:15', 'Ng', 'Fri', false, false],
    ['7:30–10', 'Nguyen', 'Fri', true, false],
    // The name would be cut to a letter or two.
    ['12:15–4:15', 'Stavropoulos', 'Fri', true, true],
    ['7:30–10', 'Nguyen', 'Sat', false, true],
    ['7–9', 'Nguyen', 'Sat', false, false],
  ])('%s %s on a %s, with a sign: %s', (span, name, day, hasSign, tight) =>
    expect(isTight(span, name, { date: day === 'Sat' ? '2026-11-28' : '2026-11-27', hasSign })).toBe(tight),
  );
});

describe('the time until an open visit', () => {
  it.each([
    [138, 'in 2 h 18 min'],
    [47 * 60, 'in 47 h'],
    [90 * 60, 'in 3 days'],
    [-72, '72 min late'],
  ])('%d minutes', (minutes, words) => expect(untilWords(minutes)).toBe(words));
});
