import { mayBeNarrowed } from '@homecare/domain/permissions.ts';
import type { Circumstances } from '../http/bind.ts';
import type { Scope } from './scope.ts';

/** The caller has role provider and the site restricts it to clients of its own plans (docs/rules/people.md, rule 26). */
export const seesOwnClientsOnly = ({ user, settings }: Scope): boolean =>
  mayBeNarrowed(user.role) && settings.capabilities.ownClientsOnly;

/** What else an answer to such a caller depends on: whose plans, the day, and all plans. */
export const ownClientsTag: Circumstances = async (scope) => {
  if (!seesOwnClientsOnly(scope)) return '';
  const plans = await scope.site.db
    .selectFrom('revisions')
    .select('rev')
    .where('kind', '=', 'carePlans')
    .where('key', '=', 'all')
    .executeTakeFirst();
  return ['own', scope.user.providerId, scope.today(), plans?.rev].join('.');
};
