import { z } from 'zod';
import { getCall, open, postCall } from '../call.ts';
import { MAX_ID } from '../wire.ts';
import { NewPasskey, PasskeyOffer, PasskeyQuestion, UsedPasskey } from './passkey-shapes.ts';
import { Passkey, SignedIn } from './schema.ts';

/** Passkeys of the own account, signing in with one, and what an admin sees of those of others. */
const anyRole = ['admin', 'user', 'provider', 'evv'] as const;

const id = z.int().min(1).max(MAX_ID);
const name = z.string().max(200);
/** Empty where the session has just begun without it. */
const password = z.string().max(500);
const site = z.string().max(100).optional();

export const listOwnPasskeys = getCall(['session/passkeys'], {
  name: 'accounts.listOwnPasskeys',
  roles: anyRole,
  effect: 'read',
  duringEnrolment: true,
  input: z.strictObject({}),
  output: z.strictObject({
    passkeys: z.array(Passkey),
    /** Whether a change asks for the password; not within minutes of a sign-in without it. */
    asksPassword: z.boolean(),
  }),
});

/** Asks for a new passkey, by the Web Authentication standard. */
export const beginPasskey = postCall(['session/begin-passkey'], {
  name: 'accounts.beginPasskey',
  roles: anyRole,
  effect: 'write',
  duringEnrolment: true,
  input: z.strictObject({ password }),
  output: PasskeyOffer,
});

export const addPasskey = postCall(['session/add-passkey'], {
  name: 'accounts.addPasskey',
  roles: anyRole,
  effect: 'write',
  duringEnrolment: true,
  input: z.strictObject({ name, passkey: NewPasskey }),
  output: z.null(),
});

export const renamePasskey = postCall(['session/rename-passkey'], {
  name: 'accounts.renamePasskey',
  roles: anyRole,
  effect: 'write',
  input: z.strictObject({ id, name }),
  output: z.null(),
});

export const removePasskey = postCall(['session/remove-passkey'], {
  name: 'accounts.removePasskey',
  roles: anyRole,
  effect: 'write',
  input: z.strictObject({ id, password }),
  output: z.null(),
});

/** `site` counts only on a host that is marked as a picker, as for `login`. */
export const beginPasskeySignIn = postCall(['session/begin-passkey-sign-in'], {
  name: 'accounts.beginPasskeySignIn',
  roles: open('nobody is signed in yet'),
  effect: 'read',
  input: z.strictObject({ site }),
  output: PasskeyQuestion,
});

/** A new session for the account of a passkey; with `login` only for that account. */
export const signInWithPasskey = postCall(['session/sign-in-with-passkey'], {
  name: 'accounts.signInWithPasskey',
  roles: open('the passkey says whose session begins'),
  effect: 'write',
  input: z.strictObject({ site, login: z.string().max(200).optional(), passkey: UsedPasskey }),
  output: SignedIn.extend({ site: z.string(), login: z.string() }),
});

/** Passkeys of another account. */
export const listPasskeys = postCall(['accounts/list-passkeys'], {
  name: 'accounts.listPasskeys',
  roles: ['admin'],
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(Passkey),
});

/** Takes one of them away and ends the sessions of the account. */
export const removePasskeyOf = postCall(['accounts/remove-passkey'], {
  name: 'accounts.removePasskeyOf',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({ id, passkey: id }),
  output: z.null(),
});
