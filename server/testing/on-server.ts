import { type Connection, openPool } from '../src/platform/db/pool.ts';

/** One statement that needs a connection of its own, as CREATE DATABASE does. */
export async function onServer(connection: Connection, statement: string): Promise<void> {
  const pool = openPool(connection, { max: 1, onError: () => {} });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}
