import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/rows.ts';

/** How often something secret may be tried, at sign-in and on the telephone alike. */
export interface Limit {
  readonly kind: string;
  /** The login in lower case, or what else the secret belongs to, whether or not it exists; '' if all count together. */
  readonly login: string;
  /** Who tries; '' if all count together. */
  readonly place: string;
  readonly most: number;
  readonly minutes: number;
}

/**
 * Counts an attempt and returns whether it is allowed. It is one statement before the secret is checked, so that of any number at
 * once no more than the limit get through. Each limit is counted only if those before it allowed the attempt: a refusal at one place
 * does not use up the next.
 */
export const takeWithin = async (db: Db, at: string, limits: readonly Limit[]): Promise<boolean> => {
  const now = sql`${at}::timestamptz`;
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
  const nameOf = (n: number) => sql.ref(`limit_${n}`);
  const steps = limits.map(
    (limit, n) => sql`${nameOf(n)} as (${count(limit, n === 0 ? sql`` : sql`from ${nameOf(n - 1)}`)})`,
  );
  const { rows } = await sql<{ passed: boolean }>`with ${sql.join(steps)}
    select exists (select from ${nameOf(limits.length - 1)}) as passed`.execute(db);
  return rows[0]?.passed ?? false;
};

/** Uncounts a correct attempt. */
export const giveBack = (db: Db, { kind, login, place }: Limit) =>
  sql`update login_failures set failures = greatest(failures - 1, 0)
    where kind = ${kind} and login = ${login} and place = ${place}`.execute(db);
