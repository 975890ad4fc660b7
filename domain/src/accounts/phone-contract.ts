import { z } from 'zod';
import { getCall, open, postCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { NewPasskey, PasskeyOffer, PasskeyQuestion, UsedPasskey } from './passkey-shapes.ts';
import { PHONE_LOCKS, Phone, SignedIn } from './schema.ts';

/** Staying signed in on a caregiver's own phone, which is identified by a cookie that scripts cannot read. */
const evv = ['evv'] as const;

const pin = z.string().max(20);
const Kept = z.strictObject({ lock: z.enum(PHONE_LOCKS), expires: stampText });

/** Whether this phone stays signed in to the caller's account. */
export const getPhone = getCall(['session/phone'], {
  name: 'accounts.getPhone',
  roles: evv,
  effect: 'read',
  input: z.strictObject({}),
  output: Kept.nullable(),
});

/** Asks for a new passkey of this phone, by the Web Authentication standard. */
export const offerPasskey = postCall(['session/offer-passkey'], {
  name: 'accounts.offerPasskey',
  roles: evv,
  effect: 'write',
  input: z.strictObject({}),
  output: PasskeyOffer,
});

/** Keeps this phone signed in for 30 days, unlocked by a new PIN or passkey. Only possible in a session that began with the password. */
export const keepPhone = postCall(['session/keep-phone'], {
  name: 'accounts.keepPhone',
  roles: evv,
  effect: 'write',
  input: z.union([z.strictObject({ pin }), z.strictObject({ passkey: NewPasskey })]),
  output: Kept,
});

/** From the next time on, this phone asks for the password again. */
export const forgetPhone = postCall(['session/forget-phone'], {
  name: 'accounts.forgetPhone',
  roles: evv,
  effect: 'write',
  input: z.strictObject({}),
  output: z.null(),
});

/** How this phone is unlocked, and the challenge for its passkey. */
export const beginUnlock = postCall(['session/begin-unlock'], {
  name: 'accounts.beginUnlock',
  roles: open('the cookie of the phone stands for its caregiver, whose session is over'),
  effect: 'write',
  input: z.strictObject({}),
  output: z.strictObject({
    lock: z.enum(PHONE_LOCKS),
    question: PasskeyQuestion.nullable(),
  }),
});

/** Begins a session for the caregiver of this phone, by its PIN or passkey. */
export const unlockPhone = postCall(['session/unlock'], {
  name: 'accounts.unlockPhone',
  roles: open('the cookie of the phone stands for its caregiver, whose session is over'),
  effect: 'write',
  input: z.union([z.strictObject({ pin }), z.strictObject({ passkey: UsedPasskey })]),
  output: SignedIn.extend({ site: z.string(), login: z.string() }),
});

const id = z.int().min(1).max(MAX_ID);

/** Phones that stay signed in to an account. Role user sees those of EVV accounts, on premium sites. */
export const listPhones = postCall(['accounts/list-phones'], {
  name: 'accounts.listPhones',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(Phone),
});

/** Ends one of them, with its sessions. */
export const endPhone = postCall(['accounts/end-phone'], {
  name: 'accounts.endPhone',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ id, phone: id }),
  output: z.null(),
});
