import { phoneDigits, ssnDigits } from '@homecare/domain/formats.ts';

/** Masks of the record form: SSN 111-11-1111, phones (111) 111-1111 (docs/rules/screens.md, rule 12). */
const MASKS = { ssn: '111-11-1111', phone: '(111) 111-1111' } as const;
export type MaskName = keyof typeof MASKS;

const SSN_LENGTH = 9;

/** undefined: more than fits the mask, or a number of another country. */
const digitsOf = (mask: MaskName, typed: string) => {
  if (mask === 'phone') return phoneDigits(typed);
  const digits = ssnDigits(typed);
  return digits.length > SSN_LENGTH ? undefined : digits;
};

const fill = (mask: MaskName, digits: string) => {
  let at = 0;
  let text = '';
  for (const sign of MASKS[mask]) {
    if (at >= digits.length) break;
    text += sign === '1' ? digits[at++] : sign;
  }
  return text;
};

/**
 * What was typed or pasted, written in the mask; signs after the last digit are left out, so deleting works. What does
 * not fit the mask stays as it is, so that the refusal is about what is seen.
 */
export const maskText = (mask: MaskName, typed: string) => {
  const digits = digitsOf(mask, typed);
  return digits === undefined ? typed : fill(mask, digits);
};

/** Where the caret is after masking: behind the same digit as before. */
export const caretAfter = (mask: MaskName, typed: string, caret: number) =>
  digitsOf(mask, typed) === undefined ? caret : maskText(mask, typed.slice(0, caret)).length;
