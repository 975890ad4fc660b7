import type { MovedAway } from '@homecare/domain/care-plans/schema.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { CallReportVisit } from '@homecare/domain/visits/call-report.ts';
import {
  type Findings,
  LONGEST_PERCENT,
  REPORTED_LATE_MINUTES,
  SHORTEST_PERCENT,
} from '@homecare/domain/visits/findings.ts';
import type { CorrectedVisit, OtherVisit } from '@homecare/domain/visits/office.ts';
import { LOGGED_TIMES, type Visit } from '@homecare/domain/visits/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { rejectionOf } from '../aggregator/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { hasChanged, valueAfter, valueBefore } from '../platform/sealed/change-log.ts';
import { isPrivatePay } from '../platform/sealed/medicaid-number.ts';
import { sealedVisit } from '../platform/sealed/visit.ts';
import {
  byTime,
  type Evidence,
  isOfNow,
  isToBill,
  openAttempts,
  visitColumns,
  visitTables,
} from './queries.ts';

/** SQL for the office: corrections, new days, exceptions and the call report. */

// --- Corrections ---------------------------------------------------------------------------------------------------

export interface LockedVisit {
  /** Its plan was EVV-exempt by then. */
  readonly excluded: boolean;
  readonly changeCode: number | null;
  readonly changeReason: string | null;
}

/** Locks the visit until the transaction ends. */
export const lockVisit = (tx: Tx, id: number) =>
  queryRow<LockedVisit>(tx)`select coalesce(plan.excluded <= visit.date, false) as excluded,
      visit.change_code as "changeCode", ${sealedVisit.changeReason('visit')} as "changeReason"
    from visits visit join care_plans plan on plan.id = visit.care_plan_id
    where visit.id = ${id} and visit.removed is null for no key update of visit`;

export interface Writer {
  readonly by: string;
  readonly now: string;
}

export const correctVisitRow = async (
  tx: Tx,
  id: number,
  visit: CorrectedVisit & {
    readonly StartEdited: boolean;
    readonly EndEdited: boolean;
    readonly IOBSE: string;
    readonly changeCode: number | null;
    readonly changeReason: string | null;
    /** Staff have explained the present times; a changed time needs a new explanation. */
    readonly explained: 'now' | 'asBefore' | 'no';
  },
  { by, now }: Writer,
): Promise<void> => {
  const explained = {
    now: sql`explained = ${now}, explained_by = ${by},`,
    asBefore: sql``,
    no: sql`explained = null, explained_by = null,`,
  }[visit.explained];
  await sql`update visits set ${explained} status = ${visit.Status}, start_at = ${visit.startedAt}, end_at = ${visit.endedAt},
      start_edited = ${visit.StartEdited}, end_edited = ${visit.EndEdited}, bill_visit = ${visit.billVisit},
      ${sealedVisit.iobse.to(visit.IOBSE)}, ${sealedVisit.notes.to(visit.Notes)}, change_code = ${visit.changeCode},
      ${sealedVisit.changeReason.to(visit.changeReason)}, edited = ${now}, edited_by = ${by}, edited_via = 'admin', rev = rev + 1
    where id = ${id}`.execute(tx);
};

// --- Recorded times --------------------------------------------------------------------------------------------------

/** The position and clock of the phone for attempts that nobody has accepted or rejected yet. */
export const listEvidence = (
  tx: Tx,
  visitId: number,
  attempts: readonly number[],
): Promise<readonly (Evidence & { readonly id: number })[]> =>
  queryRows<Evidence & { id: number }>(tx)`select id, received_at as "receivedAt",
      device_at as "deviceAt", late, latitude, longitude, accuracy, distance, location_error as "locationError",
      call_id as "callId"
    from visit_attempts where visit_id = ${visitId} and id = any(${[...attempts]}::int[])
      and not exists (select from visit_attempts_accepted where attempt_id = id)
      and not exists (select from visit_attempts_rejected where attempt_id = id)`;

/** All of these attempts of a visit have been accepted. */
export const areAccepted = async (
  db: Scope['site']['db'],
  visitId: number,
  attempts: readonly number[],
): Promise<boolean> => {
  const row = await queryRow<{ accepted: number }>(db)`select count(*)::int as accepted from visit_attempts
    join visit_attempts_accepted on attempt_id = id
    where visit_id = ${visitId} and id = any(${[...attempts]}::int[])`;
  return row?.accepted === new Set(attempts).size;
};

export const insertAccepted = async (tx: Tx, attemptId: number, { by, now }: Writer): Promise<void> => {
  await sql`insert into visit_attempts_accepted (attempt_id, accepted, accepted_by)
    values (${attemptId}, ${now}, ${by})`.execute(tx);
};

// --- Review --------------------------------------------------------------------------------------------------------

/** Marks only the hints that were seen. The row keeps its revision: the visit itself has not changed, so nobody editing it is disturbed. */
export const markReviewedRow = (tx: Tx, { id, rev }: Pick<Visit, 'id' | 'rev'>, { by, now }: Writer) =>
  changesRow(tx)`update visits set review_seen_by = ${by}, review_seen = ${now}
    where id = ${id} and rev = ${rev} and removed is null and review_seen_by is null`;

// --- Reschedule ----------------------------------------------------------------------------------------------------

/** The visit of a plan on a day; one that has not begun comes first. */
export const findVisitId = async (scope: Scope, planId: number, day: string): Promise<number | undefined> => {
  const row = await queryRow<{ id: number }>(scope.site.db)`select id from visits
    where care_plan_id = ${planId} and date = ${day} and removed is null
    order by status = 'Planned' desc, plan_start, id limit 1`;
  return row?.id;
};

/** The visit of a plan for a planned day, wherever it was moved. */
export const findVisitOfPlan = async (tx: Tx, planId: number, day: string): Promise<number | undefined> => {
  const row = await queryRow<{ id: number }>(tx)`select id from visits
    where care_plan_id = ${planId} and planned_day = ${day} and removed is null`;
  return row?.id;
};

/** Locks the rows of provider and client until the transaction ends, so that the second of two simultaneous moves sees the first. */
export const lockPair = (tx: Tx, { ProviderID, ClientID }: Pick<Visit, 'ProviderID' | 'ClientID'>) =>
  queryRows<{ kind: string; archived: string | null }>(tx)`select kind, archive_date as archived
    from people where id in (${ProviderID}, ${ClientID}) order by id for no key update`;

/** Other visits of the provider or the client from the day before through the day after, without closed ones. */
export const listVisitsAround = (
  tx: Tx,
  { id, ProviderID, ClientID }: Pick<Visit, 'id' | 'ProviderID' | 'ClientID'>,
  day: string,
) =>
  queryRows<OtherVisit>(tx)`select date as "Date", plan_start as "PlanStartTime",
      plan_end as "PlanEndTime", provider_id as "ProviderID", client_id as "ClientID"
    from visits where removed is null and closed_code is null and id <> ${id} and (provider_id = ${ProviderID} or client_id = ${ClientID})
      and date between ${day}::date - 1 and ${day}::date + 1
    order by date, plan_start, id`;

/** A visit and another one of its provider or client, on or next to its day. */
export interface NearPair {
  readonly own: OtherVisit & Pick<Visit, 'id'>;
  readonly other: OtherVisit & Pick<Visit, 'id'>;
}

const placedColumns = (visit: 'own' | 'other') => {
  const column = (name: string) => sql`${sql.id(visit)}.${sql.id(name)}`;
  const clock = (name: string) => sql`to_char(${column(name)}, 'HH24:MI')`;
  return sql`jsonb_build_object('id', ${column('id')}, 'ProviderID', ${column('provider_id')}, 'ClientID', ${column('client_id')},
    'Date', ${column('date')}, 'PlanStartTime', ${clock('plan_start')}, 'PlanEndTime', ${clock('plan_end')}) as ${sql.id(visit)}`;
};

/** Planned visits with those near them, where at least one of the two was moved: comparing plans by their weeks does not show where it is now. */
const listMovedPairs = (tx: Tx, isOwn: RawBuilder<unknown>) =>
  queryRows<NearPair>(tx)`with own as materialized (
      select id, provider_id, client_id, date, plan_start, plan_end, rescheduled from visits own
      where ${isOwn} and removed is null and closed_code is null and status = 'Planned'),
    other as materialized (
      select id, provider_id, client_id, date, plan_start, plan_end, rescheduled from visits
      where removed is null and closed_code is null and (rescheduled or exists (select from own where own.rescheduled))
        and date between (select min(date) from own) - 1 and (select max(date) from own) + 1
        and (provider_id = any(array(select provider_id from own)) or client_id = any(array(select client_id from own))))
    select ${placedColumns('own')}, ${placedColumns('other')}
    from own join other on other.id <> own.id and (other.provider_id = own.provider_id or other.client_id = own.client_id)
      and other.date between own.date - 1 and own.date + 1
    where own.rescheduled or other.rescheduled
    order by own.date, own.plan_start, own.id, other.date, other.plan_start, other.id ${PREPARED}`;

/** The same for visits that plans have received in this transaction. */
export const listMovedPairsOfPlans = (tx: Tx, planIds: readonly number[]) =>
  listMovedPairs(tx, sql`own.care_plan_id = ${anyOf(planIds)} and ${isOfNow('own')}`);

export const listMovedPairsOf = (tx: Tx, ids: readonly number[]) =>
  listMovedPairs(tx, sql`own.id = ${anyOf(ids)}`);

/** A provider's moved future visits, by their planned days or their present dates. */
export const listMovedOf = (
  scope: Scope,
  providerId: number,
  { from, through }: { readonly from: string; readonly through: string },
) =>
  queryRows<MovedAway>(
    scope.site.db,
  )`select visit.client_id as "ClientID", ${listedName('client')} as "Client",
      visit.planned_day as day, visit.date, visit.plan_start as start, visit.plan_end as end
    from visits visit join people client on client.id = visit.client_id
    where visit.provider_id = ${providerId} and visit.rescheduled and visit.removed is null
      and visit.closed_code is null and visit.status = 'Planned' and visit.date >= ${scope.today().toString()}
      and (visit.date between ${from} and ${through} or visit.planned_day between ${from} and ${through})
    order by visit.date, visit.plan_start, visit.id`;

/** A visit moved by the office stays there, whatever its plans say. A cover that begins late follows its plan. */
export const moveVisitRow = async (
  tx: Tx,
  id: number,
  to: Pick<Visit, 'Date' | 'PlanStartTime' | 'PlanEndTime'>,
  { by, now, isByOffice }: Writer & { readonly isByOffice: boolean },
): Promise<void> => {
  await sql`update visits set date = ${to.Date}, plan_start = ${to.PlanStartTime}, plan_end = ${to.PlanEndTime},
      rescheduled = ${isByOffice}, edited = ${now}, edited_by = ${by}, edited_via = 'admin', rev = rev + 1 where id = ${id}`.execute(
    tx,
  );
};

/** The plan and planned day by which staffing knows a visit, wherever it is now and whoever covers it. */
export const findVisitKey = (db: Db, id: number) =>
  queryRow<VisitKey>(db)`select coalesce(plan.covers_id, plan.id) as "planId", visit.planned_day as day
    from visits visit join care_plans plan on plan.id = visit.care_plan_id where visit.id = ${id}`;

/** A stamp inside JSON, formatted like those of columns. */
const isoStamp = (at: RawBuilder<unknown>) =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

// --- Exceptions ----------------------------------------------------------------------------------------------------

export interface ExceptionRow extends Visit, Findings {
  readonly privatePay: boolean;
  readonly explained: boolean;
  readonly changeCode: number | null;
  readonly startDistance: number | null;
  readonly endDistance: number | null;
  readonly startCaller: string | null;
  readonly endCaller: string | null;
  readonly clientRejected: string | null;
  readonly caregiverRejected: string | null;
}

/** The number from which someone checked in or out by phone call. */
const callerOf = (end: 'start' | 'end') =>
  sql`(select caller from telephony_calls where id = visit.${sql.id(`${end}_call_id`)})`;

/** Actual times of other visits of the caregiver or the client that may overlap. */
const nearby = sql`select jsonb_agg(jsonb_build_object('isSameProvider', other.provider_id = visit.provider_id,
      'isSameClient', other.client_id = visit.client_id, 'ClientName', ${listedName('of_client')},
      'ProviderName', ${listedName('of_provider')},
      'startedAt', ${isoStamp(sql`other.start_at`)}, 'endedAt', ${isoStamp(sql`other.end_at`)})
      order by other.start_at, other.id) as list
    from visits other join people of_client on of_client.id = other.client_id
      join people of_provider on of_provider.id = other.provider_id
    where candidate.id is not null and visit.explained is null and visit.start_at is not null and other.start_at is not null and other.id <> visit.id
      and other.removed is null and (other.provider_id = visit.provider_id or other.client_id = visit.client_id)
      and other.date between visit.date - 2 and visit.date + 2
      and other.start_at < coalesce(visit.end_at, visit.start_at + interval '1 second')
      and visit.start_at < coalesce(other.end_at, other.start_at + interval '1 second')`;

/**
 * Visits of the days, and two days around them, whose actual times may overlap another visit of the caregiver or the client. Each
 * person's visits are scanned once in the order of their starts.
 */
const overlapping = (from: string, to: string) => {
  const meets = (
    list: 'of_provider' | 'of_client',
  ) => sql`coalesce(max(stop) over ${sql.id(list)} > start_at, false)
    or coalesce(lead(start_at) over ${sql.id(list)} < stop, false)`;
  const before = sql`order by start_at, id rows between unbounded preceding and 1 preceding`;
  return sql`select id from (select id, ${meets('of_provider')} or ${meets('of_client')} as meets
    from (select id, provider_id, client_id, start_at, coalesce(end_at, start_at + interval '1 second') as stop
      from visits where removed is null and start_at is not null
        and date between ${from}::date - 2 and ${to}::date + 2) as begun
    window of_provider as (partition by provider_id ${before}), of_client as (partition by client_id ${before})) as judged
    where meets`;
};

/** The length is far from the plan by the clock. Near a change of the clock, the rule checks every visit. */
const oddLength = (zone: string) => sql`(visit.status = 'Complete' and visit.explained is null and (
    extract(epoch from visit.end_at - visit.start_at) * 100 not between
      ${SHORTEST_PERCENT}::int * clock.seconds and ${LONGEST_PERCENT}::int * clock.seconds
    or (visit.date + 2)::timestamp at time zone ${zone} - visit.date::timestamp at time zone ${zone}
      <> interval '48 hours'))`;

const reportedAfter = (end: 'start' | 'end') => {
  const column = (name: string) => sql`visit.${sql.id(`${end}_${name}`)}`;
  return sql`case when ${column('late')} and not ${column('edited')}
    then extract(epoch from ${column('received_at')} - ${column('device_at')})::float8 / 60 end`;
};

/** The visits of a period that would be billed, among which exceptions are searched. */
const isReadyToBill = (from: string, to: string, scope: Scope) =>
  sql`visit.removed is null and visit.closed is null
    and visit.date between ${from} and least(${to}::date, ${scope.today().toString()}::date)
    and ${isToBill}`;

/** The aggregator does not have the visit, or rejected it. Visits of private clients are never sent. */
const isUnaccepted = sql`((visit.aggregator_status is null or visit.aggregator_status = 'Failed')
  and not exists (select from people payer where payer.id = visit.client_id and ${isPrivatePay('payer')}))`;

/** The visit is queued and unsent: it may be waiting for its people. */
const isQueued = sql`(visit.aggregator_status = 'Pending' and exists (select from aggregator_records queued
  where queued.type = 'Visit' and queued.record_id = visit.id and queued.status = 'Planned'))`;
const mayWaitForPeople = sql`(visit.aggregator_status = 'Pending' and exists (select from people person
  where person.id in (visit.client_id, visit.provider_id) and person.aggregator_status = 'Failed'))`;

const rejectedOf = (column: 'client_id' | 'provider_id') =>
  sql`case when ${isQueued} then ${rejectionOf(sql.ref(`visit.${column}`))} end`;

/** Visits of a period that may have an exception. The rule decides; this only leaves out what cannot have one. */
export const listExceptionRows = async (
  db: Scope['site']['db'] | Tx,
  scope: Scope,
  period: {
    readonly from: string;
    readonly to: string;
    readonly sends: boolean;
    readonly atMost: number;
    /** Only this visit. */
    readonly id?: number;
  },
): Promise<ExceptionRow[]> => {
  const { from, to, sends, atMost, id } = period;
  const candidates = id === undefined ? overlapping(from, to) : sql`select ${id}::int as id`;
  // Names, places and other visits are read only for the rows returned.
  const rows = await queryRows<ExceptionRow>(db)`with candidates as materialized (${candidates}),
    found as materialized (select visit.id from visits visit join care_plans plan on plan.id = visit.care_plan_id
        cross join lateral (select extract(epoch from visit.plan_end - visit.plan_start)
          + case when visit.plan_end < visit.plan_start then 86400 else 0 end as seconds) as clock
        left join candidates as candidate on candidate.id = visit.id
      where ${id === undefined ? sql`true` : sql`visit.id = ${id}`} and ${isReadyToBill(from, to, scope)}
        and (visit.status <> 'Complete' or visit.start_location_error or visit.end_location_error
          or (visit.review_hints <> '[]' and visit.review_seen_by is null)
          or (candidate.id is not null and visit.explained is null) or ${oddLength(scope.settings.timeZone)}
          or (visit.explained is null and (${reportedAfter('start')} > ${REPORTED_LATE_MINUTES} or ${reportedAfter('end')} > ${REPORTED_LATE_MINUTES}))
          or ((visit.start_edited or visit.end_edited) and visit.change_code is null)
          or (${sends} and (${isUnaccepted} or ${mayWaitForPeople})))
      ${byTime} limit ${atMost})
    select ${visitColumns}, visit.change_code as "changeCode",
      visit.start_distance as "startDistance", visit.end_distance as "endDistance",
      ${callerOf('start')} as "startCaller", ${callerOf('end')} as "endCaller", visit.explained is not null as explained,
      ${isPrivatePay('client')} as "privatePay",
      ${rejectedOf('client_id')} as "clientRejected", ${rejectedOf('provider_id')} as "caregiverRejected",
      coalesce(near.list, '[]') as nearby, ${reportedAfter('start')} as "startReportedAfter", ${reportedAfter('end')} as "endReportedAfter"
    from ${visitTables} join found on found.id = visit.id left join candidates as candidate on candidate.id = visit.id
      left join lateral (${nearby}) as near on true
    ${byTime}`;
  return rows;
};

export interface UnacceptedRow {
  /** Null if it was never sent. */
  readonly words: string | null;
  readonly isFailed: boolean;
  readonly visits: readonly number[];
}

/** The numbers of visits of some days that the aggregator does not have, by reason: those of the exceptions view. */
export const listUnaccepted = (scope: Scope, { from, to }: { readonly from: string; readonly to: string }) =>
  queryRows<UnacceptedRow>(scope.site.db)`select visit.aggregator_message as words,
      visit.aggregator_status is not null as "isFailed", array_agg(visit.id) as visits
    from visits visit join care_plans plan on plan.id = visit.care_plan_id
    where ${isReadyToBill(from, to, scope)} and visit.status = 'Complete' and ${isUnaccepted}
    group by 1, 2 order by count(*) desc, 1`;

// --- Call report ---------------------------------------------------------------------------------------------------

/** 'LastName, FirstName' of a client and a provider; an id that is not one is missing. */
export const listNames = async (
  scope: Scope,
  of: { readonly client: number | null; readonly provider: number | null },
): Promise<{ readonly Client?: string; readonly Provider?: string }> => {
  const rows = await queryRows<{ kind: 'Client' | 'Provider'; name: string }>(scope.site.db)`select kind,
      ${listedName()} as name from people
    where (id = ${of.client} and kind = 'Client') or (id = ${of.provider} and kind = 'Provider')`;
  return Object.fromEntries(rows.map(({ kind, name }) => [kind, name]));
};

/** The first recorded time of an end: the phone's own, otherwise the first in the record log. */
const firstCall = (end: 'start' | 'end', logged: string) => {
  const column = (name: string) => sql`visit.${sql.id(`${end}_${name}`)}`;
  return sql`jsonb_build_object('at', coalesce(${column('device_at')}, ${column('received_at')},
      (select ${valueAfter(logged, 'log')}::timestamptz from change_log log
        where log.entity = 'visit' and log.entity_id = visit.id and ${hasChanged(logged, 'log')}
          and ${valueBefore(logged, 'log')} is null order by log.id limit 1), ${column('at')}),
    'final', ${column('at')}, 'isMobile', ${column('received_at')} is not null and ${column('call_id')} is null,
    'isCall', ${column('call_id')} is not null, 'late', ${column('late')},
    'edited', ${column('edited')}, 'distance', ${column('distance')}, 'error', ${column('location_error')})`;
};

export const listCalls = (
  scope: Scope,
  {
    client,
    provider,
    from,
    to,
  }: { client: number | null; provider: number | null; from: string; to: string },
) =>
  queryRows<CallReportVisit>(scope.site.db)`select visit.id, visit.date as "Date", visit.status as "Status",
      ${listedName('client')} as "ClientName",
      ${listedName('provider')} as "ProviderName",
      type.code as "Type", visit.plan_start as "PlanStartTime", visit.plan_end as "PlanEndTime",
      ${firstCall('start', LOGGED_TIMES.startedAt)} as start, ${firstCall('end', LOGGED_TIMES.endedAt)} as end,
      visit.edited as "EditedTS", visit.edited_by as "EditedBy", visit.edited_via as "EditedVia",
      visit.change_code as "changeCode", ${sealedVisit.changeReason('visit')} as "changeReason", ${sealedVisit.iobse('visit')} as "IOBSE",
      visit.aggregator_status as "aggregatorStatus", ${sealedVisit.notes('visit')} as "Notes",
      visit.closed_code as "ClosedCode", ${sealedVisit.closedMemo('visit')} as "ClosedMemo"
    from ${visitTables} join care_plans plan on plan.id = visit.care_plan_id
      join care_plan_types type on type.id = plan.type_id
    where visit.removed is null and visit.date between ${from} and ${to}
      and (${client}::int is null or visit.client_id = ${client})
      and (${provider}::int is null or visit.provider_id = ${provider})
    ${byTime}`;

// --- Roll-forward --------------------------------------------------------------------------------------------------

/** Plans after an id that may run on days of a window, in the order of ids. The plan rule decides the days. */
export const listRunningPlans = async (
  scope: Scope,
  window: {
    readonly from: string;
    readonly through: string;
    readonly after: number;
    readonly atMost: number;
  },
): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(scope.site.db)`select id from care_plans
    where id > ${window.after} and status in ('Active', 'Archive') and excluded is null
      and start_date <= ${window.through} and (end_date is null or end_date >= ${window.from})
    order by id limit ${window.atMost}`;
  return rows.map(({ id }) => id);
};

// --- Missed visits -------------------------------------------------------------------------------------------------

/** A planned visit for which someone asked to be notified, with the key of that message. */
export interface UnnotifiedVisit
  extends Pick<Visit, 'id' | 'Date' | 'PlanStartTime' | 'PlanEndTime' | 'Status' | 'Attempts'> {
  readonly clientId: number;
  readonly providerId: number;
  readonly clientContact: string | null;
  readonly providerContact: string | null;
  readonly request: string;
}

const unnotified = sql`select visit.id, visit.date as "Date", visit.plan_start as "PlanStartTime", visit.plan_end as "PlanEndTime",
    visit.status as "Status", ${openAttempts} as "Attempts", client.id as "clientId", provider.id as "providerId", client.notify_visit as "clientContact",
    provider.notify_visit as "providerContact", notice.request
  from visits visit join people client on client.id = visit.client_id join people provider on provider.id = visit.provider_id
    join care_plans plan on plan.id = visit.care_plan_id
    cross join lateral (select 'missed visit ' || visit.id || ' ' || visit.date as request) as notice
  where visit.removed is null and visit.status = 'Planned' and visit.closed is null and (plan.excluded is null or plan.excluded > visit.date)
    and (client.notify_visit is not null or provider.notify_visit is not null)
    and not exists (select from messages where messages.request = notice.request)`;

export const listUnnotified = (db: Scope['site']['db'], from: string, through: string) =>
  queryRows<UnnotifiedVisit>(
    db,
  )`${unnotified} and visit.date between ${from} and ${through} order by visit.id`;

/** Lock first: only a query run afterwards sees what another run has queued. */
export const lockUnnotified = async (tx: Tx, id: number): Promise<UnnotifiedVisit | undefined> => {
  await sql`select from visits where id = ${id} for no key update`.execute(tx);
  const row = await queryRow<UnnotifiedVisit>(tx)`${unnotified} and visit.id = ${id}`;
  return row;
};
