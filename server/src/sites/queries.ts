import { SWITCH_DEFAULTS } from '@homecare/domain/sites/limits.ts';
import { PaperTexts } from '@homecare/domain/sites/schema.ts';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../platform/db/mutate.ts';
import { queryRows } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';

/** Keys of settings. */
export const SWITCHES = 'switches';
export const PAPER = 'paper';
export const OVERRIDE_PASSWORD = 'plan.overridePassword';
export const LOGO_KEY = 'logo';
/** The state's code; absent means the first pack. */
export const STATE_KEY = 'state';

export const StoredLogo = z.strictObject({ key: z.string(), sha256: z.string() });

/** Switches of an admin. Absent ones are off; languages are a list. */
export const Switches = z.object({
  smsEnabled: z.boolean().default(false),
  emailEnabled: z.boolean().default(false),
  sandataEnabled: z.boolean().default(false),
  eligibility: z.boolean().default(false),
  langGroup: z.array(z.string()).default([]),
  temporaryEnabled: z.boolean().default(true),
  archiveOnSaveEnabled: z.boolean().default(true),
  sendsCompleteVisits: z.boolean().default(false),
  timeZone: z.string().default(''),
  idleMinutes: z.int().default(SWITCH_DEFAULTS.idleMinutes),
  temporaryBack: z.int().default(SWITCH_DEFAULTS.temporaryBack),
  temporaryAhead: z.int().default(SWITCH_DEFAULTS.temporaryAhead),
  temporaryLength: z.int().default(SWITCH_DEFAULTS.temporaryLength),
  lateMinutes: z.int().default(SWITCH_DEFAULTS.lateMinutes),
  callTooMinutes: z.int().default(SWITCH_DEFAULTS.callTooMinutes),
  ownClientsOnly: z.boolean().default(false),
  correctsOwnRecords: z.boolean().default(false),
  startOnToday: z.boolean().default(false),
  messagesPerDay: z.int().default(SWITCH_DEFAULTS.messagesPerDay),
  passwordLength: z.int().default(SWITCH_DEFAULTS.passwordLength),
});

/** Newer texts are missing in older stored values. */
export const StoredPaper = PaperTexts.extend({
  phone24h: z.string().default(''),
  reportAtOnce: z.array(z.string()).default([]),
  timesheetStatement: z.string().default(''),
});

/** Which of the initial values from a state someone has changed since, by the record log's names. */
export const listEdited = async (tx: Tx, entities: readonly string[]): Promise<string[]> => {
  const rows = await queryRows<{ entity: string }>(
    tx,
  )`select distinct entity from change_log where entity = any(${[...entities]}) order by entity`;
  return rows.map(({ entity }) => entity);
};

/** Newest first. */
export const listNotes = async (db: Kysely<Tables>) => {
  const rows = await db
    .selectFrom('update_notes')
    .select(['id', 'note', 'created'])
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ id, note, created }) => ({ order: id, note, created }));
};

export const readLatestUpdate = (db: Kysely<Tables>) =>
  db.selectFrom('update_notes').select(['id', 'note']).orderBy('id', 'desc').limit(1).executeTakeFirst();
