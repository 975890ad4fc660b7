import { sum } from '../sum.ts';
import { type ClaimPayment, type LinePayment, REVERSAL } from './835.ts';
import type { CheckedClaim } from './835-balance.ts';
import { BY_HAND } from './by-hand.ts';
import { askedByCard, expectedOf, sharePaid, sharePaidByCard } from './expected.ts';
import { deniedReason } from './reason-words.ts';
import type { Payment } from './schema.ts';
import type { SentClaim, SentLine } from './sent-claim.ts';
import { shareCents } from './share-cents.ts';
import { type Adjustment, sumOfAdjustments } from './x12/adjustments.ts';
import { showX12Cents } from './x12/values.ts';

/** Applies a remittance to our claims, and shares it back to the cards that they were made from. */

export type LineAdjustment = Pick<Adjustment, 'group' | 'reason' | 'amount'>;

export interface LinePosting {
  readonly control: string;
  readonly paid: number;
  /** Why less was paid than expected; null if paid in full. */
  readonly reason: string | null;
  /**
   * The adjustments of the line, including its part of those of the whole claim; missing in postings stored before
   * adjustments were kept.
   */
  readonly adjustments?: readonly LineAdjustment[];
}

export interface CardPosting {
  readonly cardId: number;
  readonly charge: number;
  readonly paid: number;
  readonly reason: string | null;
}

export interface Posting {
  /** Identifies this payment of this claim whenever it is loaded again. */
  readonly key: string;
  readonly claimId: string;
  readonly icn: string | null;
  /** An earlier payment was taken back. */
  readonly reversal: boolean;
  readonly paid: number;
  /** The claim is ours, but the payer's data does not match what was sent. */
  readonly problem: string | null;
  readonly lines: readonly LinePosting[];
  readonly cards: readonly CardPosting[];
}

export interface MatchedRemittance {
  readonly postings: readonly Posting[];
  /** Claims in the payment that are not ours. */
  readonly unmatched: readonly ClaimPayment[];
  /** Claims that do not balance, ours or not. A person decides on them. */
  readonly wrong: readonly CheckedClaim[];
}

const isSameService = (line: LinePayment, sent: SentLine) =>
  line.from === sent.day &&
  line.procedure.code === sent.procedureCode &&
  line.procedure.modifiers.join() === sent.modifiers.join();

/** Matched by our line control number. If the payer left it out, matched by day, code and modifiers as long as only one line fits. */
const sentLineOf = (line: LinePayment, open: readonly SentLine[]): SentLine | undefined => {
  if (line.control !== null) return open.find(({ control }) => control === line.control);
  const same = open.filter((sent) => isSameService(line, sent));
  return same.length === 1 ? same[0] : undefined;
};

interface Pairs {
  readonly pairs: ReadonlyMap<SentLine, LinePayment>;
  readonly problem: string | null;
}

const pairLines = (claim: SentClaim, payment: ClaimPayment, sign: 1 | -1): Pairs => {
  const pairs = new Map<SentLine, LinePayment>();
  for (const line of payment.lines) {
    const sent = sentLineOf(
      line,
      claim.lines.filter((one) => !pairs.has(one)),
    );
    if (!sent) return { pairs, problem: 'The payer answered a line that is not on the claim.' };
    pairs.set(sent, line);
    if (line.charge !== sign * sent.charge)
      return {
        pairs,
        problem: `Line ${sent.control}: ${showX12Cents(sent.charge)} was billed, the payer names ${showX12Cents(line.charge)}.`,
      };
  }
  const missing = claim.lines.length - pairs.size;
  return {
    pairs,
    problem:
      payment.lines.length > 0 && missing > 0
        ? `The payer left out ${missing} of ${claim.lines.length} lines.`
        : null,
  };
};

/** Medicaid paid as if no insurer had, so one of them must be paid back. */
export const MORE_THAN_LEFT = 'Insurers and the payer together paid more than was billed.';

const problemOf = (claim: SentClaim, payment: ClaimPayment, pairs: Pairs, sign: 1 | -1): string | null => {
  if (payment.charge !== sign * claim.charge)
    return `${showX12Cents(claim.charge)} was billed, the payer names ${showX12Cents(payment.charge)}.`;
  if (pairs.problem !== null) return pairs.problem;
  if (payment.paid > claim.charge) return 'More was paid than was billed.';
  return payment.paid > sum(claim.lines.map(expectedOf)) ? MORE_THAN_LEFT : null;
};

/** What was paid for each line. Adjustments of the whole claim are distributed over its lines. */
const paidOfLines = (claim: SentClaim, payment: ClaimPayment, { pairs, problem }: Pairs): number[] => {
  if (problem !== null || pairs.size === 0) return sharePaid(payment.paid, claim.lines);
  const paid = claim.lines.map((line) => pairs.get(line)?.paid ?? 0);
  if (sum(paid) === payment.paid) return paid;
  return paid.every((cents) => cents === 0)
    ? sharePaid(payment.paid, claim.lines)
    : shareCents(payment.paid, paid);
};

/** Each line's own adjustments, plus its part of those of the whole claim, in proportion to what its own do not explain. */
const adjustmentsOfLines = (
  claim: SentClaim,
  payment: ClaimPayment,
  { pairs }: Pairs,
  paid: readonly number[],
): LineAdjustment[][] => {
  const own = claim.lines.map((line) => pairs.get(line)?.adjustments ?? []);
  const unexplained = claim.lines.map(
    ({ charge }, index) => charge - (paid[index] ?? 0) - sumOfAdjustments(own[index] ?? []),
  );
  const whole = payment.adjustments.map((one) => ({ ...one, parts: shareCents(one.amount, unexplained) }));
  return own.map((adjustments, index) =>
    [...adjustments, ...whole.map(({ parts, ...one }) => ({ ...one, amount: parts[index] ?? 0 }))]
      .filter(({ amount }) => amount !== 0)
      .map(({ group, reason, amount }) => ({ group, reason, amount })),
  );
};

const reasonOf = (payment: ClaimPayment, lines: readonly (LinePayment | undefined)[]): string | null => {
  const adjustments = [payment, ...lines].flatMap((one) => one?.adjustments ?? []);
  const remarks = [payment, ...lines].flatMap((one) => one?.remarks ?? []);
  return deniedReason(adjustments, remarks) || null;
};

/** Each card's part of a claim, from the lines it has a share in: what was billed, what was paid, and why less. */
const cardPostings = (
  claim: SentClaim,
  paid: readonly number[],
  reasonFor: (lines: readonly SentLine[]) => string | null,
): CardPosting[] => {
  const cards = new Map<number, { charge: number; insured: number; paid: number; lines: SentLine[] }>();
  for (const [index, line] of claim.lines.entries()) {
    const parts = sharePaidByCard(paid[index] ?? 0, line);
    for (const [at, { cardId, amount, insured }] of askedByCard(line).entries()) {
      const card = cards.get(cardId) ?? { charge: 0, insured: 0, paid: 0, lines: [] };
      card.charge += amount;
      card.insured += insured;
      card.paid += parts[at] ?? 0;
      card.lines.push(line);
      cards.set(cardId, card);
    }
  }
  return [...cards].map(([cardId, card]) => ({
    cardId,
    charge: card.charge,
    paid: card.paid,
    reason: card.paid < expectedOf(card) ? reasonFor(card.lines) : null,
  }));
};

export const postPayment = (claim: SentClaim, payment: ClaimPayment, key: string): Posting => {
  const reversal = payment.status === REVERSAL;
  const sign = reversal ? -1 : 1;
  const pairs = pairLines(claim, payment, sign);
  const paid = paidOfLines(claim, payment, pairs);
  const adjustments = adjustmentsOfLines(claim, payment, pairs, paid);
  const reasonFor = (lines: readonly SentLine[]) =>
    reasonOf(
      payment,
      lines.map((line) => pairs.pairs.get(line)),
    );
  return {
    key,
    claimId: claim.id,
    icn: payment.icn || null,
    reversal,
    paid: payment.paid,
    problem: problemOf(claim, payment, pairs, sign),
    lines: claim.lines.map((line, index) => {
      const cents = paid[index] ?? 0;
      return {
        control: line.control,
        paid: cents,
        reason: cents < expectedOf(line) ? reasonFor([line]) : null,
        adjustments: adjustments[index] ?? [],
      };
    }),
    cards: cardPostings(claim, paid, reasonFor),
  };
};

/** Payments by claim number. Reversals come before their replacements, as in the file. */
export const matchClaims = (
  checked: readonly CheckedClaim[],
  claims: ReadonlyMap<string, SentClaim>,
): MatchedRemittance => {
  const postings: Posting[] = [];
  const unmatched: ClaimPayment[] = [];
  const wrong: CheckedClaim[] = [];
  for (const one of checked) {
    const claim = claims.get(one.claim.id);
    if (one.reasons.length > 0) wrong.push(one);
    else if (claim) postings.push(postPayment(claim, one.claim, one.key));
    else unmatched.push(one.claim);
  }
  return { postings, unmatched, wrong };
};

const partsOf = (key: string): readonly unknown[] => {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) ? parts : [];
};
const isByHand = (key: string) => partsOf(key)[0] === BY_HAND;
/** Payment number, claim and amount: all that paper and an electronic remittance have in common. */
const commonKey = (key: string) => {
  const [, trace, , id, , paid, time] = partsOf(key);
  return JSON.stringify([trace, id, paid, time ?? 1]);
};

/** Tells whether a payment was posted before. A payment entered by hand and its remittance count as the same, whichever comes first. */
export const postedBefore = (keys: readonly string[]): ((key: string) => boolean) => {
  const exact = new Set(keys);
  const common = new Set(keys.map(commonKey));
  const byHand = new Set(keys.filter(isByHand).map(commonKey));
  return (key) => exact.has(key) || (isByHand(key) ? common : byHand).has(commonKey(key));
};

/** The first answer about a claim that concerned money. */
export interface FirstMoney {
  /** Null if only the file of the payment is known. */
  readonly key: string | null;
  /** The day on which its file was loaded. */
  readonly received: string;
}

/** The payer's date of a payment, or if it has none, the day on which its file was loaded. */
export const paymentDay = (
  { key, received }: FirstMoney,
  payments: readonly Pick<Payment, 'trace' | 'date'>[],
): string => {
  const trace = key === null ? undefined : partsOf(key)[1];
  return payments.find((payment) => payment.trace === trace)?.date ?? received;
};
