import type { CallReportVisit } from '@homecare/domain/visits/call-report.ts';
import type { CorrectedVisit, OtherVisit } from '@homecare/domain/visits/office.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { byTime, type Evidence, visitColumns, visitTables } from './queries.ts';

/** SQL of the office: corrections, new days, exceptions and the call report. */

// --- Corrections ---------------------------------------------------------------------------------------------------

/** Held until the transaction ends; whether its plan was EVV-exempt by then. */
export const lockVisit = async (tx: Tx, id: number): Promise<{ readonly excluded: boolean } | undefined> => {
  const { rows } = await sql<{
    excluded: boolean;
  }>`select coalesce(plan.excluded <= visit.date, false) as excluded
    from visits visit join care_plans plan on plan.id = visit.care_plan_id
    where visit.id = ${id} and visit.removed is null for no key update of visit`.execute(tx);
  return rows[0];
};

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
  },
  { by, now }: Writer,
): Promise<void> => {
  await sql`update visits set status = ${visit.Status}, start_at = ${visit.FactStartTime}, end_at = ${visit.FactEndTime},
      start_edited = ${visit.StartEdited}, end_edited = ${visit.EndEdited}, bill_visit = ${visit.billVisit},
      iobse = ${visit.IOBSE}, notes = ${visit.Notes}, change_code = ${visit.changeCode},
      change_reason = ${visit.changeReason}, edited = ${now}, edited_by = ${by}, edited_via = 'admin', rev = rev + 1
    where id = ${id}`.execute(tx);
};

// --- Recorded times --------------------------------------------------------------------------------------------------

/** Where the phone was and by whose clock, of attempts that nobody has accepted yet. */
export const listEvidence = async (
  tx: Tx,
  visitId: number,
  attempts: readonly number[],
): Promise<readonly (Evidence & { readonly id: number })[]> => {
  const { rows } = await sql<Evidence & { id: number }>`select id, received_at as "receivedAt",
      device_at as "deviceAt", late, latitude, longitude, accuracy, distance, location_error as "locationError"
    from visit_attempts where visit_id = ${visitId} and id = any(${[...attempts]}::int[])
      and not exists (select from visit_attempts_accepted where attempt_id = id)`.execute(tx);
  return rows;
};

/** Whether all of these attempts of a visit were accepted already. */
export const areAccepted = async (
  db: Scope['site']['db'],
  visitId: number,
  attempts: readonly number[],
): Promise<boolean> => {
  const { rows } = await sql<{ accepted: number }>`select count(*)::int as accepted from visit_attempts
    join visit_attempts_accepted on attempt_id = id
    where visit_id = ${visitId} and id = any(${[...attempts]}::int[])`.execute(db);
  return rows[0]?.accepted === new Set(attempts).size;
};

export const insertAccepted = async (tx: Tx, attemptId: number, { by, now }: Writer): Promise<void> => {
  await sql`insert into visit_attempts_accepted (attempt_id, accepted, accepted_by)
    values (${attemptId}, ${now}, ${by})`.execute(tx);
};

// --- Review --------------------------------------------------------------------------------------------------------

/**
 * The hints that were looked at, and no later ones. The revision of the row stays: nothing of the visit itself has changed,
 * and nobody who edits it is disturbed.
 */
export const markReviewedRow = async (
  tx: Tx,
  { id, rev }: Pick<Visit, 'id' | 'rev'>,
  { by, now }: Writer,
): Promise<boolean> => {
  const result = await sql`update visits set review_seen_by = ${by}, review_seen = ${now}
    where id = ${id} and rev = ${rev} and removed is null and review_seen_by is null`.execute(tx);
  return result.numAffectedRows === 1n;
};

// --- Reschedule ----------------------------------------------------------------------------------------------------

/** The visit of a plan that stands on a day, the one still to come first. */
export const findVisitId = async (scope: Scope, planId: number, day: string): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`select id from visits
    where care_plan_id = ${planId} and date = ${day} and removed is null
    order by status = 'Planned' desc, plan_start, id limit 1`.execute(scope.site.db);
  return rows[0]?.id;
};

/** The pair's rows, held until the transaction ends: of two moves at once the second sees the first. */
export const lockPair = async (
  tx: Tx,
  { ProviderID, ClientID }: Pick<Visit, 'ProviderID' | 'ClientID'>,
): Promise<readonly { readonly kind: string; readonly archived: string | null }[]> => {
  const { rows } = await sql<{ kind: string; archived: string | null }>`select kind, archive_date as archived
    from people where id in (${ProviderID}, ${ClientID}) order by id for no key update`.execute(tx);
  return rows;
};

/** Other visits of the provider or the client from the day before through the day after. */
export const listVisitsAround = async (
  tx: Tx,
  { id, ProviderID, ClientID }: Pick<Visit, 'id' | 'ProviderID' | 'ClientID'>,
  day: string,
): Promise<OtherVisit[]> => {
  const { rows } = await sql<OtherVisit>`select date as "Date", plan_start as "PlanStartTime",
      plan_end as "PlanEndTime", provider_id as "ProviderID", client_id as "ClientID"
    from visits where removed is null and id <> ${id} and (provider_id = ${ProviderID} or client_id = ${ClientID})
      and date between ${day}::date - 1 and ${day}::date + 1
    order by date, plan_start, id`.execute(tx);
  return rows;
};

export const moveVisitRow = async (
  tx: Tx,
  id: number,
  to: Pick<Visit, 'Date' | 'PlanStartTime' | 'PlanEndTime'>,
  { by, now }: Writer,
): Promise<void> => {
  await sql`update visits set date = ${to.Date}, plan_start = ${to.PlanStartTime}, plan_end = ${to.PlanEndTime},
      edited = ${now}, edited_by = ${by}, edited_via = 'admin', rev = rev + 1 where id = ${id}`.execute(tx);
};

// --- Exceptions ----------------------------------------------------------------------------------------------------

export interface ExceptionRow extends Visit {
  readonly changeCode: number | null;
  readonly startDistance: number | null;
  readonly endDistance: number | null;
}

/** Visits of a period that may have an exception: the rule decides, this only leaves out what cannot. */
export const listExceptionRows = async (
  scope: Scope,
  period: { readonly from: string; readonly to: string; readonly sends: boolean; readonly atMost: number },
): Promise<ExceptionRow[]> => {
  const { from, to, sends, atMost } = period;
  const { rows } = await sql<ExceptionRow>`select ${visitColumns}, visit.change_code as "changeCode",
      visit.start_distance as "startDistance", visit.end_distance as "endDistance"
    from ${visitTables} join care_plans plan on plan.id = visit.care_plan_id
    where visit.removed is null and visit.date between ${from} and least(${to}::date, ${scope.today().toString()}::date)
      and not coalesce(plan.excluded <= visit.date, false) and coalesce(substr(visit.iobse, 3, 1), '1') = '1'
      and (visit.status <> 'Complete' or visit.start_location_error or visit.end_location_error
        or (visit.review_hints <> '[]' and visit.review_seen_by is null)
        or ((visit.start_edited or visit.end_edited) and visit.change_code is null)
        or (${sends} and (visit.aggregator_status is null or visit.aggregator_status = 'Failed')))
    ${byTime} limit ${atMost}`.execute(scope.site.db);
  return rows;
};

// --- Call report ---------------------------------------------------------------------------------------------------

/** LastName, FirstName of a client and a provider; one that does not exist as such is missing. */
export const listNames = async (
  scope: Scope,
  of: { readonly client: number | null; readonly provider: number | null },
): Promise<{ readonly Client?: string; readonly Provider?: string }> => {
  const { rows } = await sql<{ kind: 'Client' | 'Provider'; name: string }>`select kind,
      last_name || ', ' || first_name as name from people
    where (id = ${of.client} and kind = 'Client') or (id = ${of.provider} and kind = 'Provider')`.execute(
    scope.site.db,
  );
  return Object.fromEntries(rows.map(({ kind, name }) => [kind, name]));
};

/** The first time that was recorded of an end: the phone's own, else the first one of the record log. */
const firstCall = (end: 'start' | 'end', logged: 'FactStartTime' | 'FactEndTime') => {
  const column = (name: string) => sql`visit.${sql.id(`${end}_${name}`)}`;
  return sql`jsonb_build_object('at', coalesce(${column('device_at')}, ${column('received_at')},
      (select (log.changes -> ${logged} ->> 1)::timestamptz from change_log log
        where log.entity = 'visit' and log.entity_id = visit.id and log.changes ? ${logged}
          and log.changes -> ${logged} ->> 0 is null order by log.id limit 1), ${column('at')}),
    'final', ${column('at')}, 'isMobile', ${column('received_at')} is not null, 'late', ${column('late')},
    'edited', ${column('edited')}, 'distance', ${column('distance')}, 'error', ${column('location_error')})`;
};

export const listCalls = async (
  scope: Scope,
  {
    client,
    provider,
    from,
    to,
  }: { client: number | null; provider: number | null; from: string; to: string },
): Promise<CallReportVisit[]> => {
  const { rows } = await sql<CallReportVisit>`select visit.id, visit.date as "Date", visit.status as "Status",
      client.last_name || ', ' || client.first_name as "ClientName",
      provider.last_name || ', ' || provider.first_name as "ProviderName",
      type.code as "Type", visit.plan_start as "PlanStartTime", visit.plan_end as "PlanEndTime",
      ${firstCall('start', 'FactStartTime')} as start, ${firstCall('end', 'FactEndTime')} as end,
      visit.edited as "EditedTS", visit.edited_by as "EditedBy", visit.edited_via as "EditedVia",
      visit.change_code as "changeCode", visit.change_reason as "changeReason", visit.iobse as "IOBSE",
      visit.aggregator_status as "SunDataStatus", visit.notes as "Notes"
    from ${visitTables} join care_plans plan on plan.id = visit.care_plan_id
      join care_plan_types type on type.id = plan.type_id
    where visit.removed is null and visit.date between ${from} and ${to}
      and (${client}::int is null or visit.client_id = ${client})
      and (${provider}::int is null or visit.provider_id = ${provider})
    ${byTime}`.execute(scope.site.db);
  return rows;
};

// --- Roll-forward --------------------------------------------------------------------------------------------------

/** Plans that may run on days of a window, after an id, in its order: the plan rule decides the days. */
export const listRunningPlans = async (
  scope: Scope,
  window: {
    readonly from: string;
    readonly through: string;
    readonly after: number;
    readonly atMost: number;
  },
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select id from care_plans
    where id > ${window.after} and status in ('Active', 'Archive') and excluded is null
      and start_date <= ${window.through} and (end_date is null or end_date >= ${window.from})
    order by id limit ${window.atMost}`.execute(scope.site.db);
  return rows.map(({ id }) => id);
};

// --- Missed visits -------------------------------------------------------------------------------------------------

/** A planned visit of which somebody asked to be told, with the name under which that would be done. */
export interface UntoldVisit extends Pick<Visit, 'id' | 'Date' | 'PlanStartTime' | 'PlanEndTime' | 'Status'> {
  readonly clientId: number;
  readonly providerId: number;
  readonly clientContact: string | null;
  readonly providerContact: string | null;
  readonly request: string;
}

const untold = sql`select visit.id, visit.date as "Date", visit.plan_start as "PlanStartTime", visit.plan_end as "PlanEndTime",
    visit.status as "Status", client.id as "clientId", provider.id as "providerId", client.notify_visit as "clientContact",
    provider.notify_visit as "providerContact", notice.request
  from visits visit join people client on client.id = visit.client_id join people provider on provider.id = visit.provider_id
    join care_plans plan on plan.id = visit.care_plan_id
    cross join lateral (select 'missed visit ' || visit.id || ' ' || visit.date as request) as notice
  where visit.removed is null and visit.status = 'Planned' and (plan.excluded is null or plan.excluded > visit.date)
    and (client.notify_visit is not null or provider.notify_visit is not null)
    and not exists (select from messages where messages.request = notice.request)`;

export const listUntold = async (
  db: Scope['site']['db'],
  from: string,
  through: string,
): Promise<UntoldVisit[]> => {
  const { rows } =
    await sql<UntoldVisit>`${untold} and visit.date between ${from} and ${through} order by visit.id`.execute(
      db,
    );
  return rows;
};

/** Held first: what another run queued meanwhile is seen only by a question that is asked afterwards. */
export const lockUntold = async (tx: Tx, id: number): Promise<UntoldVisit | undefined> => {
  await sql`select from visits where id = ${id} for no key update`.execute(tx);
  const { rows } = await sql<UntoldVisit>`${untold} and visit.id = ${id}`.execute(tx);
  return rows[0];
};
