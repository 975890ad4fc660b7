import type { OpenRequest, OpenRequestStatus } from '@homecare/domain/care-plans/open-request.ts';
import type { CarePlanWeek, WeekRows } from '@homecare/domain/care-plans/schema.ts';
import type { RequestablePlan } from '@homecare/domain/people/contract.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Changed } from '../platform/db/changes.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedPlan } from '../platform/sealed/care-plan.ts';
import { sealedRequest } from '../platform/sealed/open-request.ts';

const columns = sql`request.id, request.client_id as "ClientID",
  ${listedName('client')} as "Client", nullif(client.city, '') as town, type.code as "Type",
  request.start_date as "StartDate", ${sealedRequest.remarks('request')} as "Remarks",
  ${sealedRequest.createReason('request')} as "createReason",
  jsonb_build_object('personalCareItems', request.json -> 'personalCareItems',
    'homeMakingItems', request.json -> 'homeMakingItems', 'time', request.json -> 'time') as week,
  request.status, request.care_plan_id as "carePlanId", request.opened as at, request.updated_by as by, request.rev
  from open_requests request join people client on client.id = request.client_id
  join care_plan_types type on type.id = request.type_id`;

/** All requests, or those that changed and those of clients whose name or town changed. */
const touchedBy = (changed: Changed | undefined) =>
  changed
    ? sql`(request.id = ${anyOf(changed.get('openRequests'))} or request.client_id = ${anyOf(changed.get('people'))})`
    : sql`true`;

export const listRequests = (db: Db, status: OpenRequestStatus, changed?: Changed) =>
  queryRows<OpenRequest>(db)`select ${columns} where request.status = ${status} and ${touchedBy(changed)}
    order by case when request.status = 'Open' then request.start_date end, case when request.status <> 'Open'
      then request.updated end desc, client.sort_key, request.id ${changed ? PREPARED : sql``}`;

export const findRequest = (db: Db, id: number) =>
  queryRow<OpenRequest>(db)`select ${columns} where request.id = ${id}`;

/** Locked until the transaction ends. */
export const lockRequest = (tx: Tx, id: number) =>
  queryRow<OpenRequest & { readonly updated: string }>(
    tx,
  )`select request.updated, ${columns} where request.id = ${id} for update of request`;

export interface RequestWrite {
  readonly clientId: number;
  readonly typeId: number;
  readonly startDate: string;
  readonly remarks: string | null;
  readonly createReason: string;
  readonly week: CarePlanWeek;
}

export const insertRequest = async (tx: Tx, request: RequestWrite, { at, by }: Stamp): Promise<number> => {
  const row = await queryRow<{ id: number }>(
    tx,
  )`insert into open_requests (client_id, type_id, start_date, json,
      ${sealedRequest.remarks.column}, ${sealedRequest.createReason.column}, opened, updated, updated_by)
    values (${request.clientId}, ${request.typeId}, ${request.startDate}, ${JSON.stringify(request.week)}::jsonb,
      ${request.remarks}, ${request.createReason}, ${at}, ${at}, ${by}) returning id`;
  if (!row) throw new Error('an open request was not stored');
  return row.id;
};

export const updateRequest = (tx: Tx, id: number, request: RequestWrite, { at, by }: Stamp) =>
  sql`update open_requests set client_id = ${request.clientId}, type_id = ${request.typeId},
      start_date = ${request.startDate}, json = ${JSON.stringify(request.week)}::jsonb,
      ${sealedRequest.remarks.to(request.remarks)}, ${sealedRequest.createReason.to(request.createReason)},
      updated = ${at}, updated_by = ${by}, rev = rev + 1 where id = ${id}`.execute(tx);

/** `carePlanId` is set for a filled request and null for all others. */
export const updateRequestStatus = (
  tx: Tx,
  ids: readonly number[],
  { status, carePlanId }: { readonly status: OpenRequestStatus; readonly carePlanId: number | null },
  { at, by }: Stamp,
) =>
  sql`update open_requests set status = ${status}, care_plan_id = ${carePlanId}, updated = ${at}, updated_by = ${by},
      rev = rev + 1 where id = any(${[...ids]}::int[])`.execute(tx);

/** A client's open requests, locked until the transaction ends. */
export const lockRequestsOf = (tx: Tx, clientId: number) =>
  queryRows<{ id: number }>(tx)`select id from open_requests where client_id = ${clientId} and status = 'Open'
    order by id for update`;

/** Plans of active clients, each as a request from its day on (YYYY-MM-DD). */
const requestable = (plans: readonly { readonly id: number; readonly from: string }[]) =>
  sql`unnest(${plans.map(({ id }) => id)}::int[], ${plans.map(({ from }) => from)}::date[]) as wanted (id, day)
    join care_plans plan on plan.id = wanted.id join people client on client.id = plan.client_id and client.cur = 'y'`;

/** Plans that could become requests, by client, with the weekly times these would have. */
export const listRequestable = (db: Db, plans: readonly { readonly id: number; readonly from: string }[]) =>
  queryRows<Omit<RequestablePlan, 'week'> & { readonly time: WeekRows }>(
    db,
  )`select plan.id, ${listedName('client')} as "Client", type.name as "Type", wanted.day as "from",
      plan_week_shown(plan, wanted.day) -> 'time' as time
    from ${requestable(plans)} join care_plan_types type on type.id = plan.type_id order by client.sort_key, plan.id`;

/** Must run before the plans end, because it copies their weeks. */
export const insertRequestsOf = (
  tx: Tx,
  plans: readonly { readonly id: number; readonly from: string }[],
  { at, by }: Stamp,
) =>
  queryRows<{ id: number; ClientID: number; StartDate: string }>(
    tx,
  )`insert into open_requests (client_id, type_id,
      start_date, json, ${sealedRequest.remarks.column}, ${sealedRequest.createReason.column}, opened, updated, updated_by)
    select plan.client_id, plan.type_id, wanted.day, plan_week_shown(plan, wanted.day), ${sealedPlan.remarks('plan')},
      ${sealedPlan.createReason('plan')}, ${at}, ${at}, ${by}
    from ${requestable(plans)} order by plan.id
    returning id, client_id as "ClientID", start_date as "StartDate"`;
