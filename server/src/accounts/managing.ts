import type * as calls from '@homecare/domain/accounts/contract.ts';
import {
  ACCOUNT_DELETED,
  ACCOUNT_LIMITS,
  ACCOUNT_RESUMED,
  ACCOUNT_SAVED,
  ACCOUNT_SUSPENDED,
  accountInitials,
  CHOOSE_PROVIDER,
  checkAccountNames,
  foldLogin,
  LOGIN_TAKEN,
  OWN_ACCOUNT,
  providerLogin,
  refuseRole,
} from '@homecare/domain/accounts/rules.ts';
import { isOffice } from '@homecare/domain/call.ts';
import {
  done,
  type GeneralReason,
  type Reason,
  type Result,
  refuse,
  refuseAll,
  refuseFields,
} from '@homecare/domain/errors.ts';
import { isCaregiver, managesAccounts, needsChosenProvider } from '@homecare/domain/permissions.ts';
import { isActiveProvider, unlinkMobileAccount } from '../people/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { FACTOR_REQUIRED } from '../platform/auth/sessions.ts';
import { isStale, refuseStaleByLog } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockSetting, writeSetting } from '../platform/settings/settings.ts';
import { endAccess } from './ending.ts';
import { isFactorRequired } from './factor-queries.ts';
import * as accounts from './queries.ts';
import { chosenCopy, nameOfCopy } from './roles.ts';
import { takeAwayPasskeys, takeOffFactor } from './second-factor.ts';

interface Managed {
  readonly role: string;
  readonly provider_id: number | null;
}

/** An admin manages every account; role user manages providers' EVV accounts, on premium sites. */
export const mayManage = ({ user, settings }: Scope, account: Managed): boolean =>
  managesAccounts(user.role) ||
  (isOffice(user.role) &&
    settings.capabilities.premium &&
    isCaregiver(account.role) &&
    account.provider_id !== null);

/** Role user does not even learn whether an account exists that it may not manage. */
export const findManaged = async (scope: Scope, id: number): Promise<Result<accounts.AccountRow>> => {
  const account = await accounts.findAccount(scope.site.db, id);
  if (account && mayManage(scope, account)) return done(account);
  return refuse(managesAccounts(scope.user.role) ? 'notFound' : 'forbidden');
};

const aliveIn = (scope: Scope) => ({
  now: scope.now().toString(),
  today: scope.today().toString(),
  idleMinutes: scope.settings.capabilities.idleMinutes,
});

export const listAccounts: UseCase<typeof calls.listAccounts> = async (scope) => {
  return done(await accounts.listAccounts(scope.site.db, aliveIn(scope)));
};

/** Whether a login is free. Role user asks about one exact login, and only learns that other people's accounts exist. */
export const getAccounts: UseCase<typeof calls.getAccounts> = async (scope, { id, filters }) => {
  const logins = new Set(filters.map(({ value }) => foldLogin(value)));
  if (logins.size > 1) return done([]);
  const [login] = logins;
  const { premium } = scope.settings.capabilities;
  if (!managesAccounts(scope.user.role) && (!premium || id || login === undefined))
    return refuse('forbidden');
  const found = await accounts.listAccounts(scope.site.db, aliveIn(scope), { id, login });
  return done(found.map((account) => (mayManage(scope, account) ? account : { login: account.login })));
};

export const listProviderAccounts: UseCase<typeof calls.listProviderAccounts> = async (scope) => {
  const { db } = scope.site;
  const taken = new Set(await accounts.listLogins(db));
  const providers = await accounts.listProviders(db);
  return done(
    providers.map(({ providerId, name, phone, email, ...rest }) => {
      const { id, resetPassword, passwordExpires, rev, first, last } = rest;
      const hasAccount = id !== null && resetPassword !== null && rev !== null;
      return {
        providerId,
        name,
        fullName: `${first} ${last}`.trim().slice(0, ACCOUNT_LIMITS.full_name).trim(),
        phone,
        email,
        login: rest.login ?? providerLogin({ email, first, last }, (wanted) => taken.has(wanted)),
        account: hasAccount ? { id, resetPassword, passwordExpires, rev } : null,
      };
    }),
  );
};

type Account = accounts.AccountRow;

/** Changes an account in the version the admin saw. The admins are locked first, to make sure the caller still is one. */
const withManaged = <T, R extends Reason = GeneralReason>(
  scope: Scope,
  call: string,
  { id, rev }: { readonly id: number; readonly rev?: number | null | undefined },
  work: (tx: Tx, account: Account, record: Recorder) => Promise<Result<T, R>>,
): Promise<Result<T, R | GeneralReason>> =>
  mutate(scope, call, async (tx, record): Promise<Result<T, R | GeneralReason>> => {
    const admins = await accounts.lockAdmins(tx);
    // Someone has just removed the caller: two admins never remove each other.
    if (scope.user.id !== null && !admins.includes(scope.user.id)) return refuse('notSignedIn');
    const account = await accounts.lockAccount(tx, id);
    if (!account) return refuse('notFound', 'This account is deactivated already.');
    if (isStale(rev, account)) return refuseStaleByLog(tx, scope, { entity: 'account', id });
    return work(tx, account, record);
  });

const PROVIDER_FIELD = { field: 'provider_id', message: CHOOSE_PROVIDER } as const;

export const saveAccount: UseCase<typeof calls.saveAccount> = async (scope, { id, rev, role, ...input }) => {
  const misnamed = refuseAll(checkAccountNames(input));
  if (misnamed) return misnamed;
  const chosen = needsChosenProvider(role) ? input.provider_id : null;
  const isProviderActive = chosen !== null && (await isActiveProvider(scope, chosen));
  return withManaged(scope, 'accounts.saveAccount', { id, rev }, async (tx, account, record) => {
    const copyId = input.custom_role ?? null;
    const refused = refuseRole(account, { role, copy: copyId }, scope.user.id);
    if (refused) return refuseFields([refused], 'conflict');
    const copy = await chosenCopy(tx, role, copyId);
    if (!copy.ok) return copy;
    const isOther = role !== account.role;
    const isOtherCopy = copyId !== account.custom_role_id;
    // If the role stays, the account stays with its provider, even an archived one.
    const keepsProvider = !isOther && (chosen === null || chosen === account.provider_id);
    if (needsChosenProvider(role) && !keepsProvider && !isProviderActive)
      return refuseFields([PROVIDER_FIELD]);
    const full_name = input.full_name.trim();
    const values = {
      login: foldLogin(input.login),
      full_name,
      role,
      provider_id: keepsProvider ? account.provider_id : chosen,
      custom_role_id: copyId,
    };
    const holder = await accounts.findAccountByLogin(tx, values.login);
    if (holder && holder.id !== id) return loginTaken();
    const changes = {
      ...changedOf(account, values),
      ...(isOtherCopy && {
        customRole: [await nameOfCopy(tx, account.custom_role_id), copy.data?.name ?? null] as const,
      }),
    };
    if (Object.keys(changes).length > 0) {
      try {
        await accounts.changeAccount(tx, id, { ...values, initials: accountInitials(full_name) });
      } catch (error) {
        if (violatedUnique(error) === 'accounts_login') return loginTaken();
        throw error;
      }
    }
    const movesOn = isOther || isOtherCopy || 'provider_id' in changes;
    const sessions = movesOn ? await endAccess(tx, scope, id, record) : 0;
    record({
      entity: 'account',
      id,
      action: 'update',
      changes: { ...changes, ...(movesOn && { sessions: [null, sessions] as const }) },
    });
    return done(null, { info: ACCOUNT_SAVED });
  });
};

export const loginTaken = () => refuseFields([{ field: 'login', message: LOGIN_TAKEN }], 'loginTaken');

type Values = Pick<Account, 'login' | 'full_name' | 'role' | 'provider_id'>;
const changedOf = (before: Values, after: Values) => {
  const names = ['login', 'full_name', 'role', 'provider_id'] as const;
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, [before[name], after[name]] as const]));
};

export const suspendAccount: UseCase<typeof calls.suspendAccount> = (scope, input) =>
  withManaged(scope, 'accounts.suspendAccount', input, async (tx, { id, suspended }, record) => {
    if (id === scope.user.id) return refuse('conflict', OWN_ACCOUNT);
    if (suspended) return refuse('conflict', 'This account is suspended already.');
    const sessions = await endAccess(tx, scope, id, record);
    await accounts.changeAccount(tx, id, { suspended: scope.now().toString() });
    const changes = { suspended: [false, true], sessions: [null, sessions] } as const;
    record({ entity: 'account', id, action: 'update', changes });
    return done(null, { info: ACCOUNT_SUSPENDED });
  });

export const resumeAccount: UseCase<typeof calls.resumeAccount> = (scope, input) =>
  withManaged(scope, 'accounts.resumeAccount', input, async (tx, { id, suspended }, record) => {
    if (!suspended) return refuse('conflict', 'This account is not suspended.');
    await accounts.changeAccount(tx, id, { suspended: null });
    record({ entity: 'account', id, action: 'update', changes: { suspended: [true, false] } });
    return done(null, { info: ACCOUNT_RESUMED });
  });

/** The row stays for the record log; sessions, second factor, links and API keys end with the transaction. */
export const deleteAccount: UseCase<typeof calls.deleteAccount> = async (scope, { id, data }) => {
  if (!id) return refuse('notFound');
  if (id === scope.user.id) return refuse('conflict', OWN_ACCOUNT);
  const seen = { id, rev: data.rev };
  return withManaged(scope, 'accounts.deleteAccount', seen, async (tx, account, record) => {
    await endAccess(tx, scope, id, record);
    if (account.second_factor) await takeOffFactor(tx, id, record);
    await takeAwayPasskeys(tx, id, record);
    await accounts.deactivate(tx, id, scope.now().toString());
    if (isCaregiver(account.role) && account.provider_id !== null)
      await unlinkMobileAccount(tx, scope, account.provider_id, id, record);
    record({
      entity: 'account',
      id,
      action: 'delete',
      changes: { login: [account.login, null], role: [account.role, null] },
    });
    return done(null, { info: ACCOUNT_DELETED });
  });
};

export const endSessionsOf: UseCase<typeof calls.endSessionsOf> = async (scope, { id }) =>
  mutate(scope, 'accounts.endSessionsOf', async (tx, record) => {
    if (id === scope.user.id) return refuse('conflict', 'End your own sessions in the user menu.');
    if (!(await accounts.lockAccount(tx, id))) return refuse('notFound');
    const ended = await accounts.endSessions(tx, id, scope.now().toString());
    record({ entity: 'account', id, action: 'update', changes: { sessions: [null, ended] } });
    return done({ ended });
  });

/** A user who lost phone and recovery codes signs in with only the password and sets up a new factor. */
export const removeFactorOf: UseCase<typeof calls.removeFactorOf> = async (scope, { id }) =>
  mutate(scope, 'accounts.removeFactorOf', async (tx, record) => {
    if (id === scope.user.id) return refuse('conflict', 'Remove your own two-step sign-in in the user menu.');
    const account = await accounts.lockAccount(tx, id);
    if (!account) return refuse('notFound');
    if (!account.second_factor) return refuse('conflict', 'This account does not use two-step sign-in.');
    await takeOffFactor(tx, id, record);
    await accounts.endSessions(tx, id, scope.now().toString());
    return done(null);
  });

export const getFactorRule: UseCase<typeof calls.getFactorRule> = async (scope) =>
  done({ required: await isFactorRequired(scope.site.db) });

export const setFactorRule: UseCase<typeof calls.setFactorRule> = async (scope, { required }) => {
  const saved = await mutate(scope, 'accounts.setFactorRule', async (tx, record) => {
    const before = (await lockSetting(tx, FACTOR_REQUIRED))?.value === true;
    await writeSetting(tx, FACTOR_REQUIRED, required);
    record({
      entity: 'setting',
      id: null,
      action: 'update',
      changes: { [FACTOR_REQUIRED]: [before, required] },
    });
    return done(null);
  });
  return saved;
};
