import type { Pool } from 'pg';

/** Where 'now' comes from: an argument everywhere, so that tests can set it. */
export interface Clock {
  now(): Temporal.Instant;
}

export const systemClock: Clock = { now: () => Temporal.Now.instant() };

/** The database's clock: one truth for all app processes; measured once a minute, kept by the system clock between. */
export const followDatabaseClock = async (pool: Pool): Promise<Clock & { stop(): void }> => {
  let offset = 0;
  const measure = async () => {
    const sent = Date.now();
    const { rows } = await pool.query<{ ms: string }>(
      'select extract(epoch from clock_timestamp())::text as ms',
    );
    const received = Date.now();
    offset = Number(rows[0]?.ms) * 1000 - (sent + received) / 2;
  };
  await measure();
  const timer = setInterval(() => measure().catch(() => undefined), 60_000);
  timer.unref();
  return {
    now: () => Temporal.Now.instant().add({ milliseconds: Math.round(offset) }),
    stop: () => clearInterval(timer),
  };
};
