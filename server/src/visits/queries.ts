import type { CheckInPlace } from '@homecare/domain/addresses/check-in-place.ts';
import type { PlanDates } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import type { DatedWeek } from '@homecare/domain/care-plans/weeks.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import type { ReviewHint, Stamped } from '@homecare/domain/visits/review.ts';
import { LATE_HOURS } from '@homecare/domain/visits/rules.ts';
import type { Visit, VisitStatus, VisitTasks } from '@homecare/domain/visits/schema.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Changed } from '../platform/db/changes.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';
import { isMarkedBilled, sealedVisit } from '../platform/sealed/visit.ts';

type Db = Kysely<Tables> | Tx;

const attemptJson = sql`jsonb_build_object('id', attempt.id, 'move', attempt.move,
  'at', to_char(attempt.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'late', attempt.late,
  'latitude', attempt.latitude, 'longitude', attempt.longitude, 'distance', attempt.distance,
  'locationError', attempt.location_error)`;

const isRejected = sql`exists (select from visit_attempts_rejected where attempt_id = attempt.id)`;
const attemptsOf = (
  settled: RawBuilder<unknown>,
) => sql`case when visit.status = 'Complete' then '[]'::jsonb else coalesce((
    select jsonb_agg(${attemptJson} order by attempt.at, attempt.id) from visit_attempts attempt
    where attempt.visit_id = visit.id and (visit.status = 'Planned' or attempt.move = 'Check-Out')
      and not exists (select from visit_attempts_accepted where attempt_id = attempt.id) and ${settled}), '[]') end`;

/** What a phone recorded outside its window and nobody has accepted or rejected yet. */
export const openAttempts = attemptsOf(sql`not ${isRejected}`);
const rejectedAttempts = attemptsOf(isRejected);

/** Whether a plan (by alias) and a row `kin` of plans share the same regular plan, so that each day is one visit of both. */
export const isOfOneVisit = (plan: string) => {
  const regular = sql`coalesce(${sql.ref(`${plan}.covers_id`)}, ${sql.ref(`${plan}.id`)})`;
  return sql`(kin.id = ${regular} or kin.covers_id = ${regular})`;
};

/**
 * The closed visits of a plan (by alias), of the one it covers and of those covering it, each with its reason: their days left all
 * of these plans, whoever had the visit when it was closed.
 */
export const closedVisitsOf = (plan: string) => sql`(select coalesce(json_agg(json_build_object(
    'plannedDay', planned_day, 'ClosedCode', closed_code, 'ClosedMemo', ${sealedVisit.closedMemo('visit')}) order by planned_day, visit.id), '[]')
  from care_plans kin join visits visit on visit.care_plan_id = kin.id
  where ${isOfOneVisit(plan)} and visit.closed is not null and visit.removed is null)`;

/** A visit may be removed if it has not begun and was not closed with a reason. Closed visits are history, like those that took place. */
const isRemovable = sql`status = 'Planned' and removed is null and closed_code is null`;

/** The columns of every visit, by the product's names; those of the wire are in its shape. */
const commonColumns = sql`visit.id, visit.care_plan_id as "CareID", visit.client_id as "ClientID",
  visit.provider_id as "ProviderID", ${listedName('client')} as "ClientName",
  ${listedName('provider')} as "ProviderName", visit.date as "Date", visit.status as "Status",
  visit.aggregator_status as "aggregatorStatus", visit.plan_start as "PlanStartTime", visit.plan_end as "PlanEndTime",
  visit.start_at as "startedAt", visit.end_at as "endedAt", visit.place_latitude as "AddressLatitude",
  visit.place_longitude as "AddressLongitude", visit.start_latitude as "AddressStartLatitude",
  visit.start_longitude as "AddressStartLongitude", visit.end_latitude as "AddressEndLatitude",
  visit.end_longitude as "AddressEndLongitude", visit.created as "CreatedTS", visit.edited as "EditedTS",
  visit.edited_by as "EditedBy", visit.edited_via as "EditedVia", visit.start_edited as "StartEdited",
  visit.end_edited as "EndEdited", visit.start_location_error as "StartLocationError",
  visit.end_location_error as "EndLocationError", visit.start_late as "StartLate", visit.end_late as "EndLate",
  ${sealedVisit.notes('visit')} as "Notes", ${sealedVisit.tasks('visit')} as "Tasks",
  client.phone as "ClientPhone",
  concat_ws(', ', nullif(client.address, ''), nullif(client.address2, ''), nullif(client.city, ''),
    nullif(concat_ws(' ', client.state, client.postal_code), '')) as "ClientAddress",
  client.address_latitude as "ClientAddressLatitude", client.address_longitude as "ClientAddressLongitude",
  client.address_approximate as "ClientAddressApproximate", provider.phone as "ProviderPhone", ${sealedVisit.iobse('visit')} as "IOBSE",
  visit.rev, ${openAttempts} as "Attempts", ${rejectedAttempts} as "RejectedAttempts"`;
export const visitColumns = sql`${commonColumns}, visit.review_hints as "ReviewHints",
  visit.review_seen_by as "ReviewSeenBy", visit.aggregator_message as "aggregatorMessage", visit.closed_code as "ClosedCode",
  ${sealedVisit.closedMemo('visit')} as "ClosedMemo", visit.closed_by as "ClosedBy"`;
/** What the office reviews is not sent to the phone it is about. */
const caregiverColumns = sql`${commonColumns}, '[]'::jsonb as "ReviewHints", null as "ReviewSeenBy", null as "aggregatorMessage",
  null as "ClosedCode", null as "ClosedMemo", null as "ClosedBy"`;

export const visitTables = sql`visits visit join people client on client.id = visit.client_id
  join people provider on provider.id = visit.provider_id`;

export const byTime = sql`order by visit.date, visit.plan_start, visit.plan_end, visit.id`;

const select = (
  db: Db,
  scope: Scope,
  condition: RawBuilder<unknown>,
  planned: RawBuilder<unknown> = sql``,
): Promise<Visit[]> => selectAny(db, scope, sql`visit.removed is null and ${condition}`, planned);

const selectAny = async (
  db: Db,
  { user }: Scope,
  condition: RawBuilder<unknown>,
  planned: RawBuilder<unknown> = sql``,
): Promise<Visit[]> => {
  const columns = isCaregiver(user.role) ? caregiverColumns : visitColumns;
  const rows = await queryRows<Visit>(db)`select ${columns} from ${visitTables}
    where ${condition} ${byTime} ${planned}`;
  return rows;
};

/** Visits that changed, and those of people whose names, phones or addresses changed. */
const touchedBy = (changed: Changed | undefined) => {
  if (!changed) return sql`true`;
  const people = anyOf(changed.get('people'));
  return sql`(visit.id = ${anyOf(changed.get('visits'))} or visit.client_id = ${people} or visit.provider_id = ${people})`;
};

export const listVisits = (scope: Scope, from: string, through: string, changed?: Changed) =>
  select(
    scope.site.db,
    scope,
    sql`visit.date between ${from} and ${through} and ${touchedBy(changed)}`,
    changed && PREPARED,
  );

export interface DayVisitRow {
  readonly id: number;
  /** The key by which staffing knows it. */
  readonly planId: number;
  readonly day: string;
  readonly ClientID: number;
  readonly ClientName: string;
  readonly ProviderID: number;
  readonly ProviderName: string;
  readonly ProviderPhone: string | null;
  readonly Date: string;
  readonly PlanStartTime: string;
  readonly PlanEndTime: string;
  readonly Status: VisitStatus;
  readonly startedAt: string | null;
  readonly ClosedCode: Visit['ClosedCode'];
  readonly Attempts: Visit['Attempts'];
  /** Not complete yet, and would be billed. */
  readonly isToBill: boolean;
}

/** The visit would be billed once it takes place. */
export const isToBill = sql`(not coalesce(plan.excluded <= visit.date, false) and ${isMarkedBilled('visit')})`;

/** Visits of a day with their state and whom to call, and earlier ones that were not begun or not ended. */
export const listDayVisits = (db: Db, { from, day }: { readonly from: string; readonly day: string }) =>
  queryRows<DayVisitRow>(db)`
    -- Few visits have an attempt: they are found at once, and not by a look for each visit.
    with tried as materialized (select visit.id, ${openAttempts} as attempts from visits visit
      where visit.removed is null and visit.date between ${from} and ${day} and visit.status <> 'Complete'
        and exists (select from visit_attempts attempt where attempt.visit_id = visit.id))
    select visit.id, coalesce(plan.covers_id, plan.id) as "planId",
      visit.planned_day as day, visit.client_id as "ClientID", ${listedName('client')} as "ClientName",
      visit.provider_id as "ProviderID", ${listedName('provider')} as "ProviderName", provider.phone as "ProviderPhone",
      visit.date as "Date", visit.plan_start as "PlanStartTime", visit.plan_end as "PlanEndTime",
      visit.status as "Status", visit.start_at as "startedAt", visit.closed_code as "ClosedCode",
      coalesce(tried.attempts, '[]') as "Attempts", visit.status <> 'Complete' and ${isToBill} as "isToBill"
    from ${visitTables} join care_plans plan on plan.id = visit.care_plan_id left join tried on tried.id = visit.id
    where visit.removed is null and visit.date between ${from} and ${day}
      and (visit.date = ${day} or (visit.status <> 'Complete' and visit.closed is null)) ${byTime} ${PREPARED}`;

/** The provider's visits of a day, and those of the evening before that end on it. A phone shows none that the office has closed. */
export const listProviderVisits = (scope: Scope, providerId: number, day: string, changed?: Changed) =>
  select(
    scope.site.db,
    scope,
    sql`visit.provider_id = ${providerId} and (visit.date = ${day}
      or (visit.date = ${day}::date - 1 and visit.plan_end < visit.plan_start))
      ${isCaregiver(scope.user.role) ? sql`and visit.closed is null` : sql``} and ${touchedBy(changed)}`,
    changed && PREPARED,
  );

/** A provider's visit with its planned day; a moved one is on another day. */
export interface VisitOfDay {
  readonly planId: number;
  readonly plannedDay: string;
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly status: Visit['Status'];
  readonly isClosed: boolean;
  /** Instants of check-in and check-out. */
  readonly startAt: string | null;
  readonly endAt: string | null;
  readonly typeId: number;
  /** Planned minutes of travel. */
  readonly travel: number;
}

/** Visits of providers that are planned for these days or were moved to them. */
export const listVisitsOfDays = async (
  db: Db,
  providerIds: readonly number[],
  { from, through }: { readonly from: string; readonly through: string },
): Promise<VisitOfDay[]> => {
  const rows = await queryRows<Omit<VisitOfDay, 'travel'> & { readonly tasks: VisitTasks }>(db)`select
      visit.care_plan_id as "planId", visit.planned_day as "plannedDay", visit.date as day,
      visit.plan_start as start, visit.plan_end as "end", visit.status, visit.closed is not null as "isClosed",
      visit.start_at as "startAt", visit.end_at as "endAt", plan.type_id as "typeId", ${sealedVisit.tasks('visit')}
    from visits visit join care_plans plan on plan.id = visit.care_plan_id
    where visit.provider_id = any(${[...providerIds]}::int[]) and visit.removed is null
      and (visit.planned_day between ${from} and ${through} or visit.date between ${from} and ${through})
    order by visit.date, visit.plan_start, visit.id`;
  return rows.map(({ tasks, ...visit }) => ({ ...visit, travel: tasks.TravelTime }));
};

/** A visit the caller may see; role evv sees only its own. */
export const findVisit = async (db: Db, scope: Scope, id: number): Promise<Visit | undefined> => {
  const own = isCaregiver(scope.user.role) ? sql`visit.provider_id = ${scope.user.providerId}` : sql`true`;
  const [visit] = await select(db, scope, sql`visit.id = ${id} and ${own}`, PREPARED);
  return visit;
};

/** A visit of this provider that was taken over or canceled; their phone may still show it. */
export const findVisitTakenFrom = async (db: Db, scope: Scope, id: number): Promise<Visit | undefined> => {
  const condition = sql`visit.id = ${id} and visit.removed is not null
    and visit.provider_id = ${scope.user.providerId}`;
  return (await selectAny(db, scope, condition))[0];
};

/** Enough check-ins to verify an address by. */
const CHECK_INS = 50;

/** Where phones were when visits of a client began, after a day, in order of time. Places entered by staff are left out. */
export const listCheckIns = (db: Db, clientId: number, after: string | null) =>
  queryRows<CheckInPlace>(db)`select id as "visitId", date, start_latitude as latitude,
      start_longitude as longitude, start_accuracy as accuracy
    from visits where client_id = ${clientId} and removed is null and not start_edited
      and start_latitude is not null and start_longitude is not null
      and (${after}::date is null or date > ${after}::date)
    order by start_at, id limit ${CHECK_INS}`;

/** Where a phone was, and by whose clock. */
export interface Evidence {
  readonly receivedAt: string;
  readonly deviceAt: string | null;
  readonly late: boolean;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly accuracy: number | null;
  readonly distance: number | null;
  readonly locationError: boolean;
  /** The telephone call that reported it; null for the phone app. */
  readonly callId: number | null;
}

/** Review hints compare this many positions around the check time; more than one day ahead for checks that arrive late. */
const STAMPS = 60;
const STAMP_DAYS = 31;
const DAYS_AFTER = LATE_HOURS / 24 + 1;

/**
 * Other positions of a provider around a moment. A time corrected by staff is not when the phone was there, so the phone's own time
 * counts, or its arrival if it came at once.
 */
export const listStamps = async (
  db: Db,
  check: {
    readonly visit: Pick<Visit, 'id' | 'ProviderID'>;
    readonly end: 'start' | 'end';
    readonly at: string;
  },
): Promise<Stamped[]> => {
  const stamp = (end: 'start' | 'end') => {
    const column = (name: string) => sql`visit.${sql.id(`${end}_${name}`)}`;
    return sql`(${end}, case when not ${column('edited')} then ${column('at')} when ${column('late')} then ${column('device_at')}
      else ${column('received_at')} end, ${column('latitude')}, ${column('longitude')}, ${column('accuracy')})`;
  };
  const rows = await queryRows<Stamped>(db)`select stamp.at, stamp.lat, stamp.lon, stamp.accuracy
    from visits visit cross join lateral (values ${stamp('start')}, ${stamp('end')}) as stamp (side, at, lat, lon, accuracy)
    where visit.provider_id = ${check.visit.ProviderID} and visit.removed is null
      and visit.date between ${check.at}::date - ${STAMP_DAYS}::int and ${check.at}::date + ${DAYS_AFTER}::int
      and visit.status <> 'Planned' and stamp.at is not null and stamp.lat is not null and stamp.lon is not null
      and not (visit.id = ${check.visit.id} and stamp.side = ${check.end})
    order by abs(extract(epoch from stamp.at - ${check.at}::timestamptz)), visit.id limit ${STAMPS} ${PREPARED}`;
  return rows;
};

export interface MoveWrite {
  readonly id: number;
  readonly rev: number | undefined;
  readonly from: VisitStatus;
  readonly to: VisitStatus;
  readonly end: 'start' | 'end';
  readonly at: string;
  /** Null when staff set the status. */
  readonly evidence: Evidence | null;
  readonly place: { readonly latitude: number | null; readonly longitude: number | null } | null;
  /** Stored next to those of the other end. Whoever reviewed the visit before has not seen these. */
  readonly hints: readonly ReviewHint[];
  readonly edited: boolean;
  readonly iobse: string;
  readonly changeCode: number | null;
  readonly changeReason: string | null;
  readonly notes: string | null | undefined;
  readonly by: string;
  readonly via: NonNullable<Visit['EditedVia']>;
  readonly now: string;
}

const evidenceColumns = (end: 'start' | 'end', seen: Evidence) => {
  const column = (name: string) => sql.id(`${end}_${name}`);
  return sql`${column('received_at')} = ${seen.receivedAt}, ${column('device_at')} = ${seen.deviceAt},
    ${column('late')} = ${seen.late}, ${column('latitude')} = ${seen.latitude}, ${column('longitude')} = ${seen.longitude},
    ${column('accuracy')} = ${seen.accuracy}, ${column('distance')} = ${seen.distance},
    ${column('location_error')} = ${seen.locationError}, ${column('call_id')} = ${seen.callId},`;
};

/** One conditional statement, so that exactly one of several parallel moves finds the visit as it was. */
export const moveVisit = async (tx: Tx, scope: Scope, move: MoveWrite): Promise<boolean> => {
  const own = isCaregiver(scope.user.role) ? sql`and provider_id = ${scope.user.providerId}` : sql``;
  const unchanged = move.rev === undefined ? sql`` : sql`and rev = ${move.rev}`;
  const noted = move.notes === undefined ? sql`` : sql`${sealedVisit.notes.to(move.notes)},`;
  const result = await sql`update visits set status = ${move.to}, ${sql.id(`${move.end}_at`)} = ${move.at},
      ${move.evidence ? evidenceColumns(move.end, move.evidence) : sql``}
      ${move.place ? sql`place_latitude = ${move.place.latitude}, place_longitude = ${move.place.longitude},` : sql``}
      ${move.hints.length === 0 ? sql`` : sql`review_hints = review_hints || ${JSON.stringify(move.hints)}::jsonb, review_seen_by = null, review_seen = null,`}
      ${noted}
      ${move.changeCode === null ? sql`` : sql`change_code = ${move.changeCode}, ${sealedVisit.changeReason.to(move.changeReason)},`}
      closed_code = null, ${sealedVisit.closedMemo.to(null)}, closed_by = null, closed = null, explained = null, explained_by = null,
      ${sql.id(`${move.end}_edited`)} = ${move.edited}, ${sealedVisit.iobse.to(move.iobse)}, edited = ${move.now},
      edited_by = ${move.by}, edited_via = ${move.via}, rev = rev + 1
    where id = ${move.id} and status = ${move.from} and removed is null ${own} ${unchanged}
    ${move.evidence ? PREPARED : sql``}`.execute(tx);
  return result.numAffectedRows === 1n;
};

/** Returns false if this telephone call has already recorded it. */
export const insertAttempt = async (
  tx: Tx,
  attempt: {
    visitId: number;
    accountId: number | null;
    move: 'Check-In' | 'Check-Out';
    at: string;
    refusal: string;
  } & Evidence,
): Promise<boolean> => {
  const inserted = await tx
    .insertInto('visit_attempts')
    .values({
      visit_id: attempt.visitId,
      account_id: attempt.accountId,
      move: attempt.move,
      at: attempt.at,
      received_at: attempt.receivedAt,
      device_at: attempt.deviceAt,
      late: attempt.late,
      latitude: attempt.latitude,
      longitude: attempt.longitude,
      accuracy: attempt.accuracy,
      distance: attempt.distance,
      location_error: attempt.locationError,
      call_id: attempt.callId,
      refusal: attempt.refusal,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
};

/** What a telephone call has recorded of a visit, as a move or an attempt; undefined if nothing yet. */
export const findByCall = (db: Db, callId: number) =>
  queryRow<{ readonly visitId: number; readonly move: 'Check-In' | 'Check-Out'; readonly isMoved: boolean }>(
    db,
  )`select id as "visitId", 'Check-In' as move, true as "isMoved" from visits where start_call_id = ${callId}
    union all select id, 'Check-Out', true from visits where end_call_id = ${callId}
    union all select visit_id, move, false from visit_attempts where call_id = ${callId} limit 1`;

/** What determines a plan's visits. */
export interface PlanToVisit extends PlanDates {
  readonly id: number;
  readonly ProviderID: number;
  readonly ClientID: number;
  readonly Status: CarePlan['Status'];
  readonly excluded: string | null;
  readonly week: PlanWeek;
  readonly weeks: readonly DatedWeek[];
  readonly archived: readonly (string | null)[];
  readonly temporary: readonly (PlanDates & Pick<CarePlan, 'Status'>)[];
  readonly taken: readonly string[];
}

/** Locks the plans until the transaction ends, so that none is archived while its visits are being created. */
export const listPlansToVisit = (tx: Tx, planIds: readonly number[], from: string) =>
  queryRows<PlanToVisit>(tx)`select plan.id, plan.provider_id as "ProviderID", plan.client_id as "ClientID",
      plan.start_date as "StartDate", plan.end_date as "EndDate", plan.covers_id as "coversPlanId", plan.status as "Status",
      plan.excluded, plan.json as week, plan_weeks(plan.weeks) as weeks, array[client.archive_date::text, provider.archive_date::text] as archived,
      coalesce((select jsonb_agg(jsonb_build_object('StartDate', cover.start_date, 'EndDate', cover.end_date,
          'coversPlanId', cover.covers_id, 'Status', cover.status))
        from care_plans cover where cover.covers_id = plan.id and cover.status <> 'Deleted'), '[]') as temporary,
      array(select visit.planned_day::text from care_plans kin join visits visit on visit.care_plan_id = kin.id
        where kin.id <> plan.id and ${isOfOneVisit('plan')} and visit.removed is null
          and (visit.status <> 'Planned' or visit.closed is not null or visit.date <> visit.planned_day)
          and visit.planned_day >= ${from}) as taken
    from care_plans plan join people client on client.id = plan.client_id
      join people provider on provider.id = plan.provider_id
    where plan.id = any(${[...planIds]}::int[]) and plan.status <> 'Deleted' and plan.excluded is null
    order by plan.id for share of plan`;

export interface NewVisit {
  readonly plan: number;
  readonly day: string;
  readonly client: number;
  readonly provider: number;
  readonly start: string;
  readonly end: string;
  readonly tasks: VisitTasks;
}

/** A visit that was moved within its day and taken over returns at its moved time, because that is the one its client knows. */
const isKeptMoved = sql`(visits.rescheduled and visits.date = visits.planned_day)`;
/** For a visit that returns or gets new times, takes the values to insert. */
const asPlanned = sql`removed = null, date = excluded.date,
  plan_start = case when ${isKeptMoved} then visits.plan_start else excluded.plan_start end,
  plan_end = case when ${isKeptMoved} then visits.plan_end else excluded.plan_end end,
  rescheduled = ${isKeptMoved}, rev = visits.rev + 1,
  ${sealedVisit.tasks.to(sql`case when ${isKeptMoved} then ${sealedVisit.tasks()} else ${sealedVisit.tasks('excluded')} end`)}`;

/**
 * Inserts all visits in one statement. A day that has its visit keeps it; a removed one returns as planned now, or at its moved time
 * within the day. Returns the number of visits created by plan id.
 */
export const insertVisits = async (
  tx: Tx,
  visits: readonly NewVisit[],
  now: string,
): Promise<Map<number, number>> => {
  if (visits.length === 0) return new Map();
  // Visits of one plan and weekday share their tasks, so those are sent once and each visit refers to them.
  const tasks = [...new Set(visits.map((visit) => visit.tasks))];
  const numbers = new Map(tasks.map((task, n) => [task, n]));
  const column = <K extends keyof NewVisit>(key: K) => visits.map((visit) => visit[key]);
  const rows = await queryRows<{ plan: number; made: number }>(tx)`with made as (
      insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, ${sealedVisit.tasks.column}, created)
      select plan, day, day, start, "end", client, provider, ${JSON.stringify(tasks)}::jsonb -> task, ${now}::timestamptz
      from unnest(${column('plan')}::int[], ${column('day')}::date[], ${column('client')}::int[],
          ${column('provider')}::int[], ${column('start')}::time[], ${column('end')}::time[],
          ${visits.map((visit) => numbers.get(visit.tasks))}::int[])
        as visit (plan, day, client, provider, start, "end", task)
      order by plan, day
      on conflict (care_plan_id, planned_day) do update set ${asPlanned} where visits.removed is not null
      returning care_plan_id)
    select care_plan_id as plan, count(*) as made from made group by care_plan_id ${PREPARED}`;
  return new Map(rows.map((row) => [row.plan, row.made]));
};

/** How one plan's visits were brought in line with its week. */
export interface MatchedVisits {
  readonly plan: number;
  readonly created: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Brings plans' visits from a day on in line with the plan: creates missing ones, gives Planned ones their times and tasks, and
 * removes those of days no longer planned. Rescheduled, begun and complete visits stay as they are; one moved within its day goes
 * with the day to another plan of the same visits.
 */
export const matchVisits = async (
  tx: Tx,
  planIds: readonly number[],
  visits: readonly NewVisit[],
  { from, now }: { from: string; now: string },
): Promise<MatchedVisits[]> => {
  const tasks = [...new Set(visits.map((visit) => visit.tasks))];
  const numbers = new Map(tasks.map((task, n) => [task, n + 1]));
  const column = <K extends keyof NewVisit>(key: K) => visits.map((visit) => visit[key]);
  const rows = await queryRows<MatchedVisits>(tx)`with wanted as (
      select plan, day, start, "end", client, provider, task.list as task_list
      from unnest(${column('plan')}::int[], ${column('day')}::date[], ${column('client')}::int[],
          ${column('provider')}::int[], ${column('start')}::time[], ${column('end')}::time[],
          ${visits.map((visit) => numbers.get(visit.tasks))}::int[])
        as visit (plan, day, client, provider, start, "end", task)
        join jsonb_array_elements(${JSON.stringify(tasks)}::jsonb) with ordinality as task (list, number) on task.number = visit.task),
    before as materialized (
      select care_plan_id, planned_day from visits
      where care_plan_id = any(${[...planIds]}::int[]) and planned_day >= ${from} and removed is null),
    gone as (
      update visits set removed = ${now}, rev = rev + 1
      where care_plan_id = any(${[...planIds]}::int[]) and planned_day >= ${from} and ${isRemovable}
        and date = planned_day and (care_plan_id, planned_day) not in (select plan, day from wanted)
        and (not rescheduled or exists (select from wanted join care_plans kin on kin.id = wanted.plan
          join care_plans plan on plan.id = visits.care_plan_id
          where wanted.day = visits.planned_day and kin.id <> plan.id and ${isOfOneVisit('plan')}))
      returning care_plan_id),
    made as (
      insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, ${sealedVisit.tasks.column}, created)
      select plan, day, day, start, "end", client, provider, task_list, ${now}::timestamptz from wanted order by plan, day
      on conflict (care_plan_id, planned_day) do update set ${asPlanned}
        where visits.removed is not null or (visits.status = 'Planned' and visits.date = visits.planned_day
          and not visits.rescheduled and visits.closed_code is null
          and (visits.plan_start, visits.plan_end, ${sealedVisit.tasks()})
            is distinct from (excluded.plan_start, excluded.plan_end, ${sealedVisit.tasks('excluded')}))
      returning care_plan_id, planned_day),
    outcome as (
      select care_plan_id, 'removed' as what from gone
      union all select care_plan_id,
        case when (care_plan_id, planned_day) in (select * from before) then 'changed' else 'created' end from made)
    select care_plan_id as plan, (count(*) filter (where what = 'created'))::int as created,
      (count(*) filter (where what = 'changed'))::int as changed,
      (count(*) filter (where what = 'removed'))::int as removed
    from outcome group by care_plan_id order by care_plan_id`;
  return rows;
};

/**
 * Brings past visits that nobody began in line with the present plan: they get its times and tasks, or are removed. None is created,
 * and none that was rescheduled or closed with a reason is touched.
 */
export const matchPastVisits = async (
  tx: Tx,
  planId: number,
  visits: readonly NewVisit[],
  { from, before, now }: { from: string; before: string; now: string },
): Promise<Pick<MatchedVisits, 'changed' | 'removed'>> => {
  const tasks = [...new Set(visits.map((visit) => visit.tasks))];
  const numbers = new Map(tasks.map((task, n) => [task, n]));
  const row = await queryRow<Pick<MatchedVisits, 'changed' | 'removed'>>(tx)`with wanted as (
      select day, start, "end", ${JSON.stringify(tasks)}::jsonb -> task as task_list
      from unnest(${visits.map(({ day }) => day)}::date[], ${visits.map(({ start }) => start)}::time[],
        ${visits.map(({ end }) => end)}::time[], ${visits.map((visit) => numbers.get(visit.tasks))}::int[])
        as visit (day, start, "end", task)),
    changed as (
      update visits set plan_start = start, plan_end = "end", ${sealedVisit.tasks.to(sql`wanted.task_list`)}, rev = rev + 1 from wanted
      where care_plan_id = ${planId} and planned_day = day and removed is null and status = 'Planned' and date = planned_day
        and not rescheduled and closed_code is null
        and (plan_start, plan_end, ${sealedVisit.tasks()}) is distinct from (start, "end", wanted.task_list)
      returning visits.id),
    gone as (
      update visits set removed = ${now}, rev = rev + 1
      where care_plan_id = ${planId} and planned_day >= ${from} and planned_day < ${before} and ${isRemovable}
        and date = planned_day and not rescheduled and planned_day not in (select day from wanted)
      returning visits.id)
    select (select count(*)::int from changed) as changed, (select count(*)::int from gone) as removed`;
  return row ?? { changed: 0, removed: 0 };
};

/**
 * Removes a plan's Planned visits that are or were planned on a day or later, rescheduled ones too; closed ones stay. A temporary
 * plan keeps the visits of earlier days, wherever they were moved, while the plan it covers has service.
 */
export const removePlannedVisitsFrom = async (
  tx: Tx,
  planId: number,
  from: string,
  now: string,
): Promise<number> => {
  const result = await sql`update visits set removed = ${now}, rev = rev + 1
    where care_plan_id = ${planId} and ${isRemovable} and greatest(date, planned_day) >= ${from}
      and (planned_day >= ${from} or not exists (select from care_plans plan
        join care_plans covered on covered.id = plan.covers_id
        where plan.id = care_plan_id and (covered.end_date is null or visits.date < covered.end_date)))`.execute(
    tx,
  );
  return Number(result.numAffectedRows ?? 0n);
};

/** This transaction has written the row of visits. */
export const isOfNow = (row: string) => sql`${sql.ref(`${row}.xmin`)} = pg_current_xact_id()::xid`;

/** A visit moved to another date that this transaction has taken from another plan of the same visits. */
export interface MovedAhead {
  readonly plan: number;
  readonly day: string;
  readonly date: string;
}

/** Those on or after a day that no plan has now, by the plans that may get them. */
export const listMovedAhead = (tx: Tx, planIds: readonly number[], from: string) =>
  queryRows<MovedAhead>(tx)`select distinct plan.id as plan, other.planned_day as day, other.date
    from care_plans plan join care_plans kin on kin.id <> plan.id and ${isOfOneVisit('plan')}
      join visits other on other.care_plan_id = kin.id
    where plan.id = any(${[...planIds]}::int[]) and other.removed is not null and other.rescheduled
      and other.date >= ${from} and other.date <> other.planned_day and ${isOfNow('other')}
      and not exists (select from care_plans kin join visits own on own.care_plan_id = kin.id
        where ${isOfOneVisit('plan')} and own.planned_day = other.planned_day and own.removed is null)
    order by 1, 2`;

/**
 * A moved visit keeps its day and time when another plan of a pair gets it. This applies to rows created in this transaction for
 * some plans whose planned day was taken from another plan.
 */
export const keepMoves = async (tx: Tx, planIds: readonly number[]): Promise<number> => {
  const result =
    await sql`update visits set date = moved.date, plan_start = moved.plan_start, plan_end = moved.plan_end,
      ${sealedVisit.tasks.to(sealedVisit.tasks('moved'))}, rescheduled = true, rev = visits.rev + 1
    from (select distinct on (own.id) own.id as own_id, other.date, other.plan_start, other.plan_end,
        ${sealedVisit.tasks('other')}
      from visits own join care_plans plan on plan.id = own.care_plan_id
        join care_plans kin on kin.id <> plan.id and ${isOfOneVisit('plan')}
        join visits other on other.care_plan_id = kin.id and other.planned_day = own.planned_day
      where own.care_plan_id = any(${[...planIds]}::int[]) and own.removed is null and own.status = 'Planned'
        and own.closed_code is null and ${isOfNow('own')}
        and other.removed is not null and other.rescheduled and ${isOfNow('other')}
      order by own.id, other.edited desc nulls last, other.id desc) as moved
    where visits.id = moved.own_id`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
};

/** A past visit with the columns of its evidence. */
export interface PastVisit extends NewVisit {
  readonly status: VisitStatus;
  readonly aggregator_status: 'Success' | 'Failed' | null;
  readonly start_at: string | null;
  readonly end_at: string | null;
  readonly start_latitude: number | null;
  readonly start_longitude: number | null;
  readonly start_accuracy: number | null;
  readonly start_distance: number | null;
  readonly start_location_error: boolean;
  readonly end_latitude: number | null;
  readonly end_longitude: number | null;
  readonly end_accuracy: number | null;
  readonly end_distance: number | null;
  readonly end_location_error: boolean;
  readonly place_latitude: number | null;
  readonly place_longitude: number | null;
  readonly start_edited: boolean;
  readonly end_edited: boolean;
  readonly iobse: string | null;
  readonly change_code: number | null;
  readonly notes: string | null;
  readonly created: string;
  readonly edited: string | null;
  readonly edited_by: string | null;
  readonly edited_via: 'app' | 'admin' | 'call' | null;
}

const OUTCOME = sql`status, aggregator_status, start_at, end_at, start_latitude, start_longitude, start_accuracy,
  start_distance, start_location_error, end_latitude, end_longitude, end_accuracy, end_distance, end_location_error,
  place_latitude, place_longitude, start_edited, end_edited, ${sealedVisit.iobse.column}, change_code, ${sealedVisit.notes.column}, created, edited, edited_by,
  edited_via`;

/** Inserts past visits in one statement. */
export const insertPastVisits = async (tx: Tx, visits: readonly PastVisit[]): Promise<void> => {
  await sql`insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, ${sealedVisit.tasks.column},
      ${OUTCOME}, start_received_at, start_device_at, end_received_at, end_device_at)
    select plan, day, day, start, "end", client, provider, ${sealedVisit.tasks.column}, ${OUTCOME},
      case when start_latitude is not null then start_at end, case when start_latitude is not null then start_at end,
      case when end_latitude is not null then end_at end, case when end_latitude is not null then end_at end
    from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as visit (plan int, day date, client int, provider int,
      start time, "end" time, ${sealedVisit.tasks.column} jsonb, status text, aggregator_status text, start_at timestamptz, end_at timestamptz,
      start_latitude float8, start_longitude float8, start_accuracy float8, start_distance float8,
      start_location_error bool, end_latitude float8, end_longitude float8, end_accuracy float8, end_distance float8,
      end_location_error bool, place_latitude float8, place_longitude float8, start_edited bool, end_edited bool,
      ${sealedVisit.iobse.column} text, change_code int, ${sealedVisit.notes.column} text, created timestamptz, edited timestamptz, edited_by text, edited_via text)
    order by plan, day`.execute(tx);
};

/** Removes a plan's Planned visits of some days; those moved to another date are removed too, or stay. Returns how many. */
export const removePlannedVisits = async (
  tx: Tx,
  planId: number,
  { withMoved = false, ...days }: { from: string; through: string; withMoved?: boolean },
  now: string,
): Promise<number> => {
  const result = await sql`update visits set removed = ${now}, rev = rev + 1
    where care_plan_id = ${planId} and ${isRemovable} ${withMoved ? sql`` : sql`and date = planned_day`}
      and planned_day between ${days.from} and ${days.through}`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
};

/** Removes all Planned visits of a provider or client, rescheduled ones too; returns the count by plan id. */
export const removePlannedVisitsOf = async (
  tx: Tx,
  personId: number,
  days: { from: string; through: string | null },
  now: string,
): Promise<Map<number, number>> => {
  const rows = await queryRows<{ plan: number; removed: number }>(tx)`with gone as (
      update visits set removed = ${now}, rev = rev + 1 where ${plannedOf(personId, days)} returning care_plan_id)
    select care_plan_id as plan, count(*)::int as removed from gone group by care_plan_id order by care_plan_id`;
  return new Map(rows.map((row) => [row.plan, row.removed]));
};

const ofPerson = (personId: number) => sql`(provider_id = ${personId} or client_id = ${personId})`;
const plannedOf = (personId: number, { from, through }: { from: string; through: string | null }) =>
  sql`${ofPerson(personId)} and ${isRemovable}
    and date between ${from} and coalesce(${through}::date, 'infinity')`;

export const countPlannedVisitsOf = async (db: Db, personId: number, from: string): Promise<number> => {
  const row = await queryRow<{ count: number }>(db)`select count(*)::int as count from visits
    where ${plannedOf(personId, { from, through: null })}`;
  return row?.count ?? 0;
};

/** A person's visits begun or completed on or after a day: how many, and the first ones. */
export const listBegunVisitsOf = async (db: Db, personId: number, from: string, atMost: number) => {
  const rows = await queryRows<{
    id: number;
    Date: string;
    Status: 'Active' | 'Complete';
    With: string;
    count: number;
  }>(db)`select visit.id, visit.date as "Date", visit.status as "Status", count(*) over ()::int as count,
      ${listedName('other')} as "With"
    from visits visit join people other
      on other.id = case when visit.provider_id = ${personId} then visit.client_id else visit.provider_id end
    where (visit.provider_id = ${personId} or visit.client_id = ${personId}) and visit.status <> 'Planned'
      and visit.removed is null and visit.date >= ${from}
    ${byTime} limit ${atMost}`;
  return { count: rows[0]?.count ?? 0, visits: rows.map(({ count, ...visit }) => visit) };
};
