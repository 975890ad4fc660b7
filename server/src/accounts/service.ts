import { randomBytes } from 'node:crypto';
import { insertAccount, type updateAccount } from '@homecare/domain/accounts/contract.ts';
import {
  ACCOUNT_CREATED,
  accountInitials,
  CHOOSE_PROVIDER,
  checkNewAccount,
  foldLogin,
  PASSWORD_RESET,
  TEMPORARY_HOURS,
} from '@homecare/domain/accounts/rules.ts';
import { SAME_PASSWORD } from '@homecare/domain/accounts/signing-in.ts';
import { ADMIN, type InputOf, type Role } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { isCaregiver, isTiedRole, managesAccounts } from '@homecare/domain/permissions.ts';
import { mayMake } from '@homecare/domain/sites/rules.ts';
import { isActiveProvider, linkMobileAccount } from '../people/service.ts';
import { hashPassword, verifyPassword } from '../platform/auth/passwords.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { isStale, refuseStaleByLog } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { mustEnrol } from './factor-queries.ts';
import { becomeOwn } from './identity-queries.ts';
import { loginTaken, mayManage } from './managing.ts';
import { deletePasskeysOf } from './passkey-queries.ts';
import { refusedNewPassword, refusedTemporaryPassword } from './password-rules.ts';
import { ownProof, ownTokenHash, withPassword } from './proof.ts';
import {
  type AccountRow,
  changeAccount,
  endLinks,
  endSessions,
  findAccount,
  findAccountByLogin,
  findMobileAccount,
  findSeenUpdate,
  insertAccountRow,
  insertProgramRow,
  lockAccount,
  lockProvider,
  markUpdateSeen,
  setPassword,
} from './queries.ts';
import { chosenCopy } from './roles.ts';
import { takeAwayPasskeys, takeOffFactor } from './second-factor.ts';
import { forgetFailures } from './throttle.ts';

const HIDDEN = { password: ['(hidden)', '(hidden)'] } as const;

/** Changes one's own password, during a reset without the old one, otherwise only with it. Other sessions end at once. */
const changeOwnPassword = async (
  scope: Scope,
  account: AccountRow,
  data: InputOf<typeof updateAccount>['data'],
): Promise<Result<null>> => {
  const change = () => setOwnPassword(scope, account, data.password);
  return account.reset_password
    ? change()
    : withPassword(scope, account, { password: data.oldPassword ?? '', field: 'oldPassword' }, change);
};

const setOwnPassword = async (scope: Scope, account: AccountRow, password: string): Promise<Result<null>> => {
  const refused = refuseAll(await refusedNewPassword(scope, password));
  if (refused) return refused;
  if (await verifyPassword(password, account.password_hash))
    return refuseFields([{ field: 'password', message: SAME_PASSWORD }]);
  const hash = await hashPassword(password);
  return mutate(scope, 'accounts.changeOwnPassword', async (tx, record) => {
    const locked = await lockAccount(tx, account.id);
    if (!locked || locked.password_hash !== account.password_hash) return refuse('conflict');
    await setPassword(tx, account.id, { hash, mustChange: false, expires: null });
    await endLinks(tx, account.id);
    await endSessions(tx, account.id, scope.now().toString(), ownTokenHash(scope));
    record({ entity: 'account', id: account.id, action: 'update', changes: HIDDEN });
    return done(null, { info: 'Password changed' });
  });
};

/** Without an id, or with one's own, changes one's own password; otherwise sets a temporary one for another account. */
export const changePassword: UseCase<typeof updateAccount> = async (scope, { id, data }) => {
  const own = scope.user.id === null ? undefined : await findAccount(scope.site.db, scope.user.id);
  if (!own) return refuse('forbidden');
  if (!id || id === own.id) return changeOwnPassword(scope, own, data);
  // Users who must change their own password or set up a second factor can do nothing else first.
  const isProved = (await ownProof(scope)) !== null || !(await mustEnrol(scope.site.db, own));
  const isFree = !own.reset_password && isProved;
  return isFree ? setTemporaryPassword(scope, id, data) : refuse('forbidden');
};

/** The id of an admin's own account, locked until the transaction ends; undefined if it was closed since the request began. */
export const holdOwnAdmin = async (tx: Tx, { user }: Scope): Promise<number | undefined> => {
  const account = user.id === null ? undefined : await lockAccount(tx, user.id);
  const isAdmin = account?.suspended === null && ADMIN.some((role) => role === account.role);
  return isAdmin ? account.id : undefined;
};

/** Whoever may create an account may set a password for one, so a copy of a role without the one lacks the other too. */
const givesPasswords = ({ user: { role }, settings }: Scope): boolean =>
  role !== 'job' && mayMake(role, insertAccount, settings.capabilities);

/** A reset is 8 random characters or what an admin types; it expires in 72 hours and must be changed (docs/rules/accounts.md, rule 4). */
const setTemporaryPassword = async (
  scope: Scope,
  id: number,
  { password, rev }: InputOf<typeof updateAccount>['data'],
): Promise<Result<null>> => {
  if (!givesPasswords(scope)) return refuse('forbidden');
  const refused = refuseAll(await refusedTemporaryPassword(password));
  if (refused) return refused;
  const hash = await hashPassword(password);
  return mutate(scope, 'accounts.resetPassword', async (tx, record) => {
    const account = await lockAccount(tx, id);
    // Role user does not even learn whether an account exists that it may not manage.
    if (!(account && mayManage(scope, account)))
      return refuse(managesAccounts(scope.user.role) ? 'notFound' : 'forbidden');
    if (isStale(rev, account)) return refuseStaleByLog(tx, scope, { entity: 'account', id });
    await resetPassword(tx, scope, id, hash, true);
    record({ entity: 'account', id, action: 'update', changes: HIDDEN });
    return done(null, { info: PASSWORD_RESET });
  });
};

export interface NewAccount {
  readonly login: string;
  readonly fullName: string;
  readonly role: Role;
  readonly password: string;
  readonly providerId?: number;
  /** A copy of the role. */
  readonly copyId?: number | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  /** A password that someone else knows must be changed, and expires after 72 hours. */
  readonly temporary: boolean;
}

/** Inserts an account within the caller's transaction; `hash` is that of its password if it was computed before the transaction. */
export const createAccount = async (
  tx: Tx,
  scope: Scope,
  account: NewAccount,
  hash?: string,
): Promise<Result<number, 'loginTaken' | 'badInput'>> => {
  const password_hash = hash ?? (await hashPassword(account.password));
  try {
    const { id } = await insertAccountRow(tx, {
      login: foldLogin(account.login),
      password_hash,
      full_name: account.fullName,
      role: account.role,
      initials: accountInitials(account.fullName),
      provider_id: account.providerId ?? null,
      custom_role_id: account.copyId ?? null,
      email: account.email ?? null,
      phone: account.phone ?? null,
      reset_password: account.temporary,
      password_expires: account.temporary ? scope.now().add({ hours: TEMPORARY_HOURS }).toString() : null,
    });
    return done(id);
  } catch (error) {
    if (violatedUnique(error) === 'accounts_login') return loginTaken();
    throw error;
  }
};

/** Phone logins for caregivers of the example data; nobody knows their passwords until the office sends a link. */
export const addExampleLogins = async (
  tx: Tx,
  people: readonly { readonly providerId: number; readonly login: string; readonly fullName: string }[],
  record: Recorder,
): Promise<void> => {
  const password_hash = await hashPassword(randomBytes(24).toString('base64url'));
  for (const { providerId, login, fullName } of people) {
    const { id } = await insertAccountRow(tx, {
      login: foldLogin(login),
      password_hash,
      full_name: fullName,
      role: 'evv',
      initials: accountInitials(fullName),
      provider_id: providerId,
      custom_role_id: null,
      email: null,
      phone: null,
      reset_password: true,
      password_expires: null,
    });
    record({ entity: 'account', id, action: 'insert', changes: { role: [null, 'evv'] } });
  }
};

/** The account form: an admin creates any account, a user a provider's mobile account on a premium site. */
export const addAccount: UseCase<typeof insertAccount> = async (scope, { data }) => {
  const { premium } = scope.settings.capabilities;
  const isMobile = isCaregiver(data.role) && typeof data.provider_id === 'number';
  const isCopy = typeof data.custom_role === 'number';
  if (!managesAccounts(scope.user.role) && (isCopy || !(premium && isMobile))) return refuse('forbidden');
  const refused =
    refuseAll(checkNewAccount(data)) ?? refuseAll(await refusedTemporaryPassword(data.password));
  if (refused) return refused;
  const needsProvider = isTiedRole(data.role);
  if (needsProvider && !(data.provider_id && (await isActiveProvider(scope, data.provider_id))))
    return refuseFields([{ field: 'provider_id', message: CHOOSE_PROVIDER }]);
  const hash = await hashPassword(data.password);
  return mutate(scope, 'accounts.insertAccount', async (tx, record) => {
    // Duplicates are checked first for the words; the unique index decides.
    if (await findAccountByLogin(tx, foldLogin(data.login))) return loginTaken();
    if (isMobile && data.provider_id) {
      await lockProvider(tx, data.provider_id);
      const has = await findMobileAccount(tx, data.provider_id);
      if (has) return refuse('conflict', `This provider has an EVV account already: ${has.login}`);
    }
    const copy = await chosenCopy(tx, data.role, data.custom_role);
    if (!copy.ok) return copy;
    const account = {
      login: data.login,
      fullName: data.full_name.trim(),
      role: data.role,
      copyId: copy.data?.id ?? null,
      password: data.password,
      temporary: true,
      ...(needsProvider && data.provider_id && { providerId: data.provider_id }),
      email: data.email ?? null,
      phone: data.phone ?? null,
    };
    const created = await createAccount(tx, scope, account, hash);
    if (!created.ok) return created;
    if (isCaregiver(data.role) && data.provider_id)
      await linkMobileAccount(tx, scope, data.provider_id, created.data, record);
    record({
      entity: 'account',
      id: created.data,
      action: 'insert',
      changes: {
        login: [null, foldLogin(data.login)],
        role: [null, data.role],
        ...(copy.data && { customRole: [null, copy.data.name] as const }),
      },
    });
    return done(null, { insertId: created.data, info: ACCOUNT_CREATED });
  });
};

/**
 * Sets a password for someone else: it must be changed at the next sign-in, and every session ends. An account used only through the
 * company's service becomes an ordinary one, whose role no longer follows groups.
 */
export const resetPassword = async (
  tx: Tx,
  scope: Scope,
  accountId: number,
  hash: string,
  temporary: boolean,
) => {
  await setPassword(tx, accountId, {
    hash,
    mustChange: temporary,
    expires: temporary ? scope.now().add({ hours: TEMPORARY_HOURS }).toString() : null,
  });
  // A person the company no longer lets in must not return with an earlier passkey.
  if (await becomeOwn(tx, accountId)) await deletePasskeysOf(tx, accountId);
  await endLinks(tx, accountId);
  await endSessions(tx, accountId, scope.now().toString());
  await forgetFailures(tx, accountId);
};

/** For the operator: an admin who is locked out gets a temporary password, and needs no code with it. */
export const recoverAdmin = async (scope: Scope, login: string, password: string): Promise<Result<null>> => {
  const hash = await hashPassword(password);
  return mutate(scope, 'accounts.recoverAdmin', async (tx, record) => {
    const account = await findAccountByLogin(tx, foldLogin(login));
    if (!account) return refuse('notFound', `There is no account '${login}'.`);
    if (!managesAccounts(account.role))
      return refuse('forbidden', `The account '${login}' is not an admin: any admin can set its password.`);
    await resetPassword(tx, scope, account.id, hash, true);
    // A lost phone locks out just like a lost password.
    if (account.second_factor) await takeOffFactor(tx, account.id, record);
    await takeAwayPasskeys(tx, account.id, record);
    if (account.suspended) await changeAccount(tx, account.id, { suspended: null });
    const resumed = account.suspended && { suspended: [true, false] as const };
    record({ entity: 'account', id: account.id, action: 'update', changes: { ...HIDDEN, ...resumed } });
    return done(null);
  });
};

// ---- programs

/** The account of another program: logs name it, and nobody signs in with it. */
export const addProgram = (tx: Tx, scope: Scope, program: { readonly name: string; readonly role: Role }) =>
  insertProgramRow(tx, scope.now().toString(), program);

// ---- update notes

export const hasSeenUpdate = async ({ site, user }: Scope, order: number): Promise<boolean> =>
  user.id !== null && (await findSeenUpdate(site.db, user.id)) >= order;

export const seeUpdate = (scope: Scope, order: number): Promise<Result<null>> =>
  mutate(scope, 'accounts.seeUpdate', async (tx, record) => {
    const { id } = scope.user;
    if (id === null) return refuse('forbidden');
    await markUpdateSeen(tx, id, order);
    record({ entity: 'account', id, action: 'update', changes: { updateSeen: [null, order] } });
    return done(null);
  });
