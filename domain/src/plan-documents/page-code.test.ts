import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDigits, type PageCode, readPageCode, sayPageCode, writePageCode } from './page-code.ts';

const CODE: PageCode = {
  tag: 'K7QD',
  kind: 'T',
  plan: 12345,
  month: '2026-11',
  period: 0,
  version: 3,
  page: 1,
};

const onePage = fc.record({
  tag: fc.stringMatching(/^[0-9A-Z]{4}$/),
  kind: fc.constantFrom('T', 'M', 'C'),
  plan: fc.integer({ min: 1, max: 2_147_483_647 }),
  month: fc
    .tuple(fc.integer({ min: 1900, max: 2999 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`),
  period: fc.constantFrom(0, 1),
  version: fc.nat(2_147_483_647),
  page: fc.integer({ min: 1, max: 99 }),
}) satisfies fc.Arbitrary<PageCode>;
const codes: fc.Arbitrary<PageCode> = fc.oneof(
  onePage,
  fc.tuple(onePage, fc.integer({ min: 2, max: 99 })).map(([code, pages]) => ({ ...code, pages })),
);

describe('the code of a page', () => {
  test('is that of the published example, with the check digits of both plans', () => {
    expect(writePageCode(CODE)).toBe('HC1.K7QD.T.12345.202611.0.3.1.85');
    expect(writePageCode({ ...CODE, plan: 12354 })).toBe('HC1.K7QD.T.12354.202611.0.3.1.40');
  });

  test('says of how many pages it is, where there are several', () => {
    const text = writePageCode({ ...CODE, page: 2, pages: 3 });
    expect(text).toMatch(/^HC1\.K7QD\.T\.12345\.202611\.0\.3\.2P3\.\d\d$/);
    expect(readPageCode(text)).toEqual({ ...CODE, page: 2, pages: 3 });
  });

  test('is read back as it was written', () => {
    fc.assert(fc.property(codes, (code) => void expect(readPageCode(writePageCode(code))).toEqual(code)));
  });

  // In the tag a letter counts as two digits, so that B1 and 1B have one check: there the other tag distinguishes them.
  test('with one sign changed, or two neighbours swapped, is no code of ours', () => {
    const isOurs = (text: string, { tag }: PageCode) => readPageCode(text)?.tag === tag;
    fc.assert(
      fc.property(
        codes,
        fc.nat(),
        fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
        (code, at, sign) => {
          const text = writePageCode(code);
          const n = at % text.length;
          if (text[n] === '.' || text[n] === sign) return;
          const changed = text.slice(0, n) + sign + text.slice(n + 1);
          expect(isOurs(changed, code)).toBe(false);
          const [a = '', b = ''] = [text[n], text[n + 1]];
          if (a === b || b === '' || b === '.') return;
          expect(isOurs(text.slice(0, n) + b + a + text.slice(n + 2), code)).toBe(false);
        },
      ),
    );
  });

  test.each([
    '',
    'HC2.K7QD.T.12345.202611.0.3.1.85',
    'HC1.K7QD.X.12345.202611.0.3.1.85',
    'HC1.K7QD.T.12345.202613.0.3.1.85',
    'HC1.K7QD.T.12345.202611.2.3.1.85',
    'https://example.com/?q=HC1.K7QD.T.12345.202611.0.3.1.85',
  ])('%s waits in the tray', (text) => expect(readPageCode(text)).toBeUndefined());

  test.each([
    { plan: 2_147_483_648 },
    { plan: 9_999_999_999 },
    { version: 2_147_483_648 },
    { month: '0000-01' },
    { month: '0999-12' },
  ])('with a right check and %j waits in the tray too', (over) =>
    expect(readPageCode(writePageCode({ ...CODE, ...over }))).toBeUndefined(),
  );

  test('a letter counts as two digits', () => {
    // ISO 7064 by hand: 794 → 44, and A is 10.
    expect(checkDigits('794')).toBe('44');
    expect(checkDigits('A')).toBe(checkDigits('10'));
  });

  test('is beside it in words', () => {
    expect(sayPageCode(CODE)).toBe('Plan 12345 · 2026-11 · 1st half · sheet 1');
    expect(sayPageCode({ ...CODE, kind: 'M' })).toBe('Plan 12345 · 2026-11 · monthly report · sheet 1');
  });
});
