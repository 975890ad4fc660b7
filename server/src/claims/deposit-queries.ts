import type { NumberedDeposit } from '@homecare/domain/claims/deposits.ts';
import type { Deposit } from '@homecare/domain/claims/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** Bank deposits. */

const DEPOSIT_ROWS = 2_000;

/** Newest first. */
export const listDepositRows = (db: Db): Promise<Deposit[]> =>
  queryRows<Deposit>(db)`select id, day, amount, reference from bank_deposits
    where deleted is null order by day desc, id desc limit ${DEPOSIT_ROWS}`;

/** Inserts deposits and returns the ids of those not entered before. */
export const insertDeposits = async (
  tx: Tx,
  drafts: readonly NumberedDeposit[],
  { at, by }: Stamp,
): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(tx)`insert into bank_deposits
      (day, amount, reference, occurrence, entered, entered_by)
    select day, amount, reference, occurrence, ${at}, ${by}
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as row (day date, amount bigint, reference text,
      occurrence int)
    on conflict (day, amount, reference, occurrence) where deleted is null do nothing returning id`;
  return rows.map(({ id }) => id);
};

export const markDepositDeleted = async (tx: Tx, id: number, { at, by }: Stamp): Promise<boolean> => {
  const { numAffectedRows } = await sql`update bank_deposits set deleted = ${at}, deleted_by = ${by}
    where id = ${id} and deleted is null`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
};
