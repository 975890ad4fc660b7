import { setTimeout as pause } from 'node:timers/promises';
import { counted } from '@homecare/domain/counted.ts';
import type pg from 'pg';
import { z } from 'zod';
import { keyNumberOf } from '../platform/crypto/secrets.ts';
import { SEALED_SSN } from '../platform/sealed/ssn.ts';
import type { OpenedSite } from '../platform/site/sites.ts';

/**
 * Gives a site a new key. Every process sees it within a second and seals with it from then on; existing values are then resealed,
 * rows by the hundred and file by file, while people work. If it is killed, the next run continues. What nobody can change stays
 * under its old key, which is kept: the change log, records that were merged away, and answers that are kept for a day.
 */
interface SealedColumn {
  readonly table: string;
  readonly id: string;
  readonly column: string;
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  SEALED_SSN,
  { table: 'second_factors', id: 'account_id', column: 'secret' },
  { table: 'messages', id: 'id', column: 'sealed_link' },
  { table: 'message_attachments', id: 'message_id', column: 'content' },
  { table: 'text_images', id: 'id', column: 'sealed_token' },
  { table: 'webhooks', id: 'id', column: 'secret' },
  { table: 'telephony_devices', id: 'id', column: 'secret' },
];

/** Longer than any process goes without reading the file of its keys. */
const SETTLED_AFTER_MS = 3_000;
const ROWS_AT_ONCE = 200;

export interface Rotated {
  readonly values: number;
  readonly files: number;
}

export const rotateKey = async (site: OpenedSite, say: (line: string) => void): Promise<Rotated> => {
  const { keys } = site;
  if (keys.now.isRotating) say('Going on with the key that an earlier run made');
  else keys.change('add');
  await pause(SETTLED_AFTER_MS);
  let values = await resealSettings(site);
  for (const column of SEALED_COLUMNS) {
    const count = await resealColumn(site, column);
    values += count;
    if (count > 0) say(`${column.table}: ${counted(count, 'value')}`);
  }
  await dropSealKeys(site);
  const files = await resealFiles(site);
  await site.pool.query(
    `insert into change_log (actor, role, call, entity, action, changes) values ('operator', 'job', 'rotate-key', 'key', 'run', $1)`,
    [JSON.stringify({ key: [keys.current - 1, keys.current], values: [null, values], files: [null, files] })],
  );
  keys.change('settle');
  return { values, files };
};

const inTransaction = async <T>(
  site: OpenedSite,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> => {
  const client = await site.pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
};

/** Rows are locked for milliseconds, so someone saving one hardly waits. */
const resealColumn = async (site: OpenedSite, { table, id, column }: SealedColumn): Promise<number> => {
  let after = 0;
  let count = 0;
  for (;;) {
    const last = await inTransaction(site, async (client) => {
      const { rows } = await client.query<{ id: number; sealed: Buffer }>(
        `select ${id} as id, ${column} as sealed from ${table} where ${id} > $1 and ${column} is not null
         order by ${id} limit ${ROWS_AT_ONCE} for update`,
        [after],
      );
      const old = rows.filter(({ sealed }) => keyNumberOf(sealed) !== site.keys.current);
      if (old.length > 0)
        await client.query(
          `update ${table} set ${column} = new.sealed
           from unnest($1::int[], $2::bytea[]) as new (id, sealed) where ${table}.${id} = new.id`,
          [
            old.map((row) => row.id),
            old.map(({ sealed }) => site.secrets.encrypt(site.secrets.decrypt(sealed))),
          ],
        );
      count += old.length;
      return rows.at(-1)?.id;
    });
    if (last === undefined) return count;
    after = last;
  }
};

/** Keys that seal documents are replaced rather than resealed: the next document gets a new key and certificate. */
const dropSealKeys = (site: OpenedSite) =>
  inTransaction(site, async (client) => {
    const { rows } = await client.query<{ id: number; sealed: Buffer }>(
      'select id, private_key as sealed from seal_certificates where private_key is not null for update',
    );
    const old = rows.filter(({ sealed }) => keyNumberOf(sealed) !== site.keys.current).map(({ id }) => id);
    await client.query('update seal_certificates set private_key = null where id = any($1::int[])', [old]);
  });

const WithSecret = z.looseObject({ sealed: z.string().nullable() });

/** Passwords of services that an admin entered. */
const resealSettings = (site: OpenedSite): Promise<number> =>
  inTransaction(site, async (client) => {
    const { rows } = await client.query<{ key: string; value: unknown }>(
      `select key, value from settings where key like 'connection.%' order by key for update`,
    );
    let count = 0;
    for (const { key, value } of rows) {
      const read = WithSecret.safeParse(value);
      const sealed = read.data?.sealed ? Buffer.from(read.data.sealed, 'base64') : undefined;
      if (!sealed || keyNumberOf(sealed) === site.keys.current) continue;
      const anew = site.secrets.encrypt(site.secrets.decrypt(sealed)).toString('base64');
      await client.query('update settings set value = $2 where key = $1', [
        key,
        JSON.stringify({ ...read.data, sealed: anew }),
      ]);
      count += 1;
    }
    return count;
  });

const resealFiles = async ({ files }: OpenedSite): Promise<number> => {
  let count = 0;
  for await (const { key } of files.list()) if (await files.reseal(key)) count += 1;
  return count;
};
