import { instantOf } from '@homecare/domain/calendar.ts';
import { isExcludedTooOld } from '@homecare/domain/care-plans/rules.ts';
import { exemptionOn } from '@homecare/domain/staffing/cover.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import { type StaffedVisit, staffedVisits } from '@homecare/domain/staffing/staffed-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { addDays, daysBetween, loadAroundClient, openOf } from './facts.ts';
import { notifyCovered, notifyUncovered } from './notifying.ts';
import { queueOffers } from './offers-job.ts';
import {
  type Covering,
  clearCovers,
  type Days,
  insertEvents,
  listCoverPlans,
  listExemptions,
  listRecords,
  type NewEvent,
  openRows,
  storeCovers,
} from './queries.ts';

/** Temporary plans begin and end covers, no matter who changes them: the history of the visits, the figures, and who is notified. */

const keyOf = ({ planId, day }: VisitKey) => `${planId} ${day}`;
const coverKeyOf = ({ planId, day, byPlanId: coverId }: StaffedVisit) => ({ planId, day, coverId });

/** The visits of the temporary plans among some, as they are now. */
export const coversOf = async (db: Db, planIds: readonly number[]): Promise<StaffedVisit[]> => {
  const plans = await listCoverPlans(db, planIds);
  const [first] = plans;
  if (!first) return [];
  const days = plans.reduce(
    ({ from, through }, { StartDate, EndDate }) => ({
      from: StartDate < from ? StartDate : from,
      through: (EndDate ?? StartDate) > through ? (EndDate ?? StartDate) : through,
    }),
    { from: first.StartDate, through: first.EndDate ?? first.StartDate },
  );
  const ids = plans.map(({ id }) => id);
  const records = await listRecords(db, days, ids);
  const dates = new Set([...daysBetween(days), ...records.map(({ date }) => date)]);
  return staffedVisits({ plans, records, archived: new Map() }, [...dates]);
};

interface Begun extends Covering {
  /** The caregiver's own yes, which comes before the cover in the history of the visit. */
  readonly yes?: NewEvent | undefined;
}

/** Somebody comes to visits by temporary plans. */
export const beginCovers = async (
  tx: Tx,
  scope: Scope,
  visits: readonly StaffedVisit[],
  { yes, ...covering }: Begun,
  record: Recorder,
): Promise<void> => {
  const at = scope.now().toString();
  const keys = visits.map(coverKeyOf);
  await openRows(tx, keys, at);
  await storeCovers(tx, keys, covering, at);
  // The person who was asked hears at once that it is taken; an acceptance notifies them itself.
  if (covering.via !== 'offer') await queueOffers(tx);
  const events = visits.map(({ planId, day, ProviderID: providerId }): NewEvent => {
    const who = scope.user.initials;
    return { planId, day, kind: 'covered', providerId, who };
  });
  await insertEvents(tx, yes ? [yes, ...events] : events, at);
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

/** Who was to come, who comes now, and the contact; of visits of one cover that are ahead. */
const notifyOfEnd = async (
  tx: Tx,
  scope: Scope,
  visits: readonly StaffedVisit[],
  record: Recorder,
): Promise<void> => {
  const [first] = visits;
  if (!first) return;
  const days = visits.map(({ day }) => day).sort();
  const around = await loadAroundClient(tx, scope, first.ClientID, {
    from: addDays(days[0] ?? first.day, -1),
    through: addDays(days.at(-1) ?? first.day, 1),
  });
  const open = new Set(openOf(scope, around).map(({ visit }) => keyOf(visit)));
  const ended = new Set(visits.map(keyOf));
  const { byPlanId: coverId, ProviderID: providerId } = first;
  // Anyone who is archived loses the planned visits after their plans.
  const rest = around.visits
    .filter((visit) => ended.has(keyOf(visit)) && visit.byPlanId !== coverId)
    .map((visit) => ({ visit, isOpen: open.has(keyOf(visit)) }));
  await notifyUncovered(tx, scope, { coverId, providerId, visits, rest }, record);
};

/**
 * After temporary plans were made, changed or ended: what they cover now and did not `before`, and the other way round. Only
 * visits that are not over are reported.
 */
export const followCovers = async (
  tx: Tx,
  scope: Scope,
  planIds: readonly number[],
  before: readonly StaffedVisit[],
  record: Recorder,
): Promise<void> => {
  const now = await coversOf(tx, planIds);
  const [had, has] = [new Set(before.map(keyOf)), new Set(now.map(keyOf))];
  const begun = now.filter((visit) => !had.has(keyOf(visit)));
  const ended = before.filter((visit) => !has.has(keyOf(visit)));
  const isAhead = ({ date, start, minutes }: StaffedVisit) => {
    const end = instantOf(date, start, scope.settings.timeZone).add({ minutes });
    return Temporal.Instant.compare(end, scope.now()) > 0;
  };
  if (begun.length > 0) {
    await beginCovers(tx, scope, begun, { via: 'office', overtimeMinutes: null }, record);
    const covered = begun
      .filter(isAhead)
      .map((visit) => ({ coverId: visit.byPlanId, providerId: visit.ProviderID, visit }));
    await notifyCovered(tx, scope, covered, record);
  }
  if (ended.length > 0) {
    await endCovers(tx, scope, ended, record);
    for (const own of Map.groupBy(ended.filter(isAhead), ({ byPlanId }) => byPlanId).values())
      await notifyOfEnd(tx, scope, own, record);
  }
};

interface Pair {
  readonly providerId: number;
  readonly clientId: number;
}

/** Since when a cover is exempt from visit verification: as the pair is all those days, while it is a base for a new plan. */
export const exemptionOf = async (
  tx: Tx,
  scope: Scope,
  { providerId, clientId }: Pair,
  days: Days,
): Promise<string | null> =>
  stillExempt(scope, exemptionOn(await listExemptions(tx, [clientId], providerId), days));

export const stillExempt = (scope: Scope, excluded: string | null) =>
  excluded !== null && !isExcludedTooOld(excluded, scope.today()) ? excluded : null;
