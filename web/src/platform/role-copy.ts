import { allowed, notOfRole, type RoleCopy } from '@homecare/domain/accounts/custom-role.ts';
import { hasPart } from '@homecare/domain/accounts/role-parts.ts';
import { type Call, isOffice, type Role } from '@homecare/domain/call.ts';
import { createStore } from './store.ts';

/** The custom role of the user, as last answered by the server; undefined for a standard role. */
const ownCopy = createStore<RoleCopy | undefined>(undefined);
export const knownCopy = ownCopy.get;
export const learnCopy = ownCopy.set;

type Asked = Pick<Call, 'name' | 'roles' | 'effect'>;

/** Whether a user of this role may make a call. What they may not do is not offered. */
export const may = (role: Role | undefined, call: Asked): boolean => allowed(call, role, ownCopy.get());

/** Whether the office user can search from every page. */
export const finds = (role: Role | undefined): boolean => {
  const copy = ownCopy.get();
  return isOffice(role) && (copy === undefined || hasPart(copy, 'search'));
};

/** Why a call of the standard role is denied; undefined if the custom role keeps it. */
export const whyTaken = (call: Asked): string | undefined => {
  const copy = ownCopy.get();
  return copy && !allowed(call, copy.base, copy) && allowed(call, copy.base) ? notOfRole(copy) : undefined;
};
