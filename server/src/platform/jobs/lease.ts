import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Lease, Scope } from '../auth/scope.ts';
import type { SitePool } from '../db/connections.ts';

/** How long a holder that died keeps the others waiting; one that lives renews it three times in that time. */
export const LEASE_SECONDS = 12;

/** This process among all of them, so that a person who looks at the table knows it too. */
export const HOLDER = `${hostname().slice(0, 60)} ${process.pid} ${randomUUID().slice(0, 8)}`;

const TAKE = `insert into leases as held (name, holder, fence, until)
  values ($1, $2, 1, now() + make_interval(secs => $3))
  on conflict (name) do update set holder = excluded.holder, fence = held.fence + 1, until = excluded.until
  where held.until < now() returning fence`;
const RENEW = `update leases set until = now() + make_interval(secs => $3)
  where name = $1 and fence = $2 and until > now()`;
const END = 'update leases set until = now() where name = $1 and fence = $2';

/** Renews until it is stopped; `lost` is called when others may have taken over, also when the database answers nothing. */
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
 * Does work that one process at a time may do; false when another one is at it. What `work` writes with the scope that it is
 * given is refused as soon as another one has taken over (`mutate`); `ending` asks it to end early then.
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
    // Who cannot say that it ends leaves the lease to its time.
    await pool.query(END, [name, lease.fence]).catch(() => undefined);
  }
  return true;
};
