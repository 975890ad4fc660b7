import {
  billedMinutes,
  partAmount,
  partUnits,
  serviceDays,
  totalMinutes,
} from '@homecare/domain/billing/counting.ts';
import { weekdayOf } from '@homecare/domain/calendar.ts';
import { weekOn, weeksOf } from '@homecare/domain/care-plans/weeks.ts';
import { askedByCard, expectedOf } from '@homecare/domain/claims/expected.ts';
import { verifiedMinutes } from '@homecare/domain/claims/proof.ts';
import { paidOfLines } from '@homecare/domain/claims/standing-day.ts';
import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { paidDays } from '@homecare/domain/payroll/lines.ts';
import { seesVisitMoney } from '@homecare/domain/permissions.ts';
import { showInvoiceNumber } from '@homecare/domain/private-pay/invoicing.ts';
import { sum } from '@homecare/domain/sum.ts';
import type { getVisitStory } from '@homecare/domain/visit-story/contract.ts';
import {
  CHANGED_FIELDS,
  CLAIM_ANSWERS,
  type StoryCard,
  type StoryChange,
  type StoryClaim,
  type StoryEnd,
  type StoryInvoice,
  type StoryPay,
  type VisitStory,
} from '@homecare/domain/visit-story/schema.ts';
import type { RecordedEnd } from '@homecare/domain/visits/call-report.ts';
import { findProofVisit, listProofTypes, provenByOf } from '../claims/standing.ts';
import { payOfMonths } from '../payroll/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listEvents } from '../staffing/service.ts';
import { findCall } from '../visits/reading.ts';
import {
  type AnswerOfClaim,
  type CardOfVisit,
  type ClaimOfCards,
  type FoundVisit,
  findRunOfDay,
  findStoryVisit,
  findUsualDays,
  type LoggedChange,
  listAggregatorRecords,
  listAnswersOfClaims,
  listCardsOfDay,
  listClaimsOfCards,
  listDocumentsOfDay,
  listInvoicesOfDay,
  listLateArrivals,
  listVisitChanges,
  type SeenEnd,
} from './queries.ts';

/** One visit's story, collected from every feature with a part in it (docs/rules/visit-story.md). */

const stamp = (at: string) => Temporal.Instant.from(at).toString();

const planOf = ({
  planId,
  byPlanId,
  created,
  createReason,
  day,
  ...found
}: FoundVisit): VisitStory['plan'] => {
  const weeks = weeksOf(found);
  const { start, end } = timesOfPlan({ ...found, day });
  const version = Math.max(1, weeks.findLastIndex(({ from }) => from <= day) + 1);
  return {
    id: planId,
    createdAt: created,
    createReason,
    version,
    versions: weeks.length,
    from: weeks[version - 1]?.from ?? found.StartDate,
    start,
    end,
    coverId: byPlanId === planId ? null : byPlanId,
  };
};

type Times = Pick<VisitStory, 'start' | 'end'>;

const timesOfPlan = (found: Pick<FoundVisit, 'day' | 'StartDate' | 'week' | 'weeks'>): Times => {
  const weekday = weekdayOf(Temporal.PlainDate.from(found.day));
  const [timeIn, timeOut] = weekOn(found, found.day).time;
  return { start: timeIn[weekday], end: timeOut[weekday] };
};

/** The plan's times if no visit is created for the day yet. */
const plannedTimes = (found: FoundVisit): Times =>
  found.start !== null && found.end !== null ? { start: found.start, end: found.end } : timesOfPlan(found);

const stampOrNone = (at: string | null) => (at === null ? null : stamp(at));

const endOf = (
  { at, final, isMobile, late, distance, error }: RecordedEnd,
  { receivedAt, deviceAt, accuracy, call }: SeenEnd,
): StoryEnd | null =>
  at === null
    ? null
    : {
        recordedAt: stamp(at),
        final: stampOrNone(final),
        receivedAt: stampOrNone(receivedAt),
        deviceAt: stampOrNone(deviceAt),
        accuracy: accuracy === null ? null : Math.round(accuracy),
        isPhone: isMobile,
        call,
        isLate: late,
        metres: distance === null ? null : Math.round(distance),
        hasLocationError: error,
      };

const asText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const changeOf = ({ changes, at, ...change }: LoggedChange): StoryChange => ({
  ...change,
  at: stamp(at),
  changed: CHANGED_FIELDS.flatMap((field) => {
    const values = changes[field];
    return values ? [{ field, old: asText(values[0]), now: asText(values[1]) }] : [];
  }),
});

interface Reader {
  readonly zone: string;
  readonly seesMoney: boolean;
}
const seen = (cents: number, { seesMoney }: Reader) => (seesMoney ? cents : null);

const cardOf = (card: CardOfVisit, date: string, reader: Reader): StoryCard => {
  const days = serviceDays(card, reader.zone);
  const range = { from: date, through: date };
  const { id, month, at, status } = card;
  return {
    ...{ id, month, at, status },
    minutes: totalMinutes(billedMinutes(days.filter((day) => day.date === date))),
    units: partUnits(days, range, card.unitRule),
    cents: seen(partAmount(days, range, card), reader),
  };
};

/** A claim paid only for other days counts as denied for this one, unless insurers paid all of it. */
const kindOf = ({ outcome, paid }: AnswerOfClaim, ofDay: number | null, expected: number) => {
  if (outcome === 'paid' && (ofDay ?? paid) === 0 && expected > 0) return 'denied' as const;
  return CLAIM_ANSWERS.find((kind) => kind === outcome) ?? 'paid';
};

const answerOf = (
  answer: AnswerOfClaim,
  lines: ClaimOfCards['lines'],
  { cards, reader }: { readonly cards: ReadonlySet<number>; readonly reader: Reader },
): StoryClaim['answers'][number] => {
  const isMoney = answer.outcome === 'paid' || answer.outcome === 'taken back';
  const cents =
    isMoney && answer.lines ? paidOfLines(lines, answer.lines, (cardId) => cards.has(cardId)) : null;
  const reasons = answer.lines?.filter(({ control }) => lines.some((line) => line.control === control));
  return {
    at: stamp(answer.at),
    kind: kindOf(answer, cents, sum(lines.map(expectedOf))),
    cents: reader.seesMoney ? cents : null,
    reason: reasons?.find(({ reason }) => reason !== null)?.reason ?? answer.reason,
  };
};

const claimsOf = async (
  db: Db,
  cardIds: readonly number[],
  date: string,
  reader: Reader,
): Promise<StoryClaim[]> => {
  if (cardIds.length === 0) return [];
  const cards = new Set(cardIds);
  const claims = (await listClaimsOfCards(db, cardIds)).flatMap((claim) => {
    const lines = claim.lines.filter(
      ({ day, shares }) => day === date && shares.some(({ cardId }) => cards.has(cardId)),
    );
    return lines.length === 0 ? [] : [{ ...claim, lines }];
  });
  const answers = Map.groupBy(
    await listAnswersOfClaims(
      db,
      claims.map(({ id }) => id),
    ),
    ({ claimId }) => claimId,
  );
  return claims.map(({ id, at, fileName, par, lines, frequency }) => {
    const own = lines.flatMap((line) => askedByCard(line).filter(({ cardId }) => cards.has(cardId)));
    // A void asks for nothing.
    const isVoid = frequency === '8';
    return {
      ...{ id, at, fileName, par },
      units: isVoid ? 0 : sum(own.map(({ units }) => units)),
      cents: seen(isVoid ? 0 : sum(own.map(({ amount }) => amount)), reader),
      insured: seen(isVoid ? 0 : sum(own.map(({ insured }) => insured)), reader),
      answers: (answers.get(id) ?? []).map((answer) => answerOf(answer, lines, { cards, reader })),
    };
  });
};

const invoicesOf = async (db: Db, planId: number, date: string, reader: Reader): Promise<StoryInvoice[]> =>
  (await listInvoicesOfDay(db, planId, date)).map(({ range, count, cents, payments, ...invoice }) => ({
    ...invoice,
    number: showInvoiceNumber(range, count),
    cents: reader.seesMoney ? cents : null,
    payments: payments.map((payment) => ({ ...payment, cents: reader.seesMoney ? payment.cents : null })),
  }));

/** What the day pays by payroll's own calculation, at the day's rate; overtime belongs to the week. */
const payOf = async (
  scope: Scope,
  { ProviderID, byPlanId, date }: FoundVisit,
  cards: readonly CardOfVisit[],
  reader: Reader,
): Promise<StoryPay | null> => {
  const [card] = cards;
  if (!card) return null;
  const run = (await findRunOfDay(scope.site.db, ProviderID, byPlanId, date)) ?? null;
  const months = await payOfMonths(scope, {
    from: card.calculation,
    to: card.calculation,
    providerId: ProviderID,
    group: 'all',
  });
  const ids = new Set(cards.map(({ id }) => id));
  const days = months
    .flatMap(({ cards: own, rates }) => own.map((one) => ({ one, rates })))
    .filter(({ one }) => ids.has(one.id))
    .flatMap(({ one, rates }) => paidDays(one, rates, reader.zone))
    .filter((day) => day.date === date);
  if (days.length === 0) return null;
  const rate = days[0]?.rate ?? null;
  const minutes = sum(days.map(({ work, travel }) => work + travel));
  const cents = Math.round(sum(days.map((day) => (day.work + day.travel) * (day.rate ?? 0))) / 60);
  return {
    month: card.calculation,
    minutes,
    rate: reader.seesMoney ? rate : null,
    cents: reader.seesMoney && rate !== null ? cents : null,
    run,
  };
};

const moneyStory = async (scope: Scope, found: FoundVisit, reader: Reader) => {
  const { db } = scope.site;
  const { byPlanId, date } = found;
  const cards = await listCardsOfDay(db, byPlanId, date);
  return {
    cards: cards.map((card) => cardOf(card, date, reader)),
    claims: await claimsOf(
      db,
      cards.map(({ id }) => id),
      date,
      reader,
    ),
    invoices: await invoicesOf(db, byPlanId, date, reader),
    pay: await payOf(scope, found, cards, reader),
  };
};

/** What the visit proves to the payer, by the rule that checks claims. */
const verifiedOf = async (scope: Scope, { visitId, Type }: FoundVisit): Promise<number | null> => {
  if (visitId === null) return null;
  const { db } = scope.site;
  const [visit, types] = await Promise.all([findProofVisit(db, visitId), listProofTypes(db)]);
  const type = types.get(Type);
  return visit && type ? verifiedMinutes(visit, type, provenByOf(scope)) : null;
};

export const loadVisitStory: UseCase<typeof getVisitStory> = async (scope, asked) => {
  const { db } = scope.site;
  if (asked.planId === undefined && asked.cardId === undefined)
    return refuseFields([{ field: 'planId', message: 'Name a care plan or a billing record.' }]);
  const found = await findStoryVisit(db, asked);
  if (!found) return refuse('notFound');
  const reader = { zone: scope.settings.timeZone, seesMoney: seesVisitMoney(scope.user.role) };
  const { visitId, planId, day, date, byPlanId, ClientID, ProviderID } = found;
  const call = visitId === null ? undefined : await findCall(scope, { visitId, ClientID, ProviderID, date });
  const { Client, Provider, town, Type, status, closed, aggregatorStatus, where } = found;
  return done({
    ...{ planId, day, visitId, ClientID, Client, ProviderID, Provider, town, Type, date, status, closed },
    aggregatorStatus,
    ...plannedTimes(found),
    plan: planOf(found),
    tasks: found.tasks ? [...Object.keys(found.tasks.Care), ...Object.keys(found.tasks.Home)] : [],
    events: await listEvents(db, { planId, day }),
    checkIn: call ? endOf(call.start, found.startSeen) : null,
    checkOut: call ? endOf(call.end, found.endSeen) : null,
    verifiedMinutes: await verifiedOf(scope, found),
    where,
    changes:
      visitId === null
        ? []
        : (await listVisitChanges(db, visitId)).map(changeOf).filter(({ changed }) => changed.length > 0),
    arrivals: await listLateArrivals(db, { planId, day }),
    records: visitId === null ? [] : await listAggregatorRecords(db, visitId),
    usualDays: await findUsualDays(db, scope.today().toString(), scope.settings.timeZone),
    documents: await listDocumentsOfDay(db, byPlanId, date),
    ...(await moneyStory(scope, found, reader)),
  });
};
