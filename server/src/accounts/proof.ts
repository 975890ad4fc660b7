import { foldLogin, TOO_MANY_WRONG, WRONG_PRESENT } from '@homecare/domain/accounts/rules.ts';
import { type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { verifyPassword } from '../platform/auth/passwords.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { AccountRow } from './queries.ts';
import { countAttempt, forgiveAttempt, isThrottled } from './throttle.ts';

export const ownTokenHash = (scope: Scope): Buffer => {
  if (!scope.tokenHash) throw new Error('a job has no session of its own');
  return scope.tokenHash;
};

interface Proof {
  readonly password: string;
  /** What the field is called that a wrong one is told at. */
  readonly field?: 'oldPassword' | 'password';
}

/**
 * The password is asked for again before something that opens the account to others. A screen left open is no place to guess:
 * it counts with the failed sign-ins, and so does a code that the work behind it refuses.
 */
export const withPassword = async <T>(
  scope: Scope,
  account: AccountRow,
  { password, field = 'password' }: Proof,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> => {
  const attempt = { login: foldLogin(account.login), address: scope.address ?? '' };
  if (await isThrottled(scope.site, attempt)) return refuse('tooMany', TOO_MANY_WRONG);
  await countAttempt(scope.site, attempt);
  if (!(await verifyPassword(password, account.password_hash)))
    return refuseFields([{ field, message: WRONG_PRESENT }]);
  const result = await work();
  if (result.ok) await forgiveAttempt(scope.site, attempt);
  return result;
};
