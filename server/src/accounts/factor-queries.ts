import { isOffice } from '@homecare/domain/call.ts';
import { FACTOR_REQUIRED } from '../platform/auth/sessions.ts';
import { type Db, queryRow } from '../platform/db/rows.ts';
import { readSetting } from '../platform/settings/settings.ts';

/** The site requires a second factor of admins and users. */
export const isFactorRequired = async (db: Db): Promise<boolean> =>
  (await readSetting(db, FACTOR_REQUIRED))?.value === true;

export const mustEnrol = async (
  db: Db,
  account: { readonly role: string; readonly second_factor: boolean },
): Promise<boolean> => !account.second_factor && isOffice(account.role) && (await isFactorRequired(db));

export const findFactor = (db: Db, accountId: number) =>
  db
    .selectFrom('second_factors')
    .select(['confirmed'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();

export const lockFactor = (db: Db, accountId: number) =>
  db
    .selectFrom('second_factors')
    .select(['secret', 'created', 'confirmed', 'last_step'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();

/** Replaces an unconfirmed one. */
export const saveFactor = (db: Db, accountId: number, secret: Buffer, now: string) =>
  db
    .insertInto('second_factors')
    .values({ account_id: accountId, secret, created: now })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ secret, created: now }))
    .execute();

export const saveStep = (db: Db, accountId: number, step: number) =>
  db.updateTable('second_factors').set({ last_step: step }).where('account_id', '=', accountId).execute();

export const confirmFactorRow = (db: Db, accountId: number, now: string) =>
  db.updateTable('second_factors').set({ confirmed: now }).where('account_id', '=', accountId).execute();

export const markAccount = (db: Db, accountId: number, hasFactor: boolean) =>
  db.updateTable('accounts').set({ second_factor: hasFactor }).where('id', '=', accountId).execute();

/** Deletes secret and recovery codes permanently. */
export const deleteFactor = async (db: Db, accountId: number): Promise<void> => {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await db.deleteFrom('second_factors').where('account_id', '=', accountId).execute();
};

export const countCodes = async (db: Db, accountId: number): Promise<number> =>
  (
    await queryRow<{ left: number }>(db)`select count(*)::int as left from recovery_codes
    where account_id = ${accountId} and used is null`
  )?.left ?? 0;

/** Of two simultaneous uses, one finds it unused. */
export const useRecoveryCode = async (
  db: Db,
  accountId: number,
  hmac: Buffer,
  now: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used: now })
    .where('account_id', '=', accountId)
    .where('code_hmac', '=', hmac)
    .where('used', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const replaceCodes = async (db: Db, accountId: number, hmacs: readonly Buffer[]): Promise<void> => {
  await db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hmacs.map((code_hmac) => ({ account_id: accountId, code_hmac })))
    .execute();
};
