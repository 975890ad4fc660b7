import { EVERY_PAYER } from '@homecare/domain/payers/payer-key.ts';
import { partOf, pathOfPart } from '../../platform/page-part.ts';

/** The parts of the page with their own URLs. The first one has the URL of the page. */
export const CLAIM_STATES = ['upload', 'proof', 'files', 'answers', 'denials'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

export const CLAIMS_PATH = '/claims';
/** Unpaid amounts, opened by the total at the top of the page. */
export const UNPAID = 'unpaid';
/** The payer's terms and denial reasons. */
export const RULES = 'rules';
/** The parts below the path of the page. */
export const CLAIM_PARTS: readonly string[] = [...CLAIM_STATES.slice(1), UNPAID, RULES];

export const pathOfState = (state: ClaimState): string => pathOfPart(state, CLAIMS_PATH, CLAIM_STATES);

export type ClaimPart = ClaimState | typeof UNPAID | typeof RULES;
const PARTS = [...CLAIM_STATES, UNPAID, RULES] as const;
export const stateOfPath = (pathname: string): ClaimPart => partOf(pathname, CLAIMS_PATH, PARTS);

/** The view of the page. It is kept until sign-out and survives a reload. */
export type ClaimsView = {
  /** '' follows today. */
  readonly month: string;
  /** The client chosen on the billing page. */
  readonly client: number | null;
  /** Search text for a client, claim or file. */
  readonly search: string;
  /** A key from `payerKey`, or everyone. */
  readonly payer: string;
};
export const CLAIMS_VIEW = 'claims.view';
export const NO_VIEW: ClaimsView = { month: '', client: null, search: '', payer: EVERY_PAYER };
/** The page with a month given by another page, and no other filters. */
export const claimsViewOf = (month: string, client: number | null): ClaimsView => ({
  ...NO_VIEW,
  month,
  client,
});
