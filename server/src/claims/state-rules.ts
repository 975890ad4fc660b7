import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { uploadInfo } from '@homecare/domain/claims/rules.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type { ClaimFileRules, MemberId } from '@homecare/domain/states/pack.ts';
import { blockedBy, uploadName, valueOn } from '@homecare/domain/states/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';

/** What files of claims of some months are made by today; refused with the rules that are not known of any of them. */
export const claimRulesOf = (scope: Scope, months: readonly string[]): Result<ClaimFileRules> => {
  const { pack } = scope.settings;
  const made = scope.today().toString();
  const rules = valueOn(pack.rules.claimFile, made);
  const [blocked] = months
    .toSorted()
    .flatMap((month) => blockedBy(pack, 'claims', daysOfMonth(month).from, made) ?? []);
  return blocked === undefined && rules
    ? done(rules)
    : refuse('conflict', blocked ?? blockedBy(pack, 'claims', made));
};

/** What is looked at before a number is compared, where nobody says how numbers look. */
const ANY: MemberId = { pattern: '.*', shape: 'the number of the client’s card' };

/** By the last day of service of the lines. */
export const memberIdOf = (scope: Scope, days: readonly string[]): MemberId =>
  valueOn(scope.settings.pack.rules.memberId, days.toSorted().at(-1) ?? scope.today().toString()) ?? ANY;

/** What an upload did, with its button as the state names it. */
export const sayUpload = (scope: Scope, upload: Omit<Parameters<typeof uploadInfo>[0], 'button'>): string =>
  uploadInfo({ ...upload, button: uploadName(scope.settings.pack, scope.today().toString()) });
