import type { touchSession } from '@homecare/domain/accounts/contract.ts';
import { firstPageOf } from '@homecare/domain/accounts/first-page.ts';
import { foldLogin } from '@homecare/domain/accounts/rules.ts';
import type { SignedIn } from '@homecare/domain/accounts/schema.ts';
import type * as calls from '@homecare/domain/accounts/session-contract.ts';
import type { login } from '@homecare/domain/accounts/sign-in-contract.ts';
import {
  CODE_NEEDED,
  SUSPENDED,
  TOO_MANY_SIGN_INS,
  WRONG_CODE,
  WRONG_LOGIN,
} from '@homecare/domain/accounts/signing-in.ts';
import { todayIn } from '@homecare/domain/calendar.ts';
import { type InputOf, type ResultOf, ROLES, type Role } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { verifyPassword } from '../platform/auth/passwords.ts';
import { asSet, Scope } from '../platform/auth/scope.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import { mutate, recordChanges } from '../platform/db/mutate.ts';
import { callerOf } from '../platform/http/addresses.ts';
import type { UseCase, Visit } from '../platform/http/bind.ts';
import { sessionCookie } from '../platform/http/dispatch.ts';
import type { SiteAsSet } from '../platform/site/site.ts';
import type { Sites } from '../platform/site/sites.ts';
import { takeCode } from './codes.ts';
import { mustEnrol } from './factor-queries.ts';
import { attemptOf, rememberDevice } from './known-devices.ts';
import { endPhoneOfSession } from './phone-queries.ts';
import { ownTokenHash } from './proof.ts';
import {
  type AccountRow,
  endOneSession,
  endSession,
  endSessions,
  findAccount,
  findAccountByLogin,
  insertSession,
  isClosed,
  listSessionsOf,
  lockAccount,
  setFirstPage,
} from './queries.ts';
import { forgiveAttempt, takeAttempt } from './throttle.ts';

const roleOf = (text: string): Role => {
  const role = ROLES.find((candidate) => candidate === text);
  if (!role) throw new Error('an account has an unknown role');
  return role;
};

export const signedIn = async (
  { site, settings }: Pick<Scope, 'site' | 'settings'>,
  account: AccountRow,
): Promise<SignedIn> => ({
  uid: account.id,
  current_id: account.id,
  full_name: account.full_name,
  role: roleOf(account.role),
  evv_id: account.provider_id,
  reset_password: account.reset_password ? 1 : 0,
  first_page: firstPageOf(roleOf(account.role), account.start_on_today, settings.capabilities.startOnToday),
  must_enrol: (await mustEnrol(site.db, account)) ? 1 : 0,
});

export const actorOf = (account: AccountRow) => ({
  id: account.id,
  login: account.login,
  fullName: account.full_name,
  role: roleOf(account.role),
  initials: account.initials,
  providerId: account.provider_id,
});

/** Without an age it ends with the browser. */
export const setCookie = (visit: Visit, name: string, value: string, seconds?: number) =>
  visit.reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    ...(seconds !== undefined && { maxAge: seconds }),
    secure: visit.request.protocol === 'https',
  });

/** One text and one duration for every failure: nobody learns which logins exist. */
export const signIn = async (
  sites: Sites,
  visit: Visit,
  input: InputOf<typeof login>,
): Promise<ResultOf<typeof login>> => {
  const isPicked = sites.isPicker(visit.request.host);
  const picked = isPicked ? await sites.byName(input.data.site ?? '') : undefined;
  if (isPicked && !picked) return refuse('unknownSite');
  const of = await (picked ? asSet(picked) : visit.asSet());
  const { site, settings } = of;
  const attempt = await attemptOf({ ...visit, site }, foldLogin(input.data.user));
  if (!(await takeAttempt(site, attempt))) {
    site.log.event('sign-in', { outcome: 'locked', by: 'password', account: null });
    return refuse('tooMany', TOO_MANY_SIGN_INS);
  }
  const account = await findAccountByLogin(site.db, attempt.login);
  const correct = await verifyPassword(input.data.pass, account?.password_hash, callerOf(visit.request.ip));
  const expired =
    account?.reset_password &&
    account.password_expires !== null &&
    Temporal.Instant.compare(Temporal.Instant.from(account.password_expires), site.clock.now()) < 0;
  const closed =
    typeof account?.provider_id === 'number' &&
    (await isClosed(site.db, account.id, todayIn(settings.timeZone, site.clock.now()).toString()));
  if (!account || !correct || expired || closed) {
    await recordRefusedLogin(of, visit, account?.id ?? null);
    return refuse('notSignedIn', WRONG_LOGIN);
  }
  // The right password alone gives no attempt back: codes are guessed under the same count.
  if (account.second_factor && !input.data.code)
    return refuseFields([{ field: 'code', message: CODE_NEEDED }], 'codeRequired');
  const token = newToken();
  const scope = Scope.ofSession(of, actorOf(account), {
    address: visit.request.ip,
    requestKey: null,
    tokenHash: null,
  });
  const entered = await enter(scope, visit, account, { code: input.data.code, token });
  if (!entered.ok) {
    await recordRefusedLogin(of, visit, account.id);
    return entered;
  }
  await forgiveAttempt(site, attempt);
  setCookie(visit, sessionCookie(visit.request), `${site.name}~${token}`);
  entered.data();
  site.log.event('sign-in', { outcome: 'ok', by: 'password', account: account.id });
  return done(await signedIn(of, account));
};

type EnteringAccount = NonNullable<Awaited<ReturnType<typeof findAccountByLogin>>>;

/** Begins the session of an account whose password was right; gives what keeps the device known. */
const enter = (
  scope: Scope,
  visit: Visit,
  account: EnteringAccount,
  { code, token }: { readonly code: string | undefined; readonly token: string },
) =>
  mutate(scope, 'accounts.login', async (tx, record) => {
    // The person who changed or closed the account in the meantime has ended its sessions: none begins after that by what held before.
    const locked = await lockAccount(tx, account.id);
    if (locked?.password_hash !== account.password_hash || locked.second_factor !== account.second_factor)
      return refuse('notSignedIn', WRONG_LOGIN);
    const proof = account.second_factor ? await takeCode(tx, scope, account.id, code ?? '') : 'password';
    if (!proof) return refuseFields([{ field: 'code', message: WRONG_CODE }], 'codeRejected');
    // Said to nobody who has not proved that the account is theirs.
    if (locked.suspended) return refuse('forbidden', SUSPENDED);
    await insertSession(tx, {
      tokenHash: hashToken(token),
      accountId: account.id,
      now: scope.now().toString(),
      address: visit.request.ip,
      agent: visit.request.headers['user-agent']?.slice(0, 200) ?? null,
    });
    const keepDevice = await rememberDevice(tx, visit, account.id, scope.now().toString());
    record({ entity: 'session', id: account.id, action: 'login', changes: { by: [null, proof] } });
    return done(keepDevice);
  });

const recordRefusedLogin = async (of: SiteAsSet, visit: Visit, accountId: number | null) => {
  of.site.log.event('sign-in', { outcome: 'refused', by: 'password', account: accountId });
  const scope = Scope.ofJob(of, 'login');
  await recordChanges(of.site.db, scope, 'accounts.login', [
    { entity: 'session', id: accountId, action: 'refused', changes: { address: [null, visit.request.ip] } },
  ]);
};

export const signOut = (scope: Scope): Promise<Result<null>> =>
  mutate(scope, 'accounts.logout', async (tx, record) => {
    // Anyone who signs out on the own phone has the password asked for the next time.
    await endPhoneOfSession(tx, ownTokenHash(scope), scope.now().toString());
    await endSession(tx, ownTokenHash(scope), scope.now().toString());
    record({ entity: 'session', id: scope.user.id, action: 'delete' });
    return done(null);
  });

/** Answers who is signed in; being no poll, the call itself keeps the session alive. */
export const touch: UseCase<typeof touchSession> = async (scope) => {
  const account = scope.user.id === null ? undefined : await findAccount(scope.site.db, scope.user.id);
  if (!account) return refuse('notSignedIn');
  return done({
    ...(await signedIn(scope, account)),
    idleMinutes: scope.settings.capabilities.idleMinutes,
    site: scope.site.name,
    login: account.login,
  });
};

export const chooseFirstPage: UseCase<typeof calls.chooseFirstPage> = (scope, { first_page }) =>
  mutate(scope, 'accounts.chooseFirstPage', async (tx, record) => {
    const account = scope.user.id === null ? undefined : await lockAccount(tx, scope.user.id);
    if (!account) return refuse('notSignedIn');
    const isToday = first_page === 'today';
    await setFirstPage(tx, account.id, isToday);
    record({
      entity: 'account',
      id: account.id,
      action: 'update',
      changes: { startOnToday: [account.start_on_today, isToday] },
    });
    return done(null);
  });

// ---- the own sessions

export const listSessions: UseCase<typeof calls.listSessions> = async (scope) => {
  if (scope.user.id === null) return refuse('notSignedIn');
  const { idleMinutes } = scope.settings.capabilities;
  const alive = { now: scope.now().toString(), idleMinutes };
  return done(await listSessionsOf(scope.site.db, scope.user.id, alive, ownTokenHash(scope)));
};

export const endOwnSession: UseCase<typeof calls.endOwnSession> = (scope, { id }) =>
  mutate(scope, 'accounts.endOwnSession', async (tx, record) => {
    if (scope.user.id === null) return refuse('notSignedIn');
    const now = scope.now().toString();
    const ended =
      id === null
        ? await endSessions(tx, scope.user.id, now, ownTokenHash(scope))
        : await endOneSession(tx, scope.user.id, id, now);
    if (id !== null && ended === 0) return refuse('notFound', 'This session has ended already.');
    record({ entity: 'session', id: scope.user.id, action: 'delete', changes: { ended: [null, ended] } });
    return done({ ended });
  });
