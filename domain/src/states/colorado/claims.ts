import type { ClaimFileRules, MemberId } from '../pack.ts';

/** Claims for Health First Colorado: what its fiscal agent wants where the standard leaves a choice. */
export const COLORADO_CLAIMS: ClaimFileRules = {
  receiver: 'COMEDASSISTPROG',
  payer: 'COLORADO MEDICAL ASSISTANCE PROGRAM',
  payerId: 'CO_TXIX',
  claimsPerSet: 5_000,
};

export const COLORADO_MEMBER: MemberId = { pattern: '[A-Z]\\d{6}', shape: 'one letter and six digits' };
