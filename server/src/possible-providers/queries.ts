import type { Applicant, ClientNeeds, Place } from '@homecare/domain/possible-providers/rules.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import { listedName } from '../platform/db/person-name.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import { sealed } from '../platform/sealed/person.ts';

/** Plans that take up someone's time. Temporary ones end soon and use the time of another plan. */
const isActive = (today: string) =>
  sql`plan.status = 'Active' and plan.covers_id is null and (plan.end_date is null or plan.end_date > ${today})`;

const place = sql`case when address_latitude is not null and address_longitude is not null then
  json_build_object('latitude', address_latitude, 'longitude', address_longitude, 'approximate', address_approximate) end`;

/** Types that now have a pay category, with it. */
const categoriesOf = (scope: Scope) =>
  sql`(select id, aggregator_code, pay_category_on(id, ${scope.today().toString()}) as category
    from care_plan_types) as type`;

/** A point as stored; its possible error comes from the ZIP areas. */
type StoredPlace = Omit<Place, 'errorMiles'>;

export interface ClientFound extends Omit<ClientNeeds, 'place'> {
  readonly kind: 'Provider' | 'Client';
  readonly name: string;
  readonly place: StoredPlace | null;
}

export interface StoredApplicant extends Omit<Applicant, 'place'> {
  readonly place: StoredPlace | null;
}

/** The client with the pay categories of their services and active plans. */
export const findNeeds = (scope: Scope, id: number) =>
  queryRow<ClientFound>(scope.site.db)`
    select kind, ${listedName()} as name, ${place} as place, language,
      coalesce(services, '[]') as services,
      array(
        select distinct category from ${categoriesOf(scope)} where category is not null and (
          coalesce(services, '[]') ? aggregator_code
          or id in (select plan.type_id from care_plans plan
            where plan.client_id = people.id and ${isActive(scope.today().toString())}))
        order by category
      ) as categories
    from people where id = ${id}`;

/**
 * Every active provider and candidate with everything the rating uses, in one statement. It includes archived providers who cared
 * for the client, because users look for them and must see why they cannot come.
 */
export const listApplicants = async (scope: Scope, clientId: number): Promise<StoredApplicant[]> => {
  const active = isActive(scope.today().toString());
  const rows = await queryRows<StoredApplicant>(scope.site.db)`
    with worked as (
      select plan.provider_id,
        sum(round((plan_week_on(plan, ${scope.today().toString()}::date)->>'workingHours')::numeric * 60)) filter (where ${active})::int as minutes,
        array_agg(distinct category) filter (where category is not null) as categories,
        bool_or(plan.client_id = ${clientId} and plan.excluded is not null and (plan.end_date is null
          or plan.end_date > ${scope.today().toString()})) as lives_with,
        bool_or(plan.client_id = ${clientId} and ${active}) as cares_for,
        bool_or(plan.client_id = ${clientId}) as has_cared
      from care_plans plan left join ${categoriesOf(scope)} on type.id = plan.type_id
      where plan.status <> 'Deleted' group by plan.provider_id
    ), paid as (
      select provider_id, array_agg(category order by category) as categories from (
        select distinct on (provider_id, category) provider_id, category, rate from pay_rates
        where coalesce(valid_from, '-infinity') <= ${scope.today().toString()}::date
        order by provider_id, category, valid_from desc nulls last) as held
      where rate > 0 group by provider_id
    )
    select 'Provider' as kind, id, ${listedName()} as name,
      concat_ws(', ', nullif(address, ''), nullif(address2, ''), nullif(city, ''),
        nullif(concat_ws(' ', state, postal_code), '')) as address,
      phone, ${place} as place, coalesce(worked.minutes, 0) as "weeklyMinutes", language,
      array_cat(coalesce(worked.categories, '{}'), coalesce(paid.categories, '{}')) as categories,
      ${sealed.backgroundCheck()} as "backgroundCheck", ${sealed.capsCheck()} as "capsCheck", ${sealed.idExpiration()} as "idExpiration",
      ${sealed.workAuthorization()} as "workAuthorization", case when cur = 'n' then archive_date end as archived,
      null::date as "availableFrom", coalesce(worked.lives_with, false) as "livesWith",
      coalesce(worked.cares_for, false) as "caresFor"
    from people left join worked on worked.provider_id = people.id left join paid on paid.provider_id = people.id
    where kind = 'Provider' and merged_into is null and (cur = 'y' or (worked.has_cared and archive_date is not null))
    union all
    select 'Candidate', id, name, address, phone, ${place}, 0, null, '{}', null, null, null, null, null, date_available, false, false
    from candidates where status = 'Active'`;
  return rows;
};
