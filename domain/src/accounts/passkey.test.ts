import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkPasskeyName, PASSKEY_NAME_LENGTH } from './passkey.ts';

test.each(['', '   ', '\t'])('a passkey is not called %j', (name) =>
  expect(checkPasskeyName(name)).toMatchObject([{ field: 'name' }]),
);

test('any other name up to the maximum length is accepted, with or without surrounding blanks', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 80 }), (text) => {
      const name = text.trim();
      fc.pre(name !== '');
      const fits = name.length <= PASSKEY_NAME_LENGTH;
      expect(checkPasskeyName(` ${name} `).length === 0).toBe(fits);
    }),
  );
});
