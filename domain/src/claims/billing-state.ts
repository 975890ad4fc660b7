import type { CardStatus } from '../billing/schema.ts';
import { sum } from '../sum.ts';
import type { Frequency } from './claim.ts';
import { ANSWER_SOURCES, type AnswerSource, type ClaimAnswer } from './claim-answers.ts';
import { type Asked, expectedOf, isDeniedWhole } from './expected.ts';
import type { CardPosting, Posting } from './posting.ts';

/**
 * How a billing card's status follows from the payer's answers about its claims (docs/rules/claims.md, rule 17). A card can
 * be in several claims and a claim can contain several cards; this file looks at one card with all its claims.
 */

/** `charge` is the card's part of the claim. */
export interface CardClaim extends Asked {
  readonly claimId: string;
  readonly frequency: Frequency;
  /** The claim that this one replaces or takes back. */
  readonly replaces: string | null;
  /** Another claim now asks for its money. */
  readonly superseded: boolean;
  /** Null until there is a remittance. */
  readonly paid: number | null;
  /** An earlier payment was taken back. */
  readonly reversed: boolean;
  /** Why and by which answer it was refused. A refused claim goes again with the next upload. */
  readonly refused: { readonly source: AnswerSource; readonly reason: string } | null;
  readonly reason: string | null;
  readonly problem: string | null;
  /** Keys of the payments counted in `paid`. */
  readonly posted: readonly string[];
}

export interface BillingState {
  readonly status: CardStatus;
  readonly deniedReason: string | null;
  readonly claims: readonly CardClaim[];
  /** Cents that the live card comes to; missing if there is none. */
  readonly amount?: number;
}

export type BillingEvent =
  | (Asked & {
      readonly kind: 'sent';
      readonly claimId: string;
      readonly frequency: Frequency;
      readonly replaces: string | null;
      /** Earlier claims whose days it asks for again. It does not affect the card's other claims. */
      readonly askedAgain: readonly string[];
    })
  | { readonly kind: 'answered'; readonly answer: ClaimAnswer }
  | { readonly kind: 'posted'; readonly posting: Posting; readonly card: CardPosting };

const isAnswered = ({ paid }: CardClaim) => paid !== null;
const isRefused = ({ refused, paid }: CardClaim) => refused !== null && paid === null;
/** The claims that decide what the card is owed. */
const standingOf = (claims: readonly CardClaim[]) => claims.filter(({ superseded }) => !superseded);

const sentences = (list: readonly (string | null)[]) =>
  [...new Set(list.filter((text) => text !== null))].join(' ') || null;

export const paidOf = ({ claims }: Pick<BillingState, 'claims'>): number =>
  sum(claims.map(({ paid }) => paid ?? 0));

/**
 * The money of a card's claims: paid (including by insurers), adjusted and undecided amounts add up to the charge
 * (docs/rules/claims.md, rule 32).
 */
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

/** Refused, or denied entirely, so that a new claim for its days would take its place. */
export const isOpenAgain = (claim: CardClaim): boolean =>
  !claim.superseded && (isRefused(claim) || isDeniedWhole(claim));

/** Why the card's claims were refused, which puts it into the next upload; null if none was. */
export const refusedOf = ({ claims }: Pick<BillingState, 'claims'>): string | null =>
  sentences(
    standingOf(claims)
      .filter(isRefused)
      .map(({ refused }) => refused?.reason ?? null),
  );

/** The reason of a card whose claim was voided. It goes again only when staff set it to Billed. */
export const VOIDED = 'void, not billed';
/** The reason if some of its days were left out of every claim so far. */
export const NOT_ALL_CLAIMED = 'Some of its days are not claimed yet.';

const isVoid = ({ frequency }: Pick<CardClaim, 'frequency'>) => frequency === '8';

/** The payer accepted the void, or took back the payment that it voids. */
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
  // Days that were left out of its claims still have to go out.
  if (paid === expected)
    return amount !== undefined && amount > sum(standing.map(({ charge }) => charge)) ? 'PartPaid' : 'Paid';
  if (paid > expected) return 'Problem';
  // A single denial only adds its reason; the card waits for its other claims.
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
  // A void asks for nothing, so the card stays as it is until the payer has taken the claim back.
  if (frequency === '8') return { ...state, claims: [...state.claims, claim] };
  // A new claim asks again for days that were refused or denied, and for a voided record.
  const earlier = state.claims.map((one) => {
    const isOpen = isRefused(one) || (frequency === '1' && isDeniedWhole(one));
    const isVoidTaken = isVoid(one) && isAnswered(one);
    return isOpen && (isVoidTaken || askedAgain.includes(one.claimId)) ? { ...one, superseded: true } : one;
  });
  return { ...state, status: 'Billed', deniedReason: null, claims: [...earlier, claim] };
};

const rankOf = (source: AnswerSource) => ANSWER_SOURCES.indexOf(source);

/** Answers that arrive after a payment, or after one from a later stage, add nothing. */
const answered = (claim: CardClaim, { outcome, source, reason }: ClaimAnswer): CardClaim => {
  if (isAnswered(claim)) return claim;
  if (claim.refused && rankOf(source) < rankOf(claim.refused.source)) return claim;
  // A void is decided once the payer accepts it, because there is nothing to pay.
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

/** A claim that was paid in place of another leaves that one nothing to ask for. */
const superseding = (claims: readonly CardClaim[]): CardClaim[] => {
  const replaced = new Set(claims.filter(isAnswered).map(({ replaces }) => replaces));
  return claims.map((claim) =>
    replaced.has(claim.claimId) && !claim.superseded ? { ...claim, superseded: true } : claim,
  );
};

/** Applies an event. Applying the same event again changes nothing. */
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
