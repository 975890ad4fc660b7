import type { SessionProof } from '@homecare/domain/accounts/passkey.ts';
import { foldLogin } from '@homecare/domain/accounts/rules.ts';
import { TOO_MANY_WRONG, WRONG_PRESENT } from '@homecare/domain/accounts/signing-in.ts';
import { type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { verifyPassword } from '../platform/auth/passwords.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { findProof } from './passkey-queries.ts';
import type { AccountRow } from './queries.ts';
import { type Attempt, forgiveAttempt, takeAttempt } from './throttle.ts';

export const ownTokenHash = (scope: Scope): Buffer => {
  if (!scope.tokenHash) throw new Error('a job has no session of its own');
  return scope.tokenHash;
};

/** What the own session began with; null: the password. */
export const ownProof = async (scope: Scope): Promise<SessionProof | null> =>
  (await findProof(scope.site.db, ownTokenHash(scope), scope.now().toString()))?.proof ?? null;

interface Proof {
  readonly password: string;
  /** What the field is called that a wrong one is reported at. */
  readonly field?: 'oldPassword' | 'password';
}

/**
 * The password is asked for again before something that opens the account to others. A screen left open is no place to guess:
 * its wrong passwords are counted as those of a device, and so is a code that the work behind it refuses.
 */
export const withPassword = async <T>(
  scope: Scope,
  account: AccountRow,
  { password, field = 'password' }: Proof,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> => {
  const attempt: Attempt = { login: foldLogin(account.login), from: { device: ownTokenHash(scope) } };
  if (!(await takeAttempt(scope.site, attempt))) return refuse('tooMany', TOO_MANY_WRONG);
  if (!(await verifyPassword(password, account.password_hash)))
    return refuseFields([{ field, message: WRONG_PRESENT }]);
  const result = await work();
  if (result.ok) await forgiveAttempt(scope.site, attempt);
  return result;
};
