import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { ACCOUNT_LIMITS, providerLogin } from '@homecare/domain/accounts/rules.ts';
import { PASSWORD_EXPIRED } from '@homecare/domain/accounts/signing-in.ts';
import * as sso from '@homecare/domain/accounts/single-sign-on.ts';
import type * as calls from '@homecare/domain/accounts/single-sign-on-contract.ts';
import type { InputOf, ResultOf, Role } from '@homecare/domain/call.ts';
import { done, type GeneralReason, type Result, refuse } from '@homecare/domain/errors.ts';
import { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCaseHere, Visit } from '../platform/http/bind.ts';
import { sessionCookie } from '../platform/http/dispatch.ts';
import type { SignInService } from '../platform/site/connections.ts';
import type { SiteAsSet } from '../platform/site/site.ts';
import type { Sites } from '../platform/site/sites.ts';
import { endAccess } from './ending.ts';
import { beginSession, comesByCompany, keptOut, recordRefusedLogin, setCookie, siteOf } from './entering.ts';
import { findIdentity, insertIdentity, isTied, listByAddress } from './identity-queries.ts';
import { Begun, beginAt, endAt, finishAt, isCanceled, type Person } from './openid.ts';
import { ownProof } from './proof.ts';
import { type AccountRow, changeAccount, findAccount, listLogins, lockAccount } from './queries.ts';
import { takeAwayPasskeys } from './second-factor.ts';
import { createAccount } from './service.ts';

/** Signing in with a company account: the service decides whose session begins, and how long it may last. */

const SECONDS_A_MINUTE = 60;
const cookieOf = ({ request }: Visit) => `${sessionCookie(request)}-sso`;
/** Where the service sends the browser back: the sign-in page of the host it came from. */
const backOf = ({ request }: Visit) => `${request.protocol}://${request.host}/login`;

/** How many agencies are asked in parallel, and how long each may take. */
const ASKED_AT_ONCE = 8;
const ANSWER_MS = 5_000;

/** An agency that is unavailable or too slow counts as no match. */
const isDomainOf = async (sites: Sites, name: string, address: string): Promise<boolean> => {
  try {
    const settings = await (await sites.byName(name))?.readSettings();
    return sso.isOfDomains(address, settings?.signIn?.domains ?? []);
  } catch {
    return false;
  }
};

/** The agencies to whose domains an address belongs. */
const namesOfDomain = async (sites: Sites, address: string): Promise<string[]> => {
  const names: string[] = [];
  const late = AbortSignal.timeout(ANSWER_MS);
  const waiting = sites.entries.values();
  const ask = async () => {
    for (const { name } of waiting) {
      if (late.aborted) return;
      if (await isDomainOf(sites, name, address)) names.push(name);
    }
  };
  const asked = Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
  await Promise.race([asked, once(late, 'abort')]);
  return [...names];
};

/**
 * The site of the host or, on a picker host, the chosen one or the one whose domains include the address. Any agency can enter any
 * domain in its settings, so if two claim one, the person must choose.
 */
const siteFor = async (
  sites: Sites,
  visit: Visit,
  { address = '', site }: InputOf<typeof calls.beginSingleSignOn>,
): Promise<Result<SiteAsSet>> => {
  const isChosen = site !== undefined || !sites.isPicker(visit.request.host);
  const [name, another] = isChosen ? [site] : await namesOfDomain(sites, address);
  if (another !== undefined) return refuse('notSignedIn', sso.SSO_SEVERAL);
  const of = await siteOf(sites, visit, name);
  return of ? done(of) : refuse('notSignedIn', sso.SSO_NEEDS_ADDRESS);
};

export const getSingleSignOn = async (
  sites: Sites,
  visit: Visit,
): Promise<ResultOf<typeof calls.getSingleSignOn>> => {
  const asksAddress = sites.isPicker(visit.request.host);
  if (!asksAddress)
    return done({ isOffered: (await visit.asSet()).settings.signIn !== undefined, asksAddress });
  const known = sites.opened.map((site) => site.lastSettings()?.signIn);
  return done({ isOffered: known.some((service) => service !== undefined), asksAddress });
};

export const beginSingleSignOn = async (
  sites: Sites,
  visit: Visit,
  input: InputOf<typeof calls.beginSingleSignOn>,
): Promise<ResultOf<typeof calls.beginSingleSignOn>> => {
  const found = await siteFor(sites, visit, input);
  if (!found.ok) return found;
  const of = found.data;
  const service = of.settings.signIn;
  if (!service) return refuse('notSignedIn', sso.SSO_OFF);
  const begun = await beginAt(service, backOf(visit), of.site.clock.now()).catch(() => undefined);
  if (!begun) return refuse('unavailable', sso.SSO_UNREACHED);
  const sealed = of.site.secrets.encrypt(JSON.stringify(begun.begun)).toString('base64url');
  const seconds = sso.SINGLE_SIGN_ON_MINUTES * SECONDS_A_MINUTE;
  setCookie(visit, cookieOf(visit), `${of.site.name}~${sealed}`, seconds);
  return done({ url: begun.url });
};

/** What this browser started, if it did so on this site and not too long ago; usable once. */
const takeBegun = async (sites: Sites, visit: Visit) => {
  const { request, reply } = visit;
  const [name, sealed] = request.cookies[cookieOf(visit)]?.split('~') ?? [];
  reply.clearCookie(cookieOf(visit), { path: '/', secure: request.protocol === 'https' });
  if (!name || !sealed) return undefined;
  const of = await siteOf(sites, visit, name);
  if (of?.site.name !== name) return undefined;
  try {
    const begun = Begun.parse(JSON.parse(of.site.secrets.decrypt(Buffer.from(sealed, 'base64url'))));
    return begun.until > of.site.clock.now().epochMilliseconds ? { of, begun } : undefined;
  } catch {
    return undefined;
  }
};

/** The person who returned, as described by the service, or a refusal with the reason. */
const personOf = async (
  service: SignInService,
  visit: Visit,
  begun: Begun,
  answer: string,
): Promise<Result<Person>> => {
  try {
    const address = new URL(backOf(visit));
    address.search = answer;
    return done(await finishAt(service, address, begun));
  } catch (error) {
    return refuse('notSignedIn', (await isCanceled(error)) ? sso.SSO_CANCELED : sso.SSO_REJECTED);
  }
};

/** A new account for someone the service has sent for the first time. Nobody knows its password. */
const makeAccount = (
  of: SiteAsSet,
  { issuer }: SignInService,
  person: Person & { readonly address: string },
  role: Role,
) => {
  const scope = Scope.ofJob(of, 'single sign-on');
  const { subject, address } = person;
  const name = (person.name || address).slice(0, ACCOUNT_LIMITS.full_name);
  return mutate(scope, 'accounts.finishSingleSignOn', async (tx, record) => {
    const taken = new Set(await listLogins(tx));
    const [first = '', last = ''] = name.split(/\s+(?=\S+$)/);
    const login = providerLogin({ email: address, first, last }, (wanted) => taken.has(wanted));
    const password = randomBytes(32).toString('base64url');
    const created = await createAccount(tx, scope, {
      ...{ login, role, password, email: address },
      fullName: name,
      temporary: false,
    });
    if (!created.ok) return refuse('conflict');
    const at = { accountId: created.data, isMade: true, now: scope.now().toString() };
    // Another tab has just made it.
    if (!(await insertIdentity(tx, { issuer, subject }, at))) return refuse('conflict');
    const changes = { login: [null, login], role: [null, role] } as const;
    record({ entity: 'account', id: created.data, action: 'insert', changes });
    return done(created.data);
  });
};

/** Links the service to someone's existing account, by the address both know. */
const tieAccount = (of: SiteAsSet, { issuer }: SignInService, subject: string, accountId: number) => {
  const scope = Scope.ofJob(of, 'single sign-on');
  return mutate(scope, 'accounts.finishSingleSignOn', async (tx, record) => {
    const at = { accountId, isMade: false, now: scope.now().toString() };
    // The account is locked: of two people with one address at once, the second finds it taken.
    if (!(await lockAccount(tx, accountId)) || (await isTied(tx, issuer, accountId)))
      return refuse('forbidden', sso.SSO_TAKEN);
    if (!(await insertIdentity(tx, { issuer, subject }, at))) return refuse('conflict');
    record({ entity: 'account', id: accountId, action: 'update', changes: { singleSignOn: [null, issuer] } });
    return done(accountId);
  });
};

/** The groups at the company have changed, so sessions with the earlier role end. */
const changeRole = (of: SiteAsSet, account: AccountRow, role: Role) => {
  const scope = Scope.ofJob(of, 'single sign-on');
  return mutate(scope, 'accounts.finishSingleSignOn', async (tx, record) => {
    if (!(await lockAccount(tx, account.id))) return refuse('notSignedIn');
    await changeAccount(tx, account.id, { role, custom_role_id: null });
    await endAccess(tx, scope, account.id, record);
    const changes = { role: [account.role, role] } as const;
    record({ entity: 'account', id: account.id, action: 'update', changes });
    return done(null);
  });
};

/** The company no longer lets them in, so sessions end and everything else that opens the account stops working. */
const shutOut = (of: SiteAsSet, { id }: AccountRow) => {
  const scope = Scope.ofJob(of, 'single sign-on');
  return mutate(scope, 'accounts.finishSingleSignOn', async (tx, record) => {
    if (!(await lockAccount(tx, id))) return refuse('notSignedIn');
    const ended = await endAccess(tx, scope, id, record);
    await takeAwayPasskeys(tx, id, record);
    if (ended > 0) record({ entity: 'account', id, action: 'update', changes: { sessions: [null, ended] } });
    return done(null);
  });
};

/** The account of a person the service sends for the first time: one with their address, or a new one. */
const firstAccount = async (
  of: SiteAsSet,
  service: SignInService,
  person: Person & { readonly address: string },
): Promise<Result<number>> => {
  const { issuer } = service;
  const first = sso.firstAccountOf(await listByAddress(of.site.db, { issuer, address: person.address }));
  if (!first.ok) return first;
  if (first.data !== null) return tieAccount(of, service, person.subject, first.data);
  const role = sso.roleOfGroups(person.groups, service);
  return role ? makeAccount(of, service, person, role) : refuse('forbidden', sso.SSO_NO_ROLE);
};

/** An account made by the service follows its groups; an earlier one keeps the role given by an admin. */
const accountFor = async (
  of: SiteAsSet,
  service: SignInService,
  person: Person,
): Promise<Result<AccountRow>> => {
  const { db } = of.site;
  const { address, subject } = person;
  if (address === undefined) return refuse('forbidden', sso.SSO_NO_ADDRESS);
  if (!sso.isOfDomains(address, service.domains)) return refuse('forbidden', sso.SSO_OTHER_DOMAIN);
  const before = await findIdentity(db, { issuer: service.issuer, subject });
  const id = before ? done(before.accountId) : await firstAccount(of, service, { ...person, address });
  if (!id.ok) return id;
  const account = await findAccount(db, id.data);
  if (!account) return refuse('forbidden', sso.SSO_DELETED);
  const role = sso.roleOfGroups(person.groups, service);
  if (account.role === role || !(await comesByCompany(db, account))) return done(account);
  if (role === undefined) {
    const ended = await shutOut(of, account);
    return ended.ok ? refuse('forbidden', sso.SSO_NO_ROLE) : ended;
  }
  const changed = await changeRole(of, account, role);
  return changed.ok ? done({ ...account, role }) : changed;
};

export const finishSingleSignOn = async (
  sites: Sites,
  visit: Visit,
  { answer }: InputOf<typeof calls.finishSingleSignOn>,
): Promise<ResultOf<typeof calls.finishSingleSignOn>> => {
  const taken = await takeBegun(sites, visit);
  const service = taken?.of.settings.signIn;
  if (!taken || !service) return refuse('notSignedIn', sso.SSO_TOO_LATE);
  const { of, begun } = taken;
  const refused = async <R extends Result<unknown>>(refusal: R, account: number | null = null) => {
    await recordRefusedLogin(of, visit, { by: 'sso', account });
    return refusal;
  };
  const person = await personOf(service, visit, begun, answer);
  if (!person.ok) return refused(person);
  const found = await accountFor(of, service, person.data);
  if (!found.ok) return refused(found);
  const account = found.data;
  const out = await keptOut(of, account, 'sso');
  const sentence = out === 'expired' ? PASSWORD_EXPIRED : sso.SSO_DELETED;
  if (out) return refused(refuse('forbidden', sentence), account.id);
  const entered = await beginSession<GeneralReason>(of, visit, account, {
    by: 'sso',
    call: 'accounts.finishSingleSignOn',
    prove: async () => done('single sign-on'),
  });
  return entered.ok ? done({ ...entered.data, site: of.site.name, login: account.login }) : entered;
};

export const endSingleSignOn: UseCaseHere<typeof calls.endSingleSignOn> = async (scope, _, visit) => {
  const service = scope.settings.signIn;
  if (!service || (await ownProof(scope)) !== 'sso') return done({ url: null });
  return done({ url: (await endAt(service, backOf(visit)).catch(() => undefined)) ?? null });
};
