import type { PlanDates } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import type { DatedWeek } from '@homecare/domain/care-plans/weeks.ts';
import type { BoardCaregiver, BoardClient, BoardVisit } from '@homecare/domain/schedule/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import { queryRows } from '../platform/db/rows.ts';

interface Days {
  readonly from: string;
  readonly through: string;
}

export type RecordRow = Omit<BoardVisit, 'program' | 'Type' | 'isCover' | 'isExempt' | 'planId'>;

/** Visits that are on these days or were planned for them, by day and time. */
export const listRecords = (scope: Scope, { from, through }: Days) =>
  queryRows<RecordRow>(scope.site.db)`select care_plan_id as "byPlanId", planned_day as day, id as "visitId",
      client_id as "ClientID", provider_id as "ProviderID", date, plan_start as start, plan_end as "end", status as "Status",
      start_at as "startedAt", end_at as "endedAt", closed_code is not null as "isClosed"
    from visits where removed is null
      and (date between ${from} and ${through} or planned_day between ${from} and ${through})
    order by date, plan_start, plan_end, id`;

/** What decides the visits of a plan, and what the board says of them. */
export interface PlanRow extends PlanDates {
  readonly id: number;
  readonly ProviderID: number;
  readonly ClientID: number;
  readonly Status: CarePlan['Status'];
  readonly excluded: string | null;
  readonly Type: string;
  readonly ihss: boolean;
  readonly isPrivate: boolean;
  readonly week: PlanWeek;
  readonly weeks: readonly DatedWeek[];
  readonly archived: readonly (string | null)[];
  readonly temporary: readonly (PlanDates & Pick<CarePlan, 'Status'>)[];
  readonly taken: readonly string[];
}

/** Tasks are not shown: a week is its times alone. */
const timesOf = (week: ReturnType<typeof sql>) =>
  sql`jsonb_build_object('time', ${week} -> 'time', 'personalCareItems', '[]'::jsonb, 'homeMakingItems', '[]'::jsonb)`;

/** Plans that run on one of these days, or have a visit on them that was moved. */
export const listPlans = (scope: Scope, { from, through }: Days, moved: readonly number[]) =>
  queryRows<PlanRow>(scope.site.db)`with shown as (
      select * from care_plans where status <> 'Deleted' and start_date <= ${through}::date
        and (end_date is null or end_date >= ${from}::date) or id = any(${[...moved]}::int[])
    ), pairs as (
      select id, covers_id as other from care_plans where covers_id is not null
      union all select covers_id, id from care_plans where covers_id is not null
    ), taken as (
      select pairs.id, array_agg(visit.planned_day::text) as days from pairs join visits visit on visit.care_plan_id = pairs.other
      where visit.status <> 'Planned' and visit.planned_day between ${from} and ${through} group by pairs.id
    ), covering as (
      select covers_id, json_agg(json_build_object('StartDate', start_date, 'EndDate', end_date, 'coversPlanId', covers_id,
        'Status', status)) as list
      from care_plans where covers_id is not null and status <> 'Deleted' group by covers_id
    )
    select plan.id, plan.provider_id as "ProviderID", plan.client_id as "ClientID", plan.start_date as "StartDate",
      plan.end_date as "EndDate", plan.covers_id as "coversPlanId", plan.status as "Status", plan.excluded,
      type.code as "Type", type.ihss, client.private_client as "isPrivate", ${timesOf(sql`plan.json`)} as week,
      case when plan.weeks = '[]' then plan.weeks else (
        select jsonb_agg(jsonb_build_object('from', dated -> 'from', 'week', ${timesOf(sql`(dated -> 'json')`)}) order by place)
        from jsonb_array_elements(plan.weeks) with ordinality as each (dated, place)) end as weeks,
      array[client.archive_date::text, provider.archive_date::text] as archived,
      coalesce(covering.list, '[]') as temporary, coalesce(taken.days, '{}') as taken
    from shown plan join people client on client.id = plan.client_id join people provider on provider.id = plan.provider_id
      join care_plan_types type on type.id = plan.type_id
      left join covering on covering.covers_id = plan.id left join taken on taken.id = plan.id
    order by plan.id`;

export type PersonRow = Omit<BoardCaregiver, 'hours' | 'wished'> &
  BoardClient & { readonly isProvider: boolean };

/** Active caregivers, and these people. */
export const listPeople = (scope: Scope, ids: readonly number[]) =>
  queryRows<PersonRow>(
    scope.site.db,
  )`select id, last_name || ', ' || first_name as name, nullif(city, '') as town,
      nullif(language, '') as language, address_latitude as latitude, address_longitude as longitude, kind = 'Provider' as "isProvider"
    from people where kind = 'Provider' and cur = 'y' and merged_into is null or id = any(${[...ids]}::int[])
    order by sort_key, id`;
