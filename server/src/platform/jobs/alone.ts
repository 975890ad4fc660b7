import type { Pool } from 'pg';

/**
 * Does work that one process at a time may do; false when another one is at it. The lock lives on a connection of its own:
 * after a failure, or the end of the process, it ends with it.
 */
export const doAlone = async (pool: Pool, lock: string, work: () => Promise<void>): Promise<boolean> => {
  const client = await pool.connect();
  const drop = () => undefined;
  client.on('error', drop);
  try {
    await client.query('set idle_session_timeout = 0');
    const { rows } = await client.query<{ alone: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as alone',
      [lock],
    );
    if (!rows[0]?.alone) return false;
    await work();
    await client.query('select pg_advisory_unlock(hashtext($1))', [lock]);
    return true;
  } finally {
    client.removeListener('error', drop);
    client.release(true);
  }
};
