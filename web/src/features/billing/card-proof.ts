import type { Card, CardStatus } from '@homecare/domain/billing/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { dayLines } from '@homecare/domain/claims/day-lines.ts';
import { isToProve, type Proof, proveCard } from '@homecare/domain/claims/proof.ts';
import type { ProofWords } from '@homecare/domain/claims/proof-words.ts';
import { counted as sayCount } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { CardContext, toCount } from './card-draft.ts';

/** Proof before billing: the lines that a card would be claimed by, checked as it is, saved or typed just now. */

/** The card as claims are made of it, saved or typed just now. */
const claimable = (
  { card, client, month }: CardContext,
  counted: ReturnType<typeof toCount>,
  status: CardStatus | null,
): Card | undefined => {
  const { plan, saved, unitRule } = card;
  if (!unitRule) return undefined;
  return {
    id: saved?.id ?? 0,
    planId: plan.id,
    clientId: client.ID,
    providerId: plan.ProviderID,
    typeCode: plan.Type,
    planStatus: plan.Status,
    date: month,
    customDate: null,
    startPeriod: counted.startPeriod,
    endPeriod: counted.endPeriod,
    payRate: counted.payRate ?? 0,
    rateKind: counted.rateKind,
    rates: [...counted.rates],
    unitRule,
    days: [...counted.days],
    status: status ?? 'Billed',
    excluded: saved ? saved.excluded : plan.excluded,
  };
};

/** Undefined: not known yet, or the card goes to no payer. */
export const proofsOf = (
  context: CardContext,
  counted: ReturnType<typeof toCount>,
  status: CardStatus | null,
): readonly Proof[] | undefined => {
  const { card, client, proof, zone } = context;
  const { plan } = card;
  const type = proof?.types.find(({ code }) => code === plan.Type);
  if (!proof || !type || client.PrivateClient || !isToProve(status)) return undefined;
  const visits = proof.visits.filter(({ planId }) => planId === plan.id);
  const claimed = claimable(context, counted, status);
  if (!claimed) return undefined;
  return proveCard({ card: claimed, terms: type.terms, pars: [] }, type, visits, {
    zone,
    by: proof.provenBy,
  });
};

/** '2 days, $96.00': of a card that was claimed in part, what no claim asks for yet. */
export const unclaimedText = (
  context: CardContext,
  counted: ReturnType<typeof toCount>,
  status: CardStatus,
): string | undefined => {
  const { card, proof, zone } = context;
  const days = new Map(
    proof?.claimed.flatMap(({ planId, day, units }) =>
      planId === card.plan.id ? [[day, units] as const] : [],
    ),
  );
  const claimed = claimable(context, counted, status);
  if (days.size === 0 || !claimed) return undefined;
  const lines = dayLines([{ card: claimed, terms: [], pars: [] }], zone, () => days);
  const amount = sum(lines.map(({ charge }) => charge));
  return lines.length > 0 ? `${sayCount(lines.length, 'day', 'days')}, ${showMoney(amount)}` : undefined;
};

/** '$96.00: $80.00 paid, $16.00 adjusted': what claims ask for this card, and what became of it. */
export const claimedText = ({ card, proof }: CardContext): string | undefined => {
  const money = proof?.money.find(({ planId }) => planId === card.plan.id);
  if (!money || money.charged === 0) return undefined;
  const parts = [
    `${showMoney(money.paid)} paid`,
    money.insured !== 0 && `${showMoney(money.insured)} paid by insurers`,
    money.adjusted !== 0 && `${showMoney(money.adjusted)} adjusted`,
    money.undecided !== 0 && `${showMoney(money.undecided)} not decided yet`,
  ].filter(Boolean);
  return `${showMoney(money.charged)}: ${parts.join(', ')}`;
};

export const deniedOf = (proofs: readonly Proof[]) =>
  proofs.filter(({ verdict: result }) => result === 'deny');

const unitsOf = ({ units, verified }: Proof) =>
  verified === null ? `${units} ${units === 1 ? 'unit' : 'units'}` : `${verified} of ${units} units verified`;

/** 'Accepted, 8 of 8 units verified, T1019 U1' */
export const proofText = (proof: Proof, { result: verdict }: ProofWords): string => {
  const facts = [unitsOf(proof), proof.code].filter(Boolean).join(', ');
  const words = verdict[proof.verdict];
  return proof.verdict === 'deny' ? `${words}: ${proof.reason} ${facts}` : `${words}, ${facts}`;
};

/** 'The visit is not complete: 11-06, 11-13' for each reason. */
export const denialSentences = (denied: readonly Proof[]): string[] =>
  [...Map.groupBy(denied, ({ reason }) => (reason ?? '').replace(/\.$/, ''))].map(
    ([reason, lines]) => `${reason}: ${lines.map(({ day }) => showDate(day).slice(0, 5)).join(', ')}`,
  );

/** '18 accepted, 2 will be denied' */
export const proofCounts = (proofs: readonly Proof[], { lines }: ProofWords): string =>
  (['accepted', 'exempt', 'deny'] as const)
    .map((result) => [proofs.filter((proof) => proof.verdict === result).length, lines[result]] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ') || 'no lines';
