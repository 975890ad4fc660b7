import { z } from 'zod';
import { NewPasskey, PasskeyOffer, PasskeyQuestion, UsedPasskey } from '../accounts/passkey-shapes.ts';
import { Passkey } from '../accounts/schema.ts';
import { AGREEMENTS, getCall, ofFamily, open, postCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { FAMILY_LANGUAGES, FamilyArrival, FamilyVisit } from './schema.ts';

/** The calls of the family's own page. What they show is of the client of their invitation: no input names one. */

const id = z.int().min(1).max(MAX_ID);
const nothing = z.strictObject({});

// ---- the way in

/** Mails a link to each open invitation of this address; the answer is the same where there is none. */
export const askLink = postCall(['family/ask-link'], {
  name: 'familyPage.askLink',
  roles: open('the link goes to the address of an invitation, and the answer says nothing'),
  effect: 'write',
  input: z.strictObject({ email: z.string().max(400), language: z.enum(FAMILY_LANGUAGES) }),
  output: z.null(),
});

export const beginPasskeySignIn = postCall(['family/begin-passkey-sign-in'], {
  name: 'familyPage.beginPasskeySignIn',
  roles: open('nobody is signed in yet'),
  effect: 'read',
  input: nothing,
  output: PasskeyQuestion,
});

export const signInWithPasskey = postCall(['family/sign-in-with-passkey'], {
  name: 'familyPage.signInWithPasskey',
  roles: open('the passkey says whose page is opened'),
  effect: 'write',
  input: z.strictObject({ passkey: UsedPasskey }),
  output: z.null(),
});

const own = { roles: ofFamily('nothing') } as const;

/** Asked every few seconds: a page whose invitation was ended goes blank. */
export const getPage = getCall(['family/get-page'], {
  name: 'familyPage.get',
  ...own,
  effect: 'poll',
  input: nothing,
  output: z.strictObject({
    name: z.string(),
    /** First name of the client. */
    client: z.string(),
    agreed: z.array(z.enum(AGREEMENTS)),
    language: z.enum(FAMILY_LANGUAGES),
    agency: z.string(),
    phone: z.string().nullable(),
    zone: z.string(),
  }),
});

/** In which language they are written to. */
export const chooseLanguage = postCall(['family/choose-language'], {
  name: 'familyPage.chooseLanguage',
  ...own,
  effect: 'write',
  input: z.strictObject({ language: z.enum(FAMILY_LANGUAGES) }),
  output: z.null(),
});

export const signOut = postCall(['family/sign-out'], {
  name: 'familyPage.signOut',
  ...own,
  effect: 'write',
  input: nothing,
  output: z.null(),
});

export const listPasskeys = getCall(['family/list-passkeys'], {
  name: 'familyPage.listPasskeys',
  ...own,
  effect: 'read',
  input: nothing,
  output: z.array(Passkey),
});

/** Soon after coming in: a page that was left open adds no passkey. */
export const beginPasskey = postCall(['family/begin-passkey'], {
  name: 'familyPage.beginPasskey',
  ...own,
  effect: 'write',
  input: nothing,
  output: PasskeyOffer,
});

export const addPasskey = postCall(['family/add-passkey'], {
  name: 'familyPage.addPasskey',
  ...own,
  effect: 'write',
  input: z.strictObject({ name: z.string().max(200), passkey: NewPasskey }),
  output: z.null(),
});

export const removePasskey = postCall(['family/remove-passkey'], {
  name: 'familyPage.removePasskey',
  ...own,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.null(),
});

// ---- what was agreed

export const listVisits = getCall(['family/list-visits'], {
  name: 'familyPage.listVisits',
  roles: ofFamily('visits'),
  effect: 'poll',
  input: nothing,
  output: z.array(FamilyVisit),
});

/** Whether their calendar has an address, and when it was last read there. The address itself is not kept. */
export const getCalendar = getCall(['family/get-calendar'], {
  name: 'familyPage.getCalendar',
  roles: ofFamily('visits'),
  effect: 'read',
  input: nothing,
  output: z.strictObject({ made: stampText.nullable(), read: stampText.nullable() }),
});

/** A new secret address, answered once; an older one is no longer known. */
export const renewCalendar = postCall(['family/renew-calendar'], {
  name: 'familyPage.renewCalendar',
  roles: ofFamily('visits'),
  effect: 'write',
  input: nothing,
  output: z.strictObject({ url: z.string() }),
});

export const removeCalendar = postCall(['family/remove-calendar'], {
  name: 'familyPage.removeCalendar',
  roles: ofFamily('visits'),
  effect: 'write',
  input: nothing,
  output: z.null(),
});

/** Visits of today and before on which somebody arrived, the latest first. */
export const listArrivals = getCall(['family/list-arrivals'], {
  name: 'familyPage.listArrivals',
  roles: ofFamily('arrivals'),
  effect: 'poll',
  input: nothing,
  output: z.array(FamilyArrival),
});
