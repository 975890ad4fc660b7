import type * as calls from '@homecare/domain/accounts/contract.ts';
import {
  ACCOUNT_DELETED,
  ACCOUNT_LIMITS,
  foldLogin,
  providerLogin,
} from '@homecare/domain/accounts/rules.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Refusal, type Result, refuse } from '@homecare/domain/errors.ts';
import { unlinkMobileAccount } from '../people/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { FACTOR_REQUIRED } from '../platform/auth/sessions.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import { lockSetting, writeSetting } from '../platform/settings/settings.ts';
import { isFactorRequired } from './factor-queries.ts';
import * as accounts from './queries.ts';
import { takeOffFactor } from './second-factor.ts';

interface Managed {
  readonly role: string;
  readonly provider_id: number | null;
}

/** An admin manages every account; role user the EVV accounts of providers, on premium sites. */
export const mayManage = ({ user }: Scope, account: Managed, premium: boolean): boolean =>
  user.role === 'admin' ||
  (user.role === 'user' && premium && account.role === 'evv' && account.provider_id !== null);

export const stale = async (tx: Tx, scope: Scope, id: number): Promise<Refusal> => {
  const last = await accounts.findLastChange(tx, id);
  return last
    ? refuse('stale', `Changed by ${last.actor} at ${showStamp(last.at, scope.site.timeZone)}`)
    : refuse('stale');
};

const aliveIn = (scope: Scope, idleMinutes: number) => ({
  now: scope.now().toString(),
  today: scope.today().toString(),
  idleMinutes,
});

export const listAccounts = async (scope: Scope): Promise<Result<OutputOf<typeof calls.listAccounts>>> => {
  const { idleMinutes } = await scope.site.capabilities();
  return done(await accounts.listAccounts(scope.site.db, aliveIn(scope, idleMinutes)));
};

/** Is a login free? Role user asks by one exact login, and learns of other people's accounts only that they exist. */
export const getAccounts = async (
  scope: Scope,
  { id, filters }: InputOf<typeof calls.getAccounts>,
): Promise<Result<OutputOf<typeof calls.getAccounts>>> => {
  const logins = new Set(filters.map(({ value }) => foldLogin(value)));
  if (logins.size > 1) return done([]);
  const [login] = logins;
  const { premium, idleMinutes } = await scope.site.capabilities();
  if (scope.user.role !== 'admin' && (!premium || id || login === undefined)) return refuse('forbidden');
  const found = await accounts.listAccounts(scope.site.db, aliveIn(scope, idleMinutes), { id, login });
  return done(
    found.map((account) => (mayManage(scope, account, premium) ? account : { login: account.login })),
  );
};

export const listProviderAccounts = async (
  scope: Scope,
): Promise<Result<OutputOf<typeof calls.listProviderAccounts>>> => {
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

const OWN_ACCOUNT = 'This is your own account: another admin can do that.';

/** The tombstone stays for the record log; sessions, second factor and links end with the transaction (T37). */
export const deleteAccount = async (
  scope: Scope,
  { id, data }: InputOf<typeof calls.deleteAccount>,
): Promise<Result<null>> =>
  mutate(scope, 'accounts.deleteAccount', async (tx, record) => {
    if (!id) return refuse('notFound');
    if (id === scope.user.id) return refuse('conflict', OWN_ACCOUNT);
    const admins = await accounts.lockAdmins(tx);
    // Somebody has just deactivated the caller: two admins never take each other out.
    if (scope.user.id !== null && !admins.includes(scope.user.id)) return refuse('notSignedIn');
    const account = await accounts.lockAccount(tx, id);
    if (!account) return refuse('notFound', 'This account is deactivated already.');
    if (typeof data.rev === 'number' && data.rev !== account.rev) return stale(tx, scope, id);
    const now = scope.now().toString();
    await accounts.endSessions(tx, id, now);
    await accounts.endLinks(tx, id);
    if (account.second_factor) await takeOffFactor(tx, id, record);
    await accounts.deactivate(tx, id, now);
    if (account.role === 'evv' && account.provider_id !== null)
      await unlinkMobileAccount(tx, scope, account.provider_id, id, record);
    record({
      entity: 'account',
      id,
      action: 'delete',
      changes: { login: [account.login, null], role: [account.role, null] },
    });
    return done(null, { info: ACCOUNT_DELETED });
  });

export const endSessionsOf = async (
  scope: Scope,
  { id }: InputOf<typeof calls.endSessionsOf>,
): Promise<Result<OutputOf<typeof calls.endSessionsOf>>> =>
  mutate(scope, 'accounts.endSessionsOf', async (tx, record) => {
    if (id === scope.user.id) return refuse('conflict', 'End your own sessions in the user menu.');
    if (!(await accounts.lockAccount(tx, id))) return refuse('notFound');
    const ended = await accounts.endSessions(tx, id, scope.now().toString());
    record({ entity: 'account', id, action: 'update', changes: { sessions: [null, ended] } });
    return done({ ended });
  });

/** Who lost phone and recovery codes signs in with the password alone again, and from the start. */
export const removeFactorOf = async (
  scope: Scope,
  { id }: InputOf<typeof calls.removeFactorOf>,
): Promise<Result<null>> =>
  mutate(scope, 'accounts.removeFactorOf', async (tx, record) => {
    if (id === scope.user.id) return refuse('conflict', 'Remove your own second factor in the user menu.');
    const account = await accounts.lockAccount(tx, id);
    if (!account) return refuse('notFound');
    if (!account.second_factor) return refuse('conflict', 'This account has no second factor.');
    await takeOffFactor(tx, id, record);
    await accounts.endSessions(tx, id, scope.now().toString());
    return done(null);
  });

export const getFactorRule = async (scope: Scope): Promise<Result<OutputOf<typeof calls.getFactorRule>>> =>
  done({ required: await isFactorRequired(scope.site.db) });

export const setFactorRule = async (
  scope: Scope,
  { required }: InputOf<typeof calls.setFactorRule>,
): Promise<Result<null>> => {
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
  scope.site.switchesChanged();
  return saved;
};
