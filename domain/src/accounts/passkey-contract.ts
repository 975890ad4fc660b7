import { z } from 'zod';
import { getCall, open, postCall } from '../call.ts';
import { MAX_ID } from '../wire.ts';
import { NewPasskey, PasskeyOffer, PasskeyQuestion, UsedPasskey } from './passkey-shapes.ts';
import { Passkey, SignedIn } from './schema.ts';

/** The caller's own passkeys, signing in with a passkey, and what admins see of other accounts' passkeys. */
const anyRole = ['admin', 'user', 'provider', 'evv'] as const;

const id = z.int().min(1).max(MAX_ID);
const name = z.string().max(200);
/** Empty if the session has just begun without the password. */
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
    /** Whether changes need the password, which they do not for some minutes after signing in without it. */
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

/** As for `login`, `site` only counts on a host that is a picker. */
export const beginPasskeySignIn = postCall(['session/begin-passkey-sign-in'], {
  name: 'accounts.beginPasskeySignIn',
  roles: open('nobody is signed in yet'),
  effect: 'read',
  input: z.strictObject({ site }),
  output: PasskeyQuestion,
});

/** Begins a session for the account of a passkey; with `login`, only if it is that account. */
export const signInWithPasskey = postCall(['session/sign-in-with-passkey'], {
  name: 'accounts.signInWithPasskey',
  roles: open('the passkey says whose session begins'),
  effect: 'write',
  input: z.strictObject({ site, login: z.string().max(200).optional(), passkey: UsedPasskey }),
  output: SignedIn.extend({ site: z.string(), login: z.string() }),
});

/** The passkeys of another account. */
export const listPasskeys = postCall(['accounts/list-passkeys'], {
  name: 'accounts.listPasskeys',
  roles: ['admin'],
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(Passkey),
});

/** Removes one of them and ends the account's sessions. */
export const removePasskeyOf = postCall(['accounts/remove-passkey'], {
  name: 'accounts.removePasskeyOf',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({ id, passkey: id }),
  output: z.null(),
});
