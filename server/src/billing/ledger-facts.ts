import type { LedgerCard } from '@homecare/domain/authorizations/ledger.ts';
import type { LedgerPlan } from '@homecare/domain/authorizations/plan-months.ts';
import type { EvvVisit } from '@homecare/domain/billing/schema.ts';
import { sql } from 'kysely';
import { amongIds, PREPARED, preparedForOne } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { closedVisitsOf } from '../visits/service.ts';
import { termsOf } from './record-queries.ts';

/** What the ledger of authorized units reads from billing: saved records, and plans with their visits. */

interface Days {
  readonly from: string;
  readonly through: string;
}

/** Null means all clients. */
type ClientIds = readonly number[] | null;

/** Undefined means all plans. */
const ofPlan = (column: string, planId: number | undefined) =>
  planId === undefined ? sql`true` : sql`${sql.ref(column)} = ${planId}`;

/** Clients' live records, or those of one plan, with days in a range. */
export const listLedgerCards = (db: Db, ids: ClientIds, { from, through }: Days, planId?: number) =>
  queryRows<LedgerCard & { readonly clientId: number }>(db)`select work.client_id as "clientId",
      work.care_plan_id as "planId", to_char(work.month, 'YYYY-MM') as date, type.code as "typeCode",
      work.start_period as "startPeriod", work.end_period as "endPeriod", work.pay_rate as "payRate", work.rates,
      work.unit_rule as "unitRule", work.days
    from work join care_plan_types type on type.id = work.type_id
    where work.deleted is null and work.end_period >= ${from}::date and work.start_period <= ${through}::date
      and ${amongIds('work.client_id', ids)} and ${ofPlan('work.care_plan_id', planId)}
    order by work.id ${preparedForOne(ids)}`;

type PlanRow = Omit<LedgerPlan, 'visits'> & { readonly clientId: number; readonly providerId: number };

const listPlans = (db: Db, ids: ClientIds, { from, through }: Days, planId?: number) =>
  queryRows<PlanRow>(db)`select plan.id, plan.client_id as "clientId", plan.provider_id as "providerId",
      plan.status as "Status",
      plan.start_date as "StartDate", plan.end_date as "EndDate", plan.excluded, plan.covers_id as "coversPlanId",
      type.code as type, type.evv_needed as "evvNeeded", json_build_object('time', plan.json->'time') as week,
      plan_weeks(plan.weeks) as weeks, ${termsOf(sql`plan.type_id`)} as terms,
      programs_of(plan.client_id) as programs,
      exists (select from outside_postcodes where code = left(client.postal_code, 5)) as "isOutside",
      json_build_object('archived', json_build_array(client.archive_date, provider.archive_date),
        'closed', ${closedVisitsOf('plan')},
        'temporary', coalesce((select jsonb_agg(jsonb_build_object('StartDate', cover.start_date,
            'EndDate', cover.end_date, 'coversPlanId', cover.covers_id, 'Status', cover.status))
          from care_plans cover where cover.covers_id = plan.id and cover.status <> 'Deleted'), '[]')) as limits
    from care_plans plan join care_plan_types type on type.id = plan.type_id
      join people provider on provider.id = plan.provider_id join people client on client.id = plan.client_id
    where plan.status <> 'Deleted' and plan.start_date <= ${through}::date
      and (plan.end_date is null or plan.end_date >= ${from}::date) and ${amongIds('plan.client_id', ids)}
      and ${ofPlan('plan.id', planId)}
    order by plan.id ${preparedForOne(ids)}`;

/** What an unsaved care plan needs to know about its people and type; undefined if one of them does not exist. */
export const findDraftFacts = (
  db: Db,
  {
    providerId,
    clientId,
    type,
  }: { readonly providerId: number; readonly clientId: number; readonly type: string },
) =>
  queryRow<
    Pick<PlanRow, 'evvNeeded' | 'terms' | 'programs' | 'isOutside'> & {
      readonly archived: (string | null)[];
      readonly isPrivate: boolean;
    }
  >(db)`select type.evv_needed as "evvNeeded", ${termsOf(sql`type.id`)} as terms,
      programs_of(client.id) as programs, client.private_client as "isPrivate",
      exists (select from outside_postcodes where code = left(client.postal_code, 5)) as "isOutside",
      json_build_array(client.archive_date, provider.archive_date) as archived
    from care_plan_types type join people client on client.id = ${clientId}
      join people provider on provider.id = ${providerId}
    where type.code = ${type} ${PREPARED}`;

/** The weeks of a client's care plan, whatever its dates. */
export const findPlanWeeks = (db: Db, id: number, clientId: number) =>
  queryRow<Pick<PlanRow, 'StartDate' | 'week' | 'weeks'>>(
    db,
  )`select plan.start_date as "StartDate", json_build_object('time', plan.json->'time') as week,
      plan_weeks(plan.weeks) as weeks
    from care_plans plan where plan.id = ${id} and plan.client_id = ${clientId} and plan.status <> 'Deleted'`;

/** Clients' plans that run in a range, or one of them, each with its visits. */
export const listLedgerPlans = async (
  db: Db,
  ids: ClientIds,
  range: Days,
  planId?: number,
): Promise<(LedgerPlan & { readonly clientId: number; readonly providerId: number })[]> => {
  const plans = await listPlans(db, ids, range, planId);
  if (plans.length === 0) return [];
  const visits = await queryRows<EvvVisit & { planId: number }>(db)`select care_plan_id as "planId", date,
      planned_day as "plannedDay", status as "Status", start_at as "startedAt", end_at as "endedAt",
      closed_code as "ClosedCode", null as "ClosedMemo"
    from visits where care_plan_id = any(${plans.map(({ id }) => id)}::int[]) and removed is null
      and (date between ${range.from}::date and ${range.through}::date
        or planned_day between ${range.from}::date and ${range.through}::date)
    order by date, start_at, id`;
  const byPlan = Map.groupBy(visits, ({ planId }) => planId);
  return plans.map((plan) => ({ ...plan, visits: byPlan.get(plan.id) ?? [] }));
};
