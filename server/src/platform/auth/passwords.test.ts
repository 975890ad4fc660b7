import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('an office of 60 that signs in at once waits, and nobody is turned away', async () => {
  const hash = await hashPassword('Right-Pass-7');
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => verifyPassword('Right-Pass-7', hash, `192.0.2.${n}`)),
  );
  expect(answers).toEqual(Array.from({ length: 60 }, () => true));
});
