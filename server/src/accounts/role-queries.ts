import type { CopiedRole } from '@homecare/domain/accounts/custom-role.ts';
import type { ListedRole } from '@homecare/domain/accounts/role-contract.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';

/** SQL for copies of roles. */

export const selectRoles = (db: Db) =>
  queryRows<ListedRole>(db)`select id, rev, name, base, without, created, created_by as "createdBy",
      (select coalesce(json_agg(json_build_object('id', account.id, 'login', account.login, 'fullName', account.full_name)
          order by lower(account.login)), '[]')
        from accounts account where account.custom_role_id = custom_roles.id and account.deleted is null) as holders
    from custom_roles order by lower(name)`;

interface StoredRole {
  readonly id: number;
  readonly rev: number;
  readonly name: string;
  readonly base: CopiedRole;
  readonly without: readonly string[];
}

/** Locked until the transaction ends. */
export const lockRole = (tx: Tx, id: number) =>
  queryRow<StoredRole>(tx)`select id, rev, name, base, without from custom_roles where id = ${id} for update`;

/** Locked against removal. */
export const findRole = (tx: Tx, id: number) =>
  queryRow<StoredRole>(tx)`select id, rev, name, base, without from custom_roles where id = ${id} for share`;

/** Undefined if the name is taken. */
export const insertRole = (tx: Tx, { at, by }: Stamp, role: Pick<StoredRole, 'name' | 'base' | 'without'>) =>
  queryRow<{ id: number }>(tx)`insert into custom_roles (name, base, without, created, created_by)
    values (${role.name}, ${role.base}, ${[...role.without]}, ${at}, ${by})
    on conflict (lower(name)) do nothing returning id`;

export const isNameTaken = async (tx: Tx, id: number, name: string): Promise<boolean> =>
  (await queryRow(tx)`select from custom_roles where lower(name) = lower(${name}) and id <> ${id}`) !==
  undefined;

export const updateRole = (tx: Tx, { id, name, without }: Pick<StoredRole, 'id' | 'name' | 'without'>) =>
  sql`update custom_roles set name = ${name}, without = ${[...without]}, rev = rev + 1 where id = ${id}`.execute(
    tx,
  );

/** Logins of the accounts that have it. */
export const listHolders = async (tx: Tx, id: number): Promise<string[]> =>
  (
    await queryRows<{ login: string }>(tx)`select login from accounts
      where custom_role_id = ${id} and deleted is null order by lower(login)`
  ).map(({ login }) => login);

/** Deleted accounts that had it keep its base role. */
export const deleteRole = async (tx: Tx, id: number): Promise<void> => {
  await sql`update accounts set custom_role_id = null where custom_role_id = ${id} and deleted is not null`.execute(
    tx,
  );
  await sql`delete from custom_roles where id = ${id}`.execute(tx);
};
