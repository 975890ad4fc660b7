import { phoneDigits, ssnDigits } from '@homecare/domain/formats.ts';

/** Masks of the record form: SSN 111-11-1111, phones (111) 111-1111 (docs/rules/screens.md, rule 12). */
const MASKS = { ssn: '111-11-1111', phone: '(111) 111-1111' } as const;
export type MaskName = keyof typeof MASKS;

const SSN_LENGTH = 9;

/** undefined if there are more digits than fit the mask, or the number is from another country. */
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
 * Formats typed or pasted text. Punctuation after the last digit is dropped, so that deleting works. Text that does not fit
 * the mask stays unchanged, so that the error refers to what the user sees.
 */
export const maskText = (mask: MaskName, typed: string) => {
  const digits = digitsOf(mask, typed);
  return digits === undefined ? typed : fill(mask, digits);
};

/** Position of the caret after formatting: behind the same digit as before. */
export const caretAfter = (mask: MaskName, typed: string, caret: number) =>
  digitsOf(mask, typed) === undefined ? caret : maskText(mask, typed.slice(0, caret)).length;
