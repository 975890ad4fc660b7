import { addDays } from '../calendar.ts';
import { AGREEMENTS, type Agreement } from '../call.ts';
import type { FieldError } from '../errors.ts';
import { canMail } from '../messaging/rules.ts';

/** Rules about who is invited to the family page and what it shows (docs/rules/family.md). */

export const MOST_MEMBERS = 20;
export const NAME_LENGTH = 80;
export const RELATION_LENGTH = 60;
export const AGREED_BY_LENGTH = 200;
/** Hours in which an invitation can be accepted, and minutes for which a sign-in link works. */
export const INVITATION_HOURS = 72;
export const SIGN_IN_MINUTES = 60;

export const ALREADY_INVITED =
  'This address is invited already. Change what that person sees, or end it first.';
export const TOO_MANY_MEMBERS = `A client has at most ${MOST_MEMBERS} open invitations. End one first.`;
export const INVITATION_ENDED = 'This invitation was ended before.';
export const PASSKEY_REFUSED = 'This passkey opens no page here. Ask for a link.';
export const SIGN_IN_AGAIN = 'You came in a while ago. Sign out and come in again to add a passkey.';
export const INVITED = 'Success: Invitation sent';
export const LINK_SENT = 'Success: Link sent';

interface Invitation {
  readonly name: string;
  readonly relation: string;
  readonly agreed: readonly Agreement[];
  readonly agreedBy: string;
}

const lineFault = (field: string, text: string, most: number, missing: string): FieldError[] => {
  if (text.trim() === '') return [{ field, message: missing }];
  return text.trim().length > most ? [{ field, message: `Use at most ${most} characters.` }] : [];
};

/** Validates what the office agrees with a member of the family. */
export const checkInvitation = ({ name, relation, agreed, agreedBy }: Invitation): FieldError[] => [
  ...lineFault('name', name, NAME_LENGTH, 'Enter a name.'),
  ...lineFault(
    'relation',
    relation,
    RELATION_LENGTH,
    'Enter what this person is to the client: daughter, guardian.',
  ),
  ...(agreed.length === 0 ? [{ field: 'agreed', message: 'Choose what this person sees.' }] : []),
  ...lineFault('agreedBy', agreedBy, AGREED_BY_LENGTH, 'Enter who agreed to this, and how: Helen, by phone.'),
];

export const checkAddress = (email: string): FieldError[] =>
  canMail(email.trim()) ? [] : [{ field: 'email', message: 'Enter an email address.' }];

/** Each agreement once, in the order of the page. */
export const agreedOnce = (agreed: readonly Agreement[]): Agreement[] =>
  AGREEMENTS.filter((one) => agreed.includes(one));

const DAYS_AHEAD = 13;
const DAYS_BACK = 14;

export const nextDays = (today: string) => ({ from: today, through: addDays(today, DAYS_AHEAD) });
export const pastDays = (today: string) => ({ from: addDays(today, -DAYS_BACK), through: today });

/** 'Maria G.': enough for the family, too little for a stranger to find the caregiver. */
export const sayCaregiver = ({ first, last }: { readonly first: string; readonly last: string }): string => {
  const initial = [...last.trim()][0];
  return initial === undefined ? first.trim() : `${first.trim()} ${initial}.`;
};
