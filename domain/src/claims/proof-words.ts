import { counted } from '../counted.ts';
import type { ProofResult, ProvenBy } from './schema.ts';

/**
 * The words for proof. Only an aggregator accepts visits and makes a payer deny a line. If the agency uses none, a line is
 * either verified by its Complete visit or not, and the payer's decision is unknown.
 */
interface ProofWords {
  /** For one line. */
  readonly result: Readonly<Record<ProofResult, string>>;
  /** After a number of lines, as in '18 accepted'. */
  readonly lines: Readonly<Record<ProofResult, string>>;
  /** '1 line will be denied' */
  readonly sayUnproven: (lines: number) => string;
  readonly noneUnproven: string;
  readonly allUnproven: string;
  /** Asks why lines are sent without proof. */
  readonly sayWhy: string;
}

const WORDS: Readonly<Record<ProvenBy, ProofWords>> = {
  aggregator: {
    result: { accepted: 'Accepted', exempt: 'No visit needed', deny: 'Will be denied' },
    lines: { accepted: 'accepted', exempt: 'no visit needed', deny: 'will be denied' },
    sayUnproven: (lines) => `${counted(lines, 'line', 'lines')} will be denied`,
    noneUnproven: 'No line will be denied for its visit',
    allUnproven: 'Every line that could be sent will be denied',
    sayWhy: 'Enter a reason for sending days that will be denied.',
  },
  visit: {
    result: { accepted: 'Complete visit', exempt: 'No visit needed', deny: 'Not verified' },
    lines: { accepted: 'with a Complete visit', exempt: 'no visit needed', deny: 'not verified' },
    sayUnproven: (lines) => `${counted(lines, 'line is', 'lines are')} not verified by a visit`,
    noneUnproven: 'Every line is verified by its visit',
    allUnproven: 'No line that could be sent is verified by a visit',
    sayWhy: 'Enter a reason for sending days that no visit verifies.',
  },
};

export const proofWords = (by: ProvenBy): ProofWords => WORDS[by];
export type { ProofWords };
