import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  ACCOUNT_LIMITS,
  accountInitials,
  checkNewAccount,
  checkNewPassword,
  deviceWords,
  foldCode,
  isAppCode,
  providerLogin,
  recoveryCode,
  temporaryPassword,
} from './rules.ts';

/** Numbers below `count`, well mixed from a seed (mulberry32). */
const picking = (seed: number) => {
  let state = seed;
  return (count: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count;
  };
};
const seeds = fc.integer();

describe('the account form', () => {
  const account = { full_name: 'Ann Lee', login: 'ann.lee', password: 'tmp' };
  test.each([
    [{}, []],
    [{ full_name: ' ' }, ['full_name: Field is required']],
    [{ full_name: 'An' }, ['full_name: Field must be more than 3 characters']],
    [{ full_name: 'x'.repeat(64) }, []],
    [{ full_name: 'x'.repeat(65) }, ['full_name: At most 64 characters.']],
    [{ login: '' }, ['login: Field is required']],
    [{ login: 'ab' }, ['login: Field must be more than 3 characters']],
    [{ login: 'x'.repeat(31) }, ['login: At most 30 characters.']],
    [{ password: '' }, ['password: Password is required']],
    [{ password: 'ab' }, ['password: Field must be more than 3 characters']],
    [{ password: 'x'.repeat(30) }, []],
    [{ password: 'x'.repeat(31) }, ['password: At most 30 characters.']],
  ])('%j: %j', (part, said) =>
    expect(
      checkNewAccount({ ...account, ...part }).map(({ field, message }) => `${field}: ${message}`),
    ).toEqual(said),
  );

  test.each([
    ['Ann Lee', 'A.L.'],
    ['  maria  de la cruz ', 'M.D.L.C.'],
    ['Cher', 'C.'],
  ])('initials of %s: %s', (name, initials) => expect(accountInitials(name)).toBe(initials));
});

describe('a temporary password', () => {
  it('has 8 characters that nobody misreads, and also satisfies the rule for permanent ones', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const password = temporaryPassword(picking(seed));
        expect(password).toMatch(/^[A-Za-z2-9]{8}$/);
        expect(password).not.toMatch(/[0O1lIi]/);
        expect(checkNewPassword(password, password)).toEqual([]);
      }),
    );
  });
});

describe('the suggested login of an EVV account', () => {
  const pat = { email: null, first: 'José', last: 'Núñez-Ortiz' };
  test.each([
    [{ ...pat, email: 'Jose@Example.org' }, [], 'jose@example.org'],
    [{ ...pat, email: 'Jose@Example.org' }, ['jose@example.org'], 'jose.nunezortiz'],
    [{ ...pat, email: `${'j'.repeat(30)}@example.org` }, [], 'jose.nunezortiz'],
    [pat, ['jose.nunezortiz', 'jose.nunezortiz2'], 'jose.nunezortiz3'],
    [{ ...pat, first: 'Łukasz', last: 'Đặng-Шевчук' }, [], 'lukasz.dangshevchuk'],
    [{ email: '', first: '李', last: '王' }, [], 'provider'],
  ])('%j beside %j: %s', (provider, taken, login) =>
    expect(providerLogin(provider, (wanted) => taken.includes(wanted))).toBe(login),
  );

  it('is free, and short enough for the form', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme' }),
        fc.nat(30),
        (first, last, others) => {
          const taken = new Set<string>();
          for (let n = 0; n <= others; n += 1) {
            const login = providerLogin({ email: null, first, last }, (wanted) => taken.has(wanted));
            expect(taken.has(login)).toBe(false);
            taken.add(login);
            expect(checkNewAccount({ full_name: 'Ann Lee', login, password: 'tmp' })).toEqual([]);
            expect(login.length).toBeLessThanOrEqual(ACCOUNT_LIMITS.login);
          }
        },
      ),
    );
  });
});

describe('recovery codes', () => {
  it('are recognized however they are typed, and never look like codes of the app', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const code = recoveryCode(picking(seed));
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
        const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
        expect(foldCode(typed)).toBe(foldCode(code));
        expect(isAppCode(code)).toBe(false);
      }),
    );
  });
  test.each([
    ['123456', true],
    [' 123 456 ', true],
    ['12345', false],
    ['1234567', false],
    ['', false],
  ])("'%s' is a code of the app: %s", (code, is) => expect(isAppCode(code)).toBe(is));
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone or iPad',
  ],
  ['curl/8.0', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (agent, words) => expect(deviceWords(agent)).toBe(words));
