import type { PlanDates } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import type { DatedWeek } from '@homecare/domain/care-plans/weeks.ts';
import type { BoardCaregiver, BoardClient, BoardVisit } from '@homecare/domain/schedule/schema.ts';
import { sql } from 'kysely';
import type { Scope, Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';

interface Days {
  readonly from: string;
  readonly through: string;
}

export type RecordRow = Omit<BoardVisit, 'program' | 'Type' | 'isCover' | 'isExempt' | 'planId'>;

/** Visits that are on these days or were planned for them, by day and time; with a caregiver those of their plans alone. */
export const listRecords = (scope: Scope, { from, through }: Days, providerId?: number) =>
  queryRows<RecordRow>(scope.site.db)`select care_plan_id as "byPlanId", planned_day as day, id as "visitId",
      client_id as "ClientID", provider_id as "ProviderID", date, plan_start as start, plan_end as "end", status as "Status",
      start_at as "startedAt", end_at as "endedAt", closed_code is not null as "isClosed"
    from visits where removed is null
      and (date between ${from} and ${through} or planned_day between ${from} and ${through})
      ${providerId === undefined ? sql`` : sql`and care_plan_id in (select id from care_plans where provider_id = ${providerId})`}
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

/** Plans that run on one of these days, or have a visit on them that was moved; with a caregiver theirs alone. */
export const listPlans = (
  scope: Scope,
  { from, through }: Days,
  moved: readonly number[],
  providerId?: number,
) =>
  queryRows<PlanRow>(scope.site.db)`with shown as (
      select * from care_plans where (status <> 'Deleted' and start_date <= ${through}::date
        and (end_date is null or end_date >= ${from}::date) or id = any(${[...moved]}::int[]))
        ${providerId === undefined ? sql`` : sql`and provider_id = ${providerId}`}
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

export const listAddresses = (scope: Scope, ids: readonly number[]) =>
  queryRows<{ id: number; address: string }>(
    scope.site.db,
  )`select id, concat_ws(', ', nullif(address, ''), nullif(address2, ''),
      nullif(city, ''), nullif(concat_ws(' ', nullif(state, ''), nullif(postal_code, '')), '')) as address
    from people where id = any(${[...ids]}::int[])`;

// ---- the address of a caregiver's calendar

/** A caregiver who is not archived, held until the transaction ends. */
export const lockCaregiver = (tx: Tx, id: number, today: string) =>
  queryRow<{ id: number }>(tx)`select id from people where id = ${id} and kind = 'Provider'
    and not is_provider_away(id, ${today}) and merged_into is null for no key update`;

interface FeedRow {
  readonly created: string | null;
  readonly fetched: string | null;
}

/** Of a caregiver, archived ones too; undefined: there is none of this id. */
export const findFeed = (db: Db, id: number) =>
  queryRow<FeedRow>(
    db,
  )`select feed.created, feed.fetched from people left join calendar_feeds feed on feed.provider_id = people.id
    where people.id = ${id} and kind = 'Provider' and merged_into is null`;

export const findFeedByToken = (db: Db, tokenHash: Buffer, today: string) =>
  queryRow<{ providerId: number; isSpanish: boolean }>(db)`select provider_id as "providerId",
      lower(coalesce(language, '')) = 'spanish' as "isSpanish"
    from calendar_feeds join people on id = provider_id
    where token_hash = ${tokenHash} and not is_provider_away(id, ${today}) and merged_into is null`;

export const putFeed = async (tx: Tx, id: number, tokenHash: Buffer, { at, by }: Stamp): Promise<void> => {
  await sql`insert into calendar_feeds (provider_id, token_hash, created, created_by) values (${id}, ${tokenHash}, ${at}, ${by})
    on conflict (provider_id) do update set token_hash = excluded.token_hash, created = excluded.created,
      created_by = excluded.created_by, fetched = null`.execute(tx);
};

export const deleteFeed = (tx: Tx, id: number) =>
  changesRow(tx)`delete from calendar_feeds where provider_id = ${id}`;

/** Once an hour is enough to see that it is read. */
export const noteFetched = (db: Db, tokenHash: Buffer, at: string) =>
  changesRow(db)`update calendar_feeds set fetched = ${at} where token_hash = ${tokenHash}
    and (fetched is null or fetched < ${at}::timestamptz - interval '1 hour')`;

export const listTowns = (scope: Scope, ids: readonly number[]) =>
  queryRows<{ id: number; town: string | null }>(
    scope.site.db,
  )`select id, nullif(city, '') as town from people
    where id = any(${[...ids]}::int[])`;
