import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { x12Text } from './claims/x12/characters.ts';
import { latinOf } from './latin.ts';

const characters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at));

/** Expected text for each sign from U+00A0 on: _ is a blank, ~ is nothing (the soft hyphen). */
const LATIN_1_AND_A: readonly (readonly [number, string])[] = [
  [0xa0, '_ _ _ _ _ _ _ _ _ _ a " _ ~ _ _'],
  [0xb0, '_ _ 2 3 \' _ _ . _ 1 o " 1/4 1/2 3/4 _'],
  [0xc0, 'A A A A A A AE C E E E E I I I I'],
  [0xd0, 'D N O O O O O x O U U U U Y Th ss'],
  [0xe0, 'a a a a a a ae c e e e e i i i i'],
  [0xf0, 'd n o o o o o / o u u u u y th y'],
  [0x100, 'A a A a A a C c C c C c C c D d'],
  [0x110, 'D d E e E e E e E e E e G g G g'],
  [0x120, 'G g G g H h H h I i I i I i I i'],
  [0x130, 'I i IJ ij J j K k k L l L l L l L.'],
  [0x140, "l. L l N n N n N n 'n N n O o O o"],
  [0x150, 'O o OE oe R r R r R r S s S s S s'],
  [0x160, 'S s T t T t T t U u U u U u U u'],
  [0x170, 'U u U u W w Y y Y Z z Z z Z z s'],
];

describe('text for systems that accept only ASCII', () => {
  test.each(LATIN_1_AND_A)('signs from %i on', (from, row) => {
    const expected = row.split(' ').map((one) => (one === '_' ? ' ' : one === '~' ? '' : one));
    const written = characters(from, from + 15).map((sign) =>
      // A spacing accent decomposes into a blank and a mark; the number of blanks does not matter.
      latinOf(sign).replace(/^ +$/, ' '),
    );
    expect(written).toEqual(expected);
  });

  test('every Latin letter of a living alphabet has an ASCII form in both cases', () => {
    const letters = [...characters(0xa0, 0x24f), ...characters(0x1e00, 0x1eff)].filter((sign) =>
      /\p{Script=Latin}/u.test(sign),
    );
    expect(letters.length).toBeGreaterThan(650);
    for (const letter of letters) {
      const written = latinOf(letter);
      expect(written.trim(), `${letter} ${letter.codePointAt(0)?.toString(16)}`).toMatch(/^[!-~]+$/);
      if (letter.toLowerCase().length === letter.length)
        expect(latinOf(letter.toLowerCase()).toUpperCase(), letter).toBe(written.toUpperCase());
    }
  });

  test.each([
    ['123½ Cañon Blvd', '123 1/2 CANON BLVD'],
    ['½ Main St', '1/2 MAIN ST'],
    ['12 ¾ Ave', '12 3/4 AVE'],
    ['7⅞ 5² 3①2 St', '7 7/8 5 2 3 1 2 ST'],
    ['5×3 Nº 4', '5X3 NO 4'],
    ['12·5 山 12山5', '12.5 12 5'],
    ['D´Angelo', "D'ANGELO"],
    ['Ste\u00adven ℅ Ms', 'STEVEN C/O MS'],
    ['Щербаков Юрій', 'SHCHERBAKOV IURII'],
    ['Ǝɓɛnə Ŋaare', 'EBENE NAARE'],
  ])('%s goes out as %s', (text, written) => expect(x12Text(text, 60)).toBe(written));

  test('upper case is preserved', () => expect(latinOf('Щербаков Їжак Łódź')).toBe('Shcherbakov Izhak Lodz'));

  test('two numbers are never joined into one, whatever sign separates them', () => {
    const between = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 3 })
      .filter((text) => !/[\p{M}\p{Cf}ьЬ]/u.test(text));
    fc.assert(
      fc.property(fc.nat({ max: 999 }), between, fc.nat({ max: 999 }), (one, text, two) => {
        const written = latinOf(`${one}${text}${two}`);
        expect(written).toMatch(/^[\0-\x7f]*$/);
        if (!/^\p{Nd}+$/u.test(text)) expect(written).not.toMatch(/^\d+$/);
      }),
    );
  });
});
