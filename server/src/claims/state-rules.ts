import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type { ClaimFileRules, MemberId } from '@homecare/domain/states/pack.ts';
import { blockedBy, newestOf } from '@homecare/domain/states/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';

/** What the files of claims of a day are made by; refused with the rules that are not known. */
export const claimRulesOf = ({ settings: { pack } }: Scope, day: string): Result<ClaimFileRules> => {
  const rules = newestOf(pack.rules.claimFile);
  const blocked = blockedBy(pack, 'claims', day);
  return blocked === undefined && rules ? done(rules) : refuse('conflict', blocked);
};

/** What is looked at before a number is compared, where nobody says how numbers look. */
const ANY: MemberId = { pattern: '.*', shape: 'the number of the client’s card' };

export const memberIdOf = ({ settings: { pack } }: Scope): MemberId => newestOf(pack.rules.memberId) ?? ANY;
