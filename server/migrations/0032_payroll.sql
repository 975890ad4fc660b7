-- Pay rates of providers with the day from which each counts. Until now the record held the present ones, and a change counted
-- from the day it was entered: that day is taken from the log of pay.

create table pay_rates (
  provider_id int not null references people,
  category text not null check (category in ('HealthMaintenance', 'Homemaker', 'Medicaid 131', 'PCP/RPCP')),
  -- null: since ever.
  valid_from date,
  -- Cents an hour; 0: no rate from that day on.
  rate int not null check (rate >= 0),
  -- Who entered or corrected it last, and when; null: before rates had days.
  set_by text,
  set_at timestamptz,
  unique nulls not distinct (provider_id, category, valid_from)
);

-- What a change of one category was, in the order they were made. A log that was started elsewhere may hold no numbers.
create temporary table pay_steps on commit drop as
select log.entity_id as provider_id, category, log.id, log.at, log.actor,
  (log.at at time zone 'America/Denver')::date as day,
  case when jsonb_typeof(log.changes->'providerPayRate'->0->category) = 'number'
    then round((log.changes->'providerPayRate'->0->>category)::numeric * 100)::int else 0 end as old,
  case when jsonb_typeof(log.changes->'providerPayRate'->1->category) = 'number'
    then round((log.changes->'providerPayRate'->1->>category)::numeric * 100)::int else 0 end as now
from change_log log cross join unnest(array['HealthMaintenance', 'Homemaker', 'Medicaid 131', 'PCP/RPCP']) as category
where log.entity = 'pay' and log.changes ? 'providerPayRate';
delete from pay_steps where old = now;

-- The first one that is not 0 counts for all days before it too; of several on one day the last one counts.
with started as (
  select distinct on (provider_id, category) provider_id, category, -1::bigint as id, null::timestamptz as at,
    null::text as actor, null::date as day, old as rate
  from pay_steps order by provider_id, category, id
), present as (
  select person.id as provider_id, held.category, -1::bigint as id, null::timestamptz as at, null::text as actor,
    null::date as day, held.rate
  from people person cross join lateral (values
    ('HealthMaintenance', person.rate_health_maintenance), ('Homemaker', person.rate_homemaker),
    ('Medicaid 131', person.rate_medicaid_131), ('PCP/RPCP', person.rate_pcp_rpcp)) as held (category, rate)
  where person.kind = 'Provider'
    and not exists (select 1 from pay_steps step where step.provider_id = person.id and step.category = held.category)
), steps as (
  select * from started union all select * from present
  union all select provider_id, category, id, at, actor, day, now from pay_steps
), by_day as (
  select distinct on (provider_id, category, day) * from steps order by provider_id, category, day, id desc
), numbered as (
  select *, row_number() over own as place,
    min(case when rate > 0 then coalesce(day, '-infinity') end) over (partition by provider_id, category) as first_day
  from by_day window own as (partition by provider_id, category order by day nulls first)
)
insert into pay_rates (provider_id, category, valid_from, rate, set_by, set_at)
select provider_id, category, case when coalesce(day, '-infinity') = first_day then null else day end, rate, actor, at
from numbered where coalesce(day, '-infinity') >= first_day;

alter table people drop column rate_health_maintenance, drop column rate_homemaker, drop column rate_medicaid_131,
  drop column rate_pcp_rpcp;

-- What a provider is paid an hour on a day, by category: cents, 0 where there is no rate.
create function pay_rates_on(provider int, day date) returns jsonb language sql stable as $$
  select jsonb_object_agg(held.category, coalesce((
    select rate from pay_rates
    where provider_id = provider and category = held.category and coalesce(valid_from, '-infinity') <= day
    order by valid_from desc nulls last limit 1), 0))
  from unnest(array['HealthMaintenance', 'Homemaker', 'Medicaid 131', 'PCP/RPCP']) as held (category)
$$;

-- Weeks below the base wage as the export told them: name and what is wrong. The control sheet of the run names them.
alter table payroll_runs add column low_weeks jsonb not null default '[]';
