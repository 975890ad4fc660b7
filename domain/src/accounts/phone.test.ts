import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPin, PIN_SHAPE, PIN_TOO_EASY, PIN_TRIES, triesLeftOf, wrongPin } from './phone.ts';
import { inSpanish } from './spanish.ts';

describe('a PIN', () => {
  test.each(['', '12345', '1234567', '12345a', ' 12345', '１２３４５６'])('%o is none', (pin) =>
    expect(checkPin(pin)).toEqual([{ field: 'pin', message: PIN_SHAPE }]),
  );

  test.each(['000000', '777777', '123456', '012345', '654321', '543210', '890123', '210987'])(
    '%s is guessed first',
    (pin) => expect(checkPin(pin)).toEqual([{ field: 'pin', message: PIN_TOO_EASY }]),
  );

  test('is accepted unless it is one of the 30 in a million that are too easy', () => {
    const easy = Array.from({ length: 1_000_000 }, (_, n) => String(n).padStart(6, '0')).filter(
      (pin) => checkPin(pin).length > 0,
    );
    expect(easy).toHaveLength(30);
  });
});

test('the message about a wrong PIN tells how many tries are left, also in Spanish', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: PIN_TRIES - 1 }), (left) => {
      expect(triesLeftOf(wrongPin(left))).toBe(left);
      expect(inSpanish(wrongPin(left))).toContain(String(left));
    }),
  );
  expect(triesLeftOf('Wrong username or password!')).toBeUndefined();
});
