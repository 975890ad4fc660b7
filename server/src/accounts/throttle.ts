import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { callerOf } from '../platform/http/addresses.ts';
import type { Site } from '../platform/site/site.ts';
import { purgeQuestions } from './passkey-queries.ts';

const QUARTER_HOUR = 15;
const DAY = 24 * 60;

/** Who tries where. A known device, or the own session, is a place of its own; anything else is the network it comes from. */
export interface Attempt {
  /** Folded login, known or not: both count alike. */
  readonly login: string;
  readonly from: { readonly address: string } | { readonly device: Buffer };
}

interface Limit {
  readonly kind: string;
  readonly login: string;
  readonly place: string;
  readonly most: number;
  readonly minutes: number;
}

/**
 * R8 and T5: an account and a place fail 10 times in 15 minutes together, so that nobody closes an account from elsewhere. All
 * unknown places of an account fail 100 times a day, which takes several addresses to reach; a place fails 1,000 times in 15
 * minutes over all accounts, far beyond what an office mistypes. A known device is asked neither.
 */
const limitsOf = ({ login, from }: Attempt): readonly Limit[] => {
  if ('device' in from) {
    const place = from.device.toString('hex');
    return [
      { kind: 'device', login, place, most: 10, minutes: QUARTER_HOUR },
      { kind: 'deviceDay', login, place, most: 50, minutes: DAY },
    ];
  }
  const place = callerOf(from.address);
  return [
    { kind: 'pair', login, place, most: 10, minutes: QUARTER_HOUR },
    { kind: 'pairDay', login, place, most: 30, minutes: DAY },
    { kind: 'account', login, place: '', most: 100, minutes: DAY },
    { kind: 'place', login: '', place, most: 1_000, minutes: QUARTER_HOUR },
  ];
};

/**
 * Counts an attempt and says whether it may be made: one statement, before the password is checked, so that of any number at
 * once no more than the limit get through. Each limit is counted only when those before it let the attempt pass: what is
 * refused at one place costs the account nothing.
 */
export const takeAttempt = async (site: Site, attempt: Attempt): Promise<boolean> => {
  const now = sql`${site.clock.now().toString()}::timestamptz`;
  const count = ({ kind, login, place, most, minutes }: Limit, after: RawBuilder<unknown>) => {
    const isOver = sql`f.window_start <= ${now} - make_interval(mins => ${minutes}::int)`;
    return sql`insert into login_failures as f (kind, login, place, failures, window_start)
      select ${kind}::text, ${login}::text, ${place}::text, 1, ${now} ${after}
      on conflict (kind, login, place) do update set
        failures = case when ${isOver} then 1 else f.failures + 1 end,
        window_start = case when ${isOver} then ${now} else f.window_start end
      where ${isOver} or f.failures < ${most}
      returning 1`;
  };
  const limits = limitsOf(attempt);
  const nameOf = (n: number) => sql.ref(`limit_${n}`);
  const steps = limits.map(
    (limit, n) => sql`${nameOf(n)} as (${count(limit, n === 0 ? sql`` : sql`from ${nameOf(n - 1)}`)})`,
  );
  const { rows } = await sql<{ passed: boolean }>`with ${sql.join(steps)}
    select exists (select from ${nameOf(limits.length - 1)}) as passed`.execute(site.db);
  return rows[0]?.passed ?? false;
};

/** A right password: the count of its place ends, what counts for others too gets this one attempt back. */
export const forgiveAttempt = async (site: Site, attempt: Attempt): Promise<void> => {
  // One after the other, in the order in which they are counted: no two statements wait for each other.
  for (const { kind, login, place } of limitsOf(attempt)) {
    const isShared = login === '' || place === '';
    const row = sql`kind = ${kind} and login = ${login} and place = ${place}`;
    await (isShared
      ? sql`update login_failures set failures = greatest(failures - 1, 0) where ${row}`
      : sql`delete from login_failures where ${row}`
    ).execute(site.db);
  }
};

/** A new password ends what was counted against the old one. */
export const forgetFailures = async (tx: Tx, accountId: number): Promise<void> => {
  await sql`delete from login_failures
    where login = (select lower(login) from accounts where id = ${accountId})`.execute(tx);
};

/** Rows whose window is over, questions that ended, and devices that nobody used for half a year. */
export const purgeThrottle = async (site: Site): Promise<void> => {
  const now = site.clock.now().toString();
  await sql`delete from login_failures where window_start < ${now}::timestamptz - interval '1 day'`.execute(
    site.db,
  );
  await purgeQuestions(site.db, now);
  await sql`delete from known_devices where last_used < ${now}::timestamptz - interval '180 days'`.execute(
    site.db,
  );
};
