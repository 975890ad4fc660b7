import { z } from 'zod';
import type { Call, Role } from '../call.ts';
import { mayCall } from '../call.ts';
import { isKeptBy } from './role-parts.ts';

/**
 * Roles that an agency may copy. A caregiver's phone works with all of its calls or not at all: there is no copy of role evv
 * (docs/rules/accounts.md, rule 20).
 */
export const COPIED_ROLES = ['admin', 'user', 'provider'] as const;
export type CopiedRole = (typeof COPIED_ROLES)[number];

/** A copy of a role, from which parts were taken away. */
export const CustomRole = z.strictObject({
  id: z.int(),
  rev: z.int(),
  name: z.string(),
  base: z.enum(COPIED_ROLES),
  /** What was taken away: 'billing' all of the part, 'billing.change' what changes something. */
  without: z.array(z.string()),
});
export type CustomRole = z.output<typeof CustomRole>;

/** What the rule looks at. */
export type RoleCopy = { readonly [Name in keyof Omit<CustomRole, 'without'>]: CustomRole[Name] } & {
  readonly without: readonly string[];
};

/**
 * Whether somebody of a role may make a call; who holds a copy of the role makes fewer. The one rule of server, screens and
 * search: a copy only ever takes away from what the matrix gives its role (docs/rules/accounts.md, rule 20).
 */
export const allowed = (
  call: Pick<Call, 'name' | 'roles' | 'effect'>,
  role: Role | undefined,
  custom?: RoleCopy | undefined,
): boolean =>
  mayCall(role, call) && (custom === undefined || (custom.base === role && isKeptBy(custom, call)));

/** Of an address or a button that somebody uses all the same. */
export const notOfRole = ({ name }: Pick<RoleCopy, 'name'>) =>
  `Your role ${name} does not include this. Ask an admin of your agency.`;
