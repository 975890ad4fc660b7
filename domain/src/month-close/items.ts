import { billableLength, rateOn, type ServiceDay, serviceDays, unitsOf } from '../billing/counting.ts';
import type { Card, RateFrom } from '../billing/schema.ts';
import { NO_REASON } from '../claims/denial-groups.ts';
import { expectedOf } from '../claims/expected.ts';
import { type ClaimedOfCard, claimingOfRest, NOTHING_CLAIMED, sayNotAsked } from '../claims/left-to-claim.ts';
import { isToProve, proveCard } from '../claims/proof.ts';
import { reasonCode } from '../claims/reason-words.ts';
import type { StandingDay } from '../claims/standing-day.ts';
import { EVERY_PAYER, payerKey } from '../payers/payer-key.ts';
import { sum } from '../sum.ts';
import type { UnitRule } from '../unit-rules.ts';
import { CAUSES, type Cause, type Stage } from './causes.ts';
import type { Around, ClosingMonth, DayState, MonthVisit } from './closing-month.ts';
import { type ClientClose, closeClient, type OpenedMonth, openMonth, type Problem } from './readiness.ts';
import { uploadPart } from './upload-part.ts';

/** Each planned or billed day of a month with the last stage it has reached (docs/rules/month-close.md, rules 1 to 4). */

/** A plan's month with its card. */
export interface CardMonth extends ClosingMonth {
  readonly card: Card;
  readonly claimed: readonly StandingDay[];
  /** What claims ask for of the card; undefined: nothing ever. */
  readonly asked?: ClaimedOfCard | undefined;
  /** Days that the client was billed for with a claim that another one is in the place of. */
  readonly clientDays: ReadonlySet<string>;
}

export interface Item {
  readonly planId: number;
  readonly clientId: number;
  readonly client: string;
  readonly providerId: number;
  readonly provider: string;
  readonly type: string;
  /** Who pays for its card; `payersOfMonth` has the names. */
  readonly payer: string;
  /** Medicaid is asked for it. */
  readonly asksMedicaid: boolean;
  readonly day: string;
  /** The last stage that it has reached. */
  readonly stage: Stage;
  /** Why not the next one; null once it is paid. */
  readonly cause: Cause | null;
  /**
   * Which of its cause, or of what holds the client: what the aggregator said, the reason under which the claim stands in the
   * list of denials, or the upload that takes it; '' where there is one.
   */
  readonly part: string;
  /** What holds the client while this day is not at fault; null: nothing. */
  readonly blockedBy: Cause | null;
  readonly reason: string;
  readonly cents: Readonly<Record<'planned' | 'worked' | 'card' | 'claimed' | 'paid', number>>;
}

interface Priced {
  readonly unitRule: UnitRule;
  readonly payRate: number;
  readonly rates: readonly RateFrom[];
}

/** Cents by day, by running units: the days add up to the card. Nothing where it is not known how time becomes units. */
const centsByDay = (days: readonly ServiceDay[], priced: Priced | null): ReadonlyMap<string, number> => {
  const cents = new Map<string, number>();
  if (!priced) return cents;
  let [minutes, units] = [0, 0];
  for (const day of days) {
    if (!day.billing) continue;
    const own = billableLength(day, priced.unitRule);
    minutes += own;
    const isByVisit = priced.unitRule === 'nearestVisit';
    const now = isByVisit ? units + unitsOf(own, 'nearest') : unitsOf(minutes, priced.unitRule);
    cents.set(day.date, (now - units) * rateOn(priced, day.date));
    units = now;
  }
  return cents;
};

const ALWAYS = { startPeriod: '0001-01-01', endPeriod: '9999-12-31' } as const;
const pricesOf = ({ card, unitRule, rates }: OpenedMonth): Priced | null =>
  unitRule && { unitRule, payRate: card?.payRate ?? rates[0]?.cents ?? 0, rates };

const of = ({ planId, clientId, client, typeCode: type, payer, asksMedicaid, ...pm }: ClosingMonth) => ({
  planId,
  clientId,
  client,
  providerId: pm.providerId,
  provider: pm.provider,
  type,
  payer: payerKey(payer),
  asksMedicaid,
});

/** What the planned days would have come to, and what the worked ones do. */
const valuesOf = (month: OpenedMonth, zone: string) => {
  const priced = pricesOf(month);
  const planned = centsByDay(serviceDays({ ...ALWAYS, days: month.pm.planned }, zone), priced);
  const rows = month.states.flatMap(({ row }) => row ?? []);
  const once = [...new Map(rows.map((row) => [row.date, row])).values()];
  const worked = centsByDay(serviceDays({ ...ALWAYS, days: once }, zone), priced);
  return { planned, worked };
};

const stageBefore = (cause: Cause): Stage => {
  const { before } = CAUSES[cause];
  if (before === 'worked') return 'planned';
  return before === 'verified' ? 'worked' : 'verified';
};

type Where = Pick<Item, 'stage' | 'cause' | 'part' | 'reason'>;

const atFault = ({ reason, part = '' }: DayState, cause: Cause): Where => ({
  stage: stageBefore(cause),
  cause,
  part,
  reason,
});

/** The other days of a client wait for what is fixed first. */
const holderOf = (problems: readonly Problem[]) => problems[0];

const openItems = (close: ClientClose, around: Around): Item[] =>
  close.months.flatMap((month) => {
    const { pm, states } = month;
    const values = valuesOf(month, around.zone);
    const own = close.problems.filter(({ planId }) => planId === pm.planId);
    return states.map((state): Item => {
      const planned = state.planned ? (values.planned.get(state.planned.date) ?? 0) : null;
      const worked = state.row ? (values.worked.get(state.day) ?? 0) : (planned ?? 0);
      const cents = { planned: planned ?? worked, worked, card: 0, claimed: 0, paid: 0 };
      const item = { ...of(pm), day: state.day, cents, part: '', blockedBy: null };
      if (state.cause !== null) return { ...item, ...atFault(state, state.cause) };
      const problem = own.find(({ day }) => day === state.day) ?? own.find(({ day }) => day === null);
      if (problem) return { ...item, stage: 'verified', cause: problem.cause, reason: problem.reason };
      const holder = holderOf(close.problems);
      return holder
        ? {
            ...item,
            stage: 'verified',
            cause: 'waits',
            part: holder.part ?? '',
            blockedBy: holder.cause,
            reason: holder.reason,
          }
        : {
            ...item,
            stage: 'verified',
            cause: 'ready',
            reason: 'Complete, verified, inside plan and authorization.',
          };
    });
  });

// --- Months with a card --------------------------------------------------------------------------------------------

const paidStage = (claim: StandingDay): Where => {
  const part = '';
  // Where insurers paid all, Medicaid's nothing is no denial.
  if (claim.paid !== null && (claim.paid > 0 || expectedOf(claim) === 0))
    return { stage: 'paid', cause: null, part, reason: '' };
  if (claim.paid !== null)
    return {
      stage: 'accepted',
      cause: 'denied',
      part: claim.denial ?? reasonCode(claim.reason) ?? NO_REASON,
      reason: claim.reason ?? 'The payer paid nothing.',
    };
  if (claim.refused !== null) return { stage: 'claimed', cause: 'refused', part, reason: claim.refused };
  return claim.isAccepted
    ? { stage: 'accepted', cause: 'noPayment', part, reason: 'The payer accepted it and has not paid yet.' }
    : { stage: 'claimed', cause: 'noReceipt', part, reason: 'The payer has not confirmed the file yet.' };
};

const proofOf = (month: CardMonth, around: Around) => {
  const { card, terms, pars, type, visits } = month;
  const asProof = (visit: MonthVisit) => ({
    ...visit,
    status: visit.Status,
    start: visit.startedAt,
    end: visit.endedAt,
  });
  const proofs = proveCard({ card, terms, pars }, type, visits.map(asProof), around);
  return new Map(proofs.map((proof) => [proof.day, proof]));
};

const cardItems = (month: CardMonth, around: Around): Item[] => {
  const { card, claimed } = month;
  const served = serviceDays(card, around.zone).filter(({ billing }) => billing);
  const billed = centsByDay(served, card);
  const proofs = proofOf(month, around);
  const claims = new Map(claimed.map((claim) => [claim.day, claim]));
  const opened = openMonth(month, around);
  const values = valuesOf(opened, around.zone);
  const states = new Map(opened.states.map((state) => [state.day, state]));
  const days = [...new Set([...states.keys(), ...billed.keys()])].sort();
  return days.map((day): Item => {
    const state = states.get(day);
    const onCard = billed.get(day);
    const planned = state?.planned ? (values.planned.get(state.planned.date) ?? 0) : undefined;
    const worked = (state?.row ? values.worked.get(day) : undefined) ?? onCard ?? planned ?? 0;
    const claim = claims.get(day);
    const cents = {
      planned: planned ?? worked,
      worked,
      card: onCard ?? 0,
      claimed: claim ? expectedOf(claim) : 0,
      paid: claim?.paid ?? 0,
    };
    const item = { ...of(month), day, cents, part: '', blockedBy: null };
    if (claim) return { ...item, ...paidStage(claim) };
    if (onCard === undefined) return { ...item, ...offCard(state) };
    const proof = proofs.get(day);
    if (proof?.verdict === 'deny' && isToProve(card.status))
      return { ...item, stage: 'card', cause: 'unproven', reason: proof.reason ?? '' };
    return { ...item, stage: 'proven', ...notClaimed(month, day) };
  });
};

const notClaimed = (
  { payer, asksMedicaid, clientDays, card, asked = NOTHING_CLAIMED }: CardMonth,
  day: string,
): Pick<Item, 'cause' | 'reason'> & { readonly part?: string } => {
  const { status } = card;
  if (clientDays.has(day))
    return { cause: 'private', reason: 'The client was billed for it: Medicaid is not asked again.' };
  if (payer.kind === 'Private') return { cause: 'private', reason: 'The client pays: it goes to no payer.' };
  if (!asksMedicaid) return { cause: 'insurer', reason: 'The insurer is asked, and not Medicaid.' };
  switch (claimingOfRest(status, asked)) {
    case 'upload':
      return {
        cause: 'notClaimed',
        part: uploadPart(card),
        reason: 'On a card and not in a claim file yet.',
      };
    case 'staff':
      return {
        cause: 'notBilled',
        reason: `The record is ${status}: claim files take it once it is Billed.`,
      };
    default:
      return { cause: 'notAsked', reason: sayNotAsked(status, asked) };
  }
};

/** A day that the card does not bill. */
const offCard = (state: DayState | undefined): Where =>
  state === undefined || state.cause === null
    ? {
        stage: 'verified',
        cause: 'notOnCard',
        part: '',
        reason: 'The visit is verified, and the card does not bill it.',
      }
    : atFault(state, state.cause);

export interface ClientMonthClose {
  readonly close: ClientClose;
  readonly items: readonly Item[];
  /** Cents of the cards that the press would make. */
  readonly readyCents: number;
  readonly readyDays: number;
}

/** One client's month: its cards are made all or none, of which those of one payer are shown. */
export const lookAtClient = (
  open: readonly ClosingMonth[],
  cards: readonly CardMonth[],
  around: Around,
  payer: string = EVERY_PAYER,
): ClientMonthClose => {
  const close = closeClient(open, around);
  const isShown = (item: Item) => payer === EVERY_PAYER || item.payer === payer;
  const openOnes = openItems(close, around).filter(isShown);
  const ready = openOnes.filter(({ cause }) => cause === 'ready');
  return {
    close,
    items: [...openOnes, ...cards.flatMap((card) => cardItems(card, around)).filter(isShown)],
    readyCents: sum(ready.map(({ cents }) => cents.worked)),
    readyDays: ready.length,
  };
};
