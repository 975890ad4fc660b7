import { z } from 'zod';
import { getCall, open, postCall } from '../call.ts';
import { SignedIn } from './schema.ts';

/** Signing in with the account of one's company, by OpenID Connect. */

/** Whether the sign-in page offers it. On a host that is a picker the domain of the address says for which agency. */
export const getSingleSignOn = getCall(['session/single-sign-on'], {
  name: 'accounts.getSingleSignOn',
  roles: open('nobody is signed in yet'),
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ isOffered: z.boolean(), asksAddress: z.boolean() }),
});

/** Where the browser goes now; a cookie keeps what the way back is compared with. */
export const beginSingleSignOn = postCall(['session/begin-single-sign-on'], {
  name: 'accounts.beginSingleSignOn',
  roles: open('the provider says whose session begins'),
  effect: 'write',
  input: z.strictObject({
    address: z.string().max(200).optional(),
    /** Chosen on a host that is a picker: then no address is asked. */
    site: z.string().max(100).optional(),
  }),
  output: z.strictObject({ url: z.string() }),
});

/** What the provider wrote into the address of the sign-in page on the way back. */
export const finishSingleSignOn = postCall(['session/finish-single-sign-on'], {
  name: 'accounts.finishSingleSignOn',
  roles: open('the provider says whose session begins'),
  effect: 'write',
  input: z.strictObject({ answer: z.string().max(8_000) }),
  output: SignedIn.extend({ site: z.string(), login: z.string() }),
});

/** Where a session that began at the provider is ended there too; null: it began here, or the provider has no such page. */
export const endSingleSignOn = postCall(['session/end-single-sign-on'], {
  name: 'accounts.endSingleSignOn',
  roles: ['admin', 'user', 'provider', 'evv'],
  effect: 'read',
  duringReset: true,
  input: z.strictObject({}),
  output: z.strictObject({ url: z.string().nullable() }),
});
