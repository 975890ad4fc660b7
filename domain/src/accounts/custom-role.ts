import { z } from 'zod';
import type { Call, Role } from '../call.ts';
import { mayCall } from '../call.ts';
import { isKeptBy } from './role-parts.ts';

/**
 * Roles that an agency may copy. Role evv has no copies, because a caregiver's phone only works with all of its calls
 * (docs/rules/accounts.md, rule 20).
 */
export const COPIED_ROLES = ['admin', 'user', 'provider'] as const;
export type CopiedRole = (typeof COPIED_ROLES)[number];

/** A copy of a role from which parts were taken away. */
export const CustomRole = z.strictObject({
  id: z.int(),
  rev: z.int(),
  name: z.string(),
  base: z.enum(COPIED_ROLES),
  /** What was taken away: 'billing' is the whole part, 'billing.change' only its changes. */
  without: z.array(z.string()),
});
export type CustomRole = z.output<typeof CustomRole>;

/** The copy as the rules see it. */
export type RoleCopy = { readonly [Name in keyof Omit<CustomRole, 'without'>]: CustomRole[Name] } & {
  readonly without: readonly string[];
};

/**
 * Whether somebody with a role may make a call; holders of a copy of the role can do less. Server, screens and search share
 * this rule: a copy can only take away from what the matrix gives its role (docs/rules/accounts.md, rule 20).
 */
export const allowed = (
  call: Pick<Call, 'name' | 'roles' | 'effect'>,
  role: Role | undefined,
  custom?: RoleCopy | undefined,
): boolean =>
  mayCall(role, call) && (custom === undefined || (custom.base === role && isKeptBy(custom, call)));

/** Shown if somebody nevertheless opens such a URL or presses such a button. */
export const notOfRole = ({ name }: Pick<RoleCopy, 'name'>) =>
  `Your role ${name} does not include this. Ask an admin of your agency.`;
