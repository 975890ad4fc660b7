import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Lease, Scope } from '../auth/scope.ts';
import type { SitePool } from '../db/connections.ts';

/** How long a dead holder blocks others; a living one renews the lease three times in that time. */
export const LEASE_SECONDS = 12;

/** Identifies this process among all, in a form that people reading the table recognize. */
export const HOLDER = `${hostname().slice(0, 60)} ${process.pid} ${randomUUID().slice(0, 8)}`;

const TAKE = `insert into leases as held (name, holder, fence, until)
  values ($1, $2, 1, now() + make_interval(secs => $3))
  on conflict (name) do update set holder = excluded.holder, fence = held.fence + 1, until = excluded.until
  where held.until < now() returning fence`;
const RENEW = `update leases set until = now() + make_interval(secs => $3)
  where name = $1 and fence = $2 and until > now()`;
const END = 'update leases set until = now() where name = $1 and fence = $2';

/** Renews until stopped. `lost` is called when others may have taken over, also if the database does not respond. */
const renewing = (pool: SitePool, { name, fence }: Lease, seconds: number, lost: AbortController) => {
  const lasts = seconds * 1_000;
  let expiry = setTimeout(() => lost.abort(), lasts);
  const timer = setInterval(async () => {
    const asked = performance.now();
    const renewed = await pool.query(RENEW, [name, fence, seconds]).catch(() => undefined);
    if (lost.signal.aborted || !renewed) return;
    if (renewed.rowCount === 0) return lost.abort();
    clearTimeout(expiry);
    expiry = setTimeout(() => lost.abort(), lasts - (performance.now() - asked));
  }, lasts / 3);
  return () => {
    clearInterval(timer);
    clearTimeout(expiry);
    lost.abort();
  };
};

/**
 * Does work that only one process at a time may do; returns false if another is doing it. Whatever `work` writes with its scope is
 * refused once another process has taken over (`mutate`); `ending` asks it to stop then.
 */
export const doAlone = async (
  scope: Scope,
  name: string,
  work: (scope: Scope, ending: AbortSignal) => Promise<void>,
  { ending, seconds = LEASE_SECONDS }: { ending?: AbortSignal | undefined; seconds?: number } = {},
): Promise<boolean> => {
  const { pool } = scope.site;
  const { rows } = await pool.query<{ fence: number }>(TAKE, [name, HOLDER, seconds]);
  const [taken] = rows;
  if (!taken) return false;
  const lease = { name, fence: taken.fence };
  const lost = new AbortController();
  const stop = renewing(pool, lease, seconds, lost);
  try {
    await work(scope.withLease(lease), AbortSignal.any([lost.signal, ...(ending ? [ending] : [])]));
  } finally {
    stop();
    // If the release fails, the lease expires.
    await pool.query(END, [name, lease.fence]).catch(() => undefined);
  }
  return true;
};
