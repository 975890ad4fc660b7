import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { validOn } from '@homecare/domain/claims/payer-terms.ts';
import { uploadInfo } from '@homecare/domain/claims/rules.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type { ClaimFileRules, MemberId } from '@homecare/domain/states/pack.ts';
import { blockedBy, uploadName, valueOn } from '@homecare/domain/states/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import { listPayerTerms } from './payer-data.ts';

/** The rules by which files of claims for some months are made today; refused with the rules that are unknown for one of the months. */
export const claimRulesOf = async (
  db: Db,
  scope: Scope,
  months: readonly string[],
): Promise<Result<ClaimFileRules>> => {
  const { pack, claims } = scope.settings;
  const made = scope.today().toString();
  const rules = valueOn(pack.rules.claimFile, made);
  const own = await listPayerTerms(db, claims.payerId);
  const [blocked] = months.toSorted().flatMap((month) => {
    const { from } = daysOfMonth(month);
    const entered = validOn(own, from) ? (['filing', 'resending'] as const) : [];
    return blockedBy(pack, 'claims', from, { made, entered }) ?? [];
  });
  return blocked === undefined && rules
    ? done(rules)
    : refuse('conflict', blocked ?? blockedBy(pack, 'claims', made));
};

/** Used before numbers are compared, if the state does not define their format. */
const ANY: MemberId = { pattern: '.*', shape: 'the number of the client’s card' };

/** The rule on the last day of service of the lines. */
export const memberIdOf = (scope: Scope, days: readonly string[]): MemberId =>
  valueOn(scope.settings.pack.rules.memberId, days.toSorted().at(-1) ?? scope.today().toString()) ?? ANY;

/** What an upload did, with its button named as in the state. */
export const sayUpload = (scope: Scope, upload: Omit<Parameters<typeof uploadInfo>[0], 'button'>): string =>
  uploadInfo({ ...upload, button: uploadName(scope.settings.pack, scope.today().toString()) });
