import {
  checkPin,
  PASSKEY_FAILED,
  PASSWORD_FIRST,
  PHONE_DAYS,
  PHONE_ENDED,
  PIN_TRIES,
  wrongPin,
} from '@homecare/domain/accounts/phone.ts';
import type * as calls from '@homecare/domain/accounts/phone-contract.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import { TooManyWaiting } from '../platform/auth/fair-queue.ts';
import { hashPassword, verifyPassword } from '../platform/auth/passwords.ts';
import { Scope } from '../platform/auth/scope.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import { mutate, recordChanges } from '../platform/db/mutate.ts';
import type { UseCase, UseCaseHere, UseCaseOpen, Visit } from '../platform/http/bind.ts';
import { phoneCookie, sessionCookie } from '../platform/http/dispatch.ts';
import type { Site } from '../platform/site/site.ts';
import { actorOf, setCookie, signedIn } from './entering.ts';
import { findManaged } from './managing.ts';
import { offerOf, openedPasskey, questionOf, storedPasskey } from './passkeys.ts';
import * as phones from './phone-queries.ts';
import { ownTokenHash } from './proof.ts';
import { findAccount, insertSession, isClosed, lockAccount } from './queries.ts';

/** A caregiver stays signed in on their own phone. Its token alone opens nothing; the phone's lock or a PIN must be added. */

const SECONDS_A_DAY = 86_400;

const phoneHash = ({ request }: Visit): Buffer | undefined => {
  const token = request.cookies[phoneCookie(request)]?.split('~')[1];
  return token ? hashToken(token) : undefined;
};
const agentOf = ({ request }: Visit) => request.headers['user-agent']?.slice(0, 200) ?? null;

// ---- staying signed in

export const getPhone: UseCaseHere<typeof calls.getPhone> = async (scope, _, visit) => {
  const token = phoneHash(visit);
  const phone = token && (await phones.findPhone(scope.site.db, token, scope.now().toString()));
  return done(phone?.accountId === scope.user.id ? { lock: phone.lock, expires: phone.expires } : null);
};

/** Only a person who has just proved the password (and the second factor) may keep a phone signed in for 30 days. */
const needsPassword = (scope: Scope) => phones.isUnlocked(scope.site.db, ownTokenHash(scope));

export const offerPasskey: UseCaseHere<typeof calls.offerPasskey> = async (scope, _, visit) => {
  if (await needsPassword(scope)) return refuse('conflict', PASSWORD_FIRST);
  const options = await offerOf(scope, visit);
  return mutate(scope, 'accounts.offerPasskey', async (tx, record) => {
    await phones.setSessionChallenge(tx, ownTokenHash(scope), options.challenge, scope.now().toString());
    record({
      entity: 'session',
      id: scope.user.id,
      action: 'update',
      changes: { passkey: [null, 'offered'] },
    });
    return done(options);
  });
};

type Lock = Pick<phones.NewPhone, 'pinHash' | 'passkey'>;

const lockOf = async (
  scope: Scope,
  input: InputOf<typeof calls.keepPhone>,
  visit: Visit,
): Promise<Result<Lock>> => {
  if ('pin' in input) {
    const refused = refuseAll(checkPin(input.pin));
    return refused ?? done({ pinHash: await hashPassword(input.pin), passkey: null });
  }
  const challenge = await phones.takeSessionChallenge(
    scope.site.db,
    ownTokenHash(scope),
    scope.now().toString(),
  );
  const passkey = challenge && (await storedPasskey(visit, input.passkey, challenge));
  return passkey ? done({ pinHash: null, passkey }) : refuse('badInput', PASSKEY_FAILED);
};

export const keepPhone: UseCaseHere<typeof calls.keepPhone> = async (scope, input, visit) => {
  const accountId = scope.user.id;
  if (accountId === null || (await needsPassword(scope))) return refuse('conflict', PASSWORD_FIRST);
  const lock = await lockOf(scope, input, visit);
  if (!lock.ok) return lock;
  const token = newToken();
  const before = phoneHash(visit);
  const kept = await mutate(scope, 'accounts.keepPhone', async (tx, record) => {
    const now = scope.now().toString();
    // The account is locked: whoever closes or suspends it at the same time also ends this phone, or it is not kept.
    const owner = await lockAccount(tx, accountId);
    if (!owner || owner.suspended !== null) return refuse('notSignedIn');
    if (before) await phones.endPhoneByToken(tx, before, now);
    const phone = { accountId, tokenHash: hashToken(token), agent: agentOf(visit), ...lock.data };
    const { id, expires } = await phones.insertPhone(tx, phone, now);
    await phones.tieSession(tx, ownTokenHash(scope), id);
    const kind = lock.data.passkey ? ('passkey' as const) : ('pin' as const);
    record({
      entity: 'session',
      id: accountId,
      action: 'insert',
      changes: { phone: [null, phone.agent], lock: [null, kind], expires: [null, expires] },
    });
    return done({ lock: kind, expires });
  });
  if (kept.ok)
    setCookie(visit, phoneCookie(visit.request), `${scope.site.name}~${token}`, PHONE_DAYS * SECONDS_A_DAY);
  return kept;
};

const dropCookie = ({ request, reply }: Visit) =>
  reply.clearCookie(phoneCookie(request), { path: '/', secure: request.protocol === 'https' });

export const forgetPhone: UseCaseHere<typeof calls.forgetPhone> = async (scope, _, visit) => {
  const token = phoneHash(visit);
  const now = scope.now().toString();
  const forgotten = await mutate(scope, 'accounts.forgetPhone', async (tx, record) => {
    const phone = token && (await phones.findPhone(tx, token, now));
    await phones.untieSession(tx, ownTokenHash(scope));
    if (phone && phone.accountId === scope.user.id)
      await phones.endPhoneById(tx, phone.accountId, phone.id, now);
    record({ entity: 'session', id: scope.user.id, action: 'delete', changes: { phone: ['kept', null] } });
    return done(null);
  });
  if (forgotten.ok) dropCookie(visit);
  return forgotten;
};

// ---- opening the phone

const ended = (visit: Visit) => {
  dropCookie(visit);
  return refuse('notSignedIn', PHONE_ENDED);
};

export const beginUnlock: UseCaseOpen<typeof calls.beginUnlock> = async (visit) => {
  const { db, clock } = visit.site;
  const now = clock.now().toString();
  const token = phoneHash(visit);
  const phone = token && (await phones.findPhone(db, token, now));
  if (!phone) return ended(visit);
  if (phone.credentialId === null) return done({ lock: phone.lock, question: null });
  const question = await questionOf(visit, phone.credentialId);
  await phones.setChallenge(db, phone.id, question.challenge, now);
  return done({ lock: phone.lock, question });
};

interface Opened {
  readonly id: number;
  readonly accountId: number;
  readonly counter: number;
  readonly proof: 'pin' | 'passkey';
}

const recordRefused = async (visit: Visit, accountId: number, phoneEnded: boolean) => {
  const outcome = phoneEnded ? 'locked' : 'refused';
  visit.site.log.event('sign-in', { outcome, by: 'phone', account: accountId });
  const changes = {
    address: [null, visit.request.ip] as const,
    ...(phoneEnded && { phone: ['kept', null] as const }),
  };
  const scope = Scope.ofJob(await visit.asSet(), 'phone');
  await recordChanges(scope.site.db, scope, 'accounts.unlockPhone', [
    { entity: 'session', id: accountId, action: 'refused', changes },
  ]);
};

const verifyPin = async (visit: Visit, pinTry: phones.PinTry, pin: string): Promise<boolean> => {
  try {
    return await verifyPassword(pin, pinTry.pinHash, visit.request.ip);
  } catch (error) {
    if (error instanceof TooManyWaiting) await phones.givePinTryBack(visit.site.db, pinTry.id);
    throw error;
  }
};

const byPin = async (visit: Visit, token: Buffer, pin: string): Promise<Result<Opened>> => {
  const { site } = visit;
  const now = site.clock.now().toString();
  const taken = await phones.takePinTry(site.db, token, now);
  if (!taken) return ended(visit);
  if (await verifyPin(visit, taken, pin))
    return done({ id: taken.id, accountId: taken.accountId, counter: 0, proof: 'pin' });
  const gone = await phones.endTriedPhone(site.db, taken.id, now);
  await recordRefused(visit, taken.accountId, gone.length > 0);
  const left = PIN_TRIES - taken.tries;
  if (left <= 0) return ended(visit);
  return refuseFields([{ field: 'pin', message: wrongPin(left) }]);
};

const byPasskey = async (
  visit: Visit,
  token: Buffer,
  used: Parameters<typeof openedPasskey>[1],
): Promise<Result<Opened>> => {
  const { site } = visit;
  const asked = await phones.takeChallenge(site.db, token, site.clock.now().toString());
  if (!asked) {
    const phone = await phones.findPhone(site.db, token, site.clock.now().toString());
    return phone ? refuse('badInput', PASSKEY_FAILED) : ended(visit);
  }
  const counter = await openedPasskey(visit, used, asked);
  if (counter !== undefined)
    return done({ id: asked.id, accountId: asked.accountId, counter, proof: 'passkey' });
  await recordRefused(visit, asked.accountId, false);
  return refuse('badInput', PASSKEY_FAILED);
};

/** The account if it may be used without its password: not with a temporary one, and not of an archived provider. */
const findOwner = async (site: Site, today: string, id: number) => {
  const account = await findAccount(site.db, id);
  const isOpen =
    account &&
    isCaregiver(account.role) &&
    !account.reset_password &&
    !account.suspended &&
    !(await isClosed(site.db, id, today));
  return isOpen ? account : undefined;
};

export const unlockPhone: UseCaseOpen<typeof calls.unlockPhone> = async (visit, input) => {
  const { site, request } = visit;
  const tokenHash = phoneHash(visit);
  if (!tokenHash) return ended(visit);
  const opened = await ('pin' in input
    ? byPin(visit, tokenHash, input.pin)
    : byPasskey(visit, tokenHash, input.passkey));
  if (!opened.ok) return opened;
  const { accountId, proof, ...phone } = opened.data;
  const of = await visit.asSet();
  const job = Scope.ofJob(of, 'phone');
  const account = await findOwner(site, job.today().toString(), accountId);
  if (!account) return ended(visit);
  const token = newToken();
  const scope = Scope.ofSession(of, actorOf(account), {
    address: request.ip,
    requestKey: null,
    tokenHash: null,
  });
  const entered = await mutate(scope, 'accounts.unlockPhone', async (tx, record) => {
    const now = scope.now().toString();
    // Someone may have closed the account or ended the phone since it was read.
    const locked = await lockAccount(tx, account.id);
    if (!locked || locked.reset_password || locked.suspended || !(await phones.markUnlocked(tx, phone, now)))
      return refuse('notSignedIn', PHONE_ENDED);
    await insertSession(tx, {
      tokenHash: hashToken(token),
      accountId: account.id,
      now,
      address: request.ip,
      agent: agentOf(visit),
      phoneId: phone.id,
    });
    record({ entity: 'session', id: account.id, action: 'login', changes: { by: [null, proof] } });
    return done(null);
  });
  if (!entered.ok) return ended(visit);
  setCookie(visit, sessionCookie(request), `${site.name}~${token}`);
  site.log.event('sign-in', { outcome: 'ok', by: 'phone', account: account.id });
  return done({ ...(await signedIn(of, account, null)), site: site.name, login: account.login });
};

// ---- what staff see and end

export const listPhones: UseCase<typeof calls.listPhones> = async (scope, { id }) => {
  const account = await findManaged(scope, id);
  if (!account.ok) return account;
  return done(await phones.listPhonesOf(scope.site.db, id, scope.now().toString()));
};

export const endPhone: UseCase<typeof calls.endPhone> = async (scope, { id, phone }) => {
  const account = await findManaged(scope, id);
  if (!account.ok) return account;
  return mutate(scope, 'accounts.endPhone', async (tx, record) => {
    const [gone] = await phones.endPhoneById(tx, id, phone, scope.now().toString());
    if (!gone) return refuse('notFound', 'This phone is signed out already.');
    record({ entity: 'account', id, action: 'update', changes: { phone: [gone.agent ?? 'unknown', null] } });
    return done(null, { info: 'Success: Phone signed out' });
  });
};
