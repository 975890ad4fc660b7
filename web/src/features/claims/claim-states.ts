import { EVERY_PAYER } from '@homecare/domain/payers/payer-key.ts';
import { partOf, pathOfPart } from '../../platform/page-part.ts';

/** The parts of the page, each with an address of its own; the first has that of the page. */
export const CLAIM_STATES = ['upload', 'proof', 'files', 'answers', 'denials'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

export const CLAIMS_PATH = '/claims';
/** What is still to be paid: reached by the sum at the head of the page. */
export const UNPAID = 'unpaid';
/** Terms of the payer and its reasons of denial. */
export const RULES = 'rules';
/** The parts below the path of the page. */
export const CLAIM_PARTS: readonly string[] = [...CLAIM_STATES.slice(1), UNPAID, RULES];

export const pathOfState = (state: ClaimState): string => pathOfPart(state, CLAIMS_PATH, CLAIM_STATES);

export type ClaimPart = ClaimState | typeof UNPAID | typeof RULES;
const PARTS = [...CLAIM_STATES, UNPAID, RULES] as const;
export const stateOfPath = (pathname: string): ClaimPart => partOf(pathname, CLAIMS_PATH, PARTS);

/** What the page looks at; kept until sign-out, over a reload too. */
export type ClaimsView = {
  /** '' follows today. */
  readonly month: string;
  /** Chosen on the billing page. */
  readonly client: number | null;
  /** Client, claim or file that is looked for. */
  readonly search: string;
  /** As `payerKey` names it, or everyone. */
  readonly payer: string;
};
export const CLAIMS_VIEW = 'claims.view';
export const NO_VIEW: ClaimsView = { month: '', client: null, search: '', payer: EVERY_PAYER };
/** The page with a month that another page leads to, and nothing else chosen. */
export const claimsViewOf = (month: string, client: number | null): ClaimsView => ({
  ...NO_VIEW,
  month,
  client,
});
