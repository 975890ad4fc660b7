import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { smsSize } from './segments.ts';

describe('a text message is divided into parts', () => {
  test.each([
    ['nothing', '', 'GSM-7', 0, 0, 160],
    ['one letter', 'a', 'GSM-7', 1, 1, 159],
    ['the longest single text', 'a'.repeat(160), 'GSM-7', 160, 1, 0],
    ['one more', 'a'.repeat(161), 'GSM-7', 161, 2, 145],
    ['two full parts', 'a'.repeat(306), 'GSM-7', 306, 2, 0],
    ['three parts', 'a'.repeat(307), 'GSM-7', 307, 3, 152],
    ['é, ñ and ¿ cost nothing', '¿Mañana, José?', 'GSM-7', 14, 1, 146],
    ['brackets and € count twice', '[€]', 'GSM-7', 3, 1, 154],
    ['80 € fill one', '€'.repeat(80), 'GSM-7', 80, 1, 0],
    ['81 do not; none is parted', '€'.repeat(81), 'GSM-7', 81, 2, 143],
    ['a curly apostrophe changes the alphabet', `It’s`, 'UCS-2', 4, 1, 66],
    ['the longest single text in that alphabet', `’${'a'.repeat(69)}`, 'UCS-2', 70, 1, 0],
    ['one character more in that alphabet', `’${'a'.repeat(70)}`, 'UCS-2', 71, 2, 63],
    ['Vietnamese', 'Chào chị Hương', 'UCS-2', 14, 1, 56],
    ['an emoji counts twice but is one character', '😀', 'UCS-2', 1, 1, 68],
    ['35 smileys', '😀'.repeat(35), 'UCS-2', 35, 1, 0],
    ['36 smileys, 33 of them in the first part', '😀'.repeat(36), 'UCS-2', 36, 2, 61],
  ] as const)('%s', (_, text, encoding, characters, segments, left) =>
    expect(smsSize(text)).toMatchObject({ encoding, characters, segments, left }),
  );

  it('with every character outside the alphabet listed once', () =>
    expect(smsSize('“Hi” – “you”').special).toEqual(['“', '”', '–']));

  const words = fc.string({ unit: 'binary', maxLength: 400 });

  it('in as few parts as it needs', () => {
    fc.assert(
      fc.property(words, (text) => {
        const { encoding, segments, left } = smsSize(text);
        const part = encoding === 'GSM-7' ? 153 : 67;
        expect(left).toBeGreaterThanOrEqual(0);
        // Apart from what is left in the last part, each part wastes at most one place.
        if (segments > 1) expect(left).toBeLessThan(part);
        const places =
          encoding === 'UCS-2'
            ? text.length
            : [...text].reduce((sum, symbol) => sum + ('^{}\\[~]|€\f'.includes(symbol) ? 2 : 1), 0);
        if (segments > 1) expect(places + left + (segments - 1)).toBeGreaterThanOrEqual(segments * part);
        expect(places).toBeLessThanOrEqual(segments <= 1 ? 160 : segments * part);
      }),
    );
  });

  it('in no fewer parts when something is added', () => {
    fc.assert(
      fc.property(words, words, (text, more) => {
        expect(smsSize(text + more).segments).toBeGreaterThanOrEqual(smsSize(text).segments);
      }),
    );
  });
});
