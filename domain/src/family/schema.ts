import { z } from 'zod';
import { AGREEMENTS } from '../call.ts';
import { dateText, stampText } from '../wire.ts';

/** Languages of the family's page and of what is written to them; a new one is its words alone. */
export const FAMILY_LANGUAGES = ['en', 'es'] as const;
export type FamilyLanguage = (typeof FAMILY_LANGUAGES)[number];
export const familyLanguage = (text: string): FamilyLanguage =>
  FAMILY_LANGUAGES.find((one) => one === text) ?? 'en';

/** One of a client's family whom the office has invited. */
export const FamilyMember = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** What they are to the client: daughter, guardian, or the client. */
  relation: z.string(),
  email: z.string(),
  language: z.enum(FAMILY_LANGUAGES),
  agreed: z.array(z.enum(AGREEMENTS)),
  /** Who agreed to it, and how. */
  agreedBy: z.string(),
  invited: stampText,
  invitedBy: z.string(),
  ended: stampText.nullable(),
  endedBy: z.string().nullable(),
  /** When they came in last; null: not yet. */
  lastIn: stampText.nullable(),
  /** When their calendar was given an address, and when it was last read there. */
  calendarMade: stampText.nullable(),
  calendarRead: stampText.nullable(),
  passkeys: z.int(),
  rev: z.int(),
});
export type FamilyMember = z.output<typeof FamilyMember>;

/** A visit as the family sees it: when, and who comes. */
export const FamilyVisit = z.strictObject({
  /** The same after the visit was moved. */
  key: z.string(),
  date: dateText,
  start: z.string(),
  end: z.string(),
  /** First name and initial; null: the agency is still looking for somebody. */
  caregiver: z.string().nullable(),
});
export type FamilyVisit = z.output<typeof FamilyVisit>;

export const FamilyArrival = FamilyVisit.extend({
  arrived: stampText.nullable(),
  left: stampText.nullable(),
});
export type FamilyArrival = z.output<typeof FamilyArrival>;
