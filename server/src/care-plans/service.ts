import { showStamp, type Weekday } from '@homecare/domain/calendar.ts';
import type { InputOf, OutputOf, ReasonOf } from '@homecare/domain/call.ts';
import type {
  changePlanVisits,
  getCarePlans,
  insertCarePlan,
  readCarePlan,
} from '@homecare/domain/care-plans/contract.ts';
import { EVV_CREATED, PLAN_CREATED } from '@homecare/domain/care-plans/moves.ts';
import { computeTotals, type PlanDraft } from '@homecare/domain/care-plans/rules.ts';
import type {
  CarePlan,
  CarePlanType,
  CarePlanWeek,
  PlanWeek,
  VisitsMade,
} from '@homecare/domain/care-plans/schema.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type { DatedTimes } from '@homecare/domain/staffing/cover.ts';
import { checkLimits, keepJustification } from '../authorizations/justifications.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { followCovers } from '../staffing/covers.ts';
import { notifyOfPlan } from '../staffing/plan-news.ts';
import { findMovedOverlap } from '../visits/rescheduling.ts';
import {
  handOverVisits,
  keepMovesOf,
  makeFirstVisits,
  makeRunningVisits,
  makeVisitAt,
  makeVisits,
} from '../visits/service.ts';
import { loggedAs, removePlanVisits } from './archive.ts';
import { checkDraft, checkTimes, checkWeekOf, remarksWith } from './checking.ts';
import { fillRequest, refuseFilling } from './open-requests.ts';
import { type Override, readOverride } from './override.ts';
import { findPlanHead, insertPlan, insertPlans, listPlans, type NewPlan } from './queries.ts';

export { changePlanIn, lockCovers } from './change.ts';
export { findOpenRequest } from './open-requests.ts';
export { lockPlanPeople } from './queries.ts';

export const loadPlans: UseCase<typeof getCarePlans> = async (scope, input) => {
  const byId = input.id ? [{ field: 'ID', op: '=', value: String(input.id) } as const] : [];
  return done(await listPlans(scope, [...byId, ...input.filters]));
};

export const readPlan: UseCase<typeof readCarePlan> = async (scope, input) => {
  const plans = await loadPlans(scope, input);
  if (!plans.ok) return plans;
  const [plan, ...others] = plans.data;
  return plan && others.length === 0 ? done(plan) : refuse('notFound');
};

/** Date, time and initials, as shown in ArchiveInfo and DeleteInfo. */
const infoOf = (scope: Scope, now: string) =>
  `${showStamp(now, scope.settings.timeZone)} ${scope.user.initials}`;

type Fields = InputOf<typeof insertCarePlan>['data'];

/** An end date makes a plan Archive (docs/rules/care-plans.md, rule 5). */
const draftOf = (data: Fields): PlanDraft => ({
  ProviderID: data.ProviderID ?? null,
  ClientID: data.ClientID ?? null,
  Type: data.Type ?? null,
  StartDate: data.StartDate ?? null,
  EndDate: data.EndDate ?? null,
  Remarks: data.Remarks ?? null,
  createReason: data.createReason?.trim() ?? null,
  Status: data.Status === 'Archive' || (data.EndDate ?? null) !== null ? 'Archive' : 'Active',
  excluded: data.excluded ?? null,
  coversPlanId: data.coversPlanId ?? null,
});

const recordInsert = (
  record: Recorder,
  id: number,
  draft: PlanDraft,
  week: CarePlanWeek,
  overridden: readonly string[] | null,
) => {
  const filled = Object.entries({ ...draft, week, overridden }).filter(([, value]) => value !== null);
  record({
    entity: 'carePlan',
    id,
    action: 'insert',
    changes: Object.fromEntries(filled.map(([field, value]) => [loggedAs(field), [null, value] as const])),
  });
};

type FixedFields = Pick<NewPlan, 'providerId' | 'clientId' | 'typeId' | 'startDate' | 'createReason'>;

const newPlan = (scope: Scope, draft: PlanDraft, week: PlanWeek, kept: FixedFields): NewPlan => {
  const now = scope.now().toString();
  return {
    ...kept,
    endDate: draft.EndDate,
    remarks: draft.Remarks,
    status: draft.Status,
    archiveInfo: draft.Status === 'Archive' ? infoOf(scope, now) : null,
    excluded: draft.excluded,
    coversId: draft.coversPlanId,
    week: { ...week, ...computeTotals(week) },
    at: now,
    by: scope.user.initials,
  };
};

/** Creates a plan, its visits for today through 13 days ahead and its log rows, all or nothing. */
export const createPlan: UseCase<typeof insertCarePlan> = async (scope, { data }) => {
  const override = await readOverride(scope, 'carePlans.insert', null, data);
  if (!override.ok) return override;
  return mutate(scope, 'carePlans.insert', async (tx, record) => {
    const draft = draftOf(data);
    if (data.isTemporary && draft.coversPlanId === null)
      return refuseFields([
        { field: 'coversPlanId', message: 'A temporary plan names the plan that it covers.' },
      ]);
    const requestId = data.openRequestId ?? null;
    const unfit = requestId === null ? undefined : await refuseFilling(tx, requestId, draft.ClientID);
    if (unfit) return unfit;
    const week = data.week;
    const approved = data.approvedDays ?? undefined;
    const limits = { justification: data.limitJustification };
    const plan = { draft, week, approved, override: override.data, limits };
    const made = await writePlan(tx, scope, plan, record);
    if (!made.ok) return made;
    const { id, visits, plan: written } = made.data;
    // Plans were compared by their weeks, but a visit of these days may have been moved.
    const overlap = override.data ? undefined : await findMovedOverlap(tx, scope, [id]);
    if (overlap) return refuse('conflict', overlap);
    if (draft.coversPlanId === null) await notifyOfPlan(tx, scope, written, record);
    else await followCovers(tx, scope, [id], [], record);
    if (requestId !== null) await fillRequest(tx, scope, requestId, id, record);
    return done({ id, visits }, { insertId: id, info: PLAN_CREATED });
  });
};

export interface PlanToWrite {
  readonly draft: PlanDraft;
  readonly week: PlanWeek | null;
  /** Days whose short gaps were approved; undefined skips the check of gaps. */
  readonly approved: readonly Weekday[] | undefined;
  readonly override?: Override | undefined;
  /**
   * The moved visits it takes over as they are: those moved within their day (default), also those on another date for a caregiver
   * whose cover continues, or none if the times of its week are those of its only visit.
   */
  readonly moved?: 'ofDay' | 'all' | 'none' | undefined;
  /** Where the visit of a one-day plan takes place if it begins on the next date; undefined means by its week. */
  readonly at?: DatedTimes | undefined;
  /** The plan continues a cover of the same caregiver, so the days it keeps are not checked again. */
  readonly goesOn?: boolean;
  /** Set if the client's limits must be checked; a cover has been checked already. */
  readonly limits?: { readonly justification?: string | null | undefined } | undefined;
}

interface WrittenPlan extends OutputOf<typeof insertCarePlan> {
  readonly plan: Parameters<typeof makeFirstVisits>[2];
}

/** Creates a plan within the caller's transaction. A refusal comes before anything is written. */
export const writePlan = async (
  tx: Tx,
  scope: Scope,
  { draft, week, approved, override, at, moved, limits, goesOn = false }: PlanToWrite,
  record: Recorder,
): Promise<Result<WrittenPlan, ReasonOf<typeof insertCarePlan>>> => {
  const checked = await checkDraft(tx, scope, draft, goesOn);
  if (!checked.ok) return checked;
  const { provider, client, typeId, startDate, createReason } = checked.data;
  if (week === null) return refuseFields([{ field: 'week', message: 'The week of the plan is missing.' }]);
  const { EndDate, Status, excluded, coversPlanId } = draft;
  const people = { ProviderID: provider.ID, ClientID: client.ID };
  const plan = { ...people, StartDate: startDate, EndDate, Status, excluded, coversPlanId };
  const compared = { ...plan, id: null, Provider: provider.name, Client: client.name, week };
  const passed = goesOn ? done([]) : await checkTimes(tx, { plan: compared, client, approved, override });
  if (!passed.ok) return passed;
  const noted = remarksWith(draft.Remarks, override, passed.data);
  if (!noted.ok) return noted;
  const { remarks, overridden } = noted.data;
  const justification = limits?.justification;
  const toJustify =
    limits && (await checkLimits(tx, scope, limitedPlan({ ...plan, week }, draft), justification));
  if (toJustify && !toJustify.ok) return toJustify;
  const kept = { providerId: provider.ID, clientId: client.ID, typeId, startDate, createReason };
  const row = newPlan(scope, { ...draft, Remarks: remarks }, week, kept);
  const id = await insertPlan(tx, row);
  recordInsert(record, id, { ...draft, Remarks: remarks }, row.week, overridden);
  const of = { clientId: client.ID, planId: id, text: justification };
  await keepJustification(tx, scope, of, toJustify?.data ?? [], record);
  const written = { ...plan, id, week, weeks: [] };
  return done({ id, visits: await startVisits(tx, scope, written, { at, moved }, record), plan: written });
};

/** A new plan in the form that limits are checked with. */
const limitedPlan = (
  {
    ProviderID,
    ClientID,
    ...plan
  }: Pick<
    CarePlan,
    'ProviderID' | 'ClientID' | 'StartDate' | 'EndDate' | 'Status' | 'excluded' | 'coversPlanId'
  > & { readonly week: PlanWeek },
  { Type }: Pick<PlanDraft, 'Type'>,
) => ({ ...plan, id: null, providerId: ProviderID, clientId: ClientID, type: Type ?? '' });

/**
 * Creates a new plan's visits. A temporary plan takes over those of the plan it covers, including past ones that nobody began and,
 * among these, the one that runs past midnight and is not over.
 */
const startVisits = async (
  tx: Tx,
  scope: Scope,
  plan: Parameters<typeof makeFirstVisits>[2],
  { at, moved = 'ofDay' }: Pick<PlanToWrite, 'at' | 'moved'>,
  record: Recorder,
): Promise<VisitsMade> => {
  const { id, coversPlanId, StartDate, EndDate } = plan;
  if (coversPlanId === null || EndDate === null) return makeFirstVisits(tx, scope, plan, record);
  const days = { from: StartDate, through: EndDate, withMoved: moved === 'all' };
  await handOverVisits(tx, scope, coversPlanId, days, record);
  if (at) return makeVisitAt(tx, scope, { planId: id, day: StartDate }, at, record);
  const running = await makeRunningVisits(tx, scope, [id], record);
  const made = await makeVisits(tx, scope, [id], record);
  if (moved !== 'none') await keepMovesOf(tx, scope, [id], record);
  return { ...made, created: made.created + running };
};

export interface PlanToInsert {
  readonly draft: PlanDraft;
  readonly week: PlanWeek;
}

/**
 * Inserts many plans; the caller creates their visits. People and conflicts are the caller's responsibility: the plans are not
 * compared with stored ones. Returns the ids in order.
 */
export const insertPlansInBulk = async (
  tx: Tx,
  scope: Scope,
  plans: readonly PlanToInsert[],
  types: readonly Pick<CarePlanType, 'id' | 'Code'>[],
  record: Recorder,
): Promise<Result<number[]>> => {
  const typeIds = new Map(types.map(({ Code, id }) => [Code, id]));
  const rows: NewPlan[] = [];
  for (const { draft, week } of plans) {
    const mismatch = refuseAll(checkWeekOf(week));
    if (mismatch) return mismatch;
    const typeId = typeIds.get(draft.Type ?? '');
    const { ProviderID: providerId, ClientID: clientId, StartDate: startDate, createReason } = draft;
    if (!typeId || !providerId || !clientId || !startDate || !createReason)
      return refuse('badInput', 'A care plan is incomplete.');
    rows.push(newPlan(scope, draft, week, { providerId, clientId, typeId, startDate, createReason }));
  }
  const ids = await insertPlans(tx, rows);
  for (const id of ids) record({ entity: 'carePlan', id, action: 'insert' });
  return done(ids);
};

/** Older clients request the visits in a second call, when there is nothing left to create. */
const createVisitsOfPlan = (
  scope: Scope,
  { id }: InputOf<typeof changePlanVisits>,
): Promise<Result<VisitsMade>> =>
  mutate(scope, 'carePlans.changeVisits', async (tx, record) => {
    const plan = await findPlanHead(tx, id);
    if (!plan || plan.Status === 'Deleted') return refuse('notFound');
    const visits = await makeVisits(tx, scope, [id], record);
    if (visits.created === 0)
      record({ entity: 'carePlan', id, action: 'run', changes: { visits: [null, visits] } });
    return done(visits, { info: EVV_CREATED });
  });

export const changeVisits: UseCase<typeof changePlanVisits> = (scope, input) =>
  input.action === 'delete' ? removePlanVisits(scope, input) : createVisitsOfPlan(scope, input);
