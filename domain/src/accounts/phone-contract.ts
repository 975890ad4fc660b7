import { z } from 'zod';
import { getCall, open, postCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { NewPasskey, PasskeyOffer, PasskeyQuestion, UsedPasskey } from './passkey-shapes.ts';
import { PHONE_LOCKS, Phone, SignedIn } from './schema.ts';

/** A caregiver who stays signed in on the own phone. The phone is known by a cookie that no script can read. */
const evv = ['evv'] as const;

const pin = z.string().max(20);
const Kept = z.strictObject({ lock: z.enum(PHONE_LOCKS), expires: stampText });

/** Whether this phone stays signed in for the own account. */
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

/** Stays signed in here for 30 days, opened by a new PIN or passkey. Only in a session that began with the password. */
export const keepPhone = postCall(['session/keep-phone'], {
  name: 'accounts.keepPhone',
  roles: evv,
  effect: 'write',
  input: z.union([z.strictObject({ pin }), z.strictObject({ passkey: NewPasskey })]),
  output: Kept,
});

/** This phone asks for the password again from the next time on. */
export const forgetPhone = postCall(['session/forget-phone'], {
  name: 'accounts.forgetPhone',
  roles: evv,
  effect: 'write',
  input: z.strictObject({}),
  output: z.null(),
});

/** What opens this phone, and what is asked of its passkey. */
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

/** A new session for the caregiver of this phone, by its PIN or passkey. */
export const unlockPhone = postCall(['session/unlock'], {
  name: 'accounts.unlockPhone',
  roles: open('the cookie of the phone stands for its caregiver, whose session is over'),
  effect: 'write',
  input: z.union([z.strictObject({ pin }), z.strictObject({ passkey: UsedPasskey })]),
  output: SignedIn.extend({ site: z.string(), login: z.string() }),
});

const id = z.int().min(1).max(MAX_ID);

/** Phones on which an account stays signed in. Role user: of EVV accounts, on premium sites. */
export const listPhones = postCall(['accounts/list-phones'], {
  name: 'accounts.listPhones',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(Phone),
});

/** Ends one of them, with the sessions that it began. */
export const endPhone = postCall(['accounts/end-phone'], {
  name: 'accounts.endPhone',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ id, phone: id }),
  output: z.null(),
});
