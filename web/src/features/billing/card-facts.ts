import { daysOfMonth, serviceDays } from '@homecare/domain/billing/counting.ts';
import { closedGap, needsVisits } from '@homecare/domain/billing/opening.ts';
import { cardTotals, PLAN_DELETED, scanBlock } from '@homecare/domain/billing/rules.ts';
import type { EvvVisit } from '@homecare/domain/billing/schema.ts';
import {
  aboveVerified,
  payAboveVerified,
  sayUnverifiedPay,
  verifiedDays,
} from '@homecare/domain/billing/verified.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import type { ProofWords } from '@homecare/domain/claims/proof-words.ts';
import { packOf } from '@homecare/domain/states/registry.ts';
import { blockedBy } from '@homecare/domain/states/rules.ts';
import type { Tone } from '../../ui/tones.ts';
import { type CardContext, type Row, rowOf, toCount } from './card-draft.ts';
import { denialSentences, deniedOf, proofsOf } from './card-proof.ts';
import type { CardEditor } from './use-card-editor.ts';

/** What a card comes to as it is shown, saved or typed just now. */
export const factsOf = (context: CardContext, { isEditing, draft, shown }: CardEditor) => {
  const { card, zone, today } = context;
  const { plan, scans, unitRule } = card;
  const saved = isEditing ? null : card.saved;
  const counted = saved ?? toCount(draft, context);
  const period = { startPeriod: counted.startPeriod, endPeriod: counted.endPeriod || null };
  const totals = cardTotals({ ...counted, unitRule }, zone);
  const proofs = proofsOf(context, counted, saved?.status ?? null);
  const verified = needsVisits(plan) ? verifiedDays(card.visits) : null;
  return {
    saved,
    counted,
    totals,
    proofs,
    rows: saved ? saved.days.map(rowOf) : shown,
    isDeleted: plan.Status === 'Deleted',
    /** Why the scans keep it from being saved. */
    blocked: scanBlock(period, scans),
    /** Lines that no visit proves. */
    unproven: (proofs && deniedOf(proofs)) ?? [],
    above: period.endPeriod && verified ? aboveVerified(totals.billedWork, verified, counted) : undefined,
    paidAbove: payAboveVerified(serviceDays(counted, zone), verified, today),
  };
};
export type CardFacts = ReturnType<typeof factsOf>;

/** 'The visit was missed: 11-06, 11-13' for each reason, of planned and closed days that are neither billed nor paid. */
export const gapSentences = (
  rows: readonly Row[],
  gaps: ReadonlyMap<string, string>,
  visits: readonly EvvVisit[],
): string[] => {
  const isNamed = ({ date, start }: Row) => gaps.has(date) && (start !== '' || closedGap(date, visits));
  const byReason = Map.groupBy(
    rows.filter((row) => !row.billing && !row.payroll && isNamed(row)),
    ({ date }) => gaps.get(date) ?? '',
  );
  return [...byReason].map(
    ([reason, days]) => `${reason}: ${days.map(({ date }) => showDate(date).slice(0, 5)).join(', ')}`,
  );
};

/** Said above the grid of a card. */
export interface CardNote {
  readonly tone: Tone;
  /** In bold before the text. */
  readonly lead?: string;
  readonly text: string;
  /** What its link opens, and the words of the link. */
  readonly link?: readonly [opens: 'scans' | 'proof', words: string];
}

export const notesOf = (
  { card, month, state }: CardContext,
  { isEditing, isOvertaken, base, shown, gaps }: CardEditor,
  { isDeleted, blocked, unproven, above, paidAbove }: CardFacts,
  words: ProofWords,
): CardNote[] => {
  const unbilled = isEditing ? gapSentences(shown, gaps, card.visits) : [];
  const notes: readonly (CardNote | false | undefined)[] = [
    isDeleted && { tone: 'danger', text: PLAN_DELETED },
    blocked !== undefined &&
      !isDeleted && {
        tone: 'danger',
        lead: 'Can’t save yet:',
        text: blocked,
        link: ['scans', 'Open TS Scans'],
      },
    card.unitRule === null && {
      tone: 'danger',
      lead: 'Can’t save yet:',
      text: blockedBy(packOf(state), 'cards', daysOfMonth(month).from) ?? '',
    },
    isOvertaken &&
      base && {
        tone: 'warn',
        text: `${base.modifiedBy} just saved this record. Save replaces theirs with yours; Cancel loads theirs.`,
      },
    unbilled.length > 0 && { tone: 'warn', lead: 'Not billed or paid.', text: `${unbilled.join('. ')}.` },
    unproven.length > 0 && {
      tone: 'danger',
      lead: `${words.sayUnproven(unproven.length)}.`,
      text: `${denialSentences(unproven).join('. ')}.`,
      link: ['proof', 'Show proof'],
    },
    above !== undefined && { tone: 'warn', text: above },
    paidAbove && { tone: 'warn', text: sayUnverifiedPay(paidAbove) },
  ];
  return notes.filter((note) => typeof note === 'object');
};
