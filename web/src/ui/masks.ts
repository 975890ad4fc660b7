/** Masks of the record form: SSN 111-11-1111, phones (111) 111-1111 (specification part 1, section 5). */
const MASKS = { ssn: '111-11-1111', phone: '(111) 111-1111' } as const;
export type MaskName = keyof typeof MASKS;

const SLOTS = { ssn: 9, phone: 10 } as const;

const digitsOf = (mask: MaskName, typed: string) => {
  const digits = typed.replace(/\D/g, '');
  const national =
    mask === 'phone' && (typed.trim().startsWith('+1') || digits.length === 11) && digits.startsWith('1')
      ? digits.slice(1)
      : digits;
  return national.slice(0, SLOTS[mask]);
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

/** What was typed or pasted, written in the mask; signs after the last digit are left out, so deleting works. */
export const maskText = (mask: MaskName, typed: string) => fill(mask, digitsOf(mask, typed));

/** Where the caret stands after masking: behind the same digit as before. */
export const caretAfter = (mask: MaskName, typed: string, caret: number) =>
  fill(mask, digitsOf(mask, typed.slice(0, caret))).length;
