import type { AgencyPool } from '../src/platform/db/connections.ts';

export interface RowWatch {
  /** The tables in which a row was added, changed or removed by the work. */
  changedWhile(work: () => Promise<unknown>): Promise<readonly string[]>;
}

/**
 * Uses triggers to note which tables change, which is much cheaper than reading all rows before and after. What was rolled back is
 * not a change.
 */
export const watchRows = async (pool: AgencyPool, except: readonly string[]): Promise<RowWatch> => {
  await pool.query(`
    create schema watch;
    create table watch.changes (table_name text primary key);
    create function watch.note() returns trigger language plpgsql security definer as $$
    begin
      insert into watch.changes values (tg_table_name) on conflict do nothing;
      return null;
    end $$;
  `);
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1::text[])`,
    [except],
  );
  const triggers = rows.map(
    ({ name }) => `
      create trigger watch_rows after insert or update or delete on "${name}" for each row execute function watch.note();
      create trigger watch_all after truncate on "${name}" for each statement execute function watch.note();`,
  );
  await pool.query(triggers.join(''));
  return {
    async changedWhile(work) {
      await pool.query('delete from watch.changes');
      await work();
      const changed = await pool.query<{ name: string }>(
        'select table_name as name from watch.changes order by 1',
      );
      return changed.rows.map(({ name }) => name);
    },
  };
};
