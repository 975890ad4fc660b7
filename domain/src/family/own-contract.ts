import { z } from 'zod';
import { NewPasskey, PasskeyOffer, PasskeyQuestion, UsedPasskey } from '../accounts/passkey-shapes.ts';
import { Passkey } from '../accounts/schema.ts';
import { AGREEMENTS, getCall, ofFamily, open, postCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { FAMILY_LANGUAGES, FamilyArrival, FamilyVisit } from './schema.ts';

/** The calls of the family's own page. They always show the client of the caller's invitation, so no input names a client. */

const id = z.int().min(1).max(MAX_ID);
const nothing = z.strictObject({});

// ---- signing in

/** Mails a link for each open invitation of this address. The answer is the same if there is none. */
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

/** The page polls this every few seconds, so that it goes blank as soon as the invitation ends. */
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

/** Chooses the language in which the agency writes to the family. */
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

/** Allowed only soon after signing in, so that nobody can add a passkey on a page left open. */
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

// ---- what the agency agreed to show

export const listVisits = getCall(['family/list-visits'], {
  name: 'familyPage.listVisits',
  roles: ofFamily('visits'),
  effect: 'poll',
  input: nothing,
  output: z.array(FamilyVisit),
});

/** Whether the family's calendar has an address, and when a calendar program last read it. The address itself is not stored. */
export const getCalendar = getCall(['family/get-calendar'], {
  name: 'familyPage.getCalendar',
  roles: ofFamily('visits'),
  effect: 'read',
  input: nothing,
  output: z.strictObject({ made: stampText.nullable(), read: stampText.nullable() }),
});

/** Makes a new secret address, which only this answer shows. Earlier addresses stop working. */
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

/** Visits of the past days and today on which somebody arrived, latest first. */
export const listArrivals = getCall(['family/list-arrivals'], {
  name: 'familyPage.listArrivals',
  roles: ofFamily('arrivals'),
  effect: 'poll',
  input: nothing,
  output: z.array(FamilyArrival),
});
