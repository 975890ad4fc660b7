import { formatPhone, isPhone } from '@homecare/domain/formats.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caretAfter, maskText } from './masks.ts';

describe('masks', () => {
  it.each([
    ['phone', '7202202389', '(720) 220-2389'],
    ['phone', '+1 720 220 2389', '(720) 220-2389'],
    ['phone', '1-720-220-2389', '(720) 220-2389'],
    ['phone', '+17202202389', '(720) 220-2389'],
    ['phone', '7202', '(720) 2'],
    ['phone', '(720) ', '(720'],
    ['phone', '72022023895', '72022023895'],
    ['phone', '(720) 220-23895', '(720) 220-23895'],
    ['phone', '+44 20 7946 0958', '+44 20 7946 0958'],
    ['phone', '+65 6123 4567', '+65 6123 4567'],
    ['phone', 'x', ''],
    ['ssn', '185331919', '185-33-1919'],
    ['ssn', '185-33-19199', '185-33-19199'],
    ['ssn', '185', '185'],
  ] as const)('%s: %s becomes %s', (mask, typed, shown) => expect(maskText(mask, typed)).toBe(shown));

  it('change nothing that is already masked', () => {
    fc.assert(
      fc.property(fc.constantFrom('phone', 'ssn'), fc.stringMatching(/^[2-9]\d{0,9}$/), (mask, digits) => {
        const once = maskText(mask, digits);
        expect(maskText(mask, once)).toBe(once);
      }),
    );
  });
  it('show as a number only what the rules store as that number', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123456789+-() 12'), maxLength: 18 });
    fc.assert(
      fc.property(typed, (text) => {
        const [shown, stored] = [maskText('phone', text), formatPhone(text)];
        expect(isPhone(shown)).toBe(isPhone(stored));
        if (isPhone(stored)) expect(shown).toBe(stored);
      }),
    );
  });
  it('keep the caret behind the digit it stood behind', () => {
    expect(caretAfter('phone', '(7920) 220-2389', 3)).toBe(3);
    expect(caretAfter('phone', '(720)2 220-238', 6)).toBe(7);
  });
});
