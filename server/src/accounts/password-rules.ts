import { checkNewPassword, checkTemporaryPassword } from '@homecare/domain/accounts/rules.ts';
import { COMMON_PASSWORD } from '@homecare/domain/accounts/signing-in.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { isCommonPassword } from '../platform/auth/password-list.ts';
import type { Scope } from '../platform/auth/scope.ts';

const orCommon = async (password: string, faults: readonly FieldError[]): Promise<readonly FieldError[]> =>
  faults.length === 0 && (await isCommonPassword(password))
    ? [{ field: 'password', message: COMMON_PASSWORD }]
    : faults;

/** Faults of a permanent password, by the rule, the site's minimum length, and the list of common ones. */
export const refusedNewPassword = ({ settings }: Scope, password: string, confirmation = password) =>
  orCommon(password, checkNewPassword(password, confirmation, settings.capabilities.passwordLength));

export const refusedTemporaryPassword = (password: string) =>
  orCommon(password, checkTemporaryPassword(password));
