import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';

export const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/**
 * Applies the files of server/migrations in order, each in one transaction together with its row in `migrations`, so a
 * kill leaves a whole number of them. Forward only: an applied file that was edited since is refused.
 */
export const migrate = async (
  pool: Pool,
  onApply: (name: string) => void = () => undefined,
): Promise<void> => {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name)).sort();
  const client = await pool.connect();
  try {
    await client.query(`create table if not exists migrations (
      name text primary key, hash text not null, applied timestamptz not null default now())`);
    // Two processes that start at once: the second waits, then finds nothing to do.
    await client.query("select pg_advisory_lock(hashtext('migrations'))");
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    for (const name of names) {
      const text = await readFile(`${MIGRATIONS}${name}`, 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      const before = applied.get(name);
      if (before === hash) continue;
      if (before) throw new Error(`Migration ${name} was changed after it had been applied.`);
      onApply(name);
      await client.query("begin; set local statement_timeout = 0; set local lock_timeout = '2s'");
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
    await client.query("select pg_advisory_unlock(hashtext('migrations'))").catch(() => undefined);
    client.release();
  }
};
