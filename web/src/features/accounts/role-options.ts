import type { ListedRole } from '@homecare/domain/accounts/role-contract.ts';
import { ROLE_NAMES } from '@homecare/domain/accounts/role-names.ts';
import { ROLES, type Role } from '@homecare/domain/call.ts';

/** The standard roles, each followed by the agency's custom roles based on it. */
export interface RoleOption {
  readonly value: string;
  readonly label: string;
  readonly role: Role;
  readonly copy: number | null;
}

export const roleValue = (role: Role, copy: string) => (copy === '' ? role : `${role} ${copy}`);

export const roleOptions = (copies: readonly ListedRole[]): RoleOption[] =>
  ROLES.flatMap((role) => [
    { value: roleValue(role, ''), label: ROLE_NAMES[role], role, copy: null },
    ...copies
      .filter(({ base }) => base === role)
      .map(({ id, name }) => ({
        value: roleValue(role, String(id)),
        label: `${name} (${ROLE_NAMES[role]} with less)`,
        role,
        copy: id,
      })),
  ]);
