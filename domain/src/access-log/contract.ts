import { z } from 'zod';
import { fileOutput, getCall, postCall } from '../call.ts';
import { EXPORT_FORMATS } from '../list-export/people-contract.ts';
import { dateText, MAX_ID, stampText } from '../wire.ts';
import { WAYS } from './looked-at.ts';

const admin = { roles: ['admin'] } as const;
const id = z.int().min(1).max(MAX_ID);

/** One look at a person, or at a plan, visit or document of theirs. */
export const LookRow = z.strictObject({
  id: z.int(),
  at: stampText,
  /** Full name of the account. */
  who: z.string(),
  login: z.string(),
  /** The screen or document, in words. */
  what: z.string(),
  /** Of which record of the person, such as 'care plan 12'; null is the person. */
  of: z.string().nullable(),
  way: z.enum(WAYS),
  /** Rows of the list that it was in. */
  rows: z.int().nullable(),
  address: z.string(),
});
export type LookRow = z.output<typeof LookRow>;

/** Looks of one answer, the newest first; `before` the id of the last one asks for the next. */
export const LOOKS_PAGE = 200;

/** `all`: also where the person was only among the rows of a list; else where somebody asked for the record. */
const ofPerson = { id, all: z.boolean() };

/** A screen shows a person whom it has from a list: nothing is answered, the look is recorded (docs/rules/access-log.md, rule 11). */
export const openPerson = postCall(['access-log/open-person'], {
  name: 'accessLog.openPerson',
  roles: ['admin', 'user', 'provider'],
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.null(),
});

/** Who looked at a person, and at what of theirs. */
export const listLooks = postCall(['access-log/list-looks'], {
  name: 'accessLog.listLooks',
  ...admin,
  effect: 'read',
  input: z.strictObject({ ...ofPerson, before: z.int().min(1).optional() }),
  output: z.strictObject({ looks: z.array(LookRow), more: z.boolean() }),
});

/** The same as a file, with all pages. */
export const exportLooks = postCall(['access-log/export-looks'], {
  name: 'accessLog.exportLooks',
  ...admin,
  effect: 'read',
  input: z.strictObject({ ...ofPerson, format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});

/** What an admin should ask about (docs/rules/access-log.md, rule 9). */
export const WARNING_KINDS = ['own', 'family', 'many'] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

export const AccessWarning = z.strictObject({
  kind: z.enum(WARNING_KINDS),
  accountId: z.int(),
  who: z.string(),
  login: z.string(),
  /** Whose record it was; null: of many. */
  personId: z.int().nullable(),
  person: z.string().nullable(),
  /** The last look; of many the beginning of the hour. */
  at: stampText,
  /** Looks at the person; of many the records of the hour. */
  count: z.int(),
});
export type AccessWarning = z.output<typeof AccessWarning>;

/** The most days of one question. */
export const MOST_WARNED_DAYS = 31;

/** Looks of these days that an admin should ask about, the last one first. */
export const listWarnings = getCall(['access-log/list-warnings'], {
  name: 'accessLog.listWarnings',
  ...admin,
  effect: 'read',
  input: z
    .strictObject({ from: dateText, through: dateText })
    .refine(
      ({ from, through }) =>
        from <= through &&
        Temporal.PlainDate.from(from).until(through, { largestUnit: 'days' }).days < MOST_WARNED_DAYS,
      { path: ['through'], message: `Choose at most ${MOST_WARNED_DAYS} days.` },
    ),
  output: z.array(AccessWarning),
});
