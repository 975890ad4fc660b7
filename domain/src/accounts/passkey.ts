import type { FieldError } from '../errors.ts';

/** A passkey opens an account without its password, because the device's lock proves who is holding it. */

export const MAX_PASSKEYS = 10;
export const PASSKEY_NAME_LENGTH = 60;
/** How many minutes a challenge can be answered, and how many minutes signing in without the password counts in its place. */
export const PASSKEY_MINUTES = 5;
export const FRESH_MINUTES = 10;

export const PASSKEY_REJECTED = 'This passkey was not accepted. Try again, or use your password.';
export const PASSKEY_UNKNOWN =
  'This passkey opens no account here. It may have been removed: sign in with your password.';
export const PASSKEY_OF_OTHER = 'This passkey belongs to another account. Use your own.';
export const PASSKEY_NOT_ADDED = 'The passkey was not added. Try again.';
export const PASSKEY_KNOWN = 'This device has a passkey of your account already.';
export const PASSKEY_GONE = 'This passkey was removed already.';
export const PASSKEY_REQUIRED =
  'Your agency needs more than a password. Sign in with your passkey, or ask an admin to remove it if it is lost.';
export const SIGN_IN_FIRST = 'You signed in a while ago. Sign in again to change your passkeys.';
export const TOO_MANY_PASSKEYS = `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`;

export const PASSKEY_ADDED = 'Success: Passkey added';
export const PASSKEY_REMOVED = 'Success: Passkey removed';

/** The owner's name for it, by which they recognize it in the list. */
export const checkPasskeyName = (name: string): FieldError[] => {
  const { length } = name.trim();
  if (length === 0) return [{ field: 'name', message: 'Name the passkey, for example: Office computer.' }];
  return length > PASSKEY_NAME_LENGTH
    ? [{ field: 'name', message: `Use at most ${PASSKEY_NAME_LENGTH} characters.` }]
    : [];
};

/** What a session began with instead of the password. */
export const SESSION_PROOFS = ['passkey', 'sso', 'link'] as const;
export type SessionProof = (typeof SESSION_PROOFS)[number];
