import { z } from 'zod';
import { ROLES } from '../call.ts';
import { stampText } from '../wire.ts';
import { FIRST_PAGES } from './signing-in.ts';

/** The session values in the answer to a sign-in (docs/rules/accounts.md, rule 10). */
export const SessionValues = z.strictObject({
  uid: z.int(),
  current_id: z.int(),
  full_name: z.string(),
  role: z.enum(ROLES),
  /** The provider id of a field employee or provider account. */
  evv_id: z.int().nullable(),
  reset_password: z.union([z.literal(0), z.literal(1)]),
  first_page: z.enum(FIRST_PAGES),
});
export type SessionValues = z.output<typeof SessionValues>;

/** What the browser gets on signing in and during the session. With `must_enrol`, nothing can be opened until a second factor is set up. */
export const SignedIn = SessionValues.extend({ must_enrol: z.union([z.literal(0), z.literal(1)]) });
export type SignedIn = z.output<typeof SignedIn>;

/** An active account as admins see it, without its password or the hash. */
export const Account = z.strictObject({
  id: z.int(),
  login: z.string(),
  full_name: z.string(),
  role: z.enum(ROLES),
  Initials: z.string(),
  provider_id: z.int().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The password is temporary and ends at `passwordExpires`. */
  resetPassword: z.boolean(),
  passwordExpires: stampText.nullable(),
  secondFactor: z.boolean(),
  passkeys: z.int(),
  /** Its provider is archived, so nobody can sign in until the provider is active again. */
  closed: z.boolean(),
  /** When an admin suspended it; null if it is not suspended. */
  suspended: stampText.nullable(),
  /** The number of open sessions. */
  sessions: z.int(),
  rev: z.int(),
});
export type Account = z.output<typeof Account>;

/** An active provider with their EVV account, or the login that a new one would get. */
export const ProviderAccount = z.strictObject({
  providerId: z.int(),
  /** 'Last, First'. */
  name: z.string(),
  /** The full name for their account. */
  fullName: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  login: z.string(),
  account: z
    .strictObject({
      id: z.int(),
      resetPassword: z.boolean(),
      passwordExpires: stampText.nullable(),
      rev: z.int(),
    })
    .nullable(),
});
export type ProviderAccount = z.output<typeof ProviderAccount>;

/** How a phone that stays signed in is unlocked. */
export const PHONE_LOCKS = ['pin', 'passkey'] as const;
export type PhoneLock = (typeof PHONE_LOCKS)[number];

/** A phone on which a caregiver stays signed in, as staff see it. */
export const Phone = z.strictObject({
  id: z.int(),
  agent: z.string().nullable(),
  lock: z.enum(PHONE_LOCKS),
  created: stampText,
  lastUsed: stampText,
  expires: stampText,
});
export type Phone = z.output<typeof Phone>;

/** A passkey of an account, as its owner and admins see it. */
export const Passkey = z.strictObject({
  id: z.int(),
  name: z.string(),
  created: stampText,
  lastUsed: stampText.nullable(),
});
export type Passkey = z.output<typeof Passkey>;

/** A session of the caller's own account. */
export const OwnSession = z.strictObject({
  id: z.int(),
  created: stampText,
  lastSeen: stampText,
  address: z.string().nullable(),
  agent: z.string().nullable(),
  current: z.boolean(),
});
export type OwnSession = z.output<typeof OwnSession>;
