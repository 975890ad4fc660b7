import { addDays, instantOf, weekdayOf } from '@homecare/domain/calendar.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { changedTimes, plannedDays } from '@homecare/domain/care-plans/week-line.ts';
import { changedDays, movedEnd, type PlanWeeks, weekOn } from '@homecare/domain/care-plans/weeks.ts';
import { wallSpan } from '@homecare/domain/staffing/open-visits.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import { loadAroundPlan } from './facts.ts';
import { notifyMoved, notifyPlan } from './notifying.ts';
import { comesByOtherPlan, type Days } from './queries.ts';

/** Who hears of a plan: of a new one, of other times from a day on, of its end, and that it goes on beyond that. */

/** How far ahead the first visit is looked for: the first ones may be covered by somebody else. */
const AHEAD = 28;

const perWeekOn = (plan: PlanWeeks, day: string) => plannedDays(weekOn(plan, day).time).length;

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

/** A plan with its weeks, as a change finds and leaves it. */
type ChangedPlan = Pick<
  CarePlan,
  'id' | 'ProviderID' | 'ClientID' | 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId'
> &
  PlanWeeks;

/** The first visit that the week of a plan has on some days, of those that are ahead and that nobody covered. */
const firstPlanned = (
  scope: Scope,
  plan: ChangedPlan,
  { from, through }: Days,
  isCovered: (day: string) => boolean,
) => {
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
  const days = { from: plan.StartDate, through: plan.EndDate ?? addDays(plan.StartDate, AHEAD) };
  // Nobody covers a visit of a plan that was not there before.
  const first = firstPlanned(scope, plan, days, () => false);
  if (!first) return;
  const near = { from: addDays(plan.StartDate, -1), through: addDays(plan.StartDate, AHEAD) };
  const what = (await comesByOtherPlan(tx, plan, near)) ? 'week' : 'regular';
  const perWeek = perWeekOn(plan, first.day);
  await notifyPlan(tx, scope, { first, perWeek, caregiver: 'newPlan', what }, record);
};

/** A plan ends on another day: its caregiver and the client's contact hear of the first visit that is gone, or new. */
const notifyOfEnd = async (
  tx: Tx,
  scope: Scope,
  { before, after, covered }: PlanNews,
  record: Recorder,
): Promise<void> => {
  const moved = after.coversPlanId === null ? movedEnd(before, after) : undefined;
  if (!moved) return;
  const { what, through } = moved;
  const today = scope.today().toString();
  const days = { from: moved.from > today ? moved.from : today, through };
  // Whoever was to cover a day, and the contact, hear of that cover.
  const isCovered = (day: string) => covered.some((visit) => visit.planId === after.id && visit.day === day);
  const plan = what === 'ended' ? before : after;
  const first = firstPlanned(scope, plan, days, isCovered);
  if (!first) return;
  await notifyPlan(tx, scope, { first, perWeek: perWeekOn(plan, first.day), caregiver: what, what }, record);
};

/** A change of a plan. */
interface PlanNews {
  readonly before: ChangedPlan;
  readonly after: ChangedPlan;
  /** Visits that temporary plans covered before. */
  readonly covered: readonly VisitKey[];
}

/** A plan has changed: whoever it concerns hears what becomes of visits that are ahead. */
export const notifyOfChange = async (
  tx: Tx,
  scope: Scope,
  news: PlanNews,
  record: Recorder,
): Promise<void> => {
  await notifyOfWeek(tx, scope, news, record);
  await notifyOfEnd(tx, scope, news, record);
};

/** The times of a plan have changed from a day on: its caregiver and the client's contact hear of the first visit that has others. */
const notifyOfWeek = async (
  tx: Tx,
  scope: Scope,
  { before, after: plan }: PlanNews,
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
  await notifyPlan(tx, scope, { first, perWeek, caregiver: 'newWeek', what: 'week' }, record);
};
