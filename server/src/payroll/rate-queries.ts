import type { DatedRate } from '@homecare/domain/payroll/rate-contract.ts';
import { type RateTerm, ratesInForce } from '@homecare/domain/payroll/rates.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** Providers' pay rates with their first days. */

/** By category, newest first. */
export const listDatedRates = (db: Db, providerId: number) =>
  queryRows<DatedRate>(db)`select category, valid_from as "from", rate, set_by as who, set_at as at
    from pay_rates where provider_id = ${providerId} order by category, valid_from desc nulls last`;

/** The rates in force, by provider. */
export const listRates = async (
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly RateTerm[]>> => {
  const rows = await queryRows<RateTerm & { readonly id: number }>(db)`select provider_id as id, category,
      valid_from as "from", rate from pay_rates where provider_id = any(${[...ids]}::int[])`;
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byId].map(([id, own]) => [
      id,
      ratesInForce(own.map(({ category, from, rate }) => ({ category, from, rate }))),
    ]),
  );
};

/** Locks the provider until the transaction ends, so that their rates are changed one after the other. Returns false if there is none. */
export const lockProvider = async (tx: Tx, id: number): Promise<boolean> => {
  const { rows } = await sql`select id from people where id = ${id} and kind = 'Provider'
    and merged_into is null for update`.execute(tx);
  return rows.length > 0;
};

export interface SetRate extends RateTerm {
  readonly providerId: number;
}

/** Inserts rates, replacing those of the same day. */
export const putRates = async (tx: Tx, rates: readonly SetRate[], { by, at }: Stamp): Promise<void> => {
  if (rates.length === 0) return;
  await sql`insert into pay_rates (provider_id, category, valid_from, rate, set_by, set_at)
    select "providerId", category, "from", rate, ${by}, ${at}
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
      as made ("providerId" int, category text, "from" date, rate int)
    on conflict (provider_id, category, valid_from)
      do update set rate = excluded.rate, set_by = excluded.set_by, set_at = excluded.set_at`.execute(tx);
};

export const deleteRate = (tx: Tx, { providerId, category, from }: Omit<SetRate, 'rate'>) =>
  sql`delete from pay_rates where provider_id = ${providerId} and category = ${category}
    and valid_from is not distinct from ${from}::date`.execute(tx);
