import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/rows.ts';

/** How often something secret may be tried: at the sign-in and on the telephone alike. */
export interface Limit {
  readonly kind: string;
  /** Folded login, or what else the secret belongs to, known or not; '' where all of them count together. */
  readonly login: string;
  /** Who tries; '' where all of them count together. */
  readonly place: string;
  readonly most: number;
  readonly minutes: number;
}

/**
 * Counts an attempt and says whether it may be made: one statement, before the secret is looked at, so that of any number at
 * once no more than the limit get through. Each limit is counted only when those before it let the attempt pass: what is
 * refused at one place costs the next nothing.
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

/** One attempt that was right is counted no more. */
export const giveBack = (db: Db, { kind, login, place }: Limit) =>
  sql`update login_failures set failures = greatest(failures - 1, 0)
    where kind = ${kind} and login = ${login} and place = ${place}`.execute(db);
