import type { ApiKey, KeyRole } from '@homecare/domain/api-keys/schema.ts';
import { ADMIN } from '@homecare/domain/call.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';

export const selectKeys = (db: Db) =>
  queryRows<ApiKey>(
    db,
  )`select key.id, name, key.role, calls, per_minute as "perMinute", key.created, created_by as "createdBy",
      case when maker.deleted is not null then 'closed' when maker.suspended is not null then 'suspended'
        when maker.role = any(${[...ADMIN]}::text[]) then 'admin' when maker.id is not null then 'other' end as maker,
      expires, last_used as "lastUsed", revoked, revoked_by as "revokedBy"
    from api_keys key left join accounts maker on maker.id = key.made_by
    order by revoked is not null, lower(name), key.id`;

interface NewKey {
  readonly accountId: number;
  /** The admin's account. */
  readonly madeBy: number;
  readonly name: string;
  readonly role: KeyRole;
  readonly tokenHash: Buffer;
  readonly calls: readonly string[];
  readonly perMinute: number;
  readonly expires: string;
}

/** Undefined if a working key already has this name. */
export const insertKey = (tx: Tx, { at, by }: Stamp, key: NewKey) =>
  queryRow<{ id: number }>(tx)`insert into api_keys
      (account_id, name, role, token_hash, calls, per_minute, created, created_by, expires, made_by)
    values (${key.accountId}, ${key.name}, ${key.role}, ${key.tokenHash}, ${[...key.calls]}, ${key.perMinute}, ${at}, ${by},
      ${key.expires}, ${key.madeBy})
    on conflict (lower(name)) where revoked is null do nothing returning id`;

/** The key's name; undefined if it was already revoked. */
export const endKey = (tx: Tx, { at, by }: Stamp, id: number) =>
  queryRow<{ name: string }>(tx)`update api_keys set revoked = ${at}, revoked_by = ${by}
    where id = ${id} and revoked is null returning name`;

export const hasKey = async (tx: Tx, id: number): Promise<boolean> =>
  (await sql`select from api_keys where id = ${id}`.execute(tx)).rows.length > 0;
