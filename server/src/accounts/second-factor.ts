import { randomInt } from 'node:crypto';
import { isAppCode, RECOVERY_CODES, recoveryCode } from '@homecare/domain/accounts/rules.ts';
import type * as calls from '@homecare/domain/accounts/session-contract.ts';
import { CODE_NEEDED, WRONG_CODE } from '@homecare/domain/accounts/signing-in.ts';
import { type InputOf, isOffice } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { generateSecret, generateURI } from 'otplib';
import { z } from 'zod';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { drawCode } from '../platform/documents/codes.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { hmacOf, stepOf, takeCode } from './codes.ts';
import * as factors from './factor-queries.ts';
import { deletePasskeysOf } from './passkey-queries.ts';
import { ownTokenHash, withPassword } from './proof.ts';
import { type AccountRow, endSessions, findAccount, lockAccount } from './queries.ts';

/** An unconfirmed setup starts again after this. */
const ENROL_MINUTES = 60;

const ownAccount = async (scope: Scope): Promise<AccountRow | undefined> =>
  scope.user.id === null ? undefined : findAccount(scope.site.db, scope.user.id);

export const getFactor: UseCase<typeof calls.getFactor> = async (scope) => {
  const { db } = scope.site;
  const account = await ownAccount(scope);
  if (!account) return refuse('notSignedIn');
  const factor = await factors.findFactor(db, account.id);
  return done({
    since: factor?.confirmed ?? null,
    codesLeft: await factors.countCodes(db, account.id),
    required: isOffice(account.role) && (await factors.isFactorRequired(db)),
  });
};

/** The answer to a repeated request is stored in the database, so it is sealed like the secret itself. */
const sealedAnswer = ({ site }: Scope, value: unknown) =>
  site.secrets.encrypt(JSON.stringify(value)).toString('base64');
const openedAnswer = ({ site }: Scope, sealed: string): unknown =>
  JSON.parse(site.secrets.decrypt(Buffer.from(sealed, 'base64')));

const IS_ON = 'Two-step sign-in is on already. Remove it to set it up again.';

export const enrolFactor: UseCase<typeof calls.enrolFactor> = async (scope, proof) => {
  const account = await ownAccount(scope);
  if (!account) return refuse('notSignedIn');
  const begun = await withPassword(scope, account, proof, () =>
    mutate(scope, 'accounts.enrolFactor', async (tx, record) => {
      const locked = await lockAccount(tx, account.id);
      if (!locked) return refuse('notSignedIn');
      if (locked.second_factor) return refuse('conflict', IS_ON);
      const secret = generateSecret();
      await factors.saveFactor(tx, account.id, scope.site.secrets.encrypt(secret), scope.now().toString());
      record({
        entity: 'account',
        id: account.id,
        action: 'update',
        changes: { secondFactor: [null, 'begun'] },
      });
      return done(sealedAnswer(scope, secret));
    }),
  );
  if (!begun.ok) return begun;
  const secret = z.string().parse(openedAnswer(scope, begun.data));
  const uri = generateURI({ issuer: scope.site.title, label: account.login, secret });
  return done({ secret, uri, qr: drawCode(uri) });
};

/** Shown once; only their HMAC is stored. */
const newCodes = async (tx: Tx, scope: Scope, accountId: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode((count) => randomInt(count)));
  await factors.replaceCodes(
    tx,
    accountId,
    codes.map((code) => hmacOf(scope, accountId, code)),
  );
  return codes;
};

const codesOf = (scope: Scope, sealed: Result<string>): Result<{ recoveryCodes: string[] }> =>
  sealed.ok ? done({ recoveryCodes: z.array(z.string()).parse(openedAnswer(scope, sealed.data)) }) : sealed;

export const confirmFactor: UseCase<typeof calls.confirmFactor> = async (scope, { code }) => {
  const account = await ownAccount(scope);
  if (!account) return refuse('notSignedIn');
  const now = scope.now();
  const confirmed = await mutate(scope, 'accounts.confirmFactor', async (tx, record) => {
    if (!(await lockAccount(tx, account.id))) return refuse('notSignedIn');
    const factor = await factors.lockFactor(tx, account.id);
    if (factor?.confirmed) return refuse('conflict', IS_ON);
    const oldest = now.subtract({ minutes: ENROL_MINUTES });
    if (!factor || Temporal.Instant.compare(Temporal.Instant.from(factor.created), oldest) < 0)
      return refuse('conflict', 'Begin again: the code to scan has ended.');
    const step = isAppCode(code) ? stepOf(scope, factor.secret, code, 0) : undefined;
    if (step === undefined) return refuseFields([{ field: 'code', message: WRONG_CODE }]);
    await factors.saveStep(tx, account.id, step);
    await factors.confirmFactorRow(tx, account.id, now.toString());
    await factors.markAccount(tx, account.id, true);
    // Ends other sessions, which began with the password alone.
    await endSessions(tx, account.id, now.toString(), ownTokenHash(scope));
    record({
      entity: 'account',
      id: account.id,
      action: 'update',
      changes: { secondFactor: ['begun', 'on'] },
    });
    return done(sealedAnswer(scope, await newCodes(tx, scope, account.id)));
  });
  return codesOf(scope, confirmed);
};

const IS_OFF = 'Two-step sign-in is off.';

/** Changes of the second factor need password and code; the code is taken in the change's transaction. */
const withBoth = async <T>(
  scope: Scope,
  call: string,
  { password, code }: InputOf<typeof calls.renewCodes>,
  work: (tx: Tx, account: AccountRow, record: Recorder) => Promise<Result<T>>,
): Promise<Result<T>> => {
  const account = await ownAccount(scope);
  if (!account) return refuse('notSignedIn');
  return withPassword(scope, account, { password }, () =>
    mutate(scope, call, async (tx, record) => {
      const locked = await lockAccount(tx, account.id);
      if (!locked?.second_factor) return refuse('conflict', IS_OFF);
      if (code.trim() === '') return refuseFields([{ field: 'code', message: CODE_NEEDED }]);
      if (!(await takeCode(tx, scope, account.id, code)))
        return refuseFields([{ field: 'code', message: WRONG_CODE }]);
      return work(tx, locked, record);
    }),
  );
};

export const renewCodes: UseCase<typeof calls.renewCodes> = async (scope, proof) => {
  const renewed = await withBoth(scope, 'accounts.renewCodes', proof, async (tx, { id }, record) => {
    record({
      entity: 'account',
      id,
      action: 'update',
      changes: { recoveryCodes: ['(hidden)', '(hidden)'] },
    });
    return done(sealedAnswer(scope, await newCodes(tx, scope, id)));
  });
  return codesOf(scope, renewed);
};

/** Within the caller's transaction: used by the owner, by an admin, and when the account is deleted. */
export const takeOffFactor = async (tx: Tx, accountId: number, record: Recorder): Promise<void> => {
  await factors.deleteFactor(tx, accountId);
  await factors.markAccount(tx, accountId, false);
  record({ entity: 'account', id: accountId, action: 'update', changes: { secondFactor: ['on', null] } });
};

/** Within the caller's transaction: for an account that is deleted, or whose owner is locked out. */
export const takeAwayPasskeys = async (tx: Tx, accountId: number, record: Recorder): Promise<void> => {
  const count = await deletePasskeysOf(tx, accountId);
  if (count > 0)
    record({ entity: 'account', id: accountId, action: 'update', changes: { passkeys: [count, null] } });
};

export const removeFactor: UseCase<typeof calls.removeFactor> = (scope, proof) =>
  withBoth(scope, 'accounts.removeFactor', proof, async (tx, { id }, record) => {
    await takeOffFactor(tx, id, record);
    await endSessions(tx, id, scope.now().toString(), ownTokenHash(scope));
    return done(null);
  });
