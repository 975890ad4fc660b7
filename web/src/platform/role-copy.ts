import { allowed, notOfRole, type RoleCopy } from '@homecare/domain/accounts/custom-role.ts';
import { hasPart } from '@homecare/domain/accounts/role-parts.ts';
import { type Call, isOffice, type Role } from '@homecare/domain/call.ts';
import { createStore } from './store.ts';

/** The copy of a role that whoever is signed in has, as the server answered it last; undefined: the role itself. */
const ownCopy = createStore<RoleCopy | undefined>(undefined);
export const knownCopy = ownCopy.get;
export const learnCopy = ownCopy.set;

type Asked = Pick<Call, 'name' | 'roles' | 'effect'>;

/** Whether somebody of this role who looks at the page may make a call: what they may not do is not offered. */
export const may = (role: Role | undefined, call: Asked): boolean => allowed(call, role, ownCopy.get());

/** Whether somebody of the office searches from every page. */
export const finds = (role: Role | undefined): boolean => {
  const copy = ownCopy.get();
  return isOffice(role) && (copy === undefined || hasPart(copy, 'search'));
};

/** Why a call that the role has is not made all the same; undefined: it was not taken away. */
export const whyTaken = (call: Asked): string | undefined => {
  const copy = ownCopy.get();
  return copy && !allowed(call, copy.base, copy) && allowed(call, copy.base) ? notOfRole(copy) : undefined;
};
