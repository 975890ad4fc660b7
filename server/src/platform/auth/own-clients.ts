import type { Circumstances } from '../http/bind.ts';
import type { Scope } from './scope.ts';

/**
 * A site may narrow role provider to the clients of its own plans (docs/rules/people.md, rule 26): is this caller one of them?
 */
export const seesOwnClientsOnly = async ({ user, site }: Pick<Scope, 'user' | 'site'>): Promise<boolean> =>
  user.role === 'provider' && (await site.capabilities()).ownClientsOnly;

/** What the answer to such a caller depends on besides the list's own data: whose plans, the day, and all plans. */
export const ownClientsTag: Circumstances = async (site, today, user) => {
  if (!(await seesOwnClientsOnly({ site, user }))) return '';
  const plans = await site.db
    .selectFrom('revisions')
    .select('rev')
    .where('kind', '=', 'carePlans')
    .where('key', '=', 'all')
    .executeTakeFirst();
  return ['own', user.providerId, today, plans?.rev].join('.');
};
