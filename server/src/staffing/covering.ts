import { addDays, instantOf, weekdayOf } from '@homecare/domain/calendar.ts';
import type { ResultOf } from '@homecare/domain/call.ts';
import { sayRefusal, temporaryDraft } from '@homecare/domain/care-plans/absence.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { weekOn } from '@homecare/domain/care-plans/weeks.ts';
import {
  done,
  type GeneralReason,
  type Reason,
  type Refusal,
  type Result,
  refuse,
} from '@homecare/domain/errors.ts';
import { seesAuthorizationMoney } from '@homecare/domain/permissions.ts';
import { candidatesFor, datedTimesOf, typeFor, whyMoved } from '@homecare/domain/staffing/candidates.ts';
import type * as calls from '@homecare/domain/staffing/contract.ts';
import { type CoverTimes, coverWeek, timesOnDay } from '@homecare/domain/staffing/cover.ts';
import type { Opened } from '@homecare/domain/staffing/open-visits.ts';
import type { Candidate, VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import { windowState } from '@homecare/domain/visits/rules.ts';
import { keepJustification } from '../authorizations/justifications.ts';
import { findPlan } from '../care-plans/reading.ts';
import { changePlanIn, lockCovers, writePlan } from '../care-plans/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { findMovedOverlap } from '../visits/rescheduling.ts';
import { exceededOf, refuseUnjustified } from './cover-limits.ts';
import {
  beginCovers,
  type CoverChanges,
  exemptionOf,
  notifyChanges,
  stillExempt,
  storeCoverChanges,
} from './covers.ts';
import { askAbout, datesOf, inTime, loadWorld } from './facts.ts';
import { notifyCovered } from './notifying.ts';
import {
  type Covering,
  findClientOf,
  lockOpenRow,
  lockPeopleOfVisit,
  moveCovers,
  type NewEvent,
  openRows,
} from './queries.ts';
import { coverOf, findVisit, type OneVisit, whyNotOpen } from './service.ts';

/** Covers: another caregiver takes an open visit by a temporary plan for its day, and gives it back. */

/**
 * Locks a visit until the transaction ends, then checks that it is still open. If someone is to take it, everyone whose hours, units
 * and travel it affects is locked first: covers made at the same moment respect the limits together, and nobody involved is archived
 * and no plan of theirs changes during the check.
 */
export const lockOpenVisit = async (
  tx: Tx,
  scope: Scope,
  key: VisitKey,
  taker?: number,
): Promise<OneVisit | undefined> => {
  if (!(await findClientOf(tx, key.planId))) return undefined;
  // People are locked first, as when a plan changes or someone is archived, so that two transactions never wait for each other.
  if (taker !== undefined) await lockPeopleOfVisit(tx, key, taker);
  await openRows(tx, [key], scope.now().toString());
  await lockOpenRow(tx, key);
  // The transaction that held the lock before may have covered it.
  return findVisit(tx, scope, key);
};

export interface Cover extends VisitKey {
  readonly providerId: number;
  readonly via: Covering['via'];
  /** Undefined means the planned times, or the ones that can still be met. */
  readonly times?: CoverTimes | undefined;
  /** Days whose short gaps were approved; undefined skips the check of gaps. */
  readonly approvedDays?: CarePlanDays | undefined;
  /** Why the client needs this caregiver beyond a limit. */
  readonly justification?: string | undefined;
}
type CarePlanDays = NonNullable<Parameters<typeof writePlan>[2]['approved']>;

/** This is printed on the client's care plan and shown to the covering caregiver, so it never says why the regular one cannot come. */
const REASON = 'The regular caregiver cannot come';

const candidateFor = async (
  db: Db,
  scope: Scope,
  opened: Opened,
  providerId: number,
): Promise<{
  readonly candidate: Candidate | undefined;
  readonly type: string | undefined;
}> => {
  const world = await loadWorld(db, scope, datesOf([opened.visit]), true);
  const [question] = await askAbout(db, scope, world, [opened.visit]);
  const caregiver = question?.caregivers.find(({ id }) => id === providerId);
  if (!question || !caregiver) return { candidate: undefined, type: undefined };
  const [candidate] = candidatesFor(question.asked, [caregiver], world.around.people, world.rules);
  return { candidate, type: typeFor(question.asked, caregiver)?.Code };
};

/**
 * When one caregiver would come to an open visit now. The text, its link and the phone show these times before the yes, and the
 * cover has them after it.
 */
export const timesFor = async (
  db: Db,
  scope: Scope,
  opened: Opened,
  providerId: number,
): Promise<CoverTimes & Pick<StaffedVisit, 'date'>> => {
  const visit = inTime(scope, opened.visit);
  if (!visit.isLate) return visit;
  const { candidate } = await candidateFor(db, scope, { ...opened, visit }, providerId);
  return datedTimesOf(candidate, visit);
};

/** The chosen times are so early that check-in would already be over. */
const isPast = (scope: Scope, { date, start }: StaffedVisit) =>
  windowState(instantOf(date, start, scope.settings.timeZone), scope.now()) === 'past';

interface CheckedCover {
  readonly opened: Opened;
  readonly candidate: Candidate;
  /** The type they work by; undefined if there is none, and then the candidate says so. */
  readonly type: string | undefined;
}

/** Checks whether one caregiver can take a visit locked by `lockOpenVisit`; writes nothing. */
export const checkCover = async (
  tx: Tx,
  scope: Scope,
  { planId, day, providerId, times }: Cover,
  found: OneVisit | undefined,
): Promise<Result<CheckedCover, GeneralReason | 'notOpen' | 'cannotCome'>> => {
  const key = { planId, day };
  if (!found) return refuse('notFound');
  if (!found.opened) return refuse('notOpen', whyNotOpen(found, key));
  const visit = inTime(scope, found.opened.visit, times);
  if (times && isPast(scope, visit))
    return refuse('cannotCome', 'Nobody could check in by then. Choose a later start.');
  const moved = whyMoved(visit, found.today);
  if (moved) return refuse('notOpen', moved);
  const asked = { ...found.opened, visit };
  const { candidate, type } = await candidateFor(tx, scope, asked, providerId);
  if (!candidate) return refuse('notFound');
  // A caregiver who cannot be there sooner comes at times of their own.
  const own = candidate.times ? inTime(scope, found.opened.visit, candidate.times) : visit;
  return done({ opened: { ...asked, visit: own }, candidate, type });
};

/** Writes a cover that `checkCover` has checked. */
export const writeCover = async (
  tx: Tx,
  scope: Scope,
  { planId, day, providerId, via, approvedDays, justification }: Cover,
  checked: CheckedCover,
  record: Recorder,
  /** Events of the caregiver's own yes and its check, which precede the cover in the visit's history. */
  yes?: readonly NewEvent[],
): Promise<ResultOf<typeof calls.coverVisit>> => {
  const { opened, candidate, type } = checked;
  const { visit } = opened;
  if (candidate.obstacle !== null || type === undefined)
    return refuse('cannotCome', `${candidate.Provider}: ${candidate.why}`);
  const beyond = candidate.toJustify.map((one) => ({ ...one, rule: 'justify' as const }));
  const toJustify = exceededOf([{ visit, beyond }]);
  const unjustified = refuseUnjustified(toJustify, justification, seesAuthorizationMoney(scope.user.role));
  if (unjustified) return unjustified;
  const plan = await findPlan(tx, scope, planId);
  if (!plan) return refuse('notFound');
  const released =
    visit.byPlanId === planId ? undefined : await releaseDay(tx, scope, visit.byPlanId, day, record);
  if (released && !released.ok) return released;
  const days = { from: day, through: day };
  const week = coverWeek(weekOn(plan, day), weekdayOf(Temporal.PlainDate.from(day)), timesOnDay(visit));
  const pair = { providerId, clientId: visit.ClientID };
  const draft = {
    ...temporaryDraft(plan, days, providerId, REASON),
    Type: type,
    excluded: await exemptionOf(tx, scope, pair, days),
  };
  const { date, start, end } = visit;
  const at = date === day ? undefined : { date, start, end };
  const written = await writePlan(
    tx,
    scope,
    { draft, week, approved: approvedDays, at, moved: 'none' },
    record,
  );
  if (!written.ok) return asRefusal(written);
  const { id, visits } = written.data;
  const overtimeMinutes = candidate.cost?.overtimeMinutes ?? 0;
  const covered = coverVisitOf(checked, providerId, id);
  await beginCovers(tx, scope, [covered], { via, overtimeMinutes, yes }, record);
  const of = { clientId: visit.ClientID, planId: id, text: justification };
  await keepJustification(tx, scope, of, toJustify, record);
  return done({ id, visits: visits.created, times: { start, end } });
};

/** Faults of times and gaps keep their reason and days; any other refusal of the plan becomes a sentence. */
const asRefusal = (refused: Refusal<Reason>) => {
  const { reason } = refused;
  return reason === 'timesTaken' || reason === 'shortGaps' || reason === 'weekRejected'
    ? refuse(reason, refused.info, refused.errors)
    : refuse('conflict', sayRefusal(refused));
};

/** A cover whose caregiver cannot come gives up one of its days; it keeps the days before and after. */
const releaseDay = async (
  tx: Tx,
  scope: Scope,
  coverId: number,
  day: string,
  record: Recorder,
): Promise<ResultOf<typeof calls.coverVisit>> => {
  const plan = await findPlan(tx, scope, coverId);
  if (!plan || plan.EndDate === null) return refuse('notFound');
  const isFirst = plan.StartDate === day;
  const change = isFirst
    ? { Status: 'Deleted' as const }
    : { Status: 'Archive' as const, EndDate: addDays(day, -1) };
  const changed = await changePlanIn(tx, scope, coverId, change, record);
  if (!changed.ok) return refuse('conflict', sayRefusal(changed));
  if (plan.EndDate === day) return done({ id: coverId, visits: 0 });
  const rest = { from: addDays(day, 1), through: plan.EndDate };
  const draft = { ...restDraft(plan, rest), Type: plan.Type, excluded: stillExempt(scope, plan.excluded) };
  const written = await writePlan(
    tx,
    scope,
    { draft, week: weekOn(plan, rest.from), approved: undefined, moved: 'all', goesOn: true },
    record,
  );
  if (!written.ok) return asRefusal(written);
  const { id, visits } = written.data;
  await moveCovers(tx, rest, coverId, id);
  return done({ id, visits: visits.created });
};

const restDraft = (plan: CarePlan, days: { readonly from: string; readonly through: string }) =>
  temporaryDraft(plan, days, plan.ProviderID, plan.createReason);

/** Covers a visit. The caller notifies the caregiver and the client's contact. */
export const coverAndNotify = async (
  tx: Tx,
  scope: Scope,
  cover: Cover,
  record: Recorder,
  notify: (covered: StaffedVisit) => Promise<void> | void,
): Promise<ResultOf<typeof calls.coverVisit>> => {
  const locked = await lockOpenVisit(tx, scope, cover, cover.providerId);
  const checked = await checkCover(tx, scope, cover, locked);
  if (!checked.ok) return checked;
  const written = await writeCover(tx, scope, cover, checked.data, record);
  if (written.ok) await notify(coverVisitOf(checked.data, cover.providerId, written.data.id));
  return written;
};

export const coverVisit: UseCase<typeof calls.coverVisit> = (
  scope,
  { planId, day, providerId, times, approvedDays, justification },
) =>
  mutate(scope, 'staffing.cover', (tx, record) =>
    coverAndNotify(
      tx,
      scope,
      { planId, day, providerId, times, approvedDays: approvedDays ?? [], justification, via: 'office' },
      record,
      (covered) => notifyCovered(tx, scope, [covered], record),
    ),
  );

/** The visit at its cover's own times. */
export const coverVisitOf = (
  { opened: { visit } }: CheckedCover,
  ProviderID: number,
  byPlanId: number,
): StaffedVisit => ({ ...visit, byPlanId, ProviderID });

/** Ends the cover of a day. A temporary plan of one visit is deleted under the usual checks of plans; one of several days gives up this day. */
const endCover = async (
  tx: Tx,
  scope: Scope,
  plan: Pick<CarePlan, 'id' | 'StartDate' | 'EndDate'>,
  day: string,
  record: Recorder,
) => {
  if (plan.StartDate !== plan.EndDate) return releaseDay(tx, scope, plan.id, day, record);
  const deleted = await changePlanIn(tx, scope, plan.id, { Status: 'Deleted' }, record);
  return deleted.ok ? done({ id: plan.id, visits: 0 }) : refuse('conflict', sayRefusal(deleted));
};

/** Takes back the cover of a visit within the caller's transaction. The caller notifies the people affected. */
export const uncoverIn = async (
  tx: Tx,
  scope: Scope,
  { planId, day }: VisitKey,
  record: Recorder,
  notify: (changes: CoverChanges) => Promise<void> | void,
): Promise<ResultOf<typeof calls.uncoverVisit>> => {
  await lockPeopleOfVisit(tx, { planId, day });
  const row = await lockOpenRow(tx, { planId, day });
  const found = await findVisit(tx, scope, { planId, day });
  const coverId = row?.coverId ?? (found && coverOf(found, { planId, day }));
  const plan = coverId ? await findPlan(tx, scope, coverId) : undefined;
  const before = plan ? await lockCovers(tx, plan.id) : [];
  if (!plan || !before.some((visit) => visit.planId === planId && visit.day === day))
    return refuse('notOpen', 'Nobody covers this visit.');
  const ended = await endCover(tx, scope, plan, day, record);
  if (!ended.ok) return refuse('conflict', ended.info);
  // The caregiver whose weekly plan gets the visit back may be elsewhere at its current time.
  const overlap = await findMovedOverlap(tx, scope, [planId]);
  if (overlap) return refuse('conflict', overlap);
  await notify(await storeCoverChanges(tx, scope, [plan.id, ended.data.id], before, record));
  return done({ id: plan.id });
};

export const uncoverVisit: UseCase<typeof calls.uncoverVisit> = (scope, key) =>
  mutate(scope, 'staffing.uncover', (tx, record) =>
    uncoverIn(tx, scope, key, record, (changes) => notifyChanges(tx, scope, [changes], record)),
  );
