import { monthOf } from '../calendar.ts';
import { isShareOfCost, shareOfLine, type UnpaidLine } from '../claims/bill-client.ts';
import { reasonCode } from '../claims/reason-words.ts';
import { sum } from '../sum.ts';

/**
 * A client's share of cost month by month: what is on record, what Medicaid withheld for it, and what the client was billed
 * (docs/rules/private-pay.md, rules 7 and 24). Money is cents, months are their first days.
 */

/** A line of a claim of which less was paid than was expected. */
export interface WithheldLine extends UnpaidLine {
  /** Why, in the payer's words. */
  readonly reason: string | null;
}

/** A claim that stands and was not paid in full, or not decided yet. */
export interface ShareClaim {
  readonly id: string;
  /** Of its services. */
  readonly months: readonly string[];
  readonly isDecided: boolean;
  readonly lines: readonly WithheldLine[];
}

/** A share of cost on a valid invoice. */
export interface BilledShare {
  readonly invoiceId: number;
  readonly month: string;
  readonly cents: number;
}

export interface ShareFacts {
  readonly claims: readonly ShareClaim[];
  readonly billed: readonly BilledShare[];
  /** Months with work that Medicaid is still to be asked for. */
  readonly unclaimed: readonly string[];
}

export const NO_SHARES: ShareFacts = { claims: [], billed: [], unclaimed: [] };

const firstOfMonth = (day: string) => `${monthOf(day)}-01`;

/** Of an answer that was stored without amounts its reason says whether all that is open is the client's. */
const withheldOf = (line: WithheldLine): number =>
  line.adjustments !== null
    ? shareOfLine(line)
    : isShareOfCost(reasonCode(line.reason))
      ? Math.max(0, line.open)
      : 0;

/** What Medicaid withheld of a month for the client's share of cost, so far. */
export const withheldIn = ({ claims }: Pick<ShareFacts, 'claims'>, month: string): number =>
  sum(claims.flatMap(({ lines }) => lines.filter(({ day }) => firstOfMonth(day) === month).map(withheldOf)));

/** Medicaid was asked for all of the month and has decided on it. What is worked in a month that is not over is still to be claimed. */
export const isDecidedIn = ({ claims, unclaimed }: ShareFacts, month: string, today: string): boolean =>
  month < firstOfMonth(today) &&
  !unclaimed.includes(month) &&
  !claims.some(({ isDecided, months }) => !isDecided && months.includes(month));

export interface ShareMonth {
  readonly month: string;
  readonly withheld: number;
  readonly billed: number;
  readonly isDecided: boolean;
}

/** Months in which something was withheld or billed, and those that are asked for. */
export const shareMonths = (
  facts: ShareFacts,
  today: string,
  asked: readonly string[] = [],
): ShareMonth[] => {
  const days = facts.claims.flatMap(({ lines }) =>
    lines.filter((line) => withheldOf(line) > 0).map(({ day }) => firstOfMonth(day)),
  );
  const months = new Set([...asked, ...days, ...facts.billed.map(({ month }) => month)]);
  return [...months].toSorted().map((month) => ({
    month,
    withheld: withheldIn(facts, month),
    billed: sum(facts.billed.filter((one) => one.month === month).map(({ cents }) => cents)),
    isDecided: isDecidedIn(facts, month, today),
  }));
};

export const SHARE_STATES = ['above', 'toBill', 'waiting', 'even'] as const;
export type ShareState = (typeof SHARE_STATES)[number];

/** A member pays no more than Medicaid withheld (42 CFR 447.15); until it has decided nobody knows how much that is. */
export const shareState = ({ withheld, billed, isDecided }: Omit<ShareMonth, 'month'>): ShareState => {
  if (withheld > billed) return 'toBill';
  if (!isDecided) return 'waiting';
  return billed > withheld ? 'above' : 'even';
};
