import type { Pool } from 'pg';
import { ConfigError } from '../config/config-error.ts';
import { type Connection, openPool } from './pool.ts';

/** The database of a site on the common server. */
export const databaseName = (site: string) => `homecare_${site.replaceAll('-', '_')}`;

/** Creates the database on this server unless it is there; true when it was created. */
export const createDatabase = async (server: Connection, name: string): Promise<boolean> => {
  const pool = openPool(server, { max: 1, onError: () => undefined });
  try {
    const { rowCount } = await pool.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return false;
    await pool.query(`create database "${name.replaceAll('"', '""')}"`);
    return true;
  } catch (error) {
    // Another process was a moment faster.
    if (error instanceof Error && 'code' in error && (error.code === '42P04' || error.code === '23505'))
      return false;
    throw error;
  } finally {
    await pool.end();
  }
};

/** An acknowledged write must survive a power cut; a server that was told otherwise is refused. */
export const assertDurable = async (pool: Pool): Promise<void> => {
  const { rows } = await pool.query<{ fsync: string; pages: string; commit: string; version: string }>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
       current_setting('synchronous_commit') as commit, current_setting('server_version_num') as version`,
  );
  const row = rows[0];
  if (row?.fsync !== 'on' || row.pages !== 'on' || row.commit === 'off')
    throw new ConfigError(
      'The PostgreSQL server runs with fsync, full_page_writes or synchronous_commit off: data could be lost. Turn them on.',
    );
  if (Number(row.version) < 150_000) throw new ConfigError('The PostgreSQL server is older than version 15.');
};
