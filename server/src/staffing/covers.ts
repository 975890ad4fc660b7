import { addDays, instantOf } from '@homecare/domain/calendar.ts';
import { isExcludedTooOld } from '@homecare/domain/care-plans/rules.ts';
import { exemptionOn } from '@homecare/domain/staffing/cover.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import { type StaffedVisit, staffedVisits } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { daysBetween, loadAroundClient, openOf } from './facts.ts';
import { notifyCovered, notifyUncovered, type Uncovered } from './notifying.ts';
import { queueOffers } from './offers-job.ts';
import {
  type Covering,
  clearCovers,
  type Days,
  insertEvents,
  type LeftVisit,
  listCoverPlans,
  listExemptions,
  listRecords,
  type NewEvent,
  openRows,
  storeCovers,
} from './queries.ts';

/** Covers begin and end with temporary plans, whoever changes those. This records history and figures and notifies people. */

const keyOf = ({ planId, day }: VisitKey) => `${planId} ${day}`;
const coverKeyOf = ({ planId, day, byPlanId: coverId }: StaffedVisit) => ({ planId, day, coverId });

/**
 * The current visits of the temporary plans among some plans. It leaves out days whose visit was canceled or moved away under
 * another plan of the same visits.
 */
export const coversOf = async (db: Db, planIds: readonly number[]): Promise<StaffedVisit[]> => {
  const kin = await listCoverPlans(db, planIds);
  const own = new Set(planIds);
  const plans = kin.filter(({ id, coversPlanId }) => coversPlanId !== null && own.has(id));
  const [first] = plans;
  if (!first) return [];
  const days = plans.reduce(
    ({ from, through }, { StartDate, EndDate }) => ({
      from: StartDate < from ? StartDate : from,
      through: (EndDate ?? StartDate) > through ? (EndDate ?? StartDate) : through,
    }),
    { from: first.StartDate, through: first.EndDate ?? first.StartDate },
  );
  const ids = kin.map(({ id }) => id);
  const records = await listRecords(db, days, ids);
  const dates = new Set([...daysBetween(days), ...records.map(({ date }) => date)]);
  const visits = staffedVisits({ plans: kin, records, archived: new Map() }, [...dates]);
  const covers = new Set(plans.map(({ id }) => id));
  return visits.filter(({ byPlanId }) => covers.has(byPlanId));
};

interface Begun extends Covering {
  /** Events of the caregiver's own yes and its check, which precede the cover in the visit's history. */
  readonly yes?: readonly NewEvent[] | undefined;
}

/** Records that someone comes to visits by temporary plans. */
export const beginCovers = async (
  tx: Tx,
  scope: Scope,
  visits: readonly StaffedVisit[],
  { yes = [], ...covering }: Begun,
  record: Recorder,
): Promise<void> => {
  const at = scope.now().toString();
  const keys = visits.map(coverKeyOf);
  await openRows(tx, keys, at);
  await storeCovers(tx, keys, covering, at);
  // Caregivers who were asked are told at once that the visit is taken; accepting an offer does that itself.
  if (covering.via !== 'offer') await queueOffers(tx);
  const events = visits.map(({ planId, day, ProviderID: providerId }): NewEvent => {
    const who = scope.user.initials;
    return { planId, day, kind: 'covered', providerId, who };
  });
  await insertEvents(tx, [...yes, ...events], at);
  const { via } = covering;
  for (const { planId, day, byPlanId: plan, ProviderID: providerId } of visits) {
    const cover = { day, plan, providerId, via };
    record({ entity: 'openVisit', id: planId, action: 'update', changes: { cover: [null, cover] } });
  }
};

const endCovers = async (tx: Tx, scope: Scope, visits: readonly StaffedVisit[], record: Recorder) => {
  await clearCovers(tx, visits.map(coverKeyOf));
  const events = visits.map(({ planId, day, ProviderID: providerId }): NewEvent => {
    const who = scope.user.initials;
    return { planId, day, kind: 'uncovered', providerId, who };
  });
  await insertEvents(tx, events, scope.now().toString());
  for (const { planId, day, byPlanId: plan } of visits)
    record({
      entity: 'openVisit',
      id: planId,
      action: 'update',
      changes: { cover: [{ day, plan }, null] },
    });
};

/** Visits that one cover has released, as they are now. */
export const afterEnd = async (tx: Tx, scope: Scope, visits: readonly LeftVisit[]): Promise<Uncovered[]> => {
  const [first] = visits;
  if (!first) return [];
  const days = visits.flatMap(({ day, date }) => [day, date]).sort();
  const around = await loadAroundClient(tx, scope, first.ClientID, {
    from: addDays(days[0] ?? first.day, -1),
    through: addDays(days.at(-1) ?? first.day, 1),
  });
  const open = new Set(openOf(scope, around).map(({ visit }) => keyOf(visit)));
  // When a caregiver is archived, their planned visits are removed after their plans.
  const rest = around.visits.filter(({ byPlanId }) => byPlanId !== first.byPlanId);
  const byKey = new Map(rest.map((visit) => [keyOf(visit), visit]));
  return visits.map((visit) => {
    const now = byKey.get(keyOf(visit));
    return { visit, now: now && { visit: now, isOpen: open.has(keyOf(now)) } };
  });
};

/** Visits not yet over that temporary plans newly cover or no longer cover. */
export interface CoverChanges {
  readonly covered: readonly StaffedVisit[];
  readonly uncovered: readonly Uncovered[];
}

/** The visit is not over. */
export const isAhead = (scope: Scope, { date, start, minutes }: StaffedVisit): boolean => {
  const end = instantOf(date, start, scope.settings.timeZone).add({ minutes });
  return Temporal.Instant.compare(end, scope.now()) > 0;
};

/** Records what temporary plans cover now and did not `before`, and the other way round, after they were created, changed or ended. */
export const storeCoverChanges = async (
  tx: Tx,
  scope: Scope,
  planIds: readonly number[],
  before: readonly StaffedVisit[],
  record: Recorder,
): Promise<CoverChanges> => {
  const now = await coversOf(tx, planIds);
  const [had, has] = [new Set(before.map(keyOf)), new Set(now.map(keyOf))];
  const begun = now.filter((visit) => !had.has(keyOf(visit)));
  const ended = before.filter((visit) => !has.has(keyOf(visit)));
  const isToCome = (visit: StaffedVisit) => isAhead(scope, visit);
  if (begun.length > 0) await beginCovers(tx, scope, begun, { via: 'office', overtimeMinutes: null }, record);
  if (ended.length > 0) await endCovers(tx, scope, ended, record);
  const uncovered = [];
  for (const own of Map.groupBy(ended.filter(isToCome), ({ byPlanId }) => byPlanId).values())
    uncovered.push(...(await afterEnd(tx, scope, own)));
  return { covered: begun.filter(isToCome), uncovered };
};

/** Sends everyone affected one message about all changes. */
export const notifyChanges = async (
  tx: Tx,
  scope: Scope,
  changes: readonly CoverChanges[],
  record: Recorder,
  isInEnd?: (visit: VisitKey) => boolean,
): Promise<void> => {
  const covered = changes.flatMap((one) => one.covered);
  const uncovered = changes.flatMap((one) => one.uncovered);
  await notifyCovered(tx, scope, covered, record);
  await notifyUncovered(tx, scope, uncovered, record, isInEnd);
};

/** Records what temporary plans cover now and notifies the people affected. */
export const followCovers = async (
  tx: Tx,
  scope: Scope,
  planIds: readonly number[],
  before: readonly StaffedVisit[],
  record: Recorder,
  isInEnd?: (visit: VisitKey) => boolean,
): Promise<void> => {
  const changes = await storeCoverChanges(tx, scope, planIds, before, record);
  await notifyChanges(tx, scope, [changes], record, isInEnd);
};

interface Pair {
  readonly providerId: number;
  readonly clientId: number;
}

/**
 * The day since when a cover is exempt from visit verification: its pair is exempt on all of its days, and not for so long that a
 * new plan could no longer be exempt.
 */
export const exemptionOf = async (
  tx: Tx,
  scope: Scope,
  { providerId, clientId }: Pair,
  days: Days,
): Promise<string | null> =>
  stillExempt(scope, exemptionOn(await listExemptions(tx, [clientId], providerId), days));

export const stillExempt = (scope: Scope, excluded: string | null) =>
  excluded !== null && !isExcludedTooOld(excluded, scope.today()) ? excluded : null;
