import type {
  changeOwnPassword,
  insertAccount,
  login,
  touchSession,
} from '@homecare/domain/accounts/contract.ts';
import {
  accountInitials,
  checkNewAccount,
  checkNewPassword,
  foldLogin,
} from '@homecare/domain/accounts/rules.ts';
import type { SessionValues } from '@homecare/domain/accounts/schema.ts';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { ROLES, type Role } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { isActiveProvider, linkMobileAccount } from '../people/service.ts';
import { hashPassword, verifyPassword } from '../platform/auth/passwords.ts';
import { Scope } from '../platform/auth/scope.ts';
import { hashToken, IDLE_MINUTES, newToken } from '../platform/auth/sessions.ts';
import { mutate, recordChanges, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { Visit } from '../platform/http/bind.ts';
import { sessionCookie } from '../platform/http/dispatch.ts';
import type { Site } from '../sites/site.ts';
import type { Sites } from '../sites/sites.ts';
import {
  endSession,
  endSessions,
  findAccount,
  findAccountByLogin,
  insertAccountRow,
  insertSession,
  lockAccount,
  setPassword,
} from './queries.ts';
import { countAttempt, forgetFailures, forgiveAttempt, isThrottled } from './throttle.ts';

export const WRONG_LOGIN = 'Wrong username or password!';
const TEMPORARY_HOURS = 72;

type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

const roleOf = (text: string): Role => {
  const role = ROLES.find((candidate) => candidate === text);
  if (!role) throw new Error('an account has an unknown role');
  return role;
};

const sessionValues = (account: AccountRow): SessionValues => ({
  uid: account.id,
  current_id: account.id,
  full_name: account.full_name,
  role: roleOf(account.role),
  evv_id: account.provider_id,
  reset_password: account.reset_password ? 1 : 0,
});

const actorOf = (account: AccountRow) => ({
  id: account.id,
  login: account.login,
  fullName: account.full_name,
  role: roleOf(account.role),
  initials: account.initials,
  providerId: account.provider_id,
});

const setCookie = (visit: Visit, value: string) =>
  visit.reply.setCookie(sessionCookie(visit.request), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: visit.request.protocol === 'https',
  });

/** One text and one duration for every failure: nobody learns which logins exist (T5). */
export const signIn = async (
  sites: Sites,
  visit: Visit,
  input: InputOf<typeof login>,
): Promise<Result<OutputOf<typeof login>>> => {
  const site = sites.isPicker(visit.request.host) ? sites.byName(input.data.site ?? '') : visit.site;
  if (!site) return refuse('unknownSite');
  const attempt = { login: foldLogin(input.data.user), address: visit.request.ip };
  if (await isThrottled(site, attempt))
    return refuse(
      'tooMany',
      'Too many wrong passwords. Wait 15 minutes, or ask an admin for a new password.',
    );
  await countAttempt(site, attempt);
  const account = await findAccountByLogin(site.db, attempt.login);
  const correct = await verifyPassword(input.data.pass, account?.password_hash);
  const expired =
    account?.reset_password &&
    account.password_expires !== null &&
    Temporal.Instant.compare(Temporal.Instant.from(account.password_expires), site.clock.now()) < 0;
  if (!account || !correct || expired) {
    await recordRefusedLogin(site, visit, account?.id ?? null);
    return refuse('notSignedIn', WRONG_LOGIN);
  }
  await forgiveAttempt(site, attempt);
  const token = newToken();
  const scope = Scope.ofSession(site, actorOf(account), {
    address: visit.request.ip,
    requestKey: null,
    tokenHash: null,
  });
  const agent = visit.request.headers['user-agent']?.slice(0, 200) ?? null;
  await mutate(scope, 'accounts.login', async (tx, record) => {
    await insertSession(tx, {
      tokenHash: hashToken(token),
      accountId: account.id,
      now: scope.now().toString(),
      address: visit.request.ip,
      agent,
    });
    record({ entity: 'session', id: account.id, action: 'login' });
    return done(null);
  });
  setCookie(visit, `${site.name}~${token}`);
  return done(sessionValues(account));
};

const recordRefusedLogin = async (site: Site, visit: Visit, accountId: number | null) => {
  const scope = Scope.ofJob(site, 'login');
  await recordChanges(site.db, scope, 'accounts.login', [
    { entity: 'session', id: accountId, action: 'refused', changes: { address: [null, visit.request.ip] } },
  ]);
};

const ownTokenHash = (scope: Scope): Buffer => {
  if (!scope.tokenHash) throw new Error('a job has no session of its own');
  return scope.tokenHash;
};

export const signOut = (scope: Scope): Promise<Result<null>> =>
  mutate(scope, 'accounts.logout', async (tx, record) => {
    await endSession(tx, ownTokenHash(scope), scope.now().toString());
    record({ entity: 'session', id: scope.user.id, action: 'delete' });
    return done(null);
  });

/** The own password: during a reset without the old one, else only with it. Other sessions end at once (R7). */
export const changePassword = async (
  scope: Scope,
  { id, data }: InputOf<typeof changeOwnPassword>,
): Promise<Result<null>> => {
  const account = scope.user.id === null ? undefined : await findAccount(scope.site.db, scope.user.id);
  if (!account || (id !== undefined && id !== null && id !== account.id)) return refuse('forbidden');
  if (!account.reset_password && !(await verifyPassword(data.oldPassword ?? '', account.password_hash)))
    return refuseFields([{ field: 'oldPassword', message: 'The current password is not right.' }]);
  const [first, ...others] = checkNewPassword(data.password, data.password);
  if (first) return refuseFields([first, ...others]);
  if (await verifyPassword(data.password, account.password_hash))
    return refuseFields([{ field: 'password', message: 'Choose a password that is not the present one.' }]);
  const hash = await hashPassword(data.password);
  return mutate(scope, 'accounts.changeOwnPassword', async (tx, record) => {
    const locked = await lockAccount(tx, account.id);
    if (!locked || locked.password_hash !== account.password_hash) return refuse('conflict');
    await setPassword(tx, account.id, { hash, mustChange: false, expires: null });
    await endSessions(tx, account.id, scope.now().toString(), ownTokenHash(scope));
    record({
      entity: 'account',
      id: account.id,
      action: 'update',
      changes: { password: ['(hidden)', '(hidden)'] },
    });
    return done(null, { info: 'Password changed' });
  });
};

/** Answers who is signed in; being no poll, the call itself keeps the session alive. */
export const touch = async (scope: Scope): Promise<Result<OutputOf<typeof touchSession>>> => {
  const account = scope.user.id === null ? undefined : await findAccount(scope.site.db, scope.user.id);
  if (!account) return refuse('notSignedIn');
  return done({
    ...sessionValues(account),
    idleMinutes: IDLE_MINUTES,
    site: scope.site.name,
    login: account.login,
  });
};

export interface NewAccount {
  readonly login: string;
  readonly fullName: string;
  readonly role: Role;
  readonly password: string;
  readonly providerId?: number;
  readonly email?: string | null;
  readonly phone?: string | null;
  /** A password that someone else knows must be changed, and ends after 72 hours (R9). */
  readonly temporary: boolean;
}

/** Inserts an account inside the caller's transaction. */
export const createAccount = async (tx: Tx, scope: Scope, account: NewAccount): Promise<Result<number>> => {
  const hash = await hashPassword(account.password);
  try {
    const { id } = await insertAccountRow(tx, {
      login: foldLogin(account.login),
      password_hash: hash,
      full_name: account.fullName,
      role: account.role,
      initials: accountInitials(account.fullName),
      provider_id: account.providerId ?? null,
      email: account.email ?? null,
      phone: account.phone ?? null,
      reset_password: account.temporary,
      password_expires: account.temporary ? scope.now().add({ hours: TEMPORARY_HOURS }).toString() : null,
    });
    return done(id);
  } catch (error) {
    if (violatedUnique(error) === 'accounts_login')
      return refuseFields([{ field: 'login', message: 'User already exists' }], 'conflict');
    throw error;
  }
};

/** The account form: an admin creates any account, a user the mobile account of a provider on a premium site. */
export const addAccount = async (
  scope: Scope,
  { data }: InputOf<typeof insertAccount>,
): Promise<Result<null>> => {
  const { premium } = await scope.site.capabilities();
  const isMobile = data.role === 'evv' && typeof data.provider_id === 'number';
  if (scope.user.role !== 'admin' && !(premium && isMobile)) return refuse('forbidden');
  const [first, ...others] = checkNewAccount(data);
  if (first) return refuseFields([first, ...others]);
  const needsProvider = data.role === 'evv' || data.role === 'provider';
  if (needsProvider && !(data.provider_id && (await isActiveProvider(scope, data.provider_id))))
    return refuseFields([{ field: 'provider_id', message: 'Choose an active provider.' }]);
  return mutate(scope, 'accounts.insertAccount', async (tx, record) => {
    const created = await createAccount(tx, scope, {
      login: data.login,
      fullName: data.full_name.trim(),
      role: data.role,
      password: data.password,
      temporary: true,
      ...(needsProvider && data.provider_id && { providerId: data.provider_id }),
      email: data.email ?? null,
      phone: data.phone ?? null,
    });
    if (!created.ok) return created;
    if (data.role === 'evv' && data.provider_id)
      await linkMobileAccount(tx, scope, data.provider_id, created.data, record);
    record({
      entity: 'account',
      id: created.data,
      action: 'insert',
      changes: { login: [null, foldLogin(data.login)], role: [null, data.role] },
    });
    return done(null, { insertId: created.data, info: 'Success: User created.' });
  });
};

/** A password set by someone else: it must be changed at the next sign-in, and every session ends. */
export const resetPassword = async (
  tx: Tx,
  scope: Scope,
  accountId: number,
  password: string,
  temporary: boolean,
) => {
  await setPassword(tx, accountId, {
    hash: await hashPassword(password),
    mustChange: temporary,
    expires: temporary ? scope.now().add({ hours: TEMPORARY_HOURS }).toString() : null,
  });
  await endSessions(tx, accountId, scope.now().toString());
  await forgetFailures(tx, accountId);
};

/** For the operator: an admin who cannot get in any more gets a temporary password. */
export const recoverAdmin = (scope: Scope, login: string, password: string): Promise<Result<null>> =>
  mutate(scope, 'accounts.recoverAdmin', async (tx, record) => {
    const account = await findAccountByLogin(tx, foldLogin(login));
    if (!account) return refuse('notFound', `There is no account '${login}'.`);
    if (account.role !== 'admin')
      return refuse('forbidden', `The account '${login}' is no admin: an admin can set its password.`);
    await resetPassword(tx, scope, account.id, password, true);
    record({
      entity: 'account',
      id: account.id,
      action: 'update',
      changes: { password: ['(hidden)', '(hidden)'] },
    });
    return done(null);
  });
