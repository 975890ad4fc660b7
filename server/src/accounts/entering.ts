import { firstPageOf } from '@homecare/domain/accounts/first-page.ts';
import type { SessionProof } from '@homecare/domain/accounts/passkey.ts';
import type { SignedIn } from '@homecare/domain/accounts/schema.ts';
import { SUSPENDED, WRONG_LOGIN } from '@homecare/domain/accounts/signing-in.ts';
import { todayIn } from '@homecare/domain/calendar.ts';
import { isOffice, ROLES, type Role } from '@homecare/domain/call.ts';
import { done, type GeneralReason, type Reason, type Result, refuse } from '@homecare/domain/errors.ts';
import { asSet, Scope } from '../platform/auth/scope.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import { mutate, recordChanges, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { Visit } from '../platform/http/bind.ts';
import { sessionCookie } from '../platform/http/dispatch.ts';
import type { SiteAsSet } from '../platform/site/site.ts';
import type { Sites } from '../platform/site/sites.ts';
import { mustEnrol } from './factor-queries.ts';
import { isMadeByService } from './identity-queries.ts';
import { rememberDevice } from './known-devices.ts';
import { type AccountRow, insertSession, isClosed, lockAccount } from './queries.ts';

/** Starts a session, whether it was proved by a password or a passkey. */

const roleOf = (text: string): Role => {
  const role = ROLES.find((candidate) => candidate === text);
  if (!role) throw new Error('an account has an unknown role');
  return role;
};

/** `proof` is what the session began with; null means the password. */
export const signedIn = async (
  { site, settings }: Pick<Scope, 'site' | 'settings'>,
  account: AccountRow,
  proof: SessionProof | null,
): Promise<SignedIn> => ({
  uid: account.id,
  current_id: account.id,
  full_name: account.full_name,
  role: roleOf(account.role),
  evv_id: account.provider_id,
  reset_password: account.reset_password ? 1 : 0,
  first_page: firstPageOf(roleOf(account.role), account.start_on_today, settings.capabilities.startOnToday),
  must_enrol: proof === null && (await mustEnrol(site.db, account)) ? 1 : 0,
});

export const actorOf = (account: AccountRow) => ({
  id: account.id,
  login: account.login,
  fullName: account.full_name,
  role: roleOf(account.role),
  initials: account.initials,
  providerId: account.provider_id,
});

/** Without an age, the cookie ends with the browser. */
export const setCookie = (visit: Visit, name: string, value: string, seconds?: number) =>
  visit.reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    ...(seconds !== undefined && { maxAge: seconds }),
    secure: visit.request.protocol === 'https',
  });

/** The site of the host, or the one chosen on a picker host; undefined if there is none with this name. */
export const siteOf = async (
  sites: Sites,
  visit: Visit,
  chosen: string | undefined,
): Promise<SiteAsSet | undefined> => {
  if (!sites.isPicker(visit.request.host)) return visit.asSet();
  const picked = await sites.byName(chosen ?? '');
  return picked && asSet(picked);
};

/** The company's service made this account and decides at each sign-in whether it opens; nothing else opens it. */
export const comesByCompany = async (db: Db, { id, role }: AccountRow): Promise<boolean> =>
  isOffice(roleOf(role)) && (await isMadeByService(db, id));

type Way = 'password' | Exclude<SessionProof, 'link'>;

/** Why nobody can sign in to an account in this way now. Only tell people who have proved that it is theirs. */
export const keptOut = async (
  { site, settings }: SiteAsSet,
  account: AccountRow,
  by: Way,
): Promise<'expired' | 'closed' | 'byCompany' | undefined> => {
  const now = site.clock.now();
  const { reset_password, password_expires: expires } = account;
  if (reset_password && expires !== null && Temporal.Instant.compare(Temporal.Instant.from(expires), now) < 0)
    return 'expired';
  if (by !== 'sso' && (await comesByCompany(site.db, account))) return 'byCompany';
  if (account.provider_id === null) return undefined;
  const today = todayIn(settings.timeZone, now).toString();
  return (await isClosed(site.db, account.id, today)) ? 'closed' : undefined;
};

export interface Entry<R extends Reason> {
  readonly by: Way;
  readonly call: string;
  /**
   * Proves the sign-in within the session's transaction, against the account as it is then; returns what was shown, in words for the
   * log. Anyone who changed or closed the account meanwhile has ended its sessions, and none starts afterwards by an outdated proof.
   */
  readonly prove: (tx: Tx, scope: Scope, locked: AccountRow) => Promise<Result<string, R>>;
}

/** Starts the session of an account that someone has proved to be theirs, and remembers the browser. */
export const beginSession = async <R extends Reason>(
  of: SiteAsSet,
  visit: Visit,
  account: AccountRow,
  { by, call, prove }: Entry<R>,
): Promise<Result<SignedIn, R | GeneralReason>> => {
  const { request } = visit;
  const token = newToken();
  const proof = by === 'password' ? null : by;
  const from = { address: request.ip, requestKey: null, tokenHash: null };
  const scope = Scope.ofSession(of, actorOf(account), from);
  const entered = await mutate<() => void, R | GeneralReason>(scope, call, async (tx, record) => {
    const now = scope.now().toString();
    const locked = await lockAccount(tx, account.id);
    if (!locked) return refuse('notSignedIn', WRONG_LOGIN);
    const shown = await prove(tx, scope, locked);
    if (!shown.ok) return shown;
    // Only tell people who have proved that the account is theirs.
    if (locked.suspended) return refuse('forbidden', SUSPENDED);
    const agent = request.headers['user-agent']?.slice(0, 200) ?? null;
    const row = { tokenHash: hashToken(token), accountId: account.id, now, address: request.ip, agent };
    await insertSession(tx, { ...row, proof });
    const keepDevice = await rememberDevice(tx, visit, account.id, now);
    record({ entity: 'session', id: account.id, action: 'login', changes: { by: [null, shown.data] } });
    return done(keepDevice);
  });
  if (!entered.ok) {
    await recordRefusedLogin(of, visit, { by, account: account.id });
    return entered;
  }
  setCookie(visit, sessionCookie(request), `${of.site.name}~${token}`);
  entered.data();
  of.site.log.event('sign-in', { outcome: 'ok', by, account: account.id });
  return done(await signedIn(of, account, proof));
};

export const recordRefusedLogin = async (
  of: SiteAsSet,
  visit: Visit,
  { by, account }: { readonly by: Way; readonly account: number | null },
) => {
  of.site.log.event('sign-in', { outcome: 'refused', by, account });
  const scope = Scope.ofJob(of, 'login');
  await recordChanges(of.site.db, scope, 'accounts.login', [
    { entity: 'session', id: account, action: 'refused', changes: { address: [null, visit.request.ip] } },
  ]);
};
