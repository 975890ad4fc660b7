import type { Scope } from '../platform/auth/scope.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import type { Tx } from '../platform/db/mutate.ts';
import * as passkeys from './passkey-queries.ts';
import { ownTokenHash } from './proof.ts';
import { endSession, endSessions, insertProgramRow, insertSession } from './queries.ts';

/** The account of a client's family member is a name in the logs, sessions and passkeys. Nobody can sign in with it. */

/** It has the least privileged role, and no list of accounts contains it. */
export const addFamilyAccount = (tx: Tx, scope: Scope, name: string) =>
  insertProgramRow(tx, scope.now().toString(), { name, role: 'evv' });

interface Begun {
  readonly accountId: number;
  readonly address: string;
  readonly agent: string | null;
  readonly proof: 'link' | 'passkey';
}

/** Returns the token of the new session. */
export const beginFamilySession = async (tx: Tx, now: string, begun: Begun): Promise<string> => {
  const token = newToken();
  await insertSession(tx, { ...begun, tokenHash: hashToken(token), now });
  return token;
};

/** Sessions end in every process, because no process caches them; passkeys stop working. */
export const endFamilyAccount = async (tx: Tx, accountId: number, now: string): Promise<void> => {
  await endSessions(tx, accountId, now);
  await passkeys.deletePasskeysOf(tx, accountId);
};

export const endFamilySession = (tx: Tx, scope: Scope) =>
  endSession(tx, ownTokenHash(scope), scope.now().toString());

/** They have just signed in, by any way. */
export const hasJustComeIn = async (scope: Scope): Promise<boolean> =>
  (await passkeys.findProof(scope.site.db, ownTokenHash(scope), scope.now().toString()))?.isFresh === true;

export const listFamilyPasskeys = passkeys.listPasskeysOf;

/** Also ends the sessions of other devices. Undefined if there is no passkey with this id. */
export const dropFamilyPasskey = async (
  tx: Tx,
  scope: Scope,
  accountId: number,
  id: number,
): Promise<string | undefined> => {
  const name = await passkeys.deletePasskey(tx, accountId, id);
  if (name !== undefined) await endSessions(tx, accountId, scope.now().toString(), ownTokenHash(scope));
  return name;
};
