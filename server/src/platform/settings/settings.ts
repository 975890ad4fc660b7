import { type Kysely, sql } from 'kysely';
import type { SitePool } from '../db/connections.ts';
import type { Tx } from '../db/mutate.ts';
import type { Tables } from '../db/tables.ts';

/** A site's stored setting; its reader parses it. */
export interface Setting {
  readonly value: unknown;
  readonly rev: number;
}

export const readSetting = async (db: Kysely<Tables> | Tx, key: string): Promise<Setting | undefined> =>
  db.selectFrom('settings').select(['value', 'rev']).where('key', '=', key).executeTakeFirst();

/** The same, locked until the transaction ends, even if it is not stored yet. */
export const lockSetting = async (tx: Tx, key: string): Promise<Setting | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`settings ${key}`}))`.execute(tx);
  return readSetting(tx, key);
};

/** Returns the new revision. */
export const writeSetting = async (tx: Tx, key: string, value: unknown): Promise<number> => {
  const { rev } = await tx
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value), rev: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        value: (row) => row.ref('excluded.value'),
        rev: sql<number>`settings.rev + 1`,
      }),
    )
    .returning('rev')
    .executeTakeFirstOrThrow();
  return rev;
};

export const removeSetting = (tx: Tx, key: string) =>
  tx.deleteFrom('settings').where('key', '=', key).execute();

// ---- all of them

/** Counts changes of all the site's settings. */
export const SETTINGS_REVISION = `coalesce((select rev from revisions where kind = 'settings' and key = 'all'), 0)::text`;

export const readSettingsRevision = async (pool: SitePool): Promise<string> => {
  const { rows } = await pool.query<{ revision: string }>({
    name: 'settings_revision',
    text: `select ${SETTINGS_REVISION} as revision`,
  });
  return rows[0]?.revision ?? '';
};

export interface StoredSettings {
  readonly revision: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** One statement, so that the values match the revision. */
export const readStoredSettings = async (
  db: Kysely<Tables>,
  keys: readonly string[],
): Promise<StoredSettings> => {
  const { rows } = await sql<StoredSettings>`select ${sql.raw(SETTINGS_REVISION)} as revision,
    coalesce(jsonb_object_agg(key, value), '{}') as values from settings where key = any(${[...keys]})`.execute(
    db,
  );
  const [stored] = rows;
  if (!stored) throw new Error('the settings answered nothing');
  return stored;
};
