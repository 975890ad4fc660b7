import { addDays, instantOf, weekdayOf } from '@homecare/domain/calendar.ts';
import type { CarePlan, PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import { changedTimes, plannedDays } from '@homecare/domain/care-plans/week-line.ts';
import {
  changedDays,
  lastDayOf,
  movedEnd,
  type PlanWeeks,
  weekOn,
} from '@homecare/domain/care-plans/weeks.ts';
import { wallSpan } from '@homecare/domain/staffing/open-visits.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { loadAroundPlan } from './facts.ts';
import { notifyMoved, notifyPlan, notifyPlanCaregiver, notifyPlanContact } from './notifying.ts';
import { comesByOtherPlan, type Days } from './queries.ts';

/** Tells people about a plan: a new one, new times from a day on, its end, and its extension. */

/** How many days ahead to look for the first visit, because the first ones may be covered by someone else. */
const AHEAD = 28;

const perWeekOn = (plan: PlanWeeks<Pick<PlanWeek, 'time'>>, day: string) =>
  plannedDays(weekOn(plan, day).time).length;

/** The future visits of a plan, next one first, without those that someone covers. */
const loadAhead = async (tx: Tx, scope: Scope, plan: ChangedPlan, days: Days) => {
  const zone = scope.settings.timeZone;
  const { visits } = await loadAroundPlan(tx, scope, plan, days);
  const isAhead = ({ date, start }: StaffedVisit) =>
    Temporal.Instant.compare(instantOf(date, start, zone), scope.now()) > 0;
  return visits
    .filter((visit) => visit.byPlanId === plan.id && isAhead(visit))
    .toSorted((a, b) => wallSpan(a).start - wallSpan(b).start);
};

type PlanFields = Pick<
  CarePlan,
  'id' | 'ProviderID' | 'ClientID' | 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId'
>;
/** A plan with its weeks, before or after a change. */
type ChangedPlan = PlanFields & PlanWeeks;
/** The same with only the times of its weeks. */
type EndingPlan = PlanFields & PlanWeeks<Pick<PlanWeek, 'time'>>;

/** The first future visit that a plan's week has on some days and that is not among the `covered` ones. */
const firstPlanned = (
  scope: Scope,
  plan: EndingPlan,
  { from, through }: Days,
  covered: readonly VisitKey[],
) => {
  const isCovered = (day: string) => covered.some((visit) => visit.planId === plan.id && visit.day === day);
  const last = addDays(from, AHEAD);
  for (let day = from; day <= through && day <= last; day = addDays(day, 1)) {
    const weekday = weekdayOf(Temporal.PlainDate.from(day));
    const times = plannedDays(weekOn(plan, day).time).find((one) => one.day === weekday);
    const start = times && instantOf(day, times.from, scope.settings.timeZone);
    if (times && start && Temporal.Instant.compare(start, scope.now()) > 0 && !isCovered(day)) {
      const { id: planId, ProviderID, ClientID } = plan;
      return { planId, day, date: day, ProviderID, ClientID, start: times.from, end: times.to };
    }
  }
  return undefined;
};

/**
 * Tells the caregiver of a new plan about it, as for a cover, and the client's contact about a new regular caregiver or other times
 * of the present one. A plan entered afterwards is not announced.
 */
export const notifyOfPlan = async (
  tx: Tx,
  scope: Scope,
  plan: ChangedPlan,
  record: Recorder,
): Promise<void> => {
  if (plan.StartDate < scope.today().toString()) return;
  // Nobody covers visits of a plan that has just been created.
  const days = { from: plan.StartDate, through: lastDayOf(plan) };
  const first = firstPlanned(scope, plan, days, []);
  if (!first) return;
  const near = { from: addDays(plan.StartDate, -1), through: addDays(plan.StartDate, AHEAD) };
  const findWhat = async () => ((await comesByOtherPlan(tx, plan, near)) ? 'week' : 'regular');
  const perWeek = perWeekOn(plan, first.day);
  await notifyPlan(tx, scope, { first, perWeek, caregiver: 'newPlan', findWhat }, record);
};

/** A changed end of a plan. */
interface NewEnd {
  readonly before: EndingPlan;
  readonly after: EndingPlan;
  /** Visits that temporary plans covered before the change. */
  readonly covered: readonly VisitKey[];
  /** Those that they still cover. */
  readonly stillCovered: readonly VisitKey[];
}

/** Who is told about a changed end of a plan, and which visit is named. */
export interface EndNews {
  readonly planId: number;
  readonly what: 'ended' | 'extended';
  readonly perWeek: number;
  /** The first removed or added visit of its own caregiver; undefined if someone else was to come to all of them. */
  readonly own: PlannedVisit | undefined;
  /** The first visit that no longer takes place or is new, whoever was to come. */
  readonly any: PlannedVisit;
}
type PlannedVisit = NonNullable<ReturnType<typeof firstPlanned>>;

/**
 * The news when a plan ends on another day. None if no future visit is removed or added, or for a temporary plan, whose covers are
 * announced instead.
 */
export const newsOfEnd = (scope: Scope, { before, after, covered, stillCovered }: NewEnd): EndNews[] => {
  const moved = after.coversPlanId === null ? movedEnd(before, after) : undefined;
  if (!moved) return [];
  const { what, through } = moved;
  const today = scope.today().toString();
  const days = { from: moved.from > today ? moved.from : today, through };
  const plan = what === 'ended' ? before : after;
  const any = firstPlanned(scope, plan, days, stillCovered);
  if (!any) return [];
  const own = firstPlanned(scope, plan, days, covered);
  return [{ planId: plan.id, what, perWeek: perWeekOn(plan, any.day), own, any }];
};

/** The news of the plans' ends already tells the contact about this visit. */
export const isInEnd =
  (news: readonly EndNews[]) =>
  ({ planId, day }: VisitKey): boolean =>
    news.some((one) => one.what === 'ended' && one.planId === planId && one.any.day <= day);

const earliest = (visits: readonly PlannedVisit[]) =>
  visits.toSorted((a, b) => `${a.day} ${a.start}`.localeCompare(`${b.day} ${b.start}`))[0];

/** Several plans are ended or extended by one action: tells each caregiver and each client's contact about their first visit. */
export const notifyOfEnds = async (
  tx: Tx,
  scope: Scope,
  news: readonly EndNews[],
  record: Recorder,
): Promise<void> => {
  for (const ofPerson of Map.groupBy(news, ({ any }) => any.ProviderID).values()) {
    const first = earliest(ofPerson.flatMap(({ own }) => own ?? []));
    const [one] = ofPerson;
    if (first && one)
      await notifyPlanCaregiver(tx, scope, { first, perWeek: one.perWeek, caregiver: one.what }, record);
  }
  for (const ofClient of Map.groupBy(news, ({ any }) => any.ClientID).values()) {
    const first = earliest(ofClient.map(({ any }) => any));
    const [one] = ofClient;
    if (first && one) await notifyPlanContact(tx, scope, { first, what: one.what }, record);
  }
};

/** A changed week of a plan. */
interface WeekNews {
  readonly before: ChangedPlan;
  readonly after: ChangedPlan;
}

/** The times of a plan change from a day on: tells its caregiver and the client's contact about the first visit with other times. */
export const notifyOfWeek = async (
  tx: Tx,
  scope: Scope,
  { before, after: plan }: WeekNews,
  record: Recorder,
): Promise<void> => {
  const changed = changedDays(before, plan);
  if (!changed) return;
  const today = scope.today().toString();
  const from = changed.from > today ? changed.from : today;
  const ahead = await loadAhead(tx, scope, plan, { from, through: addDays(from, AHEAD) });
  const ofWeek = ahead.filter(({ day }) => day >= from && (changed.through ?? day) >= day);
  const [next] = ofWeek;
  if (!next) return;
  const others = changedTimes(weekOn(before, next.day), weekOn(plan, next.day));
  if (others.length === 0) return;
  const weekday = ({ day }: StaffedVisit) => weekdayOf(Temporal.PlainDate.from(day));
  // If a visit is only dropped, the next one shows from when on.
  const first = ofWeek.find((visit) => others.includes(weekday(visit))) ?? next;
  const was = plannedDays(weekOn(before, first.day).time).find(({ day }) => day === weekday(first));
  if (plan.StartDate === plan.EndDate && was)
    return notifyMoved(
      tx,
      scope,
      { visit: first, before: { date: first.date, start: was.from, end: was.to }, comes: true },
      record,
    );
  const perWeek = perWeekOn(plan, first.day);
  const findWhat = async () => 'week' as const;
  await notifyPlan(tx, scope, { first, perWeek, caregiver: 'newWeek', findWhat }, record);
};
