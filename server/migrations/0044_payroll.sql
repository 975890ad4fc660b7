-- Pay categories are a list of the agency: the four of the specification, and those that its admins add.

create table pay_categories (
  name text primary key check (char_length(name) between 1 and 40),
  -- Those of the specification have columns of their own in reports and files: they keep their name and are never removed.
  built_in boolean not null default false,
  -- Names of before, by which runs of payroll still call it.
  former text[] not null default '{}',
  -- No longer offered; what it was chosen for goes on being paid by it.
  retired boolean not null default false
);
insert into pay_categories (name, built_in)
select name, true from unnest(array['HealthMaintenance', 'Homemaker', 'Medicaid 131', 'PCP/RPCP']) as name;

alter table pay_rates drop constraint pay_rates_category_check,
  add constraint pay_rates_category foreign key (category) references pay_categories on update cascade;
alter table care_plan_type_terms drop constraint care_plan_type_terms_pay_category_check,
  add constraint care_plan_type_terms_category foreign key (pay_category) references pay_categories on update cascade;

-- What a provider is paid an hour on a day, by category: cents, 0 where there is no rate.
create or replace function pay_rates_on(provider int, day date) returns jsonb language sql stable as $$
  select jsonb_object_agg(held.name, coalesce((
    select rate from pay_rates
    where provider_id = provider and category = held.name and coalesce(valid_from, '-infinity') <= day
    order by valid_from desc nulls last limit 1), 0))
  from pay_categories held
$$;
