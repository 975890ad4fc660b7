import type { FieldError } from '../errors.ts';
import { isDrawn, readInk } from './ink.ts';
import { SIGNER_WORDS, type SignedBy, type SignerRole, type SigningLinkState } from './schema.ts';

/** Signatures of clients and caregivers (docs/rules/signing.md). */

export const LINK_DAYS = 14;
export const LINK_TRIES = 5;
export const MOST_NAME = 120;

export const ENTER_NAME = 'Enter the full name of the person who signs.';
export const NAME_IN_ONE_LINE = `Enter the name in one line, with at most ${MOST_NAME} characters.`;
export const SIGN_OR_CONFIRM = 'Sign in the box, or tick that the typed name is your signature.';
export const NOT_COMPLETE = 'Only a visit with its check-in and check-out can be signed.';
export const SIGNED_BEFORE = 'This was signed already.';
export const WITHDRAWN = 'The office took this request back. Call the office.';
export const CHANGED = 'This was changed after it was sent for signing. The office can ask again.';
export const VISIT_CHANGED =
  'This visit was changed after it was signed. Look at its times and tasks, and sign it again.';

export interface GivenSignature {
  readonly name: string;
  readonly ink: string | null;
  /** The typed name is the signature. */
  readonly confirmed: boolean;
}

/** The chain has a signature line by line: a name of two lines could be read as something else. */
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]/u;

const nameFault = (name: string): string | undefined => {
  if (name === '') return ENTER_NAME;
  return name.length > MOST_NAME || LINE_BREAKS.test(name) ? NAME_IN_ONE_LINE : undefined;
};

/** A drawn signature, or a typed name that is confirmed: one of the two, and always a name. */
export const checkSignature = ({ name, ink, confirmed }: GivenSignature): FieldError[] => {
  const strokes = ink === null ? [] : readInk(ink);
  const fault = nameFault(name.trim());
  return [
    ...(fault ? [{ field: 'name', message: fault }] : []),
    ...(strokes && (isDrawn(strokes) || (confirmed && ink === null))
      ? []
      : [{ field: 'ink', message: SIGN_OR_CONFIRM }]),
  ];
};

// --- The link ------------------------------------------------------------------------------------------------------

export interface SigningLinkFacts {
  /** Null: none was made yet. */
  readonly expires: string | null;
  readonly tries: number;
  readonly withdrawn: string | null;
}

export const signingLinkState = (
  { expires, tries, withdrawn }: SigningLinkFacts,
  now: Temporal.Instant,
): SigningLinkState => {
  if (withdrawn !== null) return 'withdrawn';
  if (expires === null) return 'none';
  if (tries >= LINK_TRIES) return 'locked';
  return Temporal.Instant.compare(now, Temporal.Instant.from(expires)) >= 0 ? 'expired' : 'open';
};

/** Names nobody: it travels as a text message. */
export const signingMessage = (what: string, address: string) =>
  `Hello %username%, please read and sign your ${what}: ${address} The link works once, for ${LINK_DAYS} days, and asks for your year of birth.`;

// --- The chain -----------------------------------------------------------------------------------------------------

/** Of both records and both languages, as they are printed and hashed. */
const BY_WORDS: Readonly<Record<SignedBy, string>> = {
  phone: "on the caregiver's phone",
  link: 'by a personal link',
};
export const sayBy = (by: SignedBy) => BY_WORDS[by];

export interface ChainLink {
  readonly role: SignerRole;
  readonly name: string;
  /** ISO 8601 in UTC, to the second. */
  readonly at: string;
  readonly by: SignedBy;
  readonly ink: string | null;
}

/**
 * What the hash of a signature is made of, line by line: the hash before it (of what is signed, for the first one), and all that
 * is known of it. Whoever has the document can make each hash again.
 */
export const chainText = (previous: string, { role, name, at, by, ink }: ChainLink): string =>
  [previous, SIGNER_WORDS[role], name, at, sayBy(by), ink ?? 'typed name'].join('\n');

/** To the second, so that what is printed is what is hashed. */
export const chainStamp = (at: Temporal.Instant) => at.round({ smallestUnit: 'second' }).toString();
