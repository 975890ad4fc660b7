import { revokeKeysOf } from '../platform/auth/keys.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { endLinks, endSessions } from './queries.ts';

/**
 * Ends everything an account has opened, in every process, when the transaction commits: sessions, phones that stay signed in,
 * first-password links, and the API keys it has made. Returns how many sessions there were.
 */
export const endAccess = async (
  tx: Tx,
  scope: Scope,
  accountId: number,
  record: Recorder,
): Promise<number> => {
  const now = scope.now().toString();
  const sessions = await endSessions(tx, accountId, now);
  await endLinks(tx, accountId);
  for (const { id, name } of await revokeKeysOf(tx, scope.stamp(), accountId))
    record({
      entity: 'apiKey',
      id,
      action: 'update',
      changes: { name: [name, name], revoked: [null, now] },
    });
  return sessions;
};
