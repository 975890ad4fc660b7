import { sql } from 'kysely';
import { giveBack, type Limit, takeWithin } from '../platform/auth/attempt-limits.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { callerOf } from '../platform/http/addresses.ts';
import type { Site } from '../platform/site/site.ts';
import { purgeQuestions } from './passkey-queries.ts';

const QUARTER_HOUR = 15;
const DAY = 24 * 60;

/** Who tries where. A known device or the present session is a place of its own; anything else is its network. */
export interface Attempt {
  /** The login in lower case, whether or not it exists, since both count alike. */
  readonly login: string;
  readonly from: { readonly address: string } | { readonly device: Buffer };
}

/**
 * R8 and T5: an account and a place together may fail 10 times in 15 minutes, so that nobody can lock an account from elsewhere. All
 * unknown places of an account may fail 100 times a day, which takes several addresses to reach; a place may fail 1,000 times in 15
 * minutes over all accounts, far more than an office mistypes. Known devices are exempt from these two.
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

/** Counts an attempt before the password is checked, and returns whether it is allowed. */
export const takeAttempt = (site: Site, attempt: Attempt): Promise<boolean> =>
  takeWithin(site.db, site.clock.now().toString(), limitsOf(attempt));

/** The password was correct: clears the count of its place, and removes this attempt from shared counts. */
export const forgiveAttempt = async (site: Site, attempt: Attempt): Promise<void> => {
  // One after the other, in the order of counting, so that no two statements wait for each other.
  for (const limit of limitsOf(attempt)) {
    const { kind, login, place } = limit;
    await (login === '' || place === ''
      ? giveBack(site.db, limit)
      : sql`delete from login_failures
          where kind = ${kind} and login = ${login} and place = ${place}`.execute(site.db));
  }
};

/** A new password clears what was counted against the old one. */
export const forgetFailures = async (tx: Tx, accountId: number): Promise<void> => {
  await sql`delete from login_failures
    where login = (select lower(login) from accounts where id = ${accountId})`.execute(tx);
};

/** Deletes expired counts and challenges, and devices unused for half a year. */
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
