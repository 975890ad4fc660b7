import type { FieldError } from '../errors.ts';
import { phoneDigits } from '../formats.ts';

/** Caregivers' numbers and PINs (docs/rules/telephony.md, rules 4 and 5). */

export const PIN_DIGITS = { least: 4, most: 8 } as const;
/** The length of PINs that the product draws. */
export const DRAWN_DIGITS = 6;
export const NUMBER_DIGITS = { least: 3, most: 8 } as const;
/** After this many wrong tries, a PIN is locked until the office sets another one. */
export const MOST_WRONG = 5;
/** After this many wrong or missing answers to one question, the call ends. */
export const MOST_TRIES = 3;

const DAY_MINUTES = 24 * 60;

interface PinTry {
  /** The caregiver number as typed, whether it exists or not. */
  readonly number: string;
  readonly caller: string;
  /** Whether the phone belongs to a client or caregiver. */
  readonly isKnown: boolean;
}

export interface PinLimit {
  readonly kind: string;
  readonly login: string;
  readonly place: string;
  readonly most: number;
  readonly minutes: number;
}

/** Caregiver numbers have a maximum length, so anything longer counts as one value. */
const loginOf = (number: string) => `call ${number.slice(0, NUMBER_DIGITS.most + 1)}`;

/** The ten digits that identify a phone; undefined if hidden, foreign, or not a complete number. */
export const callerDigits = (caller: string): string | undefined => {
  const digits = phoneDigits(caller);
  return digits?.length === 10 ? digits : undefined;
};

/**
 * What a wrong PIN counts against, besides locking it, each for a day. A right PIN in between resets none of them. Unknown
 * phones get few tries, individually and together, and never lock a caregiver.
 */
export const pinLimits = ({ number, caller, isKnown }: PinTry): readonly PinLimit[] => {
  const login = loginOf(number);
  const day = { minutes: DAY_MINUTES };
  if (isKnown)
    return [
      { kind: 'knownCaller', login: '', place: caller, most: 20, ...day },
      { kind: 'knownCallers', login, place: '', most: 20, ...day },
    ];
  return [
    { kind: 'strangeCaller', login: '', place: caller, most: MOST_WRONG, ...day },
    { kind: 'strangePin', login, place: '', most: 10, ...day },
    { kind: 'strangeCallers', login: '', place: '', most: 100, ...day },
  ];
};

/** A number that does not exist gets the same answer as a locked PIN, from the same try on. */
export const nobodyLimit = (number: string): PinLimit => ({
  kind: 'nobody',
  login: loginOf(number),
  place: '',
  most: MOST_WRONG - 1,
  minutes: DAY_MINUTES,
});

const hasDigits = (text: string, { least, most }: { readonly least: number; readonly most: number }) =>
  /^\d+$/.test(text) && text.length >= least && text.length <= most;

/** PINs like 111111, 123456 and 987654 are guessed first. */
const isTrivial = (pin: string) => {
  const steps = new Set([...pin].slice(1).map((digit, n) => Number(digit) - Number(pin[n])));
  const [step] = steps;
  return steps.size === 1 && step !== undefined && Math.abs(step) <= 1;
};

export const checkPin = (pin: string): FieldError[] => {
  if (!hasDigits(pin, PIN_DIGITS))
    return [{ field: 'pin', message: `Enter ${PIN_DIGITS.least} to ${PIN_DIGITS.most} digits.` }];
  return isTrivial(pin)
    ? [{ field: 'pin', message: 'Choose a PIN that is harder to guess than equal or rising digits.' }]
    : [];
};

export const checkNumber = (number: string): FieldError[] =>
  hasDigits(number, NUMBER_DIGITS)
    ? []
    : [{ field: 'number', message: `Enter ${NUMBER_DIGITS.least} to ${NUMBER_DIGITS.most} digits.` }];

/** The default number of a caregiver: their record's, padded with zeros. */
export const usualNumber = (providerId: number): string =>
  String(providerId).padStart(NUMBER_DIGITS.least, '0');

/** A PIN of random digits; `draw` returns a whole number below its argument. */
export const drawPin = (draw: (below: number) => number): string => {
  for (;;) {
    const pin = Array.from({ length: DRAWN_DIGITS }, () => String(draw(10))).join('');
    if (checkPin(pin).length === 0) return pin;
  }
};

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** 160 bits, as RFC 4226 recommends. */
export const SECRET_LETTERS = 32;

/** The secret of a device, in the format that such devices use. */
export const drawSecret = (draw: (below: number) => number): string =>
  Array.from({ length: SECRET_LETTERS }, () => BASE32[draw(BASE32.length)] ?? 'A').join('');

export const isSecret = (text: string): boolean => /^[A-Z2-7]{26,64}$/.test(text);
