import { foldCode, isAppCode } from '@homecare/domain/accounts/rules.ts';
import { verifySync } from 'otplib';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { lockFactor, saveStep, useRecoveryCode } from './factor-queries.ts';

/** Time-based codes by RFC 6238: SHA-1, six digits, 30 seconds; one step early or late is accepted (5.2). */
const STEP_SECONDS = 30;
/** The time step a code belongs to; undefined if it is wrong, or that step or a later one was already used. */
export const stepOf = (scope: Scope, sealed: Buffer, code: string, after: number): number | undefined => {
  const epoch = Math.floor(scope.now().epochMilliseconds / 1000);
  // The clock was set back; until it has caught up, every code counts as used.
  if (after > Math.floor(epoch / STEP_SECONDS)) return undefined;
  const secret = scope.site.secrets.decrypt(sealed);
  const result = verifySync({
    secret,
    token: foldCode(code),
    epoch,
    epochTolerance: STEP_SECONDS,
    ...(after > 0 && { afterTimeStep: after }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
};

export const hmacOf = ({ site }: Scope, accountId: number, code: string) =>
  site.secrets.fingerprint(`recovery code ${accountId} ${foldCode(code)}`);

/** Accepts a code of the app or a recovery code, once; undefined if it is wrong or used. The row stays locked until the transaction ends. */
export const takeCode = async (
  tx: Tx,
  scope: Scope,
  accountId: number,
  code: string,
): Promise<'code' | 'recovery code' | undefined> => {
  const factor = await lockFactor(tx, accountId);
  if (!factor?.confirmed) return undefined;
  if (!isAppCode(code)) {
    const hmac = hmacOf(scope, accountId, code);
    const used = await useRecoveryCode(tx, accountId, hmac, scope.now().toString());
    return used ? 'recovery code' : undefined;
  }
  const step = stepOf(scope, factor.secret, code, factor.last_step);
  if (step === undefined) return undefined;
  await saveStep(tx, accountId, step);
  return 'code';
};
