import type { OutsidePostcode } from '@homecare/domain/plan-types/schema.ts';
import { type Kysely, sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { queryRows } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';

type Db = Kysely<Tables> | Tx;

/** The record log's word for a care plan type. */
export const TYPE_ENTITY = 'carePlanType';

export const listCodes = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('outside_postcodes').select('code').orderBy('code').execute();
  return rows.map(({ code }) => code);
};

export const listCodesWithClients = (db: Db): Promise<OutsidePostcode[]> =>
  queryRows<OutsidePostcode>(db)`select outside.code, count(client.id)::int as clients
    from outside_postcodes outside
      left join people client on left(client.postal_code, 5) = outside.code and client.kind = 'Client' and client.cur = 'y'
    group by outside.code order by outside.code`;

/** Answers those that were not there yet. */
export const insertCodes = async (tx: Tx, codes: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`insert into outside_postcodes (code)
    select unnest(${[...codes]}::text[]) on conflict do nothing returning code`.execute(tx);
  return rows.map(({ code }) => code);
};

/** Answers those that were there. */
export const deleteCodes = async (tx: Tx, codes: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`delete from outside_postcodes
    where code = any(${[...codes]}::text[]) returning code`.execute(tx);
  return rows.map(({ code }) => code);
};
