import type { LeavingPlan } from '@homecare/domain/care-plans/archive.ts';
import type { PastFacts } from '@homecare/domain/care-plans/change.ts';
import type { GroupedPlan } from '@homecare/domain/care-plans/compared.ts';
import type { ComparedPlan } from '@homecare/domain/care-plans/rules.ts';
import type {
  CarePlan,
  CarePlanType,
  CarePlanWeek,
  ExcludedPlan,
} from '@homecare/domain/care-plans/schema.ts';
import type { DatedWeek, PlanWeeks } from '@homecare/domain/care-plans/weeks.ts';
import { KIND, type KindAndStatus, STATUS } from '@homecare/domain/people/kind-and-status.ts';
import { OtherService, type PersonRow } from '@homecare/domain/people/schema.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import type { Filter } from '@homecare/domain/wire.ts';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { seesOwnClientsOnly } from '../platform/auth/own-clients.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Compared, compare } from '../platform/db/comparing.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { PREPARED } from '../platform/db/prepared.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';
import { sealedPlan, storedPlanWords } from '../platform/sealed/care-plan.ts';
import { sealed } from '../platform/sealed/person.ts';

type Db = Kysely<Tables> | Tx;
export type PlanFilter = Filter<
  'ID' | 'ProviderID' | 'ClientID' | 'Status' | 'StartDate' | 'EndDate' | 'Type'
>;

/** The columns that lists use too. */
export const planListColumns = sql`plan.id, plan.provider_id as "ProviderID",
  ${listedName('provider')} as "Provider", plan.client_id as "ClientID",
  ${listedName('client')} as "Client", type.code as "Type", plan.start_date as "StartDate",
  plan.end_date as "EndDate", ${sealedPlan.remarks('plan')} as "Remarks",
  plan.modified as "modifiedAt", plan.status as "Status", ${sealedPlan.archiveInfo('plan')} as "ArchiveInfo",
  ${sealedPlan.deleteInfo('plan')} as "DeleteInfo", client.language as "Language", plan.excluded,
  plan.covers_id is not null as "isTemporary", plan.covers_id as "coversPlanId", plan.rev`;
/** All columns of a plan. Its week is that of a day; all its weeks are separate. */
const planColumns = (today: string) =>
  sql`${planListColumns}, ${sealedPlan.createReason('plan')} as "createReason", plan_week_shown(plan, ${today}::date) as week, plan_weeks(plan.weeks) as weeks`;

export const planTables = sql`care_plans plan join people provider on provider.id = plan.provider_id
  join people client on client.id = plan.client_id join care_plan_types type on type.id = plan.type_id`;

/** The temporary plans of each plan that has any, for many plans at once: `covers_id` and their `list`. */
export const coveringPlans = sql`(select covers_id, json_agg(json_build_object('StartDate', start_date,
    'EndDate', end_date, 'coversPlanId', covers_id, 'Status', status)) as list
  from care_plans where covers_id is not null and status <> 'Deleted' group by covers_id)`;

const FIELDS: Record<PlanFilter['field'], Compared> = {
  ID: { column: sql`plan.id`, cast: sql`int` },
  ProviderID: { column: sql`plan.provider_id`, cast: sql`int` },
  ClientID: { column: sql`plan.client_id`, cast: sql`int` },
  Status: { column: sql`plan.status`, cast: sql`text` },
  StartDate: { column: sql`plan.start_date`, cast: sql`date` },
  // A plan without an end counts as running.
  EndDate: { column: sql`coalesce(plan.end_date, 'infinity')`, cast: sql`date` },
  Type: { column: sql`type.code`, cast: sql`text` },
};
const matches = ({ field, op, value }: PlanFilter) => compare(FIELDS[field], op, value);

/** Role evv sees only plans of its own provider, and so does role provider if the site restricts it. */
export const visiblePlans = async (scope: Scope) =>
  isCaregiver(scope.user.role) || seesOwnClientsOnly(scope)
    ? sql`plan.provider_id = ${scope.user.providerId}`
    : sql`true`;

export const listPlans = async (scope: Scope, filters: readonly PlanFilter[]): Promise<CarePlan[]> => {
  const conditions = [await visiblePlans(scope), ...filters.map(matches)];
  const rows = await queryRows<CarePlan>(
    scope.site.db,
  )`select ${planColumns(scope.today().toString())} from ${planTables}
    where ${sql.join(conditions, sql` and `)}
    order by provider.sort_key, client.sort_key, plan.id`;
  return rows;
};

/** Active plans of pairs that are exempt from visit verification. */
export const listExcluded = (scope: Scope) =>
  queryRows<ExcludedPlan>(scope.site.db)`select plan.id, plan.client_id as "ClientID",
      ${listedName('client')} as "Client", plan.provider_id as "ProviderID",
      ${listedName('provider')} as "Provider", plan.excluded
    from care_plans plan join people provider on provider.id = plan.provider_id
      join people client on client.id = plan.client_id
    where plan.status = 'Active' and plan.excluded is not null
    order by provider.sort_key, client.sort_key, plan.id`;

type TypeRow = Omit<CarePlanType, 'rate' | 'addrate'> & {
  rateCents: number | null;
  addrateCents: number | null;
};

/** Types with the terms valid on a day. */
export const listTypes = (scope: Scope, day: string) =>
  queryRows<TypeRow>(scope.site.db)`select type.id, type.name as "Name", type.code as "Code",
      terms.rate as "rateCents", terms.addrate as "addrateCents",
      jsonb_build_object(
        'pcItems', (select coalesce(jsonb_agg(jsonb_build_object('Name', item)), '[]') from unnest(type.pc_items) item),
        'hmItems', (select coalesce(jsonb_agg(jsonb_build_object('Name', item)), '[]') from unnest(type.hm_items) item)
      ) as "taskOptions",
      type.ihss, type.relative, type.evv_needed as "evvNeeded", type.aggregator_code as "aggregatorCode",
      terms.procedure_code as "procedureCode", terms.modifiers, terms.unit_rule as "unitRule",
      terms.pay_category as "payCategory"
    from care_plan_types type join lateral (
      select * from care_plan_type_terms where type_id = type.id and valid_from <= ${day}::date
      order by valid_from desc limit 1) terms on true
    order by type.position, type.id`;

export type PlanType = Pick<CarePlanType, 'id' | 'ihss'>;

const PERSON_COLUMNS = sql`id as "ID", kind as ${sql.id(KIND)}, cur as ${sql.id(STATUS)},
  ${listedName()} as name, ${sealed.backgroundCheck()} as "BackgroundCheck", ${sealed.capsCheck()} as "capsCheck",
  start_ihss as "Start IHSS", daycare as "Daycare", daycare_name as "DaycareName", daycare_days as "DaycareDays",
  daycare_time_from as "DaycareTimeFrom", daycare_time_to as "DaycareTimeTo", ${sealed.otherService()} as "otherService"`;

export type PlanPerson = Pick<
  PersonRow,
  | 'ID'
  | keyof KindAndStatus
  | 'BackgroundCheck'
  | 'capsCheck'
  | 'Start IHSS'
  | 'Daycare'
  | 'DaycareName'
  | 'DaycareDays'
  | 'DaycareTimeFrom'
  | 'DaycareTimeTo'
> & { readonly name: string; readonly otherService: OtherService[] | null };

const OtherServices = z.array(OtherService).nullable();
type StoredPerson = Omit<PlanPerson, 'otherService'> & { readonly otherService: unknown };
const parsedPerson = (row: StoredPerson): PlanPerson => ({
  ...row,
  otherService: OtherServices.parse(row.otherService),
});

/**
 * Reads provider and client of a plan and locks them until the transaction ends, in the order of ids, so that plans of a person are
 * saved one after the other and nobody is archived in between. The same statement reads the plan's type and the caregiver of the
 * plan it covers.
 */
export const lockPlanPeople = async (
  tx: Tx,
  ids: readonly number[],
  typeCode: string | null,
  coversPlanId: number | null = null,
): Promise<{ readonly people: PlanPerson[]; readonly type: PlanType | undefined }> => {
  const rows = await queryRows<StoredPerson & { type: PlanType | null }>(
    tx,
  )`select ${PERSON_COLUMNS}, (select jsonb_build_object('id', type.id, 'ihss', type.ihss)
        from care_plan_types type where type.code = ${typeCode}) as type
    from people where id = any(array[${sql.join(ids)}]::int[]) ${
      coversPlanId === null
        ? sql``
        : sql`or id = (select covered.provider_id from care_plans covered where covered.id = ${coversPlanId})`
    } order by id for no key update ${PREPARED}`;
  const people = rows.map(({ type, ...row }) => parsedPerson(row));
  return { people, type: rows[0]?.type ?? undefined };
};

/** The same for any number of people, without locks. */
export const listPlanPeople = async (
  scope: Scope,
  ids: readonly number[],
  db: Db = scope.site.db,
): Promise<PlanPerson[]> => {
  const rows = await queryRows<StoredPerson>(
    db,
  )`select ${PERSON_COLUMNS} from people where id = any(${ids}::int[])`;
  return rows.map(parsedPerson);
};

const comparedColumns = sql`plan.id, plan.provider_id as "ProviderID",
  ${listedName('provider')} as "Provider", plan.client_id as "ClientID",
  ${listedName('client')} as "Client", plan.start_date as "StartDate",
  plan.end_date as "EndDate", plan.status as "Status", plan.covers_id as "coversPlanId",
  jsonb_build_object('time', plan.json -> 'time') as week, plan_weeks(plan.weeks) as weeks
  from care_plans plan join people provider on provider.id = plan.provider_id
  join people client on client.id = plan.client_id`;

/** Plans that are not Deleted and run on one of these days, or the day before or after them. */
const runsNear = (from: string, through: string | null) => sql`plan.status <> 'Deleted'
  and (plan.end_date is null or plan.end_date >= ${from}::date - 1)
  and plan.start_date <= coalesce(${through}::date + 1, 'infinity')`;

/** Plans of this provider or client that may collide with one, because they run at the same time. */
export const listNeighbourPlans = (
  tx: Tx,
  of: { providerId: number; clientId: number; from: string; through: string | null },
) =>
  queryRows<ComparedPlan>(tx)`select ${comparedColumns}
    where (plan.provider_id = ${of.providerId} or plan.client_id = ${of.clientId})
      and ${runsNear(of.from, of.through)}
    order by plan.id ${PREPARED}`;

/** Everyone's plans that run on these days. */
export const listRunningPlans = (
  scope: Scope,
  { from, through }: { readonly from: string; readonly through: string },
) =>
  queryRows<ComparedPlan>(scope.site.db)`select ${comparedColumns}
    where ${runsNear(from, through)} order by plan.id`;

/** A provider's plans that run on one of these days, in the order of clients. */
export const listPlansOfAbsent = (
  db: Db,
  scope: Scope,
  providerId: number,
  { from, through }: { readonly from: string; readonly through: string },
) =>
  queryRows<CarePlan>(db)`select ${planColumns(scope.today().toString())} from ${planTables}
    where plan.provider_id = ${providerId} and ${runsNear(from, through)}
    order by client.sort_key, plan.id`;

type PlanHead = Pick<CarePlan, 'ProviderID' | 'ClientID' | 'Status' | 'coversPlanId' | 'EndDate' | 'Type'>;

/** What another plan or visits need to know about a plan. */
export const findPlanHead = (db: Db, id: number) =>
  queryRow<PlanHead>(db)`select provider_id as "ProviderID", client_id as "ClientID", status as "Status",
    covers_id as "coversPlanId", end_date as "EndDate",
    (select code from care_plan_types where id = type_id) as "Type" from care_plans where id = ${id}`;

export type RunningCover = Pick<CarePlan, 'id' | 'ProviderID' | 'StartDate' | 'EndDate' | 'coversPlanId'> & {
  /** The planned day of its last visit that has begun. */
  readonly lastBegun: string | null;
};

/** A plan's temporary plans that are not over. */
export const listRunningCovers = (tx: Tx, planIds: readonly number[], today: string) =>
  queryRows<RunningCover>(
    tx,
  )`select plan.id, plan.provider_id as "ProviderID", plan.start_date as "StartDate",
      plan.end_date as "EndDate", plan.covers_id as "coversPlanId",
      (select max(visit.planned_day) from visits visit where visit.care_plan_id = plan.id and visit.removed is null
        and visit.status <> 'Planned') as "lastBegun"
    from care_plans plan where plan.covers_id = any(${[...planIds]}::int[]) and plan.status <> 'Deleted' and plan.end_date >= ${today}
    order by plan.id`;

/** A plan as stored, with who changed it last. */
export type StoredPlan = CarePlan & { readonly modifiedBy: string };

/** One plan in any status. */
export const findPlan = (db: Db, scope: Scope, id: number) =>
  queryRow<CarePlan>(
    db,
  )`select ${planColumns(scope.today().toString())} from ${planTables} where plan.id = ${id}`;

/** Locked until the transaction ends. Lock its people first (lockPlanPeople). */
export const lockPlan = (tx: Tx, scope: Scope, id: number) =>
  queryRow<StoredPlan>(
    tx,
  )`select ${planColumns(scope.today().toString())}, plan.modified_by as "modifiedBy" from ${planTables}
    where plan.id = ${id} for update of plan`;

/** All plans of a provider with a client, in any status. */
export const listPlansOfPair = (tx: Tx, of: { providerId: number; clientId: number }) =>
  queryRows<GroupedPlan>(
    tx,
  )`select id, provider_id as "ProviderID", client_id as "ClientID", status as "Status",
      start_date as "StartDate", end_date as "EndDate", covers_id as "coversPlanId"
    from care_plans where provider_id = ${of.providerId} and client_id = ${of.clientId}`;

/** What was done on days of a plan: visits that have begun, and live billing records that reach into the days. */
export const findPastFacts = async (
  tx: Tx,
  id: number,
  { from, through }: { readonly from: string; readonly through: string },
): Promise<PastFacts> => {
  const row = await queryRow<PastFacts>(tx)`select
      (select count(*)::int from visits where care_plan_id = ${id} and status <> 'Planned'
        and planned_day between ${from}::date and ${through}::date) as begun,
      (select count(*)::int from work where care_plan_id = ${id} and deleted is null
        and start_period <= ${through}::date and end_period >= ${from}::date) as billed`;
  return row ?? { begun: 0, billed: 0 };
};

/** Whether a plan has live billing records, some that end after a day, or visits that have begun. */
export const findTies = async (tx: Tx, id: number, end: string | null) => {
  const row = await queryRow<{ billed: boolean; billedAfterEnd: boolean; begun: boolean }>(tx)`select
      exists (select from work where care_plan_id = ${id} and deleted is null) as billed,
      exists (select from work where care_plan_id = ${id} and deleted is null and end_period > ${end}::date)
        as "billedAfterEnd",
      exists (select from visits where care_plan_id = ${id} and status <> 'Planned') as begun`;
  return row ?? { billed: false, billedAfterEnd: false, begun: false };
};

/** Dated weeks are stored with their week as `json`, which plan_weeks (0100_care_plans.sql) reads. */
const weeksToStore = (weeks: readonly DatedWeek<CarePlanWeek>[] = []) =>
  JSON.stringify(weeks.map(({ from, week }) => ({ from, json: week })));

export type StoredWeeks = Required<PlanWeeks<CarePlanWeek>>;

export interface PlanWrite {
  readonly status: CarePlan['Status'];
  readonly endDate: string | null;
  readonly remarks: string | null;
  readonly excluded: string | null;
  readonly archiveInfo: string | null;
  readonly deleteInfo: string | null;
  /** Undefined keeps the weeks. */
  readonly weeks: StoredWeeks | undefined;
  readonly at: string;
  readonly by: string;
}

const weeksWritten = (weeks: StoredWeeks | undefined) =>
  weeks
    ? sql`json = ${JSON.stringify(weeks.week)}::jsonb, weeks = ${weeksToStore(weeks.weeks)}::jsonb,`
    : sql``;

export const updatePlanRow = async (tx: Tx, id: number, plan: PlanWrite): Promise<void> => {
  await sql`update care_plans set status = ${plan.status}, end_date = ${plan.endDate}, ${sealedPlan.remarks.to(plan.remarks)},
      excluded = ${plan.excluded}, ${sealedPlan.archiveInfo.to(plan.archiveInfo)}, ${sealedPlan.deleteInfo.to(plan.deleteInfo)},
      ${weeksWritten(plan.weeks)}
      modified = ${plan.at}, modified_by = ${plan.by}, rev = rev + 1
    where id = ${id}`.execute(tx);
};

export interface NewPlan {
  readonly providerId: number;
  readonly clientId: number;
  readonly typeId: number;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly remarks: string | null;
  readonly createReason: string;
  readonly status: 'Active' | 'Archive';
  readonly archiveInfo: string | null;
  readonly excluded: string | null;
  readonly coversId: number | null;
  readonly week: CarePlanWeek;
  readonly at: string;
  readonly by: string;
}

const rowOf = (plan: NewPlan) => ({
  provider_id: plan.providerId,
  client_id: plan.clientId,
  type_id: plan.typeId,
  start_date: plan.startDate,
  end_date: plan.endDate,
  ...storedPlanWords(plan),
  status: plan.status,
  excluded: plan.excluded,
  covers_id: plan.coversId,
  json: JSON.stringify(plan.week),
  created: plan.at,
  modified: plan.at,
  modified_by: plan.by,
});

export const insertPlan = async (tx: Tx, plan: NewPlan): Promise<number> => {
  const { id } = await tx
    .insertInto('care_plans')
    .values(rowOf(plan))
    .returning('id')
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  return id;
};

/** Rows per statement, because PostgreSQL takes at most 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;

/** Inserts many plans with few statements; returns their ids in the given order. */
export const insertPlans = async (tx: Tx, plans: readonly NewPlan[]): Promise<number[]> => {
  const ids: number[] = [];
  for (let at = 0; at < plans.length; at += ROWS_AT_ONCE) {
    const rows = plans.slice(at, at + ROWS_AT_ONCE).map(rowOf);
    const made = await tx.insertInto('care_plans').values(rows).returning('id').execute();
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
};

export interface PlanOfPerson extends LeavingPlan, PlanWeeks<Pick<CarePlanWeek, 'time'>> {
  readonly id: number;
  readonly ProviderID: number;
  readonly ClientID: number;
  readonly weeks: readonly DatedWeek<CarePlanWeek>[];
}

const leaving = sql`plan.id, plan.provider_id as "ProviderID", plan.client_id as "ClientID", plan.start_date as "StartDate", plan.end_date as "EndDate",
  plan.status as "Status", plan.covers_id as "coversPlanId", jsonb_build_object('time', plan.json -> 'time') as week,
  plan_weeks(plan.weeks) as weeks, exists (select from visits visit where visit.care_plan_id = plan.id
    and visit.status <> 'Planned') as visited`;
const ofPerson = (personId: number) =>
  sql`(plan.provider_id = ${personId} or plan.client_id = ${personId}) and plan.status <> 'Deleted'`;

export const listPlansOfPerson = (db: Db, personId: number) =>
  queryRows<PlanOfPerson>(db)`select ${leaving} from care_plans plan
    where ${ofPerson(personId)} order by plan.id`;

/** The same, locked until the transaction ends. */
export const lockPlansOfPerson = (tx: Tx, personId: number) =>
  queryRows<PlanOfPerson>(tx)`select ${leaving} from care_plans plan
    where ${ofPerson(personId)} order by plan.id for update of plan`;

export interface Ending {
  readonly id: number;
  readonly status: 'Archive' | 'Deleted';
  readonly endDate: string | null;
  /** Weeks that begin while the plan runs. */
  readonly weeks: readonly DatedWeek<CarePlanWeek>[];
}

/** Ends plans in one statement, each with the stamp of who did it. */
export const endPlans = async (
  tx: Tx,
  plans: readonly Ending[],
  by: { info: string; at: string; initials: string },
): Promise<void> => {
  await sql`update care_plans plan set status = ending.status, end_date = coalesce(ending.end_date, plan.end_date),
      weeks = ending.weeks, ${sealedPlan.archiveInfo.to(sql`case ending.status when 'Archive' then ${by.info} else ${sealedPlan.archiveInfo('plan')} end`)},
      ${sealedPlan.deleteInfo.to(sql`case ending.status when 'Deleted' then ${by.info} else ${sealedPlan.deleteInfo('plan')} end`)},
      modified = ${by.at}, modified_by = ${by.initials}, rev = plan.rev + 1
    from unnest(${plans.map(({ id }) => id)}::int[], ${plans.map(({ status }) => status)}::text[],
      ${plans.map(({ endDate }) => endDate)}::date[], ${plans.map(({ weeks }) => weeksToStore(weeks))}::jsonb[])
      as ending (id, status, end_date, weeks)
    where plan.id = ending.id`.execute(tx);
};

/** The date on which a person was archived; undefined for an active or unknown person. */
export const findArchiveDate = async (db: Db, personId: number): Promise<string | undefined> => {
  const row = await queryRow<{ date: string }>(db)`select archive_date as date from people
    where id = ${personId} and cur = 'n' and archive_date is not null`;
  return row?.date;
};
