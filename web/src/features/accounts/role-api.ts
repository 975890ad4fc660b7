import { listAccounts } from '@homecare/domain/accounts/contract.ts';
import * as roles from '@homecare/domain/accounts/role-contract.ts';
import { useRead } from '../../platform/query.ts';

/** Custom roles, with the accounts that have them. */
export const useRoles = () => useRead(roles.listRoles, {}, { staleTime: 0 });

const CHANGED = [roles.listRoles, listAccounts] as const;
export const ADD_ROLE = { call: roles.addRole, changes: CHANGED } as const;
export const SAVE_ROLE = { call: roles.saveRole, changes: CHANGED } as const;
export const REMOVE_ROLE = { call: roles.removeRole, changes: CHANGED } as const;
