import type { CardStatus } from '../billing/schema.ts';
import { sum } from '../sum.ts';
import type { Frequency } from './claim.ts';
import { ANSWER_SOURCES, type AnswerSource, type ClaimAnswer } from './claim-answers.ts';
import { type Asked, expectedOf, isDeniedWhole } from './expected.ts';
import type { CardPosting, Posting } from './posting.ts';

/**
 * How a billing card's status follows from what the payer said of its claims (docs/rules/claims.md, rule 17). A card may stand
 * on several claims, and a claim on several cards; here is one card with all its claims.
 */

/** `charge` is what the card has in it. */
export interface CardClaim extends Asked {
  readonly claimId: string;
  readonly frequency: Frequency;
  /** The claim that this one replaces or takes back. */
  readonly replaces: string | null;
  /** Another claim asks for its money now. */
  readonly superseded: boolean;
  /** null: no remittance yet. */
  readonly paid: number | null;
  /** An earlier payment was taken back. */
  readonly reversed: boolean;
  /** Why it was not taken in, and by which answer: it goes again with the next upload. */
  readonly refused: { readonly source: AnswerSource; readonly reason: string } | null;
  readonly reason: string | null;
  readonly problem: string | null;
  /** Payments that count in `paid`. */
  readonly posted: readonly string[];
}

export interface BillingState {
  readonly status: CardStatus;
  readonly deniedReason: string | null;
  readonly claims: readonly CardClaim[];
  /** Cents that the live card comes to; not given where there is none. */
  readonly amount?: number;
}

export type BillingEvent =
  | (Asked & {
      readonly kind: 'sent';
      readonly claimId: string;
      readonly frequency: Frequency;
      readonly replaces: string | null;
      /** Earlier claims whose days it asks for: of the card's others it says nothing. */
      readonly askedAgain: readonly string[];
    })
  | { readonly kind: 'answered'; readonly answer: ClaimAnswer }
  | { readonly kind: 'posted'; readonly posting: Posting; readonly card: CardPosting };

const isAnswered = ({ paid }: CardClaim) => paid !== null;
const isRefused = ({ refused, paid }: CardClaim) => refused !== null && paid === null;
/** The claims that say what the card is owed. */
const standingOf = (claims: readonly CardClaim[]) => claims.filter(({ superseded }) => !superseded);

const sentences = (list: readonly (string | null)[]) =>
  [...new Set(list.filter((text) => text !== null))].join(' ') || null;

export const paidOf = ({ claims }: Pick<BillingState, 'claims'>): number =>
  sum(claims.map(({ paid }) => paid ?? 0));

/** What claims ask for a card: paid, by insurers too, adjusted and undecided come to what is charged (docs/rules/claims.md, rule 32). */
export const moneyOf = ({ claims }: Pick<BillingState, 'claims'>) => {
  const asking = standingOf(claims).filter((claim) => claim.frequency !== '8' && !isRefused(claim));
  const replaced = new Set(asking.map(({ replaces }) => replaces));
  const own = asking.filter(({ claimId }) => !replaced.has(claimId));
  const charged = sum(own.map(({ charge }) => charge));
  const undecided = sum(own.flatMap((claim) => (isAnswered(claim) ? [] : [expectedOf(claim)])));
  const insured = sum(own.map((claim) => claim.insured ?? 0));
  const paid = sum(own.map((claim) => claim.paid ?? 0));
  return { charged, insured, paid, undecided, adjusted: charged - insured - paid - undecided };
};

/** Refused or denied whole: a claim with its days would stand in its place. */
export const isOpenAgain = (claim: CardClaim): boolean =>
  !claim.superseded && (isRefused(claim) || isDeniedWhole(claim));

/** Marks a card for the next upload. */
export const refusedOf = ({ claims }: Pick<BillingState, 'claims'>): string | null =>
  sentences(
    standingOf(claims)
      .filter(isRefused)
      .map(({ refused }) => refused?.reason ?? null),
  );

/** Why a card whose claim was taken back is asked for no more: it goes again only when staff set it to Billed. */
export const VOIDED = 'void, not billed';
/** Days of it were left out of every claim so far. */
export const NOT_ALL_CLAIMED = 'Some of its days are not claimed yet.';

const isVoid = ({ frequency }: Pick<CardClaim, 'frequency'>) => frequency === '8';

/** The payer took the void in, or took the payment back that it was sent for. */
export const isVoided = (claims: readonly CardClaim[]) =>
  standingOf(claims).some(
    (claim) =>
      isVoid(claim) &&
      (isAnswered(claim) ||
        claims.some(
          ({ claimId, reversed, superseded }) => claimId === claim.replaces && reversed && !superseded,
        )),
  );

const TOO_MUCH = 'More was paid than was billed.';

const statusOf = ({ status: previous, amount }: BillingState, claims: readonly CardClaim[]): CardStatus => {
  const standing = standingOf(claims);
  const answered = standing.filter(isAnswered);
  if (answered.length === 0) return previous;
  if (standing.some(({ problem }) => problem !== null)) return 'Problem';
  if (answered.some(({ reversed, frequency }) => reversed || frequency !== '1')) return 'Adjust';
  const paid = paidOf({ claims });
  const expected = sum(standing.map(expectedOf));
  // What was left out of its claims still goes out.
  if (paid === expected)
    return amount !== undefined && amount > sum(standing.map(({ charge }) => charge)) ? 'PartPaid' : 'Paid';
  if (paid > expected) return 'Problem';
  // A denial of one claim is reported with its reason; the card waits for the others.
  if (paid === 0) return standing.every(isAnswered) ? 'Denied' : 'Billed';
  return 'PartPaid';
};

const notAllClaimed = ({ amount }: BillingState, claims: readonly CardClaim[]) =>
  amount !== undefined && amount > sum(standingOf(claims).map(({ charge }) => charge))
    ? NOT_ALL_CLAIMED
    : null;

const decided = (previous: BillingState, claims: readonly CardClaim[]): BillingState => {
  const status = statusOf(previous, claims);
  const reasons = sentences(standingOf(claims).map(({ problem, reason }) => problem ?? reason));
  const other =
    status === 'Problem' ? TOO_MUCH : status === 'PartPaid' ? notAllClaimed(previous, claims) : null;
  return { ...previous, status, deniedReason: isVoided(claims) ? VOIDED : (reasons ?? other), claims };
};

const sent = (state: BillingState, event: Extract<BillingEvent, { kind: 'sent' }>): BillingState => {
  if (state.claims.some(({ claimId }) => claimId === event.claimId)) return state;
  const { claimId, charge, insured = 0, frequency, replaces, askedAgain } = event;
  const claim: CardClaim = {
    claimId,
    frequency,
    replaces,
    superseded: false,
    charge,
    ...(insured > 0 && { insured }),
    paid: null,
    reversed: false,
    refused: null,
    reason: null,
    problem: null,
    posted: [],
  };
  // A void asks for nothing: the card stays as it is until the payer has taken the claim back.
  if (frequency === '8') return { ...state, claims: [...state.claims, claim] };
  // A new claim asks again for days that were refused or denied, and for a record that was voided.
  const earlier = state.claims.map((one) => {
    const isOpen = isRefused(one) || (frequency === '1' && isDeniedWhole(one));
    const isVoidTaken = isVoid(one) && isAnswered(one);
    return isOpen && (isVoidTaken || askedAgain.includes(one.claimId)) ? { ...one, superseded: true } : one;
  });
  return { ...state, status: 'Billed', deniedReason: null, claims: [...earlier, claim] };
};

const rankOf = (source: AnswerSource) => ANSWER_SOURCES.indexOf(source);

/** An answer that comes after the payment, or after one of a later look, says nothing new. */
const answered = (claim: CardClaim, { outcome, source, reason }: ClaimAnswer): CardClaim => {
  if (isAnswered(claim)) return claim;
  if (claim.refused && rankOf(source) < rankOf(claim.refused.source)) return claim;
  // A void is decided when the payer has taken it in: there is nothing to pay.
  if (isVoid(claim) && outcome === 'accepted' && source === '277CA')
    return { ...claim, refused: null, paid: 0 };
  const refused =
    outcome === 'refused' ? { source, reason: reason ?? 'The payer rejected the claim.' } : null;
  return { ...claim, refused };
};

const posted = (claim: CardClaim, posting: Posting, card: CardPosting): CardClaim =>
  claim.posted.includes(posting.key)
    ? claim
    : {
        ...claim,
        paid: (claim.paid ?? 0) + card.paid,
        reversed: claim.reversed || posting.reversal,
        refused: null,
        reason: posting.reversal ? claim.reason : card.reason,
        problem: posting.problem,
        posted: [...claim.posted, posting.key],
      };

/** A claim that was paid in the place of another one leaves that one nothing to ask for. */
const superseding = (claims: readonly CardClaim[]): CardClaim[] => {
  const replaced = new Set(claims.filter(isAnswered).map(({ replaces }) => replaces));
  return claims.map((claim) =>
    replaced.has(claim.claimId) && !claim.superseded ? { ...claim, superseded: true } : claim,
  );
};

/** The same event a second time changes nothing. */
export const nextBillingState = (state: BillingState, event: BillingEvent): BillingState => {
  if (event.kind === 'sent') return sent(state, event);
  const claimId = event.kind === 'answered' ? event.answer.claimId : event.posting.claimId;
  const claims = state.claims.map((claim) => {
    if (claim.claimId !== claimId) return claim;
    return event.kind === 'answered'
      ? answered(claim, event.answer)
      : posted(claim, event.posting, event.card);
  });
  if (claims.every((claim, index) => claim === state.claims[index])) return state;
  const isDecided = claims.some((claim, index) => claim !== state.claims[index] && isAnswered(claim));
  return isDecided ? decided(state, superseding(claims)) : { ...state, claims };
};
