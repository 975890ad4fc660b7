import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretsOf } from './secrets.ts';

const key = randomBytes(32);
const secrets = secretsOf(key);
const text = fc.string({ unit: 'grapheme' });

test('a sealed value opens with the same key, and never looks the same twice', () => {
  fc.assert(
    fc.property(text, (plain) => {
      const sealed = secrets.encrypt(plain);
      expect(secretsOf(key).decrypt(sealed)).toBe(plain);
      expect(secrets.encrypt(plain).equals(sealed)).toBe(false);
    }),
  );
});

test('a changed byte or another key is refused', () => {
  fc.assert(
    fc.property(text, fc.nat(), (plain, at) => {
      const sealed = secrets.encrypt(plain);
      const index = at % sealed.length;
      sealed[index] = (sealed[index] ?? 0) ^ 1;
      expect(() => secrets.decrypt(sealed)).toThrow();
    }),
  );
  expect(() => secretsOf(randomBytes(32)).decrypt(secrets.encrypt('185-33-1919'))).toThrow();
  expect(() => secrets.decrypt(Buffer.of())).toThrow();
});

test('a fingerprint depends only on the text and the key', () => {
  expect(secrets.fingerprint('185331919')).toEqual(secretsOf(key).fingerprint('185331919'));
  expect(secrets.fingerprint('185331919')).not.toEqual(secrets.fingerprint('185331918'));
  expect(secrets.fingerprint('185331919')).not.toEqual(secretsOf(randomBytes(32)).fingerprint('185331919'));
});
