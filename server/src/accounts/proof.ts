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

/** What the present session began with; null means the password. */
export const ownProof = async (scope: Scope): Promise<SessionProof | null> =>
  (await findProof(scope.site.db, ownTokenHash(scope), scope.now().toString()))?.proof ?? null;

interface Proof {
  readonly password: string;
  /** The field at which a wrong password is reported. */
  readonly field?: 'oldPassword' | 'password';
}

/**
 * Asks for the password again before anything that lets others into the account. An unattended screen is no place to guess: wrong
 * passwords count like those at sign-in, and so does a code that the work refuses.
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
