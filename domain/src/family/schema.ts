import { z } from 'zod';
import { AGREEMENTS } from '../call.ts';
import { dateText, stampText } from '../wire.ts';

/** Languages of the family's page, mails and texts. Adding one only takes its words. */
export const FAMILY_LANGUAGES = ['en', 'es'] as const;
export type FamilyLanguage = (typeof FAMILY_LANGUAGES)[number];
export const familyLanguage = (text: string): FamilyLanguage =>
  FAMILY_LANGUAGES.find((one) => one === text) ?? 'en';

/** A member of a client's family whom the office has invited. */
export const FamilyMember = z.strictObject({
  id: z.int(),
  name: z.string(),
  /** Relation to the client: daughter, guardian, or the client in person. */
  relation: z.string(),
  email: z.string(),
  language: z.enum(FAMILY_LANGUAGES),
  agreed: z.array(z.enum(AGREEMENTS)),
  /** Who agreed to it and how. */
  agreedBy: z.string(),
  invited: stampText,
  invitedBy: z.string(),
  ended: stampText.nullable(),
  endedBy: z.string().nullable(),
  /** Last sign-in; null if there was none yet. */
  lastIn: stampText.nullable(),
  /** When their calendar address was made, and when it was last read. */
  calendarMade: stampText.nullable(),
  calendarRead: stampText.nullable(),
  passkeys: z.int(),
  rev: z.int(),
});
export type FamilyMember = z.output<typeof FamilyMember>;

/** A visit as the family sees it: when it is and who comes. */
export const FamilyVisit = z.strictObject({
  /** Stays the same when the visit is moved. */
  key: z.string(),
  date: dateText,
  start: z.string(),
  end: z.string(),
  /** First name and initial; null while the agency is still looking for a caregiver. */
  caregiver: z.string().nullable(),
});
export type FamilyVisit = z.output<typeof FamilyVisit>;

export const FamilyArrival = FamilyVisit.extend({
  arrived: stampText.nullable(),
  left: stampText.nullable(),
});
export type FamilyArrival = z.output<typeof FamilyArrival>;
