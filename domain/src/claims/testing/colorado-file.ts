import { COLORADO_CLAIMS, COLORADO_MEMBER } from '../../states/colorado/claims.ts';
import { type ClaimAgency, claimFile } from '../claim-file.ts';

/** Claim files as Colorado requires them. */

type Rest = Parameters<typeof claimFile> extends [unknown, ...infer Others] ? Others : never;

export const coloradoFile = (agency: ClaimAgency, ...rest: Rest) =>
  claimFile({ agency, rules: COLORADO_CLAIMS }, ...rest);

/** How Colorado's clients are checked on a day. */
export const checkedOn = (today: string) => ({ today, memberId: COLORADO_MEMBER });
