import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import type { Site } from '../sites/site.ts';

/**
 * R8 and T5: 10 failures of an account in 15 minutes close it until the window ends, 100 in all until an admin resets the
 * password; an address may fail 100 times in 15 minutes. Counted in the database, so every instance sees them.
 */
const WINDOW = '15 minutes';
const PER_WINDOW = { account: 10, address: 100 } as const;
const ACCOUNT_TOTAL = 100;

export interface Attempt {
  /** Folded login, known or not: both count alike. */
  readonly login: string;
  readonly address: string;
}

export const isThrottled = async (site: Site, attempt: Attempt): Promise<boolean> => {
  const now = site.clock.now().toString();
  const { rows } = await sql<{ blocked: boolean }>`select exists (select from login_failures
    where (kind = 'account' and key = ${attempt.login} and (total >= ${ACCOUNT_TOTAL}
        or (failures >= ${PER_WINDOW.account} and window_start > ${now}::timestamptz - ${WINDOW}::interval)))
      or (kind = 'address' and key = ${attempt.address} and failures >= ${PER_WINDOW.address}
        and window_start > ${now}::timestamptz - ${WINDOW}::interval)) as blocked`.execute(site.db);
  return rows[0]?.blocked ?? false;
};

/** Counted before the password is checked, so that parallel guesses cannot slip past the limit. */
export const countAttempt = async (site: Site, attempt: Attempt): Promise<void> => {
  const now = site.clock.now().toString();
  await sql`insert into login_failures (kind, key, failures, window_start, total)
    values ('account', ${attempt.login}, 1, ${now}, 1), ('address', ${attempt.address}, 1, ${now}, 1)
    on conflict (kind, key) do update set
      failures = case when login_failures.window_start > ${now}::timestamptz - ${WINDOW}::interval
        then login_failures.failures + 1 else 1 end,
      window_start = case when login_failures.window_start > ${now}::timestamptz - ${WINDOW}::interval
        then login_failures.window_start else ${now}::timestamptz end,
      total = login_failures.total + 1`.execute(site.db);
};

/** A right password: the account's count ends, the address gets its one attempt back. */
export const forgiveAttempt = async (site: Site, attempt: Attempt): Promise<void> => {
  await sql`with account as (delete from login_failures where kind = 'account' and key = ${attempt.login})
    update login_failures set failures = greatest(failures - 1, 0), total = greatest(total - 1, 0)
    where kind = 'address' and key = ${attempt.address}`.execute(site.db);
};

/** A new password ends what was counted against the old one, the hard stop too. */
export const forgetFailures = async (tx: Tx, accountId: number): Promise<void> => {
  await sql`delete from login_failures where kind = 'account'
    and key = (select lower(login) from accounts where id = ${accountId})`.execute(tx);
};

/** Rows whose window is long over and that do not hold a hard stop. */
export const purgeThrottle = async (site: Site): Promise<void> => {
  const now = site.clock.now().toString();
  await sql`delete from login_failures where window_start < ${now}::timestamptz - interval '1 day'
    and (kind = 'address' or total < ${ACCOUNT_TOTAL})`.execute(site.db);
};
