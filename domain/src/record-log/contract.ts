import { z } from 'zod';
import { postCall } from '../call.ts';
import { MAX_ID, monthText, stampText } from '../wire.ts';

/** One field of a change, in words; null is empty. */
export const LoggedField = z.strictObject({
  field: z.string(),
  old: z.string().nullable(),
  new: z.string().nullable(),
});
export type LoggedField = z.output<typeof LoggedField>;

/** One save, run or deletion, with what it changed. */
export const LogEntry = z.strictObject({
  id: z.int(),
  at: stampText,
  /** Full name, or the name of the job. */
  who: z.string(),
  /** The record that it was done to, where that one was merged into the one that is asked for. */
  of: z.string().optional(),
  action: z.enum(['insert', 'update', 'delete', 'run']),
  fields: z.array(LoggedField),
});
export type LogEntry = z.output<typeof LogEntry>;

/** Entries of one answer, the newest first; `before` the id of the last one asks for the next. */
export const LOG_PAGE = 50;

const LogInput = z.strictObject({
  id: z.int().min(1).max(MAX_ID),
  before: z.int().min(1).optional(),
});
const LogPage = z.strictObject({ entries: z.array(LogEntry), more: z.boolean() });

/** Who changed what of a person and when. Changes of pay rates are the admin's to see (docs/rules/record-log.md, rule 3). */
export const getPersonLog = postCall(['people/record-log'], {
  name: 'recordLog.getPersonLog',
  roles: ['admin', 'user'],
  effect: 'read',
  input: LogInput,
  output: LogPage,
});

/** Who changed what of a care plan and when. */
export const getPlanLog = postCall(['care-plans/record-log'], {
  name: 'recordLog.getPlanLog',
  roles: ['admin', 'user'],
  effect: 'read',
  input: LogInput,
  output: LogPage,
});

/** Who amended what of an incident and when. */
export const getIncidentLog = postCall(['incidents/record-log'], {
  name: 'recordLog.getIncidentLog',
  roles: ['admin', 'user'],
  effect: 'read',
  input: LogInput,
  output: LogPage,
});

/** Who built what of a form of the agency and when. */
export const getAgencyFormLog = postCall(['agency-forms/record-log'], {
  name: 'recordLog.getAgencyFormLog',
  roles: ['admin', 'user'],
  effect: 'read',
  input: LogInput,
  output: LogPage,
});

/** Who corrected what of a filled form and why. */
export const getFilledFormLog = postCall(['agency-forms/filled-log'], {
  name: 'recordLog.getFilledFormLog',
  roles: ['admin', 'user'],
  effect: 'read',
  input: LogInput,
  output: LogPage,
});

/** Who changed what of the billing of a care plan (`id`) and month and when; of deleted records too. */
export const getBillingLog = postCall(['billing/record-log'], {
  name: 'recordLog.getBillingLog',
  roles: ['admin'],
  effect: 'read',
  input: LogInput.extend({ date: monthText }),
  output: LogPage,
});

/**
 * What was done to the accounts, the newest first: created, given a password, reset, deleted, second factor, sessions ended, and
 * the site's rule about second factors; never a password or a code. `id` null: of all accounts, deleted ones too.
 */
export const getAccountLog = postCall(['accounts/record-log'], {
  name: 'recordLog.getAccountLog',
  roles: ['admin'],
  effect: 'read',
  input: LogInput.extend({ id: z.int().min(1).max(MAX_ID).nullable() }),
  output: LogPage,
});

/**
 * What admins changed on the site page, the newest first. A field is named by what it belongs to and its own name
 * ('sitePayer.npi'): the screen has the words. Of a secret only that it changed.
 */
export const getSettingsLog = postCall(['sites/record-log'], {
  name: 'recordLog.getSettingsLog',
  roles: ['admin'],
  effect: 'read',
  input: LogInput.omit({ id: true }),
  output: LogPage,
});
