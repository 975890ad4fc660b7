import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { MAX_ID } from '../wire.ts';
import { COPIED_ROLES, CustomRole } from './custom-role.ts';

/** Copies of roles, and what was taken away from them (docs/rules/accounts.md, rules 20 to 23). */

const admin = { roles: ['admin'] } as const;
const name = z.string().max(200);
const without = z.array(z.string().max(50)).max(200);
const seen = { id: z.int().min(1).max(MAX_ID), rev: z.int().min(0) };

/** A copy with the accounts that have it. */
export const ListedRole = CustomRole.extend({
  created: z.string(),
  createdBy: z.string(),
  holders: z.array(z.strictObject({ id: z.int(), login: z.string(), fullName: z.string() })),
});
export type ListedRole = z.output<typeof ListedRole>;

export const listRoles = getCall(['accounts/list-roles'], {
  name: 'accounts.listRoles',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(ListedRole),
});

/** Copies a role and takes away what `without` lists. */
export const addRole = postCall(['accounts/add-role'], {
  name: 'accounts.addRole',
  ...admin,
  effect: 'write',
  creates: true,
  input: z.strictObject({ name, base: z.enum(COPIED_ROLES), without }),
  output: z.null(),
});

/** Changes the name or what is taken away. It applies from the next call of everybody who has it. */
export const saveRole = postCall(['accounts/save-role'], {
  name: 'accounts.saveRole',
  ...admin,
  effect: 'write',
  input: z.strictObject({ ...seen, name, without }),
  output: z.null(),
});

/** Refused while an account has it. */
export const removeRole = postCall(['accounts/remove-role'], {
  name: 'accounts.removeRole',
  ...admin,
  effect: 'write',
  input: z.strictObject(seen),
  output: z.null(),
});
