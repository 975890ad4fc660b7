import type { FieldError } from '../errors.ts';

/** Staying signed in on a caregiver's own phone: for how long, how it is unlocked, and its messages. */

export const PHONE_DAYS = 30;
export const PIN_DIGITS = 6;
export const PIN_TRIES = 5;
/** How many minutes the phone has to answer the challenge for its passkey. */
export const CHALLENGE_MINUTES = 5;

export const PIN_SHAPE = `Enter ${PIN_DIGITS} digits.`;
export const PIN_TOO_EASY =
  'Choose a PIN that is harder to guess: not one digit repeated, not digits in a row.';
export const PHONE_ENDED = 'This phone is no longer signed in. Sign in with your password.';
export const PASSKEY_FAILED = 'Your phone’s lock was not accepted. Try again, or use your password.';
export const PASSWORD_FIRST = 'Sign in with your password to stay signed in on this phone.';

const isRun = (digits: readonly number[], step: number) =>
  digits.every((digit, n) => n === 0 || digit === ((digits[n - 1] ?? 0) + step + 10) % 10);

/** Checks a chosen PIN. Six equal digits and consecutive digits, up or down, are guessed first. */
export const checkPin = (pin: string): FieldError[] => {
  if (!/^\d{6}$/.test(pin)) return [{ field: 'pin', message: PIN_SHAPE }];
  const digits = [...pin].map(Number);
  return [0, 1, -1].some((step) => isRun(digits, step)) ? [{ field: 'pin', message: PIN_TOO_EASY }] : [];
};

/** Shown after a wrong PIN if tries are left. */
export const wrongPin = (triesLeft: number) =>
  `Wrong PIN. ${triesLeft === 1 ? '1 try is left' : `${triesLeft} tries are left`}.`;

/** Reads `triesLeft` back from a message of `wrongPin`, so that it can be translated. */
export const triesLeftOf = (sentence: string): number | undefined => {
  const left = /^Wrong PIN\. (\d) tr/.exec(sentence)?.[1];
  return left === undefined ? undefined : Number(left);
};
