import type { InputOf } from '@homecare/domain/call.ts';
import { isRequestable } from '@homecare/domain/care-plans/archive.ts';
import type { OpenRequest } from '@homecare/domain/care-plans/open-request.ts';
import { checkOpenRequest } from '@homecare/domain/care-plans/open-requests.ts';
import type * as calls from '@homecare/domain/care-plans/open-requests-contract.ts';
import { computeTotals } from '@homecare/domain/care-plans/rules.ts';
import { plannedDays, sayWeekOfVisits } from '@homecare/domain/care-plans/week-line.ts';
import {
  done,
  type GeneralReason,
  type Refusal,
  type Result,
  refuse,
  refuseAll,
  refuseFields,
} from '@homecare/domain/errors.ts';
import type { RequestablePlan } from '@homecare/domain/people/contract.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import type { Changed } from '../platform/db/changes.ts';
import { areNamesClear } from '../platform/db/clear-names.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { Touched, UseCase } from '../platform/http/bind.ts';
import {
  findRequest,
  insertRequest,
  insertRequestsOf,
  listRequestable,
  listRequests,
  lockRequest,
  lockRequestsOf,
  updateRequest,
  updateRequestStatus,
} from './open-request-queries.ts';
import { lockPlanPeople, type PlanOfPerson } from './queries.ts';

/** Clients who need a caregiver: requests are entered, changed, withdrawn, and filled by a care plan. */

export const loadOpenRequests: UseCase<typeof calls.listOpenRequests> = async (scope, { status }) =>
  done(await listRequests(scope.site.db, status));

/** Requests that have been neither filled nor withdrawn. */
export const listWaitingRequests = (db: Db): Promise<OpenRequest[]> => listRequests(db, 'Open');

/** Changes of open requests; undefined for other lists, whose rows do not show their position. */
export const loadChangedRequests = async (
  scope: Scope,
  { status }: InputOf<typeof calls.listOpenRequests>,
  changed: Changed,
): Promise<Result<Touched<OpenRequest[]>> | undefined> => {
  if (status !== 'Open') return undefined;
  const { db } = scope.site;
  const rows = await listRequests(db, status, changed);
  const clients = rows.map(({ ClientID }) => ClientID);
  const isClear = await areNamesClear(db, sql`select unnest(${clients}::int[])`);
  return isClear ? done({ rows, keys: changed.get('openRequests') ?? [] }) : undefined;
};

/** An open request; undefined if there is none, or it is filled or withdrawn. */
export const findOpenRequest = async (db: Db, id: number): Promise<OpenRequest | undefined> => {
  const request = await findRequest(db, id);
  return request?.status === 'Open' ? request : undefined;
};

const CLOSED: Record<Exclude<OpenRequest['status'], 'Open'>, string> = {
  Filled: 'was filled by a care plan already',
  Withdrawn: 'was withdrawn',
};

const whyClosed = ({ Client, status, by }: OpenRequest) =>
  status === 'Open' ? undefined : `The open request of ${Client} ${CLOSED[status]} (${by}).`;

/** Locks an open request until the transaction ends; returns a sentence if it was filled or withdrawn. */
const lockOpen = async (
  tx: Tx,
  id: number,
): Promise<Result<NonNullable<Awaited<ReturnType<typeof lockRequest>>>>> => {
  const request = await lockRequest(tx, id);
  if (!request) return refuse('notFound');
  const closed = whyClosed(request);
  return closed ? refuse('conflict', closed) : done(request);
};

export const saveOpenRequest: UseCase<typeof calls.saveOpenRequest> = (scope, { id, rev, ...input }) =>
  mutate(scope, 'carePlans.saveOpenRequest', async (tx, record) => {
    const { people, type } = await lockPlanPeople(tx, [input.ClientID], input.Type);
    const draft = {
      ...input,
      Remarks: input.Remarks?.trim() || null,
      createReason: input.createReason.trim(),
    };
    const client = people.find((person) => person.ID === input.ClientID) ?? null;
    const facts = { today: scope.today(), client, type: type ?? null };
    const refusal = refuseAll(checkOpenRequest(draft, facts));
    if (refusal) return refusal;
    if (!type) return refuseFields([{ field: 'Type', message: 'Type is required.' }]);
    const { ClientID: clientId, StartDate: startDate, Remarks: remarks, createReason, week } = draft;
    const row = {
      clientId,
      typeId: type.id,
      startDate,
      remarks,
      createReason,
      week: { ...week, ...computeTotals(week) },
    };
    if (id === null) {
      const made = await insertRequest(tx, row, scope.stamp());
      record({ entity: 'openRequest', id: made, action: 'insert', changes: logged(draft, null) });
      return done({ id: made, rev: 0 }, { insertId: made });
    }
    const stored = await lockOpen(tx, id);
    if (!stored.ok) return stored;
    const { data: before } = stored;
    if (before.rev !== rev) return refuseStale(scope, { by: before.by, at: before.updated });
    await updateRequest(tx, id, row, scope.stamp());
    record({ entity: 'openRequest', id, action: 'update', changes: logged(draft, before) });
    return done({ id, rev: before.rev + 1 });
  });

const FIELDS = ['ClientID', 'Type', 'StartDate', 'Remarks', 'createReason', 'week'] as const;
type Logged = Pick<OpenRequest, (typeof FIELDS)[number]>;

const logged = (after: Logged, before: Logged | null): NonNullable<Change['changes']> =>
  Object.fromEntries(
    FIELDS.filter((field) => JSON.stringify(before?.[field] ?? null) !== JSON.stringify(after[field])).map(
      (field) => [field, [before?.[field] ?? null, after[field]] as const],
    ),
  );

export const setOpenRequestStatus: UseCase<typeof calls.setOpenRequestStatus> = (
  scope,
  { id, rev, status },
) =>
  mutate(scope, 'carePlans.setOpenRequestStatus', async (tx, record) => {
    const before = await lockRequest(tx, id);
    if (!before) return refuse('notFound');
    if (before.status === 'Filled') return refuse('conflict', whyClosed(before));
    if (before.rev !== rev) return refuseStale(scope, { by: before.by, at: before.updated });
    await updateRequestStatus(tx, [id], { status, carePlanId: null }, scope.stamp());
    record({ entity: 'openRequest', id, action: 'update', changes: { status: [before.status, status] } });
    return done({ rev: before.rev + 1 });
  });

// --- Care plans --------------------------------------------------------------------------------------------------------

/** Refuses a plan that may not fill the request, which stays locked until the transaction ends. */
export const refuseFilling = async (
  tx: Tx,
  id: number,
  clientId: number | null,
): Promise<Refusal<GeneralReason> | undefined> => {
  const found = await lockOpen(tx, id);
  if (!found.ok) return found;
  return found.data.ClientID === clientId
    ? undefined
    : refuseFields([{ field: 'ClientID', message: `This open request is for ${found.data.Client}.` }]);
};

/** Call after `refuseFilling`: marks the request as filled by the plan. */
export const fillRequest = async (
  tx: Tx,
  scope: Scope,
  id: number,
  carePlanId: number,
  record: Recorder,
): Promise<void> => {
  await updateRequestStatus(tx, [id], { status: 'Filled', carePlanId }, scope.stamp());
  record({
    entity: 'openRequest',
    id,
    action: 'update',
    changes: { status: ['Open', 'Filled'], carePlanId: [null, carePlanId] },
  });
};

const wantedOf = (plans: readonly PlanOfPerson[], providerId: number, date: string) =>
  plans
    .filter((plan) => plan.ProviderID === providerId && isRequestable(plan))
    .map(({ id, StartDate }) => ({ id, from: StartDate > date ? StartDate : date }));

/** A caregiver's plans that could become open requests when they are archived on a date. */
export const listRequestableOf = async (
  db: Db,
  plans: readonly PlanOfPerson[],
  providerId: number,
  date: string,
): Promise<RequestablePlan[]> =>
  (await listRequestable(db, wantedOf(plans, providerId, date))).map(({ time, ...plan }) => ({
    ...plan,
    week: sayWeekOfVisits(plannedDays(time)),
  }));

/** Turns the plans of a caregiver archived on a date into open requests from that day on; returns how many. */
export const requestPlansOf = async (
  tx: Tx,
  scope: Scope,
  { plans, providerId, date }: { plans: readonly PlanOfPerson[]; providerId: number; date: string },
  record: Recorder,
): Promise<number> => {
  const made = await insertRequestsOf(tx, wantedOf(plans, providerId, date), scope.stamp());
  for (const { id, ClientID, StartDate } of made)
    record({
      entity: 'openRequest',
      id,
      action: 'insert',
      changes: { ClientID: [null, ClientID], StartDate: [null, StartDate] },
    });
  return made.length;
};

/** An archived client no longer needs a caregiver. */
export const withdrawRequestsOf = async (
  tx: Tx,
  scope: Scope,
  clientId: number,
  record: Recorder,
): Promise<void> => {
  const open = (await lockRequestsOf(tx, clientId)).map(({ id }) => id);
  if (open.length === 0) return;
  await updateRequestStatus(tx, open, { status: 'Withdrawn', carePlanId: null }, scope.stamp());
  for (const id of open)
    record({ entity: 'openRequest', id, action: 'update', changes: { status: ['Open', 'Withdrawn'] } });
};
