import { PASSKEY_REQUIRED } from '@homecare/domain/accounts/passkey.ts';
import { foldLogin } from '@homecare/domain/accounts/rules.ts';
import type * as calls from '@homecare/domain/accounts/session-contract.ts';
import type { login, touchSession } from '@homecare/domain/accounts/sign-in-contract.ts';
import {
  CODE_NEEDED,
  TOO_MANY_SIGN_INS,
  WRONG_CODE,
  WRONG_LOGIN,
} from '@homecare/domain/accounts/signing-in.ts';
import type { InputOf, ResultOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { verifyPassword } from '../platform/auth/passwords.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { callerOf } from '../platform/http/addresses.ts';
import type { UseCase, Visit } from '../platform/http/bind.ts';
import type { Sites } from '../platform/site/sites.ts';
import { takeCode } from './codes.ts';
import { beginSession, keptOut, recordRefusedLogin, signedIn, siteOf } from './entering.ts';
import { mustEnrol } from './factor-queries.ts';
import { attemptOf } from './known-devices.ts';
import { hasPasskeys } from './passkey-queries.ts';
import { endPhoneOfSession } from './phone-queries.ts';
import { ownProof, ownTokenHash } from './proof.ts';
import {
  endOneSession,
  endSession,
  endSessions,
  findAccount,
  findAccountByLogin,
  listSessionsOf,
  lockAccount,
  setFirstPage,
} from './queries.ts';
import { forgiveAttempt, takeAttempt } from './throttle.ts';

/** Every failure has the same text and takes equally long, so that nobody learns which logins exist. */
export const signIn = async (
  sites: Sites,
  visit: Visit,
  { data: { user, pass, code, site: chosen } }: InputOf<typeof login>,
): Promise<ResultOf<typeof login>> => {
  const of = await siteOf(sites, visit, chosen);
  if (!of) return refuse('unknownSite');
  const { site } = of;
  const attempt = await attemptOf({ ...visit, site }, foldLogin(user));
  if (!(await takeAttempt(site, attempt))) {
    site.log.event('sign-in', { outcome: 'locked', by: 'password', account: null });
    return refuse('tooMany', TOO_MANY_SIGN_INS);
  }
  const account = await findAccountByLogin(site.db, attempt.login);
  const correct = await verifyPassword(pass, account?.password_hash, callerOf(visit.request.ip));
  const out = account && (await keptOut(of, account, 'password'));
  if (!account || !correct || out) {
    await recordRefusedLogin(of, visit, { by: 'password', account: account?.id ?? null });
    return refuse('notSignedIn', WRONG_LOGIN);
  }
  // The correct password alone does not restore the attempt, because guesses of codes count toward the same limit.
  if (account.second_factor && !code)
    return refuseFields([{ field: 'code', message: CODE_NEEDED }], 'codeRequired');
  // Otherwise a password alone would be enough to set up a second factor for someone else's account.
  if ((await hasPasskeys(site.db, account.id)) && (await mustEnrol(site.db, account)))
    return refuse('passkeyRequired', PASSKEY_REQUIRED);
  const entered = await beginSession(of, visit, account, {
    by: 'password',
    call: 'accounts.login',
    prove: async (tx, scope, locked) => {
      if (locked.password_hash !== account.password_hash || locked.second_factor !== account.second_factor)
        return refuse('notSignedIn', WRONG_LOGIN);
      const proof = account.second_factor ? await takeCode(tx, scope, account.id, code ?? '') : 'password';
      return proof ? done(proof) : refuseFields([{ field: 'code', message: WRONG_CODE }], 'codeRejected');
    },
  });
  if (entered.ok) await forgiveAttempt(site, attempt);
  return entered;
};

export const signOut = (scope: Scope): Promise<Result<null>> =>
  mutate(scope, 'accounts.logout', async (tx, record) => {
    // After signing out, the phone asks for the password next time.
    await endPhoneOfSession(tx, ownTokenHash(scope), scope.now().toString());
    await endSession(tx, ownTokenHash(scope), scope.now().toString());
    record({ entity: 'session', id: scope.user.id, action: 'delete' });
    return done(null);
  });

/** Returns who is signed in. It is not a poll, so the call itself keeps the session alive. */
export const touch: UseCase<typeof touchSession> = async (scope) => {
  const account = scope.user.id === null ? undefined : await findAccount(scope.site.db, scope.user.id);
  if (!account) return refuse('notSignedIn');
  return done({
    ...(await signedIn(scope, account, await ownProof(scope))),
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
