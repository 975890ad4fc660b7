import { z } from 'zod';
import { getCall, open, postCall } from '../call.ts';
import { SignedIn } from './schema.ts';

/** Signing in with a company account, by OpenID Connect. */

/** Whether the sign-in page offers it. On a host that is a picker, the domain of the e-mail address decides the agency. */
export const getSingleSignOn = getCall(['session/single-sign-on'], {
  name: 'accounts.getSingleSignOn',
  roles: open('nobody is signed in yet'),
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ isOffered: z.boolean(), asksAddress: z.boolean() }),
});

/** Where to send the browser. A cookie stores what its return is compared with. */
export const beginSingleSignOn = postCall(['session/begin-single-sign-on'], {
  name: 'accounts.beginSingleSignOn',
  roles: open('the provider says whose session begins'),
  effect: 'write',
  input: z.strictObject({
    address: z.string().max(200).optional(),
    /** Chosen on a host that is a picker; then no e-mail address is needed. */
    site: z.string().max(100).optional(),
  }),
  output: z.strictObject({ url: z.string() }),
});

/** What the provider added to the URL of the sign-in page on the way back. */
export const finishSingleSignOn = postCall(['session/finish-single-sign-on'], {
  name: 'accounts.finishSingleSignOn',
  roles: open('the provider says whose session begins'),
  effect: 'write',
  input: z.strictObject({ answer: z.string().max(8_000) }),
  output: SignedIn.extend({ site: z.string(), login: z.string() }),
});

/** Where to end the session at the provider; null if it did not begin there, or the provider has no such page. */
export const endSingleSignOn = postCall(['session/end-single-sign-on'], {
  name: 'accounts.endSingleSignOn',
  roles: ['admin', 'user', 'provider', 'evv'],
  effect: 'read',
  duringReset: true,
  input: z.strictObject({}),
  output: z.strictObject({ url: z.string().nullable() }),
});
