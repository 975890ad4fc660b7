import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candidate } from '../staffing/schema.ts';
import { answerOf, canCome, closestOf, nextWhoCan, obstacleGroups } from './candidate-answer.ts';

const candidate = (changes: Partial<Candidate> = {}): Candidate => ({
  ProviderID: 1,
  Provider: 'Archuleta, Ana',
  town: 'Aurora',
  obstacle: null,
  why: null,
  score: 71,
  parts: [],
  cost: { payCents: 5250, overtimeCents: 0, overtimeMinutes: 0 },
  extraMinutes: 24,
  from: null,
  miles: 3,
  visitsHere: 4,
  visitsOfClient: 9,
  warnings: [],
  weekMinutes: 2280,
  wishedMinutes: null,
  toJustify: [],
  whyNoOffer: null,
  ...changes,
});

describe("what a candidate's row says", () => {
  test.each<[string, Partial<Candidate>, string, string, string]>([
    ['can come', {}, 'can', 'Can come', '4 visits here, 24 min drive'],
    [
      'has been there once, and nobody knows the way',
      { visitsHere: 1, extraMinutes: null },
      'can',
      'Can come',
      '1 visit here',
    ],
    [
      'can at a cost, with its dollars',
      { cost: { payCents: 5250, overtimeCents: 525, overtimeMinutes: 30 } },
      'costs',
      'Can come, 0.5 h overtime',
      'adds $5.25, 4 visits here, 24 min drive',
    ],
    [
      'can at a cost, whose dollars the role does not see',
      { cost: { payCents: null, overtimeCents: null, overtimeMinutes: 30 }, visitsHere: 0 },
      'costs',
      'Can come, 0.5 h overtime',
      '24 min drive',
    ],
    [
      'can, and something is to be known first',
      { warnings: ['12-03-2026 is a holiday', 'Not accepted by Sandata yet'], extraMinutes: null },
      'costs',
      'Can come, asks first',
      '12-03-2026 is a holiday, Not accepted by Sandata yet, 4 visits here',
    ],
    [
      'cannot',
      { obstacle: 'working', why: 'With Ortiz, Ben until 2:00 PM', cost: null },
      'cannot',
      'Cannot',
      'With Ortiz, Ben until 2:00 PM',
    ],
  ])('%s', (_, changes, kind, words, why) => {
    expect(answerOf(candidate(changes))).toEqual({ kind, words, why });
  });
});

test('groups those who cannot come by reason, largest group first, and loses nobody', () => {
  const all = [
    candidate({ ProviderID: 1, obstacle: 'tooFar' }),
    candidate({ ProviderID: 2, obstacle: 'working' }),
    candidate({ ProviderID: 3, obstacle: 'tooFar' }),
    candidate({ ProviderID: 4 }),
    candidate({ ProviderID: 5, obstacle: 'documents' }),
  ];
  const groups = obstacleGroups(all);
  expect(groups.map(({ words, candidates }) => `${candidates.length} ${words}`)).toEqual([
    '2 too far',
    '1 already working',
    '1 expired documents',
  ]);
  expect(groups.flatMap(({ candidates }) => candidates)).toHaveLength(
    all.filter((one) => !canCome(one)).length,
  );
});

test('lets arrow keys visit everybody who can come, once and in order, stopping at the ends', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 99 })),
      fc.array(fc.boolean(), { minLength: 99 }),
      (rows, flags) => {
        const can = new Set(rows.filter((_, n) => flags[n]));
        const walk = (step: 1 | -1) => {
          const seen: number[] = [];
          for (
            let at = nextWhoCan(rows, null, step, can);
            at !== undefined;
            at = nextWhoCan(rows, at, step, can)
          )
            seen.push(at);
          return seen;
        };
        const wanted = rows.filter((row) => can.has(row));
        expect(walk(1)).toEqual(wanted);
        expect(walk(-1)).toEqual(wanted.toReversed());
      },
    ),
  );
});

test('names as closest the caregiver who is easiest to persuade', () => {
  const missed = (obstacle: Candidate['obstacle'], miles: number | null, visitsHere = 0) => ({
    obstacle,
    miles,
    visitsHere,
  });
  const near = missed('tooFar', 16);
  const all = [missed('documents', 1), missed('working', 2), missed('tooFar', 40), near, missed(null, 1)];
  expect(closestOf(all)).toBe(near);
  const known = missed('notAvailable', null, 9);
  expect(closestOf([missed('notAvailable', null), known])).toBe(known);
  expect(closestOf([missed('documents', 1), missed('preference', 1)])).toBeUndefined();
});
