import type { Agreement, Call } from '../call.ts';

/** Shown for something that was not agreed for this family. */
export const NOT_AGREED = 'This was not agreed for your page. Ask the agency.';

/**
 * Which calls a client's family may make (docs/rules/family.md, rule 2): those of their own page, if what the call shows was
 * agreed. Every other call that needs a session is refused.
 */
export const mayFamilyCall = (agreed: readonly Agreement[], { roles }: Pick<Call, 'roles'>): boolean =>
  'family' in roles && (roles.family === 'nothing' || agreed.includes(roles.family));
