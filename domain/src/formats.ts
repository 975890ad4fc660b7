/** Masks of the record form, which turn typed text into stored values (docs/rules/people.md, rule 9). */

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The digits typed so far of a US phone number, without the leading 1; undefined if it cannot become one. */
export const phoneDigits = (text: string): string | undefined => {
  const digits = digitsOf(text);
  const hasPlus = text.trim().startsWith('+');
  const national = digits.startsWith('1') && (hasPlus || digits.length === 11) ? digits.slice(1) : digits;
  const isForeign = hasPlus && !digits.startsWith('1');
  return isForeign || national.length > 10 ? undefined : national;
};

/** Formats ten digits, with or without +1 and punctuation, as (111) 111-1111. Anything else stays as typed and fails validation. */
export const formatPhone = (text: string) => {
  const digits = phoneDigits(text) ?? '';
  return digits.length === 10
    ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
    : text.trim();
};
export const isPhone = (text: string) => /^\(\d{3}\) \d{3}-\d{4}$/.test(text);

/** Formats nine digits as 111-11-1111. Anything else stays as typed and fails validation. */
export const formatSsn = (text: string) => {
  const digits = digitsOf(text);
  return digits.length === 9 ? `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}` : text.trim();
};
export const isSsn = (text: string) => /^\d{3}-\d{2}-\d{4}$/.test(text);
export const ssnDigits = digitsOf;

/** Strips 80015 or 80015-1234 to digits (docs/rules/people.md, rule 9). */
export const formatZip = (text: string) => text.replace(/[\s-]/g, '');
export const isZip = (text: string) => /^\d{5}(\d{4})?$/.test(text);

export const isState = (text: string) => /^[A-Z]{2}$/.test(text);
/** Allowed characters of City and County: letters, dot, hyphen and space. */
export const isLetters = (text: string) => /^[\p{L}\p{M}. -]+$/u.test(text);
export const isEmail = (text: string) =>
  text.length <= 254 && /^[^\s@<>(),;:"[\]\\]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(text);
/** Whether the text is an ICD-10-CM code, with or without its dot, such as R68.89. */
export const isIcd10 = (code: string): boolean =>
  /^[A-Z]\d[0-9A-Z](\.?[0-9A-Z]{1,4})?$/.test(code.trim().toUpperCase());
export const hasControl = (text: string) => /\p{Cc}/u.test(text);
