import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOSTILE_SIGNS } from '../testing/hostile-signs.ts';
import { x12Extended, x12Text } from './characters.ts';
import { centsOf, dayOf, quantityOf, rangeOf, showDay, showQuantity, showX12Cents, whole } from './values.ts';

const hostile = fc.constantFrom(...HOSTILE_SIGNS);

describe('amounts', () => {
  test.each([
    ['145.92', 14592],
    ['34', 3400],
    ['5.5', 550],
    ['.5', 50],
    ['-12.00', -1200],
    ['1222.0000', 122200],
    ['-0', 0],
    ['', undefined],
    ['.', undefined],
    ['12,50', undefined],
    ['1.005', undefined],
    ['1e3', undefined],
    ['9999999999999', undefined],
  ])('%s', (text, cents) => expect(centsOf(text)).toBe(cents));

  test('read back as they were written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => {
        expect(centsOf(showX12Cents(cents))).toBe(cents);
      }),
    );
  });
});

describe('quantities', () => {
  test('keep their decimals', () => {
    expect(showQuantity(whole(12))).toBe('12');
    expect(quantityOf('1.00')).toEqual({ digits: 100, places: 2 });
    expect(quantityOf('one')).toBeUndefined();
    expect(showQuantity({ digits: -5, places: 2 })).toBe('-0.05');
  });

  test('read back as they were written', () => {
    const quantity = fc.record({
      digits: fc.integer({ min: -99_999_999, max: 99_999_999 }),
      places: fc.nat({ max: 4 }),
    });
    fc.assert(
      fc.property(quantity, (q) => {
        expect(quantityOf(showQuantity(q))).toEqual(q);
      }),
    );
  });
});

describe('days', () => {
  test.each([
    ['20261102', '2026-11-02'],
    ['20240229', '2024-02-29'],
    ['20260229', undefined],
    ['20002316', undefined],
    ['2026', undefined],
    ['', undefined],
  ])('%s', (text, day) => {
    expect(dayOf(text)).toBe(day);
    if (day) expect(showDay(day)).toBe(text);
  });
  test.each([
    ['20261102', { from: '2026-11-02', through: '2026-11-02' }],
    ['20261102-20261105', { from: '2026-11-02', through: '2026-11-05' }],
    ['20261105-20261102', undefined],
    ['20261102-', undefined],
    ['20261102-20261103-20261104', undefined],
  ])('%s', (text, range) => expect(rangeOf(text)).toEqual(range));
});

describe('names', () => {
  test.each([
    ['Nguyễn Thị Hương', 'NGUYEN THI HUONG'],
    ['Đặng', 'DANG'],
    ['Łukasz Wójcik-Żółć', 'LUKASZ WOJCIK-ZOLC'],
    ['Щербаков Юрій', 'SHCHERBAKOV IURII'],
    ['Müßig & Søn', 'MUSSIG & SON'],
    ['O’Brien~*:^| Jr.', "O'BRIEN JR."],
    ['  many   blanks \n', 'MANY BLANKS'],
    ['山田', ''],
    [`${'A'.repeat(59)} B`, 'A'.repeat(59)],
    [null, ''],
  ])('%s is written %s', (name, written) => expect(x12Text(name, 60)).toBe(written));

  test('are in the basic set and within the allowed length, and do not change when written again', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: hostile, maxLength: 90 }),
        fc.integer({ min: 1, max: 60 }),
        (name, max) => {
          const written = x12Text(name, max);
          expect(written).toMatch(/^[A-Z0-9 !"&'()+,./;?=-]*$/);
          expect(written.length).toBeLessThanOrEqual(max);
          expect(x12Text(written, max)).toBe(written);
        },
      ),
    );
  });

  test('e-mail addresses keep their lower-case letters', () => {
    expect(x12Extended('Żana_b@example.org', 80)).toBe('Zana_b@example.org');
  });
});
