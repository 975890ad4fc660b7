import { serviceDays, totalMinutes } from '@homecare/domain/billing/counting.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done } from '@homecare/domain/errors.ts';
import { sum } from '@homecare/domain/sum.ts';
import { type listVisitsBehind, VISITS_AT_ONCE } from '@homecare/domain/visit-story/contract.ts';
import type { VisitBehind } from '@homecare/domain/visit-story/schema.ts';
import { MAX_ID } from '@homecare/domain/wire.ts';
import { listDaysBehind, listUsedDays } from '../authorizations/ledgers.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  type BehindCard,
  type ClaimSource,
  isOfClaims,
  listBehindPlans,
  listCardsById,
  listCardsOfMonth,
  listCardsWithin,
  listDaysOfRun,
  listInvoicedDays,
  listSentLines,
  NAMED_SOURCES,
} from './behind-queries.ts';

/** The visits that a row of another list counts (docs/rules/visit-story.md, rule 12). */

type Asked = InputOf<typeof listVisitsBehind>;
/** Only some rows count claims. */
type Counted = Pick<VisitBehind, 'planId' | 'day' | 'minutes' | 'units'> &
  Partial<Pick<VisitBehind, 'claimId'>>;

/** Served days of billing records; for a caregiver, those that are paid. */
const daysOfCards = (cards: readonly BehindCard[], zone: string, onlyPaid = false): Counted[] =>
  cards.flatMap((card) =>
    serviceDays(card, zone)
      .filter(({ payroll }) => payroll || !onlyPaid)
      .map((day) => ({ planId: card.planId, day: day.date, minutes: totalMinutes(day), units: null })),
  );

const ofClaims = async ({ site: { db } }: Scope, of: ClaimSource, id: string): Promise<Counted[]> => {
  const shares = (await listSentLines(db, of, id)).flatMap(({ id: claimId, lines }) =>
    lines.flatMap(({ day, shares: own }) =>
      own.map(({ cardId, units }) => ({ cardId, day, units, claimId })),
    ),
  );
  const cards = await listCardsById(db, [...new Set(shares.map(({ cardId }) => cardId))]);
  const planOf = new Map(cards.map(({ id: cardId, planId }) => [cardId, planId]));
  return shares.flatMap(({ cardId, ...share }) => {
    const planId = planOf.get(cardId);
    return planId === undefined ? [] : [{ ...share, planId, minutes: null }];
  });
};

const ofCaregiver = async ({ site: { db }, settings }: Scope, id: number, asked: Asked) => {
  const { month, from, through } = asked;
  if (month !== undefined) return daysOfCards(await listCardsOfMonth(db, id, month), settings.timeZone, true);
  if (from === undefined || through === undefined) return [];
  const days = daysOfCards(await listCardsWithin(db, id, from, through), settings.timeZone, true);
  return days.filter(({ day }) => from <= day && day <= through);
};

/** Uses the ledger of authorized units, so that the units add up to its numbers. */
const ofLedger = async (scope: Scope, id: number, { of, type, month, part }: Asked): Promise<Counted[]> => {
  const days =
    of === 'authorization' ? await listDaysBehind(scope, id, part) : await listUsedDays(scope, id, type);
  return days
    .filter(({ date }) => month === undefined || date.startsWith(month))
    .map(({ date, ...day }) => ({ ...day, day: date }));
};

/** A care plan's visits in its client's ledger: those of the last year, and future ones. */
const ofPlan = async (scope: Scope, id: number): Promise<Counted[]> => {
  const [plan] = await listBehindPlans(scope.site.db, [id]);
  const days = plan ? await listUsedDays(scope, plan.ClientID, undefined) : [];
  return days.filter(({ planId }) => planId === id).map(({ date, ...day }) => ({ ...day, day: date }));
};

const countedBy = async (scope: Scope, asked: Asked): Promise<readonly Counted[]> => {
  const { db } = scope.site;
  const { of, id } = asked;
  const number = Number(id);
  const isNumber = Number.isInteger(number) && number <= MAX_ID;
  if (!isNumber && !NAMED_SOURCES.includes(of)) return [];
  if (isOfClaims(of)) return ofClaims(scope, of, id);
  if (of === 'plan') return ofPlan(scope, number);
  if (of === 'caregiver') return ofCaregiver(scope, number, asked);
  if (of === 'authorization' || of === 'client') return ofLedger(scope, number, asked);
  if (of === 'card') return daysOfCards(await listCardsById(db, [number]), scope.settings.timeZone);
  const days = await (of === 'run' ? listDaysOfRun(db, number) : listInvoicedDays(db, of, number));
  return days.map((day) => ({ ...day, units: null }));
};

/** The sum, or null if one of the numbers is missing. */
const sumOf = (values: readonly (number | null)[]) =>
  values.some((value) => value === null) ? null : sum(values.map((value) => value ?? 0));

export const loadVisitsBehind: UseCase<typeof listVisitsBehind> = async (scope, asked) => {
  // For a care plan users look for the newest; other rows add up in the order of days.
  const sign = asked.of === 'plan' ? -1 : 1;
  const counted = (await countedBy(scope, asked)).toSorted((a, b) => sign * a.day.localeCompare(b.day));
  const shown = counted.slice(0, VISITS_AT_ONCE);
  const plans = await listBehindPlans(scope.site.db, [...new Set(shown.map(({ planId }) => planId))]);
  const planOf = new Map(plans.map((plan) => [plan.planId, plan]));
  return done({
    rows: shown.flatMap((one) => {
      const plan = planOf.get(one.planId);
      return plan ? [{ ...plan, claimId: null, ...one }] : [];
    }),
    total: counted.length,
    minutes: sumOf(counted.map(({ minutes }) => minutes)),
    units: sumOf(counted.map(({ units }) => units)),
  });
};
