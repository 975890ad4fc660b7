import { PASSKEY_GONE, PASSKEY_REMOVED } from '@homecare/domain/accounts/passkey.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/family/own-contract.ts';
import { PASSKEY_REFUSED, SIGN_IN_AGAIN } from '@homecare/domain/family/rules.ts';
import { canMail } from '@homecare/domain/messaging/rules.ts';
import {
  beginFamilySession,
  dropFamilyPasskey,
  endFamilySession,
  hasJustComeIn,
  listFamilyPasskeys,
} from '../accounts/family-accounts.ts';
import { keepPasskey, madePasskey, offerTo } from '../accounts/own-passkeys.ts';
import { newQuestion } from '../accounts/passkey-questions.ts';
import { answeredBy, useAnswer } from '../accounts/passkey-sign-in.ts';
import { type Limit, takeWithin } from '../platform/auth/attempt-limits.ts';
import { type FamilyScope, Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { callerOf } from '../platform/http/addresses.ts';
import type { UseCaseOfFamily, UseCaseOpen, Visit } from '../platform/http/bind.ts';
import { setFamilyCookie } from '../platform/http/dispatch.ts';
import { SESSION_SECONDS } from './links.ts';
import { findFirstOpen, lockMemberOfAccount, queueLinks } from './queries.ts';

/** How a client's family sign in, by a mailed link or a passkey, and out again. */

const QUARTER_HOUR = 15;
const DAY = 24 * 60;

/** Limits how many links one place can request for one address and in total; it takes several places to use up an address's daily limit. */
const limitsOf = (email: string, address: string): readonly Limit[] => {
  const [login, place] = [email.toLowerCase(), callerOf(address)];
  return [
    { kind: 'familyPlace', login: '', place, most: 20, minutes: QUARTER_HOUR },
    { kind: 'familyPair', login, place, most: 5, minutes: QUARTER_HOUR },
    { kind: 'familyPairDay', login, place, most: 20, minutes: DAY },
    { kind: 'familyDay', login, place: '', most: 100, minutes: DAY },
  ];
};

export const askLink: UseCaseOpen<typeof calls.askLink> = async (visit, { email: typed }) => {
  const of = await visit.asSet();
  const email = typed.trim();
  const { db } = of.site;
  if (!canMail(email) || !of.settings.capabilities.emailEnabled) return done(null);
  const now = Scope.ofJob(of, 'family').now().toString();
  // Every request takes the same steps and gets the same answer, so that neither answer nor timing reveals whose family is invited.
  if (await takeWithin(db, now, limitsOf(email, visit.request.ip)))
    await queueLinks(db, await findFirstOpen(db, email));
  return done(null);
};

export const beginPasskeySignIn: UseCaseOpen<typeof calls.beginPasskeySignIn> = async ({ site, request }) =>
  done({ challenge: newQuestion(site), rpId: request.hostname, allowCredentials: [] });

export const signInWithPasskey: UseCaseOpen<typeof calls.signInWithPasskey> = async (visit, { passkey }) => {
  const of = await visit.asSet();
  const { request, reply } = visit;
  const answered = await answeredBy(of.site, visit, passkey);
  if ('missed' in answered) return refuse('notSignedIn', PASSKEY_REFUSED);
  const { accountId } = answered;
  const scope = Scope.ofJob(of, 'family');
  const now = scope.now().toString();
  const entered = await mutate(scope, 'familyPage.signInWithPasskey', async (tx, record) => {
    if (!(await lockMemberOfAccount(tx, accountId)) || !(await useAnswer(tx, answered, now)))
      return refuse('notSignedIn', PASSKEY_REFUSED);
    const agent = request.headers['user-agent']?.slice(0, 200) ?? null;
    const begun = { accountId, address: request.ip, agent, proof: 'passkey' } as const;
    const token = await beginFamilySession(tx, now, begun);
    record({ entity: 'session', id: accountId, action: 'login', changes: { by: [null, 'passkey'] } });
    return done(token);
  });
  if (!entered.ok) return entered;
  setFamilyCookie(reply, request, `${of.site.name}~${entered.data}`, SESSION_SECONDS);
  return done(null);
};

export const signOut: UseCaseOfFamily<typeof calls.signOut> = (scope, _, { reply, request }) =>
  mutate(scope, 'familyPage.signOut', async (tx, record) => {
    await endFamilySession(tx, scope);
    record({
      entity: 'session',
      id: scope.user.id,
      action: 'update',
      changes: { ended: [null, 'signed out'] },
    });
    setFamilyCookie(reply, request, '', 0);
    return done(null);
  });

const accountOf = (scope: FamilyScope): number => {
  if (scope.user.id === null) throw new Error('somebody of a family has no account');
  return scope.user.id;
};

export const listPasskeys: UseCaseOfFamily<typeof calls.listPasskeys> = async (scope) =>
  done(await listFamilyPasskeys(scope.site.db, accountOf(scope)));

export const beginPasskey: UseCaseOfFamily<typeof calls.beginPasskey> = async (scope, _, visit: Visit) =>
  (await hasJustComeIn(scope)) ? offerTo(scope, visit, accountOf(scope)) : refuse('conflict', SIGN_IN_AGAIN);

export const addPasskey: UseCaseOfFamily<typeof calls.addPasskey> = async (scope, input, visit) => {
  const made = await madePasskey(scope, visit, input);
  if (!made.ok) return made;
  return mutate(scope, 'familyPage.addPasskey', async (tx, record) => {
    const accountId = accountOf(scope);
    if (!(await lockMemberOfAccount(tx, accountId))) return refuse('notSignedIn');
    return keepPasskey(tx, scope, accountId, made.data, record);
  });
};

export const removePasskey: UseCaseOfFamily<typeof calls.removePasskey> = (scope, { id }) =>
  mutate(scope, 'familyPage.removePasskey', async (tx, record) => {
    const accountId = accountOf(scope);
    const name = await dropFamilyPasskey(tx, scope, accountId, id);
    if (name === undefined) return refuse('notFound', PASSKEY_GONE);
    record({ entity: 'account', id: accountId, action: 'update', changes: { passkey: [name, null] } });
    return done(null, { info: PASSKEY_REMOVED });
  });
