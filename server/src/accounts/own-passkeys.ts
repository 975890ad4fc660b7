import {
  checkPasskeyName,
  MAX_PASSKEYS,
  PASSKEY_ADDED,
  PASSKEY_GONE,
  PASSKEY_KNOWN,
  PASSKEY_NOT_ADDED,
  PASSKEY_REMOVED,
  SIGN_IN_FIRST,
  TOO_MANY_PASSKEYS,
} from '@homecare/domain/accounts/passkey.ts';
import type * as calls from '@homecare/domain/accounts/passkey-contract.ts';
import { SSO_ALONE } from '@homecare/domain/accounts/single-sign-on.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { UseCase, UseCaseHere, Visit } from '../platform/http/bind.ts';
import { comesByCompany } from './entering.ts';
import { findManaged } from './managing.ts';
import * as passkeys from './passkey-queries.ts';
import { offerOf, storedPasskey, userHandleOf } from './passkeys.ts';
import { setSessionChallenge, takeSessionChallenge } from './phone-queries.ts';
import { ownTokenHash, withPassword } from './proof.ts';
import { type AccountRow, endSessions, findAccount, lockAccount } from './queries.ts';

/** One's own passkeys, and what an admin sees of others'. */

const isJustProved = async (scope: Scope): Promise<boolean> => {
  const found = await passkeys.findProof(scope.site.db, ownTokenHash(scope), scope.now().toString());
  return found?.isFresh === true && found.proof === 'passkey';
};

export const listOwnPasskeys: UseCase<typeof calls.listOwnPasskeys> = async (scope) => {
  if (scope.user.id === null) return refuse('notSignedIn');
  return done({
    passkeys: await passkeys.listPasskeysOf(scope.site.db, scope.user.id),
    asksPassword: !(await isJustProved(scope)),
  });
};

/** Requires the password or a passkey sign-in a moment ago, so that an unattended screen cannot change what opens the account. */
const withProof = async <T>(
  scope: Scope,
  password: string,
  work: (account: AccountRow) => Promise<Result<T>>,
): Promise<Result<T>> => {
  const account = scope.user.id === null ? undefined : await findAccount(scope.site.db, scope.user.id);
  if (!account) return refuse('notSignedIn');
  if (await comesByCompany(scope.site.db, account)) return refuse('conflict', SSO_ALONE);
  if (await isJustProved(scope)) return work(account);
  if (password === '') return refuse('conflict', SIGN_IN_FIRST);
  return withPassword(scope, account, { password }, () => work(account));
};

/** The data from which the browser makes a passkey for this account; the session stores the challenge. */
export const offerTo = async (scope: Scope, visit: Visit, id: number) => {
  const existing = await passkeys.listCredentials(scope.site.db, id);
  if (existing.length >= MAX_PASSKEYS) return refuse('conflict', TOO_MANY_PASSKEYS);
  const offer = await offerOf(scope, visit, existing);
  const user = { ...offer.user, id: userHandleOf(scope.site.name, id) };
  return mutate(scope, 'accounts.beginPasskey', async (tx, record) => {
    await setSessionChallenge(tx, ownTokenHash(scope), offer.challenge, scope.now().toString());
    record({ entity: 'session', id, action: 'update', changes: { passkey: [null, 'offered'] } });
    return done({ ...offer, user });
  });
};

export const beginPasskey: UseCaseHere<typeof calls.beginPasskey> = (scope, { password }, visit) =>
  withProof(scope, password, ({ id }) => offerTo(scope, visit, id));

type New = InputOf<typeof calls.addPasskey>;

/** The passkey made for this session's challenge, with the name its owner chose. */
export const madePasskey = async (scope: Scope, visit: Visit, input: New) => {
  const name = input.name.trim();
  const misnamed = refuseAll(checkPasskeyName(name));
  if (misnamed) return misnamed;
  const challenge = await takeSessionChallenge(scope.site.db, ownTokenHash(scope), scope.now().toString());
  const made = challenge && (await storedPasskey(visit, input.passkey, challenge));
  return made ? done({ name, made }) : refuse('badInput', PASSKEY_NOT_ADDED);
};

type Made = Extract<Awaited<ReturnType<typeof madePasskey>>, { ok: true }>['data'];

/**
 * Adds a passkey in a transaction that locks the account: whoever closes the account at the same time also removes this passkey, or
 * it is not added.
 */
export const keepPasskey = async (
  tx: Tx,
  scope: Scope,
  accountId: number,
  { name, made: { id: credentialId, publicKey, counter } }: Made,
  record: Recorder,
): Promise<Result<null>> => {
  const existing = await passkeys.listCredentials(tx, accountId);
  if (existing.length >= MAX_PASSKEYS) return refuse('conflict', TOO_MANY_PASSKEYS);
  try {
    const passkey = { accountId, name, credentialId, publicKey, counter };
    await passkeys.insertPasskey(tx, passkey, scope.now().toString());
  } catch (error) {
    if (violatedUnique(error) === 'passkeys_credential') return refuse('conflict', PASSKEY_KNOWN);
    throw error;
  }
  await passkeys.markProved(tx, ownTokenHash(scope));
  record({ entity: 'account', id: accountId, action: 'update', changes: { passkey: [null, name] } });
  return done(null, { info: PASSKEY_ADDED });
};

export const addPasskey: UseCaseHere<typeof calls.addPasskey> = async (scope, input, visit) => {
  const accountId = scope.user.id;
  if (accountId === null) return refuse('notSignedIn');
  const made = await madePasskey(scope, visit, input);
  if (!made.ok) return made;
  return mutate(scope, 'accounts.addPasskey', async (tx, record) =>
    (await lockAccount(tx, accountId))
      ? keepPasskey(tx, scope, accountId, made.data, record)
      : refuse('notSignedIn'),
  );
};

export const renamePasskey: UseCase<typeof calls.renamePasskey> = async (scope, input) => {
  const accountId = scope.user.id;
  if (accountId === null) return refuse('notSignedIn');
  const name = input.name.trim();
  const misnamed = refuseAll(checkPasskeyName(name));
  if (misnamed) return misnamed;
  return mutate(scope, 'accounts.renamePasskey', async (tx, record) => {
    const before = await passkeys.renamePasskeyRow(tx, accountId, { id: input.id, name });
    if (before === undefined) return refuse('notFound', PASSKEY_GONE);
    record({ entity: 'account', id: accountId, action: 'update', changes: { passkey: [before, name] } });
    return done(null);
  });
};

/** Also ends the sessions it began, so that a lost device shows nothing anymore. */
const takeAway = (
  scope: Scope,
  call: string,
  { accountId, id }: { readonly accountId: number; readonly id: number },
  spared?: Buffer,
) =>
  mutate(scope, call, async (tx, record) => {
    if (!(await lockAccount(tx, accountId))) return refuse('notFound');
    const name = await passkeys.deletePasskey(tx, accountId, id);
    if (name === undefined) return refuse('notFound', PASSKEY_GONE);
    await endSessions(tx, accountId, scope.now().toString(), spared);
    record({ entity: 'account', id: accountId, action: 'update', changes: { passkey: [name, null] } });
    return done(null, { info: PASSKEY_REMOVED });
  });

export const removePasskey: UseCase<typeof calls.removePasskey> = (scope, { id, password }) =>
  withProof(scope, password, (account) =>
    takeAway(scope, 'accounts.removePasskey', { accountId: account.id, id }, ownTokenHash(scope)),
  );

export const listPasskeys: UseCase<typeof calls.listPasskeys> = async (scope, { id }) => {
  const account = await findManaged(scope, id);
  return account.ok ? done(await passkeys.listPasskeysOf(scope.site.db, id)) : account;
};

export const removePasskeyOf: UseCase<typeof calls.removePasskeyOf> = async (scope, { id, passkey }) => {
  if (id === scope.user.id) return refuse('conflict', 'Remove your own passkeys in the user menu.');
  return takeAway(scope, 'accounts.removePasskeyOf', { accountId: id, id: passkey });
};
