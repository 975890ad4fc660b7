import type { NotifyWay } from '@homecare/domain/availability/schema.ts';
import { CAREGIVER } from '@homecare/domain/call.ts';
import type { ComparedPlan } from '@homecare/domain/care-plans/rules.ts';
import type { Coordinates } from '@homecare/domain/geo.ts';
import type { CategoryTerm } from '@homecare/domain/payroll/categories.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import type { Exemption } from '@homecare/domain/staffing/cover.ts';
import type { CallOut, Checks } from '@homecare/domain/staffing/open-visits.ts';
import type { EventKind, VisitEvent, VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { StaffedPlan, StaffedVisit, VisitRecord } from '@homecare/domain/staffing/staffed-visits.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealed } from '../platform/sealed/person.ts';
import { sealedStaffing } from '../platform/sealed/staffing.ts';
import { isLateStart, wasToTakePlace } from '../visits/starts.ts';

export interface Days {
  readonly from: string;
  readonly through: string;
}

/** A plan as staffing and the form's conflict rule see it. */
export type RunningPlan = StaffedPlan & ComparedPlan & { readonly id: number };

const planColumns = sql`plan.id, plan.provider_id as "ProviderID",
  ${listedName('provider')} as "Provider", plan.client_id as "ClientID",
  ${listedName('client')} as "Client", type.code as "Type", plan.start_date as "StartDate",
  plan.end_date as "EndDate", plan.status as "Status", plan.covers_id as "coversPlanId",
  plan.excluded is not null as "isExcluded", jsonb_build_object('time', plan.json -> 'time') as week,
  plan_weeks(plan.weeks) as weeks
  from care_plans plan join people provider on provider.id = plan.provider_id
    join people client on client.id = plan.client_id join care_plan_types type on type.id = plan.type_id`;

/** Plans that run on one of the days or the day before or after them, without ended ones. */
const runsNear = ({ from, through }: Days) => sql`plan.status <> 'Deleted'
  and (plan.end_date is null or plan.end_date >= ${from}::date - 1) and plan.start_date <= ${through}::date + 1`;

/** Those, and the plans of visits on the days, even deleted ones. */
export const listPlansNear = (db: Db, days: Days) =>
  queryRows<RunningPlan>(db)`select ${planColumns}
    where ${runsNear(days)} or plan.id in (select care_plan_id from visits
      where removed is null and date between ${days.from}::date and ${days.through}::date)
    order by plan.id`;

/** Only those that run near the days; with ids, only these. */
export const listPlansRunning = (db: Db, days: Days, ids?: readonly number[]) =>
  queryRows<RunningPlan>(db)`select ${planColumns} where ${runsNear(days)}
    ${ids === undefined ? sql`` : sql`and plan.id = ${anyOf(ids)}`} order by plan.id`;

/** Plans by id, even deleted ones. */
export const listPlansByIds = (db: Db, ids: readonly number[]) =>
  queryRows<RunningPlan>(db)`select ${planColumns} where plan.id = any(${[...ids]}::int[]) order by plan.id`;

/** A visit on the days counts even if its plan was deleted: no other plan has the canceled visit of a cover that was taken back. */
const hasVisitOn = ({ from, through }: Days) => sql`exists (select from visits
  where care_plan_id = plan.id and removed is null and (date between ${from}::date and ${through}::date
    or planned_day between ${from}::date and ${through}::date))`;

/** Those of one client, whoever comes. */
export const listPlansOfClientNear = (db: Db, clientId: number, days: Days) =>
  queryRows<RunningPlan>(db)`select ${planColumns}
    where plan.client_id = ${clientId} and (${runsNear(days)} or ${hasVisitOn(days)}) order by plan.id`;

/** A plan and the temporary plans that cover it. */
export const listPlanNear = (db: Db, planId: number, days: Days) =>
  queryRows<RunningPlan>(db)`select ${planColumns}
    where (plan.id = ${planId} or plan.covers_id = ${planId}) and (${runsNear(days)} or ${hasVisitOn(days)})
    order by plan.id`;

/** The caregiver comes to the client on or near the days by another regular plan. */
export const comesByOtherPlan = async (
  db: Db,
  { id, ProviderID, ClientID }: Pick<RunningPlan, 'id' | 'ProviderID' | 'ClientID'>,
  days: Days,
): Promise<boolean> =>
  (await queryRow(db)`select from care_plans plan where plan.client_id = ${ClientID}
    and plan.provider_id = ${ProviderID} and plan.id <> ${id} and plan.covers_id is null
    and ${runsNear(days)} limit 1 ${PREPARED}`) !== undefined;

/** The temporary plans among some, the plans they cover, and all other plans covering these, even deleted ones. */
export const listCoverPlans = (db: Db, ids: readonly number[]) =>
  queryRows<RunningPlan>(db)`with covered as materialized (
      select distinct covers_id as id from care_plans where id = ${anyOf(ids)} and covers_id is not null)
    select ${planColumns}
    where plan.id in (select id from covered) or plan.covers_id in (select id from covered) order by plan.id`;

/** Visits that are or were planned on one of the days; with plans, only theirs. */
export const listRecords = (db: Db, { from, through }: Days, planIds?: readonly number[]) =>
  queryRows<VisitRecord>(db)`select id, care_plan_id as "planId", provider_id as "ProviderID",
      planned_day as "plannedDay", date,
      to_char(plan_start, 'HH24:MI') as start, to_char(plan_end, 'HH24:MI') as end, status,
      closed_code as closed
    from visits where removed is null and (date between ${from}::date and ${through}::date
      or planned_day between ${from}::date and ${through}::date)
      ${planIds === undefined ? sql`` : sql`and care_plan_id = any(${[...planIds]}::int[])`}`;

const place = (
  of: RawBuilder<unknown>,
) => sql`case when ${of}.address_latitude is not null and ${of}.address_longitude is not null
  then json_build_object('latitude', ${of}.address_latitude, 'longitude', ${of}.address_longitude) end`;

export interface StaffPerson extends Checks {
  readonly id: number;
  readonly kind: 'Provider' | 'Client';
  readonly name: string;
  readonly town: string | null;
  readonly phone: string | null;
  readonly place: Coordinates | null;
  readonly language: string | null;
  readonly startIhss: string | null;
  /** The client lives where the rates of the outside area are billed. */
  readonly isOutside: boolean;
}

const checkColumns = sql`${sealed.backgroundCheck('person')} as "backgroundCheck",
  ${sealed.capsCheck('person')} as "capsCheck", ${sealed.workAuthorization('person')} as "workAuthorization",
  case when person.cur = 'n' then person.archive_date end as archived`;
const isKnown = sql`person.merged_into is null and (person.cur = 'y' or person.archive_date is not null)`;

/** Everyone who is active or was archived with a date, with what staffing needs to know; with ids, only these. */
export const listPeople = (db: Db, ids?: readonly number[]) =>
  queryRows<StaffPerson>(db)`select person.id, person.kind, ${listedName('person')} as name,
      nullif(person.city, '') as town, person.phone, ${place(sql`person`)} as place, person.language,
      person.start_ihss as "startIhss",
      exists (select from outside_postcodes where code = left(person.postal_code, 5)) as "isOutside", ${checkColumns}
    from people person where ${isKnown}
      ${ids === undefined ? sql`` : sql`and person.id = any(${[...ids]}::int[])`}`;

/** What decides whether these caregivers may work on a day. */
export const listChecks = (db: Db, providers: readonly number[]) =>
  queryRows<Checks & { readonly id: number }>(db)`select person.id, ${checkColumns}
    from people person where person.id = ${anyOf(providers)} and ${isKnown} ${PREPARED}`;

export interface CaregiverRecord {
  readonly id: number;
  readonly hasLogin: boolean;
  readonly isAccepted: boolean;
}

/** Reliability and continuity look back this many days. */
const LOOK_BACK = 90;

const recent = (today: string) => sql`removed is null and date >= ${today}::date - ${LOOK_BACK}::int
  and date < ${today}::date`;

export interface Reliability {
  readonly visitsDone: number;
  readonly visitsLate: number;
}

/** How reliably caregivers began their recent visits. Visits that did not take place because of the client are not counted against them. */
export const listReliability = (db: Db, { today, zone }: { readonly today: string; readonly zone: string }) =>
  queryRows<Reliability & { readonly id: number }>(
    db,
  )`select provider_id as id, count(*)::int as "visitsDone",
      count(*) filter (where ${isLateStart(zone)})::int as "visitsLate"
    from visits where ${recent(today)} and ${wasToTakePlace}
    group by provider_id`;

/** Changes with every visit change that affects these figures. */
export const readReliabilityRevision = async (db: Db, today: string): Promise<string> =>
  (
    await queryRow<{ rev: string }>(db)`select coalesce(sum(rev), 0)::text as rev from revisions
      where kind = 'visits' and key >= (${today}::date - ${LOOK_BACK}::int)::text and key < ${today}::text`
  )?.rev ?? '0';

/** A visit can be moved by at most this many days; its record is on the day it was moved to. */
const FARTHEST_MOVE = 31;

/** Changes with every change of a visit on or after a day, including one moved from there to an earlier day. */
export const readVisitsRevision = async (db: Db, from: string): Promise<string> =>
  (
    await queryRow<{ rev: string }>(db)`select coalesce(sum(rev), 0)::text as rev from revisions
      where kind = 'visits' and key >= (${from}::date - ${FARTHEST_MOVE}::int)::text ${PREPARED}`
  )?.rev ?? '0';

/** Revisions that change with people as staffing sees them, with plans, with visits on or near some days, and with absences. */
export interface AroundRevisions {
  readonly people: string;
  readonly plans: string;
  readonly visits: string;
  readonly away: string;
}

export const readAroundRevisions = async (db: Db, { from, through }: Days): Promise<AroundRevisions> => {
  const row = await queryRow<AroundRevisions>(db)`select
      coalesce(sum(rev) filter (where kind = 'people'), 0)::text as people,
      coalesce(sum(rev) filter (where kind = 'carePlans'), 0)::text as plans,
      coalesce(sum(rev) filter (where kind = 'visits'), 0)::text as visits,
      coalesce(sum(rev) filter (where kind in ('callOuts', 'timeOff')), 0)::text as away
    from revisions
    where (kind in ('carePlans', 'callOuts', 'timeOff') and key = 'all') or (kind = 'people' and key = 'staffed')
      or (kind = 'visits' and key >= (${from}::date - ${FARTHEST_MOVE}::int)::text
        and key <= (${through}::date + ${FARTHEST_MOVE}::int)::text)`;
  return row ?? { people: '0', plans: '0', visits: '0', away: '0' };
};

/** Login and aggregator status of active providers. */
export const listCaregiverRecords = (db: Db) =>
  queryRows<CaregiverRecord>(db)`select person.id,
      exists (select from accounts where accounts.provider_id = person.id
        and accounts.role = any(${[...CAREGIVER]}::text[]) and accounts.deleted is null and accounts.suspended is null) as "hasLogin",
      exists (select from aggregator_records record where record.type = 'Provider' and record.record_id = person.id
        and record.status = 'Success') as "isAccepted"
    from people person
    where person.kind = 'Provider' and person.cur = 'y' and person.merged_into is null`;

export interface PairHistory {
  readonly ProviderID: number;
  readonly ClientID: number;
  readonly visitsHere: number;
  /** The caregiver is a relative of the client. */
  readonly isRelative: boolean;
}

/** What caregivers did for some clients recently, and who is a relative. */
export const listPairHistory = (db: Db, clientIds: readonly number[], today: string) =>
  queryRows<PairHistory>(db)`
    select provider_id as "ProviderID", client_id as "ClientID", sum(visits)::int as "visitsHere",
      bool_or(relative) as "isRelative"
    from (
      select provider_id, client_id, count(*) as visits, false as relative from visits
        where ${recent(today)} and status <> 'Planned' and client_id = any(${[...clientIds]}::int[])
        group by provider_id, client_id
      union all
      select plan.provider_id, plan.client_id, 0, type.relative
        from care_plans plan join care_plan_types type on type.id = plan.type_id
        where plan.status <> 'Deleted' and type.relative and plan.client_id = any(${[...clientIds]}::int[])
    ) as known group by provider_id, client_id`;

export interface TypeRow {
  readonly Code: string;
  readonly Name: string;
  readonly ihss: boolean;
  readonly relative: boolean;
  readonly categories: readonly CategoryTerm[];
  readonly terms: readonly Term[];
}

export const listTypeRows = (db: Db) =>
  queryRows<TypeRow>(db)`select type.code as "Code", type.name as "Name", type.ihss, type.relative,
      coalesce((select jsonb_agg(jsonb_build_object('from', valid_from, 'category', pay_category) order by valid_from)
        from care_plan_type_terms where type_id = type.id), '[]') as categories,
      coalesce((select jsonb_agg(term_json(term)) from care_plan_type_terms term where term.type_id = type.id), '[]') as terms
    from care_plan_types type order by type.position, type.id`;

/** Phone numbers that have opted out of texts. */
export const listStoppedNumbers = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set(
    (await queryRows<{ number: string }>(db)`select number from message_opt_outs`).map(
      ({ number }) => number,
    ),
  );

// --- Call-outs -------------------------------------------------------------------------------------------------------

export const stampText = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export interface StoredCallOut extends CallOut {
  readonly Provider: string;
  readonly by: string;
  readonly rev: number;
}

const callOutColumns = sql`call_out.id, call_out.provider_id as "ProviderID",
  ${listedName('provider')} as "Provider", ${stampText(sql`call_out.from_at`)} as "from",
  ${stampText(sql`call_out.until_at`)} as "until", ${sealedStaffing.callOutNote('call_out')} as note,
  ${stampText(sql`call_out.called_at`)} as at, call_out.called_by as by, call_out.rev
  from call_outs call_out join people provider on provider.id = call_out.provider_id`;

/** Call-outs in force that overlap a span; of some caregivers, or of all. */
export const listCallOutRows = (db: Db, from: string, until: string, providers?: readonly number[]) =>
  queryRows<StoredCallOut>(db)`select ${callOutColumns} where call_out.withdrawn_at is null
    and call_out.from_at < ${until} and call_out.until_at > ${from}
    ${providers ? sql`and call_out.provider_id = ${anyOf(providers)}` : sql``}
    order by call_out.from_at, call_out.id ${providers ? PREPARED : sql``}`;

export const isCaregiver = async (db: Db, id: number): Promise<boolean> =>
  (await queryRow(db)`select from people where id = ${id} and kind = 'Provider' and merged_into is null`) !==
  undefined;

export const findCallOut = (db: Db, id: number) =>
  queryRow<StoredCallOut>(
    db,
  )`select ${callOutColumns} where call_out.id = ${id} and call_out.withdrawn_at is null`;

export interface NewCallOut {
  readonly ProviderID: number;
  readonly from: string;
  readonly until: string;
  readonly note: string | null;
  readonly via: 'office' | 'phone' | 'text';
}

export const insertCallOut = async (tx: Tx, callOut: NewCallOut, { at, by }: Stamp): Promise<number> => {
  const row = await queryRow<{ id: number }>(tx)`insert into call_outs
      (provider_id, from_at, until_at, ${sealedStaffing.callOutNote.column}, via, called_at, called_by)
    values (${callOut.ProviderID}, ${callOut.from}, ${callOut.until}, ${callOut.note}, ${callOut.via}, ${at}, ${by})
    returning id`;
  if (!row) throw new Error('a call-out was not stored');
  return row.id;
};

export const withdrawCallOutRow = (tx: Tx, id: number, { at, by }: Stamp) =>
  sql`update call_outs set withdrawn_at = ${at}, withdrawn_by = ${by}, rev = rev + 1
    where id = ${id} and withdrawn_at is null`.execute(tx);

/** The length of the span of a call-out from a single visit; it starts with the visit. */
export const ONE_VISIT = { minutes: 1 } as const;
const oneVisit = sql`make_interval(mins => ${ONE_VISIT.minutes}::int)`;

interface CallOutOfOne extends Pick<CallOut, 'id' | 'from' | 'until'> {
  readonly visitId: number;
}

const spanOfCallOut = sql`call_out.id, ${stampText(sql`call_out.from_at`)} as "from",
  ${stampText(sql`call_out.until_at`)} as "until"`;
const startOf = (zone: string) => sql`((visit.date + visit.plan_start) at time zone ${zone})`;

/** Call-outs from a single visit, of plans whose visits have not begun. */
export const listCallOutsOfOne = (tx: Tx, planIds: readonly number[], zone: string) =>
  queryRows<CallOutOfOne>(tx)`select ${spanOfCallOut}, visit.id as "visitId"
    from call_outs call_out join visits visit on visit.provider_id = call_out.provider_id
      and ${startOf(zone)} = call_out.from_at
    where call_out.withdrawn_at is null and call_out.until_at = call_out.from_at + ${oneVisit}
      and visit.care_plan_id = ${anyOf(planIds)} and visit.removed is null and visit.status = 'Planned'
    order by call_out.id`;

/** Moves the call-outs whose visit now has another start; returns them with their span. */
export const moveCallOuts = (tx: Tx, followed: readonly CallOutOfOne[], zone: string) =>
  queryRows<Pick<CallOut, 'id' | 'from' | 'until'>>(tx)`update call_outs call_out
    set from_at = ${startOf(zone)}, until_at = ${startOf(zone)} + ${oneVisit}, rev = call_out.rev + 1
    from unnest(${followed.map(({ id }) => id)}::int[], ${followed.map(({ visitId }) => visitId)}::int[])
        as followed (id, visit_id)
      join visits visit on visit.id = followed.visit_id and visit.removed is null
    where call_out.id = followed.id and call_out.from_at <> ${startOf(zone)}
    returning ${spanOfCallOut}`;

// --- Who is notified -------------------------------------------------------------------------------------------------

export interface AddresseeRow {
  readonly id: number;
  readonly firstName: string | null;
  /** First name and last name. */
  readonly name: string;
  readonly phone: string | null;
  readonly language: string | null;
  /** The contact who is to be notified about visits. */
  readonly contact: string | null;
  /** How the client wants to be notified about visits; null means not at all. */
  readonly notifyBy: NotifyWay | null;
  /** The client's phone or address for that; null if none is on record. */
  readonly own: string | null;
  readonly archived: string | null;
  readonly town: string | null;
}
export const listAddresseeRows = (db: Db, ids: readonly number[]) =>
  queryRows<AddresseeRow>(
    db,
  )`select person.id, nullif(first_name, '') as "firstName", concat_ws(' ', nullif(first_name, ''), last_name) as name,
      phone, language, notify_visit as contact, needs.notify_by as "notifyBy",
      nullif(case needs.notify_by when 'text' then phone when 'email' then email end, '') as own,
      case when cur = 'n' then archive_date end as archived, nullif(city, '') as town
    from people person left join client_needs needs on needs.client_id = person.id
    where person.id = ${anyOf(ids)} ${PREPARED}`;

// --- The lock of a visit, and its history ----------------------------------------------------------------------------

/** Marks visits as open from now on, unless they are marked already. */
export const openRows = async (tx: Tx, keys: readonly VisitKey[], at: string): Promise<void> => {
  if (keys.length === 0) return;
  await sql`insert into open_visits (plan_id, day, opened_at)
    select "planId", day, ${at} from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as key ("planId" int, day date)
    order by 1, 2 on conflict do nothing`.execute(tx);
};

/** A visit of one of the plans, on or after a day, was ever marked as open. */
export const isAnyKnownOpen = async (tx: Tx, planIds: readonly number[], from: string): Promise<boolean> =>
  (
    await queryRow<{ known: boolean }>(
      tx,
    )`select exists(select from open_visits where day >= ${from} and plan_id in (select coalesce(covers_id, id)
      from care_plans where id = ${anyOf(planIds)})) as known ${PREPARED}`
  )?.known === true;

export interface OpenRow {
  readonly coverId: number | null;
  readonly openedAt: string;
}

/** Locks the row until the transaction ends. */
export const lockOpenRow = async (tx: Tx, { planId, day }: VisitKey): Promise<OpenRow | undefined> =>
  queryRow<OpenRow>(
    tx,
  )`select cover_id as "coverId", ${stampText(sql`opened_at`)} as "openedAt" from open_visits
    where plan_id = ${planId} and day = ${day} for update`;

/**
 * Locks the client of a visit, the caregivers of its plan and covers and, if someone is to take it, that person. It is one statement
 * in the order of ids; saving a plan, giving up a day of a cover and archiving lock in the same order.
 */
export const lockPeopleOfVisit = async (tx: Tx, { planId, day }: VisitKey, taker?: number): Promise<void> => {
  await sql`select from people where id = ${taker ?? null}::int or id in (select unnest(array[provider_id, client_id])
      from care_plans where id = ${planId} or (covers_id = ${planId} and start_date <= ${day} and end_date >= ${day}))
    order by id for no key update`.execute(tx);
};

/** A visit and the temporary plan by which someone comes to it. */
export interface CoverKey extends VisitKey {
  readonly coverId: number;
}

export interface Covering {
  readonly via: 'office' | 'offer' | 'plan';
  /** Null if the figures compute it. */
  readonly overtimeMinutes: number | null;
}

const coverKeys = (keys: readonly CoverKey[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as key ("planId" int, day date, "coverId" int)`;

/** The last call-out of an open visit (given by alias) before a moment, not withdrawn by then; null if nobody called out. */
const lastCallOut = (
  visit: string,
  until: RawBuilder<unknown>,
) => sql`(select max(event.at) from visit_events event
    left join call_outs call_out on call_out.id = event.call_out_id
  where event.plan_id = ${sql.ref(`${visit}.plan_id`)} and event.day = ${sql.ref(`${visit}.day`)} and event.kind = 'calledOut'
    and event.at <= ${until} and (call_out.withdrawn_at is null or call_out.withdrawn_at > ${until}))`;

/** Records that someone is coming; the time to cover counts from the last call-out. */
export const storeCovers = (
  tx: Tx,
  keys: readonly CoverKey[],
  { via, overtimeMinutes }: Covering,
  at: string,
) =>
  sql`update open_visits set cover_id = key."coverId", covered_at = ${at}, covered_via = ${via},
      overtime_minutes = ${overtimeMinutes},
      opened_at = coalesce(${lastCallOut('open_visits', sql`${at}::timestamptz`)}, opened_at)
    from ${coverKeys(keys)} where open_visits.plan_id = key."planId" and open_visits.day = key.day`.execute(
    tx,
  );

/** Records that nobody is coming by these plans anymore. */
export const clearCovers = (tx: Tx, keys: readonly CoverKey[]) =>
  sql`update open_visits set cover_id = null, covered_at = null, covered_via = null, overtime_minutes = null
    from ${coverKeys(keys)} where open_visits.plan_id = key."planId" and open_visits.day = key.day
      and open_visits.cover_id = key."coverId"`.execute(tx);

/** Days of a cover continue under another plan of the same caregiver. */
export const moveCovers = (tx: Tx, { from, through }: Days, coverId: number, nextId: number) =>
  sql`update open_visits set cover_id = ${nextId}
    where cover_id = ${coverId} and day between ${from}::date and ${through}::date`.execute(tx);

/** A visit that is or was covered and whose people have not been notified yet. */
export interface CoverNews {
  readonly kind: 'covered' | 'uncovered';
  readonly visit: LeftVisit;
}
/** As planned with the cover's caregiver. */
export type LeftVisit = Pick<
  StaffedVisit,
  'planId' | 'day' | 'byPlanId' | 'ProviderID' | 'ClientID' | 'date' | 'start' | 'end'
>;

export const insertCoverNews = (tx: Tx, press: string, news: readonly CoverNews[]) =>
  sql`insert into cover_news (press, kind, plan_id, day, cover_id, date, plan_start, plan_end)
    select ${press}::uuid, kind, "planId", day, "byPlanId", date, start, "end"
    from jsonb_to_recordset(${JSON.stringify(news.map(({ kind, visit }) => ({ kind, ...visit })))}::jsonb)
      as news (kind text, "planId" int, day date, "byPlanId" int, date date, start time, "end" time)`.execute(
    tx,
  );

/** Takes the news to send. Each is taken only once, so the caller must send it. */
export const takeCoverNews = async (tx: Tx, press?: string): Promise<CoverNews[]> => {
  const rows = await queryRows<LeftVisit & Pick<CoverNews, 'kind'>>(tx)`with taken as (
      delete from cover_news ${press === undefined ? sql`` : sql`where press = ${press}::uuid`} returning *)
    select taken.kind, taken.plan_id as "planId", taken.day, taken.cover_id as "byPlanId",
      cover.provider_id as "ProviderID", cover.client_id as "ClientID", taken.date,
      to_char(taken.plan_start, 'HH24:MI') as start, to_char(taken.plan_end, 'HH24:MI') as end
    from taken join care_plans cover on cover.id = taken.cover_id order by taken.id`;
  return rows.map(({ kind, ...visit }) => ({ kind, visit }));
};

export interface NewEvent extends VisitKey {
  readonly kind: EventKind;
  readonly providerId?: number | undefined;
  /** Initials of who decided; absent for the caregiver's own answer. */
  readonly who?: string | undefined;
  readonly words?: string | undefined;
  /** The message it is about. */
  readonly messageId?: number | undefined;
  /** The call-out it is about. */
  readonly callOutId?: number | undefined;
}

export const insertEvents = async (tx: Tx, events: readonly NewEvent[], at: string): Promise<void> => {
  if (events.length === 0) return;
  const rows = events.map(({ words, ...event }) => ({ ...event, said: words }));
  await sql`insert into visit_events (plan_id, day, at, kind, provider_id, who, message_id, call_out_id,
      ${sealedStaffing.eventWords.column})
    select "planId", day, ${at}, kind, "providerId", who, "messageId", "callOutId", said
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as event ("planId" int, day date, kind text, "providerId" int, who text, "messageId" int, "callOutId" int, said text) ${PREPARED}`.execute(
    tx,
  );
};

export const listEventRows = (db: Db, { planId, day }: VisitKey) =>
  queryRows<VisitEvent>(db)`select event.id::int, ${stampText(sql`event.at`)} as at, event.kind,
      event.provider_id as "ProviderID", ${listedName('provider')} as "Provider", event.who,
      ${sealedStaffing.eventWords('event')} as words,
      case when message.id is not null then
        jsonb_build_object('channel', message.channel, 'status', message.status, 'error', message.error) end as message
    from visit_events event left join people provider on provider.id = event.provider_id
      left join messages message on message.id = event.message_id
    where event.plan_id = ${planId} and event.day = ${day} order by event.id`;

/** When the office was last notified that nobody is coming to visits of some days. */
export const listOfficeNotified = (db: Db, from: string) =>
  queryRows<VisitKey & { readonly at: string }>(db)`select plan_id as "planId", day, max(at) as at
    from visit_events where kind = 'officeTold' and day >= ${from} group by plan_id, day`;

export const findClientOf = (db: Db, planId: number) =>
  queryRow<{ readonly clientId: number }>(db)`select client_id as "clientId" from care_plans
    where id = ${planId} and covers_id is null and status <> 'Deleted'`;

/** The dates of the visits that a plan and its covers have for a planned day, wherever they were moved. */
export const listDatesOf = async (db: Db, { planId, day }: VisitKey): Promise<string[]> =>
  (
    await queryRows<{ date: string }>(db)`select visit.date
      from visits visit join care_plans plan on plan.id = visit.care_plan_id
      where (plan.id = ${planId} or plan.covers_id = ${planId}) and visit.planned_day = ${day}
        and visit.removed is null and visit.date <> visit.planned_day`
  ).map(({ date }) => date);

/** A visit of one caregiver, with the key by which staffing knows it. */
export const findOwnVisit = async (db: Db, id: number, providerId: number | null) => {
  const row = await queryRow<{
    planId: number;
    day: string;
    date: string;
    start: string;
    end: string;
    status: string;
    ProviderID: number;
  }>(db)`select coalesce(plan.covers_id, plan.id) as "planId", visit.planned_day as day, visit.date,
      to_char(visit.plan_start, 'HH24:MI') as start, to_char(visit.plan_end, 'HH24:MI') as end, visit.status, visit.provider_id as "ProviderID"
    from visits visit join care_plans plan on plan.id = visit.care_plan_id
    where visit.id = ${id} and visit.provider_id = ${providerId} and visit.removed is null`;
  if (!row) return undefined;
  const { planId, day, ...visit } = row;
  return { ...visit, key: { planId, day } };
};

export interface PairExemption extends Exemption {
  readonly ProviderID: number;
  readonly ClientID: number;
}

/** Plans, other than covers, that exempt pairs of some clients from visit verification; with a caregiver, only theirs. */
export const listExemptions = (db: Db, clientIds: readonly number[], providerId?: number) =>
  queryRows<PairExemption>(db)`select provider_id as "ProviderID", client_id as "ClientID",
      start_date as from, end_date as through, excluded
    from care_plans where client_id = any(${[...clientIds]}::int[]) and excluded is not null and covers_id is null
      and status <> 'Deleted' ${providerId === undefined ? sql`` : sql`and provider_id = ${providerId}`}`;

export interface CoverRow extends VisitKey {
  readonly clientId: number;
  readonly coverId: number;
  /** The last call-out that was not withdrawn; null if nobody called out. */
  readonly openedAt: string | null;
  readonly coveredAt: string;
  /** Null if not computed yet. */
  readonly overtimeMinutes: number | null;
  readonly by: string | null;
}

/** Covers in force for visits on some days, with who made them; null means the caregiver's own yes. */
export const listCovers = (db: Db, { from, through }: Days) =>
  queryRows<CoverRow>(db)`select visit.plan_id as "planId", visit.day, plan.client_id as "clientId",
      visit.cover_id as "coverId",
      ${stampText(lastCallOut('visit', sql`visit.covered_at`))} as "openedAt",
      ${stampText(sql`visit.covered_at`)} as "coveredAt",
      visit.overtime_minutes as "overtimeMinutes",
      case visit.covered_via when 'offer' then null else (select event.who from visit_events event
        where event.plan_id = visit.plan_id and event.day = visit.day and event.kind = 'covered'
        order by event.id desc limit 1) end as by
    from open_visits visit join care_plans plan on plan.id = visit.plan_id
      join care_plans cover on cover.id = visit.cover_id and cover.status <> 'Deleted'
    where visit.day between ${from}::date and ${through}::date`;
