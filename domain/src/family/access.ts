import type { Agreement, Call } from '../call.ts';

/** To somebody who was not offered it. */
export const NOT_AGREED = 'This was not agreed for your page. Ask the agency.';

/**
 * What a client's family may ask for (docs/rules/family.md, rule 2): the calls of their own page, each where what it shows was
 * agreed. Every other call that needs a session is refused.
 */
export const mayFamilyCall = (agreed: readonly Agreement[], { roles }: Pick<Call, 'roles'>): boolean =>
  'family' in roles && (roles.family === 'nothing' || agreed.includes(roles.family));
