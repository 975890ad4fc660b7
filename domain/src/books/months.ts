import { cardAmount, serviceDays, storedTotals } from '../billing/counting.ts';
import { findOverlapsWith } from '../billing/overlaps.ts';
import { verifiedDays } from '../billing/verified.ts';
import { showDate } from '../calendar.ts';
import { askedFor } from '../claims/batch.ts';
import { showMoney } from '../money.ts';
import { sum } from '../sum.ts';
import { elapsedMinutes } from '../visits/rules.ts';
import type { BookCard, BookMonth, BookPlanMonth, BookVisit, CardBeside } from './facts.ts';
import type { BookPart, BookRecord, CheckResult } from './schema.ts';
import { newTally, type Tally } from './tally.ts';

/** Checks of a month of service: its worked time, its billed time, and what its billing records come to. */

const recordOf = (
  kind: BookRecord['kind'],
  id: number,
  { clientId }: Pick<BookCard, 'clientId'>,
  at: { readonly month?: string; readonly day?: string } = {},
): BookRecord => ({ kind, id: String(id), clientId, month: at.month ?? null, day: at.day ?? null });

const cardRecord = (card: BookCard) => recordOf('card', card.id, card, { month: card.date });

const isIn = ({ startPeriod, endPeriod }: BookCard, day: string) => startPeriod <= day && day <= endPeriod;

/** Minutes of a visit that lasted a day or longer, which prove nothing before staff have set it right; else 0. */
const tooLongMinutes = (visit: BookVisit): number => {
  if (visit.startedAt === null || visit.endedAt === null || verifiedDays([visit]).size > 0) return 0;
  return elapsedMinutes(Temporal.Instant.from(visit.startedAt), Temporal.Instant.from(visit.endedAt));
};

/** Why worked time is on no billing record, or not all of it (docs/rules/books.md, rule 1). */
const whyNotOnRecord = (card: BookCard | null, day: string, billed: number): BookPart => {
  if (!card) return 'noRecord';
  if (!isIn(card, day)) return 'outsidePeriod';
  return billed === 0 ? 'notBilled' : 'shorter';
};

const billedOn = (card: BookCard | null, day: string, zone: string): number =>
  card
    ? sum(
        serviceDays(card, zone)
          .filter(({ date, billing }) => date === day && billing)
          .map(({ work }) => work),
      )
    : 0;

export const checkWorked = ({ visits, planMonths, zone }: BookMonth): CheckResult => {
  const tally = newTally('worked');
  const cards = new Map(planMonths.map(({ planId, card }) => [planId, card]));
  for (const [planId, own] of Map.groupBy(visits, (visit) => visit.planId)) {
    const [first] = own;
    if (!first) continue;
    for (const visit of own) {
      tally.look();
      tally.add('tooLong', tooLongMinutes(visit), recordOf('visit', planId, visit, { day: visit.date }));
    }
    const card = cards.get(planId) ?? null;
    for (const [day, worked] of verifiedDays(own)) {
      const record = recordOf('visit', planId, first, { day });
      const billed = billedOn(card, day, zone);
      tally.add('onRecord', Math.min(worked, billed), record);
      tally.add(whyNotOnRecord(card, day, billed), Math.max(0, worked - billed), record);
    }
  }
  return tally.result();
};

/** Billed minutes of a record: those that its visits prove, and the others (docs/rules/books.md, rule 2). */
const addBilledDays = (
  tally: Tally,
  card: BookCard,
  visits: readonly BookVisit[],
  { today, zone }: BookMonth,
): void => {
  const verified = verifiedDays(visits);
  for (const { date, work, billing, payroll } of serviceDays(card, zone)) {
    if ((billing || payroll) && date > today)
      tally.break(
        `${showDate(date)} is ${billing ? 'billed' : 'paid'} before it was worked.`,
        cardRecord(card),
      );
    if (!billing) continue;
    const record = { ...cardRecord(card), day: date };
    if (!card.needsVisits) tally.add('noVisitNeeded', work, record);
    else {
      const proven = Math.min(work, verified.get(date) ?? 0);
      tally.add('proven', proven, record);
      tally.add('aboveVisits', work - proven, record);
    }
  }
};

const sentence = (text: string) => `${text.replace(/^Error: /, '')}.`;

/** Hours that two records bill for one client or caregiver, or pay one caregiver twice; reported once, of the later record. */
const breakOverlaps = (tally: Tally, facts: BookMonth, cards: readonly BookCard[]): void => {
  const all: readonly CardBeside[] = [...facts.beside, ...cards];
  const [byClient, byProvider] = [
    Map.groupBy(all, ({ clientId }) => clientId),
    Map.groupBy(all, ({ providerId }) => providerId),
  ];
  for (const card of cards) {
    const near = new Set<CardBeside>([
      ...(byClient.get(card.clientId) ?? []),
      ...(byProvider.get(card.providerId) ?? []),
    ]);
    const others = [...near].filter((other) => other.date < card.date || other.id < card.id);
    for (const text of findOverlapsWith(card, others, facts.zone).refused)
      tally.break(sentence(text), cardRecord(card));
  }
};

export const checkBilled = (facts: BookMonth): CheckResult => {
  const tally = newTally('billed');
  const visits = Map.groupBy(facts.visits, ({ planId }) => planId);
  const cards = facts.planMonths.flatMap(({ card }) => card ?? []);
  for (const card of cards) {
    tally.look();
    addBilledDays(tally, card, visits.get(card.planId) ?? [], facts);
  }
  breakOverlaps(tally, facts, cards);
  return tally.result();
};

type Totals = BookCard['totals'];
const isSamePart = (a: Totals['noBilling'], b: Totals['noBilling']) =>
  a.working === b.working && a.travel === b.travel && a.unit === b.unit;
const isSameTotals = (a: Totals, b: Totals) =>
  isSamePart(a, b) && isSamePart(a.noBilling, b.noBilling) && isSamePart(a.noPayroll, b.noPayroll);

/** What was stored with a record is what its days come to. */
const breakCount = (tally: Tally, card: BookCard, zone: string): void => {
  const record = cardRecord(card);
  const days = serviceDays(card, zone);
  const counted = storedTotals(days, card.unitRule);
  const amount = cardAmount(days, card);
  if (!isSameTotals(counted, card.totals))
    tally.break('Its stored time and units are not those of its days.', record);
  if (amount !== card.amount)
    tally.break(`Its days come to ${showMoney(amount)}, but ${showMoney(card.amount)} is stored.`, record);
  if (card.plan.clientId !== card.clientId || card.plan.providerId !== card.providerId)
    tally.break('Its client or caregiver is not the one of its care plan.', record);
};

/** Where the part of a record is that no claim asks for; below 0 where claims ask for more. */
const partNotAsked = (card: BookCard | null, asked: number): BookPart => {
  if (!card) return 'deletedSince';
  if (asked === 0) return card.isPrivate ? 'private' : 'notClaimed';
  return asked > card.amount ? 'changedSince' : 'partlyClaimed';
};

const addClaimed = (tally: Tally, of: BookPlanMonth, facts: BookMonth): void => {
  const { card, parts, planId } = of;
  const asked = askedFor(parts, facts.usage);
  const record = card
    ? cardRecord(card)
    : recordOf('card', parts[0]?.cardId ?? planId, of, { month: facts.month });
  const amount = card?.amount ?? 0;
  tally.add('claimed', asked, record);
  tally.add(partNotAsked(card, asked), amount - asked, record);
  if (card && asked > amount && of.claimedAt !== null && card.modifiedAt < of.claimedAt)
    tally.break(
      `Its claims ask for ${showMoney(asked)}, it comes to ${showMoney(amount)}, and nobody has changed it since.`,
      record,
    );
};

/** What billing records come to, and where that is claimed (docs/rules/books.md, rule 3). */
export const checkAmounts = (facts: BookMonth): CheckResult => {
  const tally = newTally('amounts');
  for (const of of facts.planMonths) {
    if (of.card) {
      tally.look();
      breakCount(tally, of.card, facts.zone);
    }
    addClaimed(tally, of, facts);
  }
  return tally.result();
};

export const checkMonth = (facts: BookMonth): CheckResult[] => [
  checkWorked(facts),
  checkBilled(facts),
  checkAmounts(facts),
];
