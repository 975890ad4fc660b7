import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** Denied claims that have been prepared to be sent again and wait for a file. */

export const listWaitingCorrections = (db: Db) =>
  queryRows<{ id: string; corrected: string; correctedBy: string }>(db)`select claim_id as id, corrected,
      corrected_by as "correctedBy" from claim_corrections where batch_id is null order by claim_id`;

export const insertCorrections = (tx: Tx, ids: readonly string[], { at, by }: Stamp) =>
  sql`insert into claim_corrections (claim_id, corrected, corrected_by)
    select id, ${at}, ${by} from unnest(${[...ids]}::text[]) as id
    on conflict (claim_id) do update set corrected = excluded.corrected, corrected_by = excluded.corrected_by,
      batch_id = null`.execute(tx);

/** Removes those that are still waiting and returns them. */
export const removeCorrections = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const rows = await queryRows<{ id: string }>(tx)`delete from claim_corrections
    where batch_id is null and claim_id = any(${[...ids]}::text[]) returning claim_id as id`;
  return rows.map(({ id }) => id);
};

export const markCorrectionsSent = (tx: Tx, ids: readonly string[], batch: number) =>
  sql`update claim_corrections set batch_id = ${batch} where claim_id = any(${[...ids]}::text[])`.execute(tx);

/** Records a correction that was sent, whether or not it was waiting before. */
export const storeSentCorrection = async (tx: Tx, id: string, batch: number, stamp: Stamp) => {
  await insertCorrections(tx, [id], stamp);
  await markCorrectionsSent(tx, [id], batch);
};
