import { z } from 'zod';
import { postCall } from '../call.ts';
import { MAX_ID, monthText, stampText } from '../wire.ts';

/** One changed field, with its values in words; null means empty. */
export const LoggedField = z.strictObject({
  field: z.string(),
  old: z.string().nullable(),
  new: z.string().nullable(),
});
export type LoggedField = z.output<typeof LoggedField>;

/** One save, run or deletion, with its changes. */
export const LogEntry = z.strictObject({
  id: z.int(),
  at: stampText,
  /** Full name of the person, or name of the job. */
  who: z.string(),
  /** The record that was changed, if it was later merged into the requested one. */
  of: z.string().optional(),
  action: z.enum(['insert', 'update', 'delete', 'run']),
  fields: z.array(LoggedField),
});
export type LogEntry = z.output<typeof LogEntry>;

/** Entries per page, newest first. Pass the id of the last entry as `before` to get the next page. */
export const LOG_PAGE = 50;

const LogInput = z.strictObject({
  id: z.int().min(1).max(MAX_ID),
  before: z.int().min(1).optional(),
});
const LogPage = z.strictObject({ entries: z.array(LogEntry), more: z.boolean() });

/** Lists who changed what in a person's record, and when. Only admins see changes of pay rates (docs/rules/record-log.md, rule 3). */
export const getPersonLog = postCall(['people/record-log'], {
  name: 'recordLog.getPersonLog',
  roles: ['admin', 'user'],
  effect: 'read',
  input: LogInput,
  output: LogPage,
});

/** Lists who changed what in a care plan, and when. */
export const getPlanLog = postCall(['care-plans/record-log'], {
  name: 'recordLog.getPlanLog',
  roles: ['admin', 'user'],
  effect: 'read',
  input: LogInput,
  output: LogPage,
});

/** Lists who amended what in an incident, and when. */
export const getIncidentLog = postCall(['incidents/record-log'], {
  name: 'recordLog.getIncidentLog',
  roles: ['admin', 'user'],
  effect: 'read',
  input: LogInput,
  output: LogPage,
});

/** Lists who changed what in a form of the agency, and when. */
export const getAgencyFormLog = postCall(['agency-forms/record-log'], {
  name: 'recordLog.getAgencyFormLog',
  roles: ['admin', 'user'],
  effect: 'read',
  input: LogInput,
  output: LogPage,
});

/** Lists who corrected what in a filled form, and why. */
export const getFilledFormLog = postCall(['agency-forms/filled-log'], {
  name: 'recordLog.getFilledFormLog',
  roles: ['admin', 'user'],
  effect: 'read',
  input: LogInput,
  output: LogPage,
});

/** Lists who changed what in the billing of a care plan (`id`) in a month, and when. Includes deleted records. */
export const getBillingLog = postCall(['billing/record-log'], {
  name: 'recordLog.getBillingLog',
  roles: ['admin'],
  effect: 'read',
  input: LogInput.extend({ date: monthText }),
  output: LogPage,
});

/**
 * Lists what happened to accounts, newest first: creation, passwords, resets, deletion, second factors, ended sessions, and
 * the site's rule about second factors. Never contains a password or code. `id` null means all accounts, including deleted
 * ones.
 */
export const getAccountLog = postCall(['accounts/record-log'], {
  name: 'recordLog.getAccountLog',
  roles: ['admin'],
  effect: 'read',
  input: LogInput.extend({ id: z.int().min(1).max(MAX_ID).nullable() }),
  output: LogPage,
});

/**
 * Lists what admins changed on the site page, newest first. A field is named by its entity and its own name
 * ('sitePayer.npi'), for which the screen has words. For secrets it says only that they changed.
 */
export const getSettingsLog = postCall(['sites/record-log'], {
  name: 'recordLog.getSettingsLog',
  roles: ['admin'],
  effect: 'read',
  input: LogInput.omit({ id: true }),
  output: LogPage,
});
