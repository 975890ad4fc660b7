import { addDays, showStamp } from '@homecare/domain/calendar.ts';
import type { ReasonOf, ResultOf } from '@homecare/domain/call.ts';
import { coverAfterEnd } from '@homecare/domain/care-plans/archive.ts';
import {
  checkChange,
  daysToTime,
  firstDayOf,
  isFormSave,
  isRescheduling,
  moveNameOf,
  type PlanChange,
  pastQuestion,
  planAfter,
  type SavedPlan,
} from '@homecare/domain/care-plans/change.ts';
import type { setPlanActive, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import {
  changeMessages,
  checkMove,
  coversEnded,
  type PlanMove,
  type PlanMoveName,
  planMove,
  whyNotMove,
} from '@homecare/domain/care-plans/moves.ts';
import { checkPlanPeople, computeTotals } from '@homecare/domain/care-plans/rules.ts';
import type {
  CarePlanWeek,
  PlanChanged,
  PlanWeek,
  VisitsChanged,
} from '@homecare/domain/care-plans/schema.ts';
import { changedDays, weekOn, weeksAfterEnd, weeksUntilEnd } from '@homecare/domain/care-plans/weeks.ts';
import { done, type Refusal, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { temporaryWindow } from '@homecare/domain/sites/limits.ts';
import { sum } from '@homecare/domain/sum.ts';
import { checkLimits, keepJustification } from '../authorizations/justifications.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { coversOf, followCovers } from '../staffing/covers.ts';
import { queueOffersOf } from '../staffing/offers-job.ts';
import { isInEnd, newsOfEnd, notifyOfEnds, notifyOfWeek } from '../staffing/plan-news.ts';
import { findMovedOverlap } from '../visits/rescheduling.ts';
import { matchVisitsOf } from '../visits/service.ts';
import { archivePlans, endedWeeks, loggedAs } from './archive.ts';
import { ARCHIVE_SWITCHED_OFF, checkTimes, remarksWith } from './checking.ts';
import { type Override, readOverride } from './override.ts';
import {
  findPastFacts,
  findPlanHead,
  findTies,
  listPlansOfPair,
  listRunningCovers,
  lockPlan,
  lockPlanPeople,
  type PlanPerson,
  type PlanType,
  type RunningCover,
  type StoredPlan,
  updatePlanRow,
} from './queries.ts';

/** Modify, archive, delete or set active one plan, with the consequences for its visits, in one transaction. */

export const updatePlan: UseCase<typeof updateCarePlan> = async (scope, { id, customId, data }) => {
  if (!id) return refuseFields([{ field: 'id', message: 'id names the care plan to change.' }]);
  if (customId) return archivePlans(scope, { id, data });
  return changePlan(scope, 'carePlans.update', id, data);
};

export const setActive: UseCase<typeof setPlanActive> = (scope, { id, rev }) =>
  changePlan(scope, 'carePlans.setActive', id, { Status: 'Active', rev });

interface ChangeContext {
  readonly plan: StoredPlan;
  readonly provider: PlanPerson;
  readonly client: PlanPerson;
  readonly type: PlanType;
  readonly override: Override | undefined;
}

/** What a temporary plan covers. Its people are locked, so that only one of two who end it at once reports it. */
export const lockCovers = async (tx: Tx, id: number) => (await lockWithCovers(tx, id, [])).before;

/** The visits of a plan together with its temporary plans, or with the plan it covers, to which it may give visits back. */
const lockWithCovers = async (tx: Tx, id: number, covers: readonly RunningCover[]) => {
  const ids = [id, ...covers.map((cover) => cover.id)];
  const head = await findPlanHead(tx, id);
  if (!head) return { ids, kin: ids, before: [] };
  const coveredId = head.coversPlanId;
  const covered = coveredId === null ? undefined : await findPlanHead(tx, coveredId);
  const providers = [...covers, ...(covered ? [covered] : [])].map(({ ProviderID }) => ProviderID);
  await lockPlanPeople(tx, [...new Set([head.ProviderID, head.ClientID, ...providers])], null);
  return { ids, kin: coveredId === null ? ids : [...ids, coveredId], before: await coversOf(tx, ids) };
};

/**
 * Ends temporary plans on the days when the plan they cover has no service. Anything begun or billed stays, because each temporary
 * plan is changed under the usual checks.
 */
const endCovers = async (
  tx: Tx,
  scope: Scope,
  ended: PlanChanged,
  covers: readonly RunningCover[],
  record: Recorder,
): Promise<PlanChanged> => {
  const cut = cutOf({ ...ended, coversPlanId: null });
  if (cut === null) return ended;
  const removed: number[] = [];
  for (const cover of covers) {
    const after = coverAfterEnd(cover, cut);
    const changed = after && (await changePlanIn(tx, scope, cover.id, after, record));
    if (changed?.ok) removed.push(changed.data.visits.removed);
  }
  if (removed.length === 0) return ended;
  return {
    ...ended,
    coveredVisits: { ...ended.coveredVisits, removed: sum(removed) },
    messages: [...ended.messages, coversEnded(removed.length)],
  };
};

const changePlan = async (
  scope: Scope,
  call: string,
  id: number,
  sent: PlanChange,
): Promise<ResultOf<typeof setPlanActive>> => {
  const override = await readOverride(scope, call, id, sent);
  if (!override.ok) return override;
  return mutate(scope, call, async (tx, record) => {
    const covers = await listRunningCovers(tx, [id], scope.today().toString());
    const { ids, kin, before } = await lockWithCovers(tx, id, covers);
    const changed = await changeLocked(tx, scope, id, sent, record, override.data);
    if (!changed.ok) return changed;
    const { answer, saved } = changed.data;
    const data = await endCovers(tx, scope, answer, covers, record);
    // Plans were compared by their weeks, but one of the visits may have been moved.
    const overlap = override.data ? undefined : await findMovedOverlap(tx, scope, kin);
    if (overlap) return refuse('conflict', overlap);
    const stillCovered = before.length === 0 ? [] : await coversOf(tx, ids);
    const news = saved ? newsOfEnd(scope, { ...saved, covered: before, stillCovered }) : [];
    await followCovers(tx, scope, ids, before, record, isInEnd(news));
    await queueOffersOf(tx, scope, [id]);
    if (saved) await notifyOfWeek(tx, scope, saved, record);
    await notifyOfEnds(tx, scope, news, record);
    return done(data, infoOf(data.messages));
  });
};

/** Changes one plan within the caller's transaction, under all rules and checks of the moves. */
export const changePlanIn = async (
  tx: Tx,
  scope: Scope,
  id: number,
  sent: PlanChange,
  record: Recorder,
): Promise<ResultOf<typeof setPlanActive>> => {
  const changed = await changeLocked(tx, scope, id, sent, record, undefined);
  if (!changed.ok) return changed;
  const { answer: data } = changed.data;
  return done(data, infoOf(data.messages));
};

interface ChangeMade {
  readonly answer: PlanChanged;
  /** Undefined if the plan was already as sent. */
  readonly saved?: { readonly before: StoredPlan; readonly after: SavedPlan };
}

const changeLocked = async (
  tx: Tx,
  scope: Scope,
  id: number,
  sent: PlanChange,
  record: Recorder,
  override: Override | undefined,
): Promise<Result<ChangeMade, ReasonOf<typeof setPlanActive>>> => {
  const head = await findPlanHead(tx, id);
  if (!head) return refuse('notFound');
  const { people, type } = await lockPlanPeople(tx, [head.ProviderID, head.ClientID], head.Type);
  const plan = await lockPlan(tx, scope, id);
  const provider = people.find((person) => person.ID === head.ProviderID);
  const client = people.find((person) => person.ID === head.ClientID);
  if (!plan || !provider || !client || !type) return refuse('notFound');
  return validateAndSave(tx, scope, { plan, provider, client, type, override }, sent, record);
};

/** A repeated move, from a double click or a retry, returns the plan as it is. */
const isBehind = (plan: SavedPlan, sent: PlanChange) => {
  if (isFormSave(sent) || sent.Status !== plan.Status) return false;
  return plan.Status === 'Deleted' || sent.EndDate === undefined || sent.EndDate === plan.EndDate;
};

/** What brought a plan into its state: a second window is told that it was archived, not modified. */
const MADE: Record<SavedPlan['Status'], PlanMoveName> = {
  Active: 'Set Active',
  Archive: 'Archive',
  Deleted: 'Delete',
};

const validateAndSave = async (
  tx: Tx,
  scope: Scope,
  context: ChangeContext,
  sent: PlanChange,
  record: Recorder,
): ReturnType<typeof changeLocked> => {
  const { plan } = context;
  if (isBehind(plan, sent)) {
    const made = MADE[plan.Status];
    record({ entity: 'carePlan', id: plan.id, action: 'run', changes: { again: [null, made] } });
    return done({ answer: answerOf(plan, made, new Map()) });
  }
  const name = moveNameOf(plan, sent);
  if (sent.rev !== undefined && sent.rev !== null && sent.rev !== plan.rev)
    return refuseStale(scope, { by: plan.modifiedBy, at: plan.modifiedAt });
  const move = planMove(name, plan, scope.today().toString());
  if (!move) return refuse('conflict', whyNotMove(name, plan));
  const after = planAfter(plan, sent, name, scope.today().toString());
  const refusal =
    (await validatePlanChange(tx, scope, context, move, sent, after)) ??
    (await askAboutPast(tx, scope, plan, sent, after));
  if (refusal) return refusal;
  const passed = await validateTimes(tx, context, move, sent, after);
  if (!passed.ok) return passed;
  const remarks = remarksWith(after.Remarks, context.override, passed.data);
  if (!remarks.ok) return remarks;
  const toJustify = await validateLimits(tx, scope, plan, move, sent, after);
  if (!toJustify.ok) return toJustify;
  const of = { clientId: plan.ClientID, planId: plan.id, text: sent.limitJustification };
  await keepJustification(tx, scope, of, toJustify.data, record);
  return save(tx, scope, plan, move, { ...after, Remarks: remarks.data.remarks }, remarks.data.overridden, {
    sent,
    record,
    // A save of the form counts as Modify, even if an end date makes the plan Archive.
    moveName: isFormSave(sent) ? 'Modify' : name,
  });
};

/** Validates everything but times. */
const validatePlanChange = async (
  tx: Tx,
  scope: Scope,
  { plan, provider, client, type }: ChangeContext,
  move: PlanMove,
  sent: PlanChange,
  after: SavedPlan,
): Promise<Refusal | undefined> => {
  const { capabilities } = scope.settings;
  const [today, window] = [scope.today(), temporaryWindow(capabilities)];
  const refusal = refuseAll(checkChange(plan, sent, move.name, { today, window }));
  if (refusal) return refusal;
  if (move.guards.includes('people')) {
    const people = refuseAll(checkPlanPeople({ today, provider, client, type }), 'conflict');
    if (people) return people;
  }
  if (move.name === 'Archive' && isFormSave(sent) && !capabilities.archiveOnSaveEnabled)
    return refuseFields([{ field: 'EndDate', message: ARCHIVE_SWITCHED_OFF }]);
  // A record that ends after an unchanged end date is not a new problem.
  const end = after.EndDate === plan.EndDate ? null : after.EndDate;
  const ties = await findTies(tx, plan.id, end);
  const others = await listPlansOfPair(tx, { providerId: plan.ProviderID, clientId: plan.ClientID });
  const found = checkMove(move, plan, { EndDate: after.EndDate, others, ...ties });
  if (!found) return undefined;
  const { reason, ...fault } = found;
  return refuseFields([fault], reason);
};

/** Past days may only change once the user has seen what was done on them. */
const askAboutPast = async (
  tx: Tx,
  scope: Scope,
  plan: StoredPlan,
  { pastApproved }: PlanChange,
  after: SavedPlan,
): Promise<Refusal<'badInput' | 'pastDays'> | undefined> => {
  const changed = changedDays(plan, after);
  const yesterday = scope.today().subtract({ days: 1 }).toString();
  if (pastApproved || !changed || changed.from > yesterday) return undefined;
  const through = changed.through !== null && changed.through < yesterday ? changed.through : yesterday;
  const facts = await findPastFacts(tx, plan.id, { from: changed.from, through });
  const question = pastQuestion(changed, facts);
  return question ? refuseFields([{ field: 'weekFrom', message: question }], 'pastDays') : undefined;
};

const validateTimes = async (
  tx: Tx,
  { plan, provider, client, override }: ChangeContext,
  move: PlanMove,
  sent: PlanChange,
  after: SavedPlan,
): ReturnType<typeof checkTimes> => {
  const days = daysToTime(plan, after);
  if (!move.guards.includes('times') || !days) return done([]);
  return checkTimes(tx, {
    plan: { ...after, Provider: provider.name, Client: client.name },
    days,
    client,
    approved: sent.approvedDays ?? undefined,
    override,
  });
};

/** The client's limits. Ending or shortening a plan exceeds none. */
const validateLimits = async (
  tx: Tx,
  scope: Scope,
  plan: StoredPlan,
  move: PlanMove,
  sent: PlanChange,
  after: SavedPlan,
): ReturnType<typeof checkLimits> => {
  if (!move.guards.includes('times') || !isRescheduling(plan, after)) return done([]);
  const { ProviderID, ClientID, Type, ...draft } = after;
  const limited = { ...draft, providerId: ProviderID, clientId: ClientID, type: Type };
  return checkLimits(tx, scope, limited, sent.limitJustification);
};

/** The first day without service; a temporary plan still runs on its end date. */
const cutOf = ({
  Status,
  EndDate,
  coversPlanId,
}: Pick<SavedPlan, 'Status' | 'EndDate' | 'coversPlanId'>): string | null => {
  if (Status === 'Deleted') return FROM_THE_BEGINNING;
  if (EndDate === null || coversPlanId === null) return EndDate;
  return addDays(EndDate, 1);
};
/** Visits of a deleted plan are removed from this day on (docs/rules/care-plans.md, rule 52). */
const FROM_THE_BEGINNING = '2000-01-01';

interface Saving {
  readonly sent: PlanChange;
  readonly record: Recorder;
  readonly moveName: PlanMoveName;
}

const withTotals = (week: PlanWeek): CarePlanWeek => ({ ...week, ...computeTotals(week) });

/** The changed week with its first day, as logged. */
const weekChanges = (
  plan: StoredPlan,
  after: SavedPlan,
  sent: PlanChange,
  today: string,
): [string, unknown, unknown][] => {
  const from = sent.removeWeek ?? firstDayOf(plan, sent, today);
  return [
    ['week', withTotals(weekOn(plan, from)), withTotals(weekOn(after, from))],
    sent.removeWeek ? ['removeWeek', from, null] : ['weekFrom', null, from],
  ];
};

type Changed = [string, unknown, unknown];

const loggedChanges = (changes: readonly Changed[]): Readonly<Record<string, [unknown, unknown]>> =>
  Object.fromEntries(
    changes
      .filter(([, old, value]) => old !== value)
      .map(([field, old, value]) => [loggedAs(field), [old, value]]),
  );

const save = async (
  tx: Tx,
  scope: Scope,
  plan: StoredPlan,
  move: PlanMove,
  after: SavedPlan,
  overridden: readonly string[] | null,
  { sent, record, moveName }: Saving,
): ReturnType<typeof changeLocked> => {
  const now = scope.now().toString();
  const info = `${showStamp(now, scope.settings.timeZone)} ${scope.user.initials}`;
  const isMoved = after.Status !== plan.Status || after.EndDate !== plan.EndDate;
  const archiveInfo =
    after.Status === 'Archive' && isMoved ? info : after.Status === 'Active' ? null : plan.ArchiveInfo;
  const deleteInfo = after.Status === 'Deleted' ? info : plan.DeleteInfo;
  const changed = changedDays(plan, after);
  const ended = weeksAfterEnd(after);
  const weeks = (changed || ended.length > 0) && {
    week: withTotals(after.week),
    weeks: weeksUntilEnd(after).map(({ from, week }) => ({ from, week: withTotals(week) })),
  };
  await updatePlanRow(tx, plan.id, {
    status: after.Status,
    endDate: after.EndDate,
    remarks: after.Remarks,
    excluded: after.excluded,
    archiveInfo,
    deleteInfo,
    weeks: weeks || undefined,
    at: now,
    by: scope.user.initials,
  });
  const changes: Changed[] = [
    ['Status', plan.Status, after.Status],
    ['EndDate', plan.EndDate, after.EndDate],
    ['Remarks', plan.Remarks, after.Remarks],
    ['excluded', plan.excluded, after.excluded],
    ['ArchiveInfo', plan.ArchiveInfo, archiveInfo],
    ['DeleteInfo', plan.DeleteInfo, deleteInfo],
    ...(changed ? weekChanges(plan, after, sent, scope.today().toString()) : []),
    ['overridden', null, overridden],
  ];
  record({
    entity: 'carePlan',
    id: plan.id,
    action: move.to === 'Deleted' ? 'delete' : 'update',
    changes: { ...loggedChanges(changes), ...endedWeeks(after) },
  });
  const moved = [
    { id: plan.id, cut: cutOf(after), since: changed?.from ?? null },
    ...(plan.coversPlanId === null ? [] : [{ id: plan.coversPlanId, cut: null, since: null }]),
  ];
  const visits = isRescheduling(plan, after)
    ? await matchVisitsOf(tx, scope, moved, record)
    : new Map<number, VisitsChanged>();
  const answer = answerOf({ ...after, rev: plan.rev + 1 }, moveName, visits, ended);
  return done({ answer, saved: { before: plan, after } });
};

const NO_VISITS: VisitsChanged = { created: 0, changed: 0, removed: 0 };

const answerOf = (
  plan: SavedPlan & { readonly rev: number },
  name: PlanMoveName,
  visits: ReadonlyMap<number, VisitsChanged>,
  ended: readonly string[] = [],
): PlanChanged => {
  const own = visits.get(plan.id) ?? NO_VISITS;
  const covered = (plan.coversPlanId === null ? undefined : visits.get(plan.coversPlanId)) ?? NO_VISITS;
  const messages = changeMessages(name, own, covered, ended);
  const { id, Status, EndDate, rev } = plan;
  return { id, Status, EndDate, rev, visits: own, coveredVisits: covered, messages };
};

const infoOf = ([info]: readonly string[]) => (info === undefined ? {} : { info });
