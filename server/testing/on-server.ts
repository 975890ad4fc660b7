import { type Connection, openPool } from '../src/platform/db/pool.ts';

/** Runs one statement that needs its own connection, such as CREATE DATABASE. */
export async function onServer(connection: Connection, statement: string): Promise<void> {
  const pool = openPool(connection, { max: 1, onError: () => {} });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}
