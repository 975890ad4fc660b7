import { describe, expect, test } from 'vitest';
import { compareFigures, firstFigures, isAtRest, keepFigures } from './bench-figures.mjs';

const figure = (bench: string, place: number, share: number) => ({
  bench,
  place,
  name: `figure ${place}`,
  share,
});

describe('a run of benches beside the figures that were kept', () => {
  test('says what uses more than 15 % more of its target than before', () =>
    expect(
      compareFigures([figure('poll', 0, 0.91), figure('poll', 1, 0.93), figure('poll', 2, 9)], {
        'poll 0': 0.8,
        'poll 1': 0.8,
      }),
    ).toEqual(['poll: figure 1: 93 % of its target, was 80 %']));

  test('says what a bench that ran did not measure, and nothing of benches that did not run', () =>
    expect(compareFigures([figure('poll', 0, 0.5)], { 'poll 0': 0.5, 'poll 1': 0.5, 'save 0': 0.5 })).toEqual(
      ['poll 1 was not measured'],
    ));

  test('is kept in place of what its benches had, and leaves the others alone', () =>
    expect(
      keepFigures([figure('poll', 0, 0.61234), figure('poll', 2, Number.POSITIVE_INFINITY)], {
        'save 0': 0.9,
        'poll 0': 0.5,
        'poll 1': 0.5,
      }),
    ).toEqual({ 'poll 0': 0.612, 'save 0': 0.9 }));

  test('is kept at once where its bench was never measured, and on a machine at rest alone', () => {
    const [poll, save] = [figure('poll', 0, 0.5), figure('save', 1, 0.5)];
    expect(firstFigures([poll, save], { 'poll 1': 0.4 })).toEqual([save]);
    expect(firstFigures([poll], {})).toEqual([poll]);
    expect([isAtRest([0.3, 5, 5], 2), isAtRest([0.6, 0, 0], 2)]).toEqual([true, false]);
  });
});
