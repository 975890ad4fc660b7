import { expect, test } from 'vitest';
import { figuresOf, isHealthy, nameIn, sayFigure, sayMinutes, sayShare } from './figure-words.ts';

const figures = {
  planned: 1182,
  filled: 1181,
  openMinutes: 150,
  usual: 1000,
  covers: 8,
  withoutOvertime: 7,
  medianMinutes: 106,
};
const nothing = {
  planned: 0,
  filled: 0,
  openMinutes: 0,
  usual: 0,
  covers: 0,
  withoutOvertime: 0,
  medianMinutes: null,
};

test('figures are put into words, and a share of nothing is a dash', () => {
  expect(figuresOf('weeks').map((key) => sayFigure(key, figures))).toEqual([
    '99.9%',
    '1,181 of 1,182',
    '2.5 h',
    '84.6%',
    '8',
    '1 h 46 min',
    '87.5%',
  ]);
  expect(figuresOf('weeks').map((key) => sayFigure(key, nothing))).toEqual([
    '–',
    '0 of 0',
    '0 h',
    '–',
    '0',
    '–',
    '–',
  ]);
  expect(figuresOf('schedulers').map((key) => sayFigure(key, figures))).toEqual(['8', '1 h 46 min', '87.5%']);
});

test('100% means all of them, and 92% counts as healthy', () => {
  expect([sayShare(99_999, 100_000), sayShare(5, 5)]).toEqual(['99.9%', '100.0%']);
  expect([isHealthy({ planned: 100, filled: 92 }), isHealthy({ planned: 1000, filled: 919 })]).toEqual([
    true,
    false,
  ]);
});

test('sixty minutes or more are written in hours, and weeks by their days', () => {
  expect([0, 59, 60, 61].map(sayMinutes)).toEqual(['0 min', '59 min', '1 h', '1 h 1 min']);
  expect(nameIn('weeks', { name: '2026-11-29' })).toBe('Nov 29 – Dec 5');
  expect(nameIn('towns', { name: 'Aurora' })).toBe('Aurora');
});
