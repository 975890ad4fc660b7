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

/** Who hears of a plan: of a new one, of other times from a day on, of its end, and that it goes on beyond that. */

/** How far ahead the first visit is looked for: the first ones may be covered by somebody else. */
const AHEAD = 28;

const perWeekOn = (plan: PlanWeeks<Pick<PlanWeek, 'time'>>, day: string) =>
  plannedDays(weekOn(plan, day).time).length;

/** The visits of a plan that are ahead, the next one first; those that somebody covers are not its own. */
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
/** A plan with its weeks, as a change finds and leaves it. */
type ChangedPlan = PlanFields & PlanWeeks;
/** The same with the times of its weeks alone. */
type EndingPlan = PlanFields & PlanWeeks<Pick<PlanWeek, 'time'>>;

/** The first visit that the week of a plan has on some days, of those that are ahead and of which none is among the `covered`. */
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
 * The caregiver of a new plan hears of it as the caregiver of a cover does, and the client's contact of a new regular
 * caregiver, or of other times of the one who comes already. A plan that is entered afterwards tells nobody.
 */
export const notifyOfPlan = async (
  tx: Tx,
  scope: Scope,
  plan: ChangedPlan,
  record: Recorder,
): Promise<void> => {
  if (plan.StartDate < scope.today().toString()) return;
  // Nobody covers a visit of a plan that was not there before.
  const days = { from: plan.StartDate, through: lastDayOf(plan) };
  const first = firstPlanned(scope, plan, days, []);
  if (!first) return;
  const near = { from: addDays(plan.StartDate, -1), through: addDays(plan.StartDate, AHEAD) };
  const findWhat = async () => ((await comesByOtherPlan(tx, plan, near)) ? 'week' : 'regular');
  const perWeek = perWeekOn(plan, first.day);
  await notifyPlan(tx, scope, { first, perWeek, caregiver: 'newPlan', findWhat }, record);
};

/** Another end of a plan. */
interface NewEnd {
  readonly before: EndingPlan;
  readonly after: EndingPlan;
  /** Visits that temporary plans covered before. */
  readonly covered: readonly VisitKey[];
  /** Those of them that they cover still. */
  readonly stillCovered: readonly VisitKey[];
}

/** Who hears of another end of a plan, and of which visit. */
export interface EndNews {
  readonly planId: number;
  readonly what: 'ended' | 'extended';
  readonly perWeek: number;
  /** The first one of its caregiver that is gone, or new; undefined: somebody else was to come to all of them. */
  readonly own: PlannedVisit | undefined;
  /** The first one that no longer takes place, or is new, no matter who was to come. */
  readonly any: PlannedVisit;
}
type PlannedVisit = NonNullable<ReturnType<typeof firstPlanned>>;

/** A plan ends on another day; none: no visit ahead is gone or new, or it is a temporary plan, of which its covers are told. */
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

/** Whether the contact hears of an end from which on a visit no longer takes place. */
export const isInEnd =
  (news: readonly EndNews[]) =>
  ({ planId, day }: VisitKey): boolean =>
    news.some((one) => one.what === 'ended' && one.planId === planId && one.any.day <= day);

const earliest = (visits: readonly PlannedVisit[]) =>
  visits.toSorted((a, b) => `${a.day} ${a.start}`.localeCompare(`${b.day} ${b.start}`))[0];

/** Plans that one action ends, or lets go on: each caregiver, and the contact of each client, hears of the first visit of theirs. */
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

/** The week of a plan has changed. */
interface WeekNews {
  readonly before: ChangedPlan;
  readonly after: ChangedPlan;
}

/** The times of a plan have changed from a day on: its caregiver and the client's contact hear of the first visit that has others. */
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
  // Where a visit is only left out, the next one says from when on.
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
