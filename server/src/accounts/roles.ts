import type * as calls from '@homecare/domain/accounts/role-contract.ts';
import {
  CHOOSE_ROLE,
  ROLE_ADDED,
  ROLE_NAME_TAKEN,
  ROLE_REMOVED,
  ROLE_SAVED,
  roleInUse,
  sayWithout,
  tidyWithout,
  validateRole,
} from '@homecare/domain/accounts/role-rules.ts';
import type { Role } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { isStale, refuseStaleByLog } from '../platform/auth/stale.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { UseCase } from '../platform/http/bind.ts';
import * as roles from './role-queries.ts';

/** Copies of roles, which an agency makes by taking rights away (docs/rules/accounts.md, rules 20 to 23). */

const ENTITY = 'role';
const nameTaken = () => refuseFields([{ field: 'name', message: ROLE_NAME_TAKEN }], 'conflict');

export const listRoles: UseCase<typeof calls.listRoles> = async (scope) =>
  done(await roles.selectRoles(scope.site.db));

export const addRole: UseCase<typeof calls.addRole> = async (scope, input) => {
  const role = { base: input.base, name: input.name.trim(), without: tidyWithout(input.without) };
  // Validated as sent, because tidying would silently drop an unknown part.
  const wrong = refuseAll(validateRole({ ...role, without: input.without }));
  if (wrong) return wrong;
  return mutate(scope, 'accounts.addRole', async (tx, record) => {
    const row = await roles.insertRole(tx, scope.stamp(), role);
    if (!row) return nameTaken();
    const changes = {
      name: [null, role.name],
      base: [null, role.base],
      without: [null, sayWithout(role.without)],
    } as const;
    record({ entity: ENTITY, id: row.id, action: 'insert', changes });
    return done(null, { insertId: row.id, info: ROLE_ADDED });
  });
};

export const saveRole: UseCase<typeof calls.saveRole> = (scope, { id, rev, ...input }) =>
  mutate(scope, 'accounts.saveRole', async (tx, record) => {
    const before = await roles.lockRole(tx, id);
    if (!before) return refuse('notFound');
    if (isStale(rev, before)) return refuseStaleByLog(tx, scope, { entity: ENTITY, id });
    const after = { id, name: input.name.trim(), without: tidyWithout(input.without) };
    const wrong = refuseAll(validateRole({ ...after, base: before.base, without: input.without }));
    if (wrong) return wrong;
    if (await roles.isNameTaken(tx, id, after.name)) return nameTaken();
    try {
      await roles.updateRole(tx, after);
    } catch (error) {
      if (violatedUnique(error) === 'custom_roles_name') return nameTaken();
      throw error;
    }
    const [was, is] = [sayWithout(before.without), sayWithout(after.without)];
    const changes = {
      ...(before.name !== after.name && { name: [before.name, after.name] as const }),
      ...(was !== is && { without: [was, is] as const }),
    };
    record({ entity: ENTITY, id, action: 'update', changes });
    return done(null, { info: ROLE_SAVED });
  });

export const removeRole: UseCase<typeof calls.removeRole> = (scope, { id, rev }) =>
  mutate(scope, 'accounts.removeRole', async (tx, record) => {
    const role = await roles.lockRole(tx, id);
    if (!role) return refuse('notFound');
    if (isStale(rev, role)) return refuseStaleByLog(tx, scope, { entity: ENTITY, id });
    const holders = await roles.listHolders(tx, id);
    if (holders.length > 0) return refuse('conflict', roleInUse(holders));
    await roles.deleteRole(tx, id);
    const changes = {
      name: [role.name, null],
      base: [role.base, null],
      without: [sayWithout(role.without), null],
    } as const;
    record({ entity: ENTITY, id, action: 'delete', changes });
    return done(null, { info: ROLE_REMOVED });
  });

/** Its name in the log. */
export const nameOfCopy = async (tx: Tx, id: number | null): Promise<string | null> =>
  id === null ? null : ((await roles.findRole(tx, id))?.name ?? null);

/** The copy an account is to get, locked against removal until the transaction ends; null means the role itself. */
export const chosenCopy = async (
  tx: Tx,
  role: Role,
  id: number | null | undefined,
): Promise<Result<{ readonly id: number; readonly name: string } | null>> => {
  if (id === null || id === undefined) return done(null);
  const found = await roles.findRole(tx, id);
  return found?.base === role ? done(found) : refuseFields([{ field: 'custom_role', message: CHOOSE_ROLE }]);
};
