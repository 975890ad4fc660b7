import { z } from 'zod';
import { fileOutput, getCall, postCall } from '../call.ts';
import { EXPORT_FORMATS } from '../list-export/people-contract.ts';
import { dateText, MAX_ID, stampText } from '../wire.ts';
import { WAYS } from './looked-at.ts';

const admin = { roles: ['admin'] } as const;
const id = z.int().min(1).max(MAX_ID);

/** One look at a person or at a care plan, visit or document of that person. */
export const LookRow = z.strictObject({
  id: z.int(),
  at: stampText,
  /** Full name of the account. */
  who: z.string(),
  login: z.string(),
  /** The screen or document, in words. */
  what: z.string(),
  /** The record of the person that was looked at, such as 'care plan 12'; null means the person record itself. */
  of: z.string().nullable(),
  way: z.enum(WAYS),
  /** Number of rows in the list that showed the person; null unless it was a list. */
  rows: z.int().nullable(),
  address: z.string(),
});
export type LookRow = z.output<typeof LookRow>;

/** One page of looks, newest first. Pass the id of the last look as `before` to get the next page. */
export const LOOKS_PAGE = 200;

/** `all` includes looks where the person was merely a row of a list; otherwise only looks where somebody asked for the record. */
const ofPerson = { id, all: z.boolean() };

/** Records that a screen shows a person whom it already has from a list. Answers nothing (docs/rules/access-log.md, rule 11). */
export const openPerson = postCall(['access-log/open-person'], {
  name: 'accessLog.openPerson',
  roles: ['admin', 'user', 'provider'],
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.null(),
});

/** Lists who looked at a person, and at which of their records. */
export const listLooks = postCall(['access-log/list-looks'], {
  name: 'accessLog.listLooks',
  ...admin,
  effect: 'read',
  input: z.strictObject({ ...ofPerson, before: z.int().min(1).optional() }),
  output: z.strictObject({ looks: z.array(LookRow), more: z.boolean() }),
});

/** Exports the same looks as a file, all pages of them. */
export const exportLooks = postCall(['access-log/export-looks'], {
  name: 'accessLog.exportLooks',
  ...admin,
  effect: 'read',
  input: z.strictObject({ ...ofPerson, format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});

/** Kinds of looks that an admin should ask about (docs/rules/access-log.md, rule 9). */
export const WARNING_KINDS = ['own', 'family', 'many'] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

export const AccessWarning = z.strictObject({
  kind: z.enum(WARNING_KINDS),
  accountId: z.int(),
  who: z.string(),
  login: z.string(),
  /** The person whose record was opened; null for the warning about many records. */
  personId: z.int().nullable(),
  person: z.string().nullable(),
  /** Time of the last look; for many records, the start of that hour. */
  at: stampText,
  /** Number of looks at the person; for many records, the number of records in that hour. */
  count: z.int(),
});
export type AccessWarning = z.output<typeof AccessWarning>;

/** Longest range of days that one request may cover. */
export const MOST_WARNED_DAYS = 31;

/** Looks of these days that an admin should ask about, latest first. */
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
