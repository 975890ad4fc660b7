import { addDays, showDate, showStamp } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { planAfterArchive } from '@homecare/domain/care-plans/archive.ts';
import type { PlanChange } from '@homecare/domain/care-plans/change.ts';
import { type changePlanVisits, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import type { PlansEnded } from '@homecare/domain/care-plans/schema.ts';
import { weeksAfterEnd, weeksUntilEnd } from '@homecare/domain/care-plans/weeks.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type { RequestablePlan } from '@homecare/domain/people/contract.ts';
import { PLANS_ARCHIVED, VISITS_DELETED } from '@homecare/domain/people/rules.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import { fieldToWire } from '@homecare/domain/wire-names.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { coversOf, followCovers } from '../staffing/covers.ts';
import { queueOffersOf } from '../staffing/offers-job.ts';
import { isInEnd, newsOfEnd, notifyOfEnds } from '../staffing/plan-news.ts';
import { findMovedOverlap } from '../visits/rescheduling.ts';
import {
  handOverVisits,
  keepMovesOf,
  makeRunningVisits,
  makeVisits,
  removeVisitsOf,
} from '../visits/service.ts';
import { listRequestableOf, requestPlansOf, withdrawRequestsOf } from './open-requests.ts';
import {
  endPlans,
  findArchiveDate,
  findPlanHead,
  listPlansOfPerson,
  listRunningCovers,
  lockPlansOfPerson,
  type PlanOfPerson,
} from './queries.ts';

/** Archiving a person ends their plans. Older clients request parts of that in separate calls. */

const endingsOf = (plans: readonly PlanOfPerson[], date: string) =>
  plans.flatMap((plan) => {
    const after = planAfterArchive(plan, date);
    return after ? [{ plan, after }] : [];
  });

const countOf = (endings: ReturnType<typeof endingsOf>): PlansEnded => ({
  archived: endings.filter(({ after }) => after.Status === 'Archive').length,
  deleted: endings.filter(({ after }) => after.Status === 'Deleted').length,
});

export const previewPlansOf = async (
  scope: Scope,
  personId: number,
  date: string,
): Promise<PlansEnded & { readonly requestable: RequestablePlan[] }> => {
  const { db } = scope.site;
  const plans = await listPlansOfPerson(db, personId);
  return {
    ...countOf(endingsOf(plans, date)),
    requestable: await listRequestableOf(db, plans, personId, date),
  };
};

/** Who is told that the plans end. Covers by someone else continue without the plan's caregiver. */
const loadNews = async (
  tx: Tx,
  scope: Scope,
  endings: ReturnType<typeof endingsOf>,
  before: readonly StaffedVisit[],
) => {
  const ids = endings.map(({ plan }) => plan.id);
  const running = await listRunningCovers(tx, ids, scope.today().toString());
  const byOthers = running.flatMap(({ id }) => (ids.includes(id) ? [] : [id]));
  const stillCovered = await coversOf(tx, byOthers);
  return endings.flatMap(({ plan, after }) =>
    newsOfEnd(scope, {
      before: plan,
      after: { ...plan, ...after },
      covered: [...before, ...stillCovered],
      stillCovered,
    }),
  );
};

/** Gives visits back to plans that temporary ones covered. Returns a sentence if a moved visit prevents that. */
const giveBack = async (tx: Tx, scope: Scope, covered: readonly number[], record: Recorder) => {
  await makeRunningVisits(tx, scope, covered, record);
  await makeVisits(tx, scope, covered, record);
  await keepMovesOf(tx, scope, covered, record);
  return findMovedOverlap(tx, scope, covered);
};

/**
 * Ends the plans of a person who is archived on a date, within the caller's transaction. The caller removes the person's planned
 * visits by `removeVisits`, once the plans are locked and ended; visits that were moved while this person covered them continue.
 * Other plans that a temporary plan covered get their visits back. A client's open requests are withdrawn; a caregiver's plans
 * become open requests where that is wanted.
 */
export const archivePlansOf = async (
  tx: Tx,
  scope: Scope,
  { personId, date, requested }: { personId: number; date: string; requested: readonly number[] },
  record: Recorder,
  removeVisits: () => Promise<void> = async () => {},
): Promise<Result<PlansEnded & { readonly requests: number }>> => {
  await withdrawRequestsOf(tx, scope, personId, record);
  const plans = await lockPlansOfPerson(tx, personId);
  const endings = endingsOf(plans, date);
  if (endings.length === 0) {
    await removeVisits();
    return done({ archived: 0, deleted: 0, requests: 0 });
  }
  const wished = plans.filter(({ id }) => requested.includes(id));
  const requests = await requestPlansOf(tx, scope, { plans: wished, providerId: personId, date }, record);
  const ids = endings.map(({ plan }) => plan.id);
  const before = await coversOf(tx, ids);
  const news = await loadNews(tx, scope, endings, before);
  const at = scope.now().toString();
  const { initials } = scope.user;
  const info = `${showStamp(at, scope.settings.timeZone)} ${initials}`;
  await endPlans(
    tx,
    endings.map(({ plan, after }) => ({
      id: plan.id,
      status: after.Status,
      endDate: after.Status === 'Archive' ? after.EndDate : null,
      weeks: weeksUntilEnd({ ...plan, ...after }),
    })),
    { info, at, initials },
  );
  for (const { plan, after } of endings)
    record({
      entity: 'carePlan',
      id: plan.id,
      action: after.Status === 'Deleted' ? 'delete' : 'update',
      changes: {
        Status: [plan.Status, after.Status],
        ...(after.Status === 'Archive' && {
          EndDate: [plan.EndDate, after.EndDate],
          ArchiveInfo: [null, info],
          ...endedWeeks({ ...plan, ...after }),
        }),
        ...(after.Status === 'Deleted' && { DeleteInfo: [null, info] }),
      },
    });
  await removeVisits();
  const covered = endings.flatMap(({ plan }) => (plan.coversPlanId === null ? [] : [plan.coversPlanId]));
  const overlap = covered.length === 0 ? undefined : await giveBack(tx, scope, covered, record);
  if (overlap) return refuse('conflict', overlap);
  await followCovers(tx, scope, ids, before, record, isInEnd(news));
  await queueOffersOf(tx, scope, ids);
  await notifyOfEnds(tx, scope, news, record);
  return done({ ...countOf(endings), requests });
};

/** A field's name in the record log, which is the one on the wire. */
export const loggedAs = (field: string) => fieldToWire(updateCarePlan.input, field);

/** Weeks that ended with their plan, as logged. */
export const endedWeeks = (plan: Parameters<typeof weeksAfterEnd>[0]): NonNullable<Change['changes']> => {
  const ended = weeksAfterEnd(plan);
  return ended.length === 0 ? {} : { endedWeeks: [ended.map(showDate).join(', '), null] };
};

const STILL_ACTIVE =
  'This person is active. Archive the person first: that ends the care plans and visits too.';

/** Fields that older clients send for all plans of a person; any others belong to one plan. */
const OF_PEOPLE = ['Status', 'EndDate', 'ArchiveInfo', 'Modify'];

/** care_update with customId: all plans of a person who has just been archived. */
export const archivePlans = async (
  scope: Scope,
  { id, data }: { readonly id: number; readonly data: PlanChange },
): Promise<Result<PlansEnded>> => {
  const other = Object.keys(data).find((field) => !OF_PEOPLE.includes(field));
  if (other) return refuseFields([{ field: other, message: `${loggedAs(other)} is changed plan by plan.` }]);
  if (data.Status !== 'Archive')
    return refuseFields([{ field: 'Status', message: 'All plans of a person can only be archived.' }]);
  return mutate<PlansEnded>(scope, 'carePlans.update', async (tx, record) => {
    const date = await findArchiveDate(tx, id);
    if (date === undefined) return refuse('conflict', STILL_ACTIVE);
    const plans = await archivePlansOf(tx, scope, { personId: id, date, requested: [] }, record);
    if (!plans.ok) return plans;
    const { archived, deleted } = plans.data;
    const ended = { archived, deleted };
    record({ entity: 'carePlan', id: null, action: 'run', changes: { ended: [null, ended] } });
    return done(ended, { info: PLANS_ARCHIVED });
  });
};

type Removal = Extract<InputOf<typeof changePlanVisits>, { action: 'delete' }>;

/** The first day without service of a plan or person; a sentence if it still has service. */
const endOf = async (tx: Tx, { id, key }: Removal): Promise<Result<string>> => {
  if (key !== 'CareID') {
    const date = await findArchiveDate(tx, id);
    return date === undefined ? refuse('conflict', STILL_ACTIVE) : done(date);
  }
  const plan = await findPlanHead(tx, id);
  if (!plan) return refuse('notFound');
  if (plan.Status === 'Deleted') return done('0001-01-01');
  if (plan.EndDate === null) return refuse('conflict', 'This care plan is active. Archive it first.');
  return done(plan.coversPlanId === null ? plan.EndDate : addDays(plan.EndDate, 1));
};

const FOR_EVER = '9999-12-31';

export const removePlanVisits = (
  scope: Scope,
  input: Removal,
): Promise<Result<{ readonly removed: number }>> =>
  mutate(scope, 'carePlans.changeVisits', async (tx, record) => {
    const end = await endOf(tx, input);
    if (!end.ok) return end;
    const from = input.dateFrom > end.data ? input.dateFrom : end.data;
    const through = input.dateTo ?? FOR_EVER;
    const removed =
      input.key === 'CareID'
        ? await handOverVisits(tx, scope, input.id, { from, through }, record)
        : await removeVisitsOf(tx, scope, input.id, { from, through }, record);
    if (removed === 0) record({ entity: 'visit', id: null, action: 'run', changes: { removed: [0, null] } });
    return done({ removed }, { info: VISITS_DELETED });
  });
