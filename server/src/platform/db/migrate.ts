import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';

export const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));

export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/** All migrations of this release, in order. */
export const readMigrations = async (): Promise<readonly Migration[]> => {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(`${MIGRATIONS}${name}`, 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
};

/**
 * Applies the files of server/migrations in order, each in one transaction together with its row in `migrations`, so a
 * kill leaves a whole number of them. Forward only: an applied file that was edited since is refused. `until` is the
 * last one to apply: a restored backup first needs the schema that it was made with.
 */
export const migrate = async (
  pool: Pool,
  onApply: (name: string) => void = () => undefined,
  until?: string,
): Promise<void> => {
  const wanted = (await readMigrations()).filter(({ name }) => until === undefined || name <= until);
  const client = await pool.connect();
  try {
    // Two processes that start at once: the second waits, then finds nothing to do.
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    await client.query("select pg_advisory_lock(hashtext('migrations'))");
    await client.query(`create table if not exists migrations (
      name text primary key, hash text not null, applied timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    for (const { name, text, hash } of wanted) {
      const before = applied.get(name);
      if (before === hash) continue;
      if (before) throw new Error(`Migration ${name} was changed after it had been applied.`);
      onApply(name);
      await client.query("begin; set local lock_timeout = '2s'");
      try {
        await client.query(text);
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    }
  } finally {
    // The connection ends with its settings and its lock.
    client.release(true);
  }
};
