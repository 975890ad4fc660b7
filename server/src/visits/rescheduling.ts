import { addDays, showDate, showStamp, visitInstants } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { VISIT_DAYS } from '@homecare/domain/care-plans/rules.ts';
import { done, type FieldError, type Result, refuse, refuseAll } from '@homecare/domain/errors.ts';
import { CLOSED_VISIT } from '@homecare/domain/visits/closing.ts';
import type { rescheduleVisit } from '@homecare/domain/visits/contract.ts';
import {
  checkReschedule,
  endDayOf,
  movedOverlapOf,
  movedTo,
  type OtherVisit,
  overlapOf,
} from '@homecare/domain/visits/office.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { withinLimits } from '../authorizations/justifications.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { isStale } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { loadAround } from '../staffing/facts.ts';
import { withCallOuts } from '../staffing/moved-call-outs.ts';
import { notifyMoved } from '../staffing/notifying.ts';
import { queueOffers } from '../staffing/offers-job.ts';
import { staleVisit } from './correcting.ts';
import { findExpectedVisit, timesOf } from './expected-visit.ts';
import {
  findVisitId,
  listMovedPairsOf,
  listMovedPairsOfPlans,
  listVisitsAround,
  lockPair,
  lockVisit,
  moveVisitRow,
  type NearPair,
} from './office-queries.ts';
import { findVisit } from './queries.ts';

/** The office's change of day and time of a planned visit. */

type Move = InputOf<typeof rescheduleVisit>;

const isThere = (visit: Visit, { startDate, startTime }: Move) =>
  visit.Date === startDate && visit.PlanStartTime === startTime;

/** Refuses an end that would change the visit's length. */
const checkEnd = (
  moved: Pick<Visit, 'Date' | 'PlanStartTime' | 'PlanEndTime'>,
  input: Move,
): FieldError[] => {
  const day = endDayOf(moved);
  const same = (input.endTime ?? moved.PlanEndTime) === moved.PlanEndTime && (input.endDate ?? day) === day;
  return same
    ? []
    : [
        {
          field: 'endTime',
          message: `The visit keeps its length: it ends ${showDate(day)} ${moved.PlanEndTime}.`,
        },
      ];
};

const movedInfo = (scope: Scope, visit: Visit) =>
  `Visit was rescheduled to ${showStamp(
    Temporal.PlainDate.from(visit.Date)
      .toZonedDateTime({ timeZone: scope.settings.timeZone, plainTime: visit.PlanStartTime })
      .toInstant()
      .toString(),
    scope.settings.timeZone,
  )}`;

/** Moves a Planned visit. Repeating the same move changes nothing. */
export const reschedule: UseCase<typeof rescheduleVisit> = async (scope, input) => {
  const id = input.id ?? (await findVisitId(scope, input.careId, input.fromDate));
  const first = id ? await findVisit(scope.site.db, scope, id) : undefined;
  if (!first || first.CareID !== input.careId) return refuse('notFound');
  if (isThere(first, input)) return done(first, { info: movedInfo(scope, first) });
  return mutate(scope, 'visits.reschedule', async (tx, record) => {
    const people = await lockPair(tx, first);
    const visit = (await lockVisit(tx, first.id)) && (await findVisit(tx, scope, first.id));
    if (!visit) return refuse('notFound');
    if (visit.Date !== input.fromDate || isStale(input.rev, visit)) return staleVisit(scope, visit);
    if (visit.Status !== 'Planned')
      return refuse('conflict', `Only a Planned visit can be rescheduled; this one is ${visit.Status}.`);
    if (visit.ClosedCode !== null) return refuse('conflict', CLOSED_VISIT);
    if (visit.Date < scope.today().toString())
      return refuse('conflict', 'Only a visit of today or later can be rescheduled.');
    const zone = scope.settings.timeZone;
    const wanted = { date: input.startDate, start: input.startTime };
    const moved = movedTo(visit, wanted.date, wanted.start);
    const faults = refuseAll([
      ...checkReschedule(visit, wanted, scope.now(), zone),
      ...checkEnd(moved, input),
    ]);
    if (faults) return faults;
    const gone = people.find(({ archived }) => archived !== null && archived <= moved.Date);
    if (gone) return refuse('conflict', `The ${gone.kind.toLowerCase()} is archived by then.`);
    const others = [
      ...(await listVisitsAround(tx, visit, moved.Date)),
      ...(await listUnmade(tx, scope, visit, moved.Date)),
    ];
    const overlap = overlapOf(moved, visit, others, zone);
    if (overlap) return refuse('conflict', overlap);
    const decided = { planId: visit.CareID, from: moved.Date, through: moved.Date };
    return withinLimits(tx, scope, { ...decided, justification: input.justification }, record, () =>
      store(tx, scope, { visit, moved }, record),
    );
  });
};

/** Visits of the same people around the last day to which a visit can be moved: they are in their plans but have no record yet. */
const listUnmade = async (
  tx: Tx,
  scope: Scope,
  { ProviderID, ClientID }: Visit,
  date: string,
): Promise<OtherVisit[]> => {
  const lastMade = scope
    .today()
    .add({ days: VISIT_DAYS - 1 })
    .toString();
  if (date < lastMade) return [];
  const days = { from: addDays(date, -1), through: addDays(date, 1) };
  const { visits } = await loadAround(tx, scope, days);
  return visits
    .filter((one) => one.visitId === null && !one.isExempt)
    .filter((one) => one.ProviderID === ProviderID || one.ClientID === ClientID)
    .map((one) => ({
      ...{ ProviderID: one.ProviderID, ClientID: one.ClientID },
      ...{ Date: one.date, PlanStartTime: one.start, PlanEndTime: one.end },
    }));
};

/** Plans that received visits in this transaction were compared by their weeks. Returns a sentence if a moved visit overlaps another one. */
export const findMovedOverlap = async (
  tx: Tx,
  scope: Scope,
  planIds: readonly number[],
): Promise<string | undefined> => {
  const zone = scope.settings.timeZone;
  const pairs = await listMovedPairsOfPlans(tx, planIds);
  return pairs.map((pair) => movedOverlapOf(pair, zone)).find((overlap) => overlap !== undefined);
};

/** The reopened visits that another visit of the caregiver or client blocks by now, each with a sentence; of two that overlap, the later one. */
export const findOpenedOverlaps = async (
  tx: Tx,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const zone = scope.settings.timeZone;
  const waiting = new Set(ids);
  const found = new Map<number, string>();
  for (const pair of await listMovedPairsOf(tx, ids)) {
    const { own, other } = pair;
    waiting.delete(own.id);
    if (found.has(own.id) || waiting.has(other.id) || found.has(other.id) || isOver(scope, own)) continue;
    const overlap = movedOverlapOf(pair, zone);
    if (overlap) found.set(own.id, overlap);
  }
  return found;
};

/** A visit that took place is known by the times that were worked. */
const isOver = (scope: Scope, { Date: date, PlanStartTime, PlanEndTime }: NearPair['own']) => {
  const { end } = visitInstants(date, PlanStartTime, PlanEndTime, scope.settings.timeZone);
  return Temporal.Instant.compare(end, scope.now()) <= 0;
};

interface Moving {
  readonly visit: Visit;
  readonly moved: Pick<Visit, 'Date' | 'PlanStartTime' | 'PlanEndTime'>;
}

const store = async (
  tx: Tx,
  scope: Scope,
  { visit, moved }: Moving,
  record: Recorder,
): Promise<Result<Visit>> => {
  await withCallOuts(tx, scope, [visit.CareID], record, () =>
    moveVisitRow(tx, visit.id, moved, {
      by: scope.user.initials,
      now: scope.now().toString(),
      isByOffice: true,
    }),
  );
  record({
    entity: 'visit',
    id: visit.id,
    action: 'update',
    changes: {
      Date: [visit.Date, moved.Date],
      PlanStartTime: [visit.PlanStartTime, moved.PlanStartTime],
      PlanEndTime: [visit.PlanEndTime, moved.PlanEndTime],
    },
  });
  const now = await findVisit(tx, scope, visit.id);
  if (!now) return refuse('notFound');
  await reportMoved(tx, scope, { before: visit, now }, record);
  return done(now, { info: movedInfo(scope, now) });
};

/** Tells the caregiver and the client's contact the new time of a future visit. */
const reportMoved = async (
  tx: Tx,
  scope: Scope,
  { before, now }: { readonly before: Visit; readonly now: Visit },
  record: Recorder,
): Promise<void> => {
  const found = await findExpectedVisit(tx, scope, now);
  if (!found) return;
  const { comes, ...visit } = found;
  // The caregiver who was asked for the old time is told at once.
  await queueOffers(tx);
  await notifyMoved(tx, scope, { visit, before: timesOf(before), comes }, record);
};
