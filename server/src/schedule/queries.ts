import type { BoardCaregiver, BoardClient, BoardVisit } from '@homecare/domain/schedule/schema.ts';
import type { StaffedPlan, VisitRecord } from '@homecare/domain/staffing/staffed-visits.ts';
import { sql } from 'kysely';
import { isAccessEnded } from '../platform/auth/ended-access.ts';
import type { Scope, Stamp } from '../platform/auth/scope.ts';
import type { Changed } from '../platform/db/changes.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';

interface Days {
  readonly from: string;
  readonly through: string;
}

export interface RecordRow extends VisitRecord, Pick<BoardVisit, 'startedAt' | 'endedAt'> {
  /** When it was last changed. */
  readonly modified: string;
}

/** The plans of these caregivers or clients. */
export type Whose = { readonly providers: readonly number[] } | { readonly clients: readonly number[] };

/** For a few people the planner need not see the ids; for many it uses a hash of them. */
const among = (ids: readonly number[], few: Whose | readonly number[] | undefined) =>
  few ? anyOf(ids) : sql`any(${[...ids]}::int[])`;

/** Queries for a few people run all day, so they are prepared. */
const planned = (few: Whose | readonly number[] | undefined) => (few ? PREPARED : sql``);

/** Clients' plans; for caregivers also the plans covering theirs or covered by them, which have the same clients. */
const plansOf = (whose: Whose) =>
  'clients' in whose
    ? sql`select own.id from care_plans own where own.client_id = ${anyOf(whose.clients)}`
    : sql`select own.id from care_plans own where own.provider_id = ${anyOf(whose.providers)}
  union select pair.id from care_plans pair join care_plans own
    on own.provider_id = ${anyOf(whose.providers)} and (pair.covers_id = own.id or own.covers_id = pair.id)`;

/** Visits that are on these days or were planned for them, by day and time; for some people only those of their plans. */
export const listRecords = (scope: Scope, { from, through }: Days, whose?: Whose) =>
  queryRows<RecordRow>(scope.site.db)`select care_plan_id as "planId", planned_day as "plannedDay", id,
      provider_id as "ProviderID", date, plan_start as start, plan_end as "end", status,
      start_at as "startedAt", end_at as "endedAt", closed_code as closed, greatest(created, edited) as modified
    from visits where removed is null
      and (date between ${from} and ${through} or planned_day between ${from} and ${through})
      ${whose ? sql`and care_plan_id in (${plansOf(whose)})` : sql``}
    order by date, plan_start, plan_end, id ${planned(whose)}`;

/** What determines a plan's visits, and what the board shows of them. */
export interface PlanRow extends StaffedPlan {
  readonly ihss: boolean;
  readonly isPrivate: boolean;
  readonly clientArchived: string | null;
  readonly providerArchived: string | null;
  readonly modified: string;
}

/** Without tasks: only the times of a week are shown. */
const timesOf = (week: ReturnType<typeof sql>) => sql`jsonb_build_object('time', ${week} -> 'time')`;

/** Plans that run on one of these days, or have a visit moved to them; for some people only theirs and related ones. */
export const listPlans = (scope: Scope, { from, through }: Days, moved: readonly number[], whose?: Whose) =>
  queryRows<PlanRow>(
    scope.site.db,
  )`select plan.id, plan.provider_id as "ProviderID", plan.client_id as "ClientID",
      plan.start_date as "StartDate", plan.end_date as "EndDate", plan.covers_id as "coversPlanId", plan.status as "Status",
      plan.excluded is not null as "isExcluded", type.code as "Type", type.ihss, client.private_client as "isPrivate",
      ${timesOf(sql`plan.json`)} as week,
      case when plan.weeks = '[]' then plan.weeks else (
        select jsonb_agg(jsonb_build_object('from', dated -> 'from', 'week', ${timesOf(sql`(dated -> 'json')`)}) order by place)
        from jsonb_array_elements(plan.weeks) with ordinality as each (dated, place)) end as weeks,
      client.archive_date as "clientArchived", provider.archive_date as "providerArchived", plan.modified
    from care_plans plan join people client on client.id = plan.client_id join people provider on provider.id = plan.provider_id
      join care_plan_types type on type.id = plan.type_id
    where (plan.status <> 'Deleted' and plan.start_date <= ${through}::date
        and (plan.end_date is null or plan.end_date >= ${from}::date) or plan.id = ${among(moved, whose)})
      ${whose ? sql`and plan.id in (${plansOf(whose)})` : sql``}
    order by plan.id ${planned(whose)}`;

export type PersonRow = Omit<BoardCaregiver, 'hours' | 'wished'> &
  BoardClient & { readonly isProvider: boolean };

/** Active caregivers, or these, and the given people. */
export const listPeople = (scope: Scope, ids: readonly number[], providers?: readonly number[]) =>
  queryRows<PersonRow>(scope.site.db)`select id, ${listedName()} as name, nullif(city, '') as town,
      nullif(language, '') as language, address_latitude as latitude, address_longitude as longitude, kind = 'Provider' as "isProvider"
    from people where kind = 'Provider' and cur = 'y' and merged_into is null
        and ${providers ? sql`id = ${anyOf(providers)}` : sql`true`} or id = ${among(ids, providers)}
    order by sort_key, id ${planned(providers)}`;

/**
 * Caregivers whose rows may be affected by changes: their own, those of people they visit, and those whose plan covers another or is
 * covered. Null if one cannot be found, because withdrawn time off leaves no row.
 */
export const listTouchedProviders = async ({ site }: Scope, changed: Changed): Promise<number[] | null> => {
  const [plans, visits, people, off] = ['carePlans', 'visits', 'people', 'timeOff'].map((kind) =>
    changed.get(kind),
  );
  const row = await queryRow<{ ids: number[]; known: boolean }>(site.db)`with plans as (
      select id, covers_id, provider_id from care_plans where id = ${anyOf(plans)} or client_id = ${anyOf(people)}
        or id = any(array(select care_plan_id from visits where id = ${anyOf(visits)}))
    )
    select array(
        select provider_id from plans
        union select other.provider_id from plans join care_plans other on other.id = plans.covers_id
        union select other.provider_id from plans join care_plans other on other.covers_id = plans.id
        union select provider_id from visits where id = ${anyOf(visits)}
        union select provider_id from time_off where id = ${anyOf(off)}
        union select id from people where kind = 'Provider'
          and (id = ${anyOf(people)} or id = ${anyOf(changed.get('callOuts'))})) as ids,
      (select count(*) = ${off?.length ?? 0} from time_off where id = ${anyOf(off)}) as known ${PREPARED}`;
  return row?.known ? row.ids : null;
};

export const listNameParts = (scope: Scope, ids: readonly number[]) =>
  queryRows<{ id: number; first: string; last: string }>(
    scope.site.db,
  )`select id, first_name as first, last_name as last from people where id = any(${[...ids]}::int[])`;

export const listAddresses = (scope: Scope, ids: readonly number[]) =>
  queryRows<{ id: number; address: string }>(
    scope.site.db,
  )`select id, concat_ws(', ', nullif(address, ''), nullif(address2, ''),
      nullif(city, ''), nullif(concat_ws(' ', nullif(state, ''), nullif(postal_code, '')), '')) as address
    from people where id = any(${[...ids]}::int[])`;

// ---- the address of a caregiver's calendar

/** A caregiver who is not archived, locked until the transaction ends. */
export const lockCaregiver = (tx: Tx, id: number, today: string) =>
  queryRow<{ id: number }>(tx)`select id from people where id = ${id} and kind = 'Provider'
    and not is_provider_away(id, ${today}) and merged_into is null for no key update`;

interface FeedRow {
  readonly created: string | null;
  readonly fetched: string | null;
}

/** The feed of a caregiver, even an archived one; undefined if there is no such caregiver. */
export const findFeed = (db: Db, id: number) =>
  queryRow<FeedRow>(
    db,
  )`select feed.created, feed.fetched from people left join calendar_feeds feed on feed.provider_id = people.id
    where people.id = ${id} and kind = 'Provider' and merged_into is null`;

/** Undefined while the caregiver's account is suspended, and once it is deleted until a new address is made. */
export const findFeedByToken = (db: Db, tokenHash: Buffer, today: string) =>
  queryRow<{ providerId: number; isSpanish: boolean }>(db)`select provider_id as "providerId",
      lower(coalesce(language, '')) = 'spanish' as "isSpanish"
    from calendar_feeds join people on id = provider_id
    where token_hash = ${tokenHash} and not is_provider_away(id, ${today}) and merged_into is null
      and not ${isAccessEnded(sql`people.id`, sql`calendar_feeds.created`)}`;

export const putFeed = async (tx: Tx, id: number, tokenHash: Buffer, { at, by }: Stamp): Promise<void> => {
  await sql`insert into calendar_feeds (provider_id, token_hash, created, created_by) values (${id}, ${tokenHash}, ${at}, ${by})
    on conflict (provider_id) do update set token_hash = excluded.token_hash, created = excluded.created,
      created_by = excluded.created_by, fetched = null`.execute(tx);
};

export const deleteFeed = (tx: Tx, id: number) =>
  changesRow(tx)`delete from calendar_feeds where provider_id = ${id}`;

/** Noting once an hour that it is read is enough. */
export const noteFetched = (db: Db, tokenHash: Buffer, at: string) =>
  changesRow(db)`update calendar_feeds set fetched = ${at} where token_hash = ${tokenHash}
    and (fetched is null or fetched < ${at}::timestamptz - interval '1 hour')`;

export const listTowns = (scope: Scope, ids: readonly number[]) =>
  queryRows<{ id: number; town: string | null }>(
    scope.site.db,
  )`select id, nullif(city, '') as town from people
    where id = any(${[...ids]}::int[])`;
