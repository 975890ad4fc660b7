-- Care plan types with their dated terms, and care plans.

create table care_plan_types (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null,
  -- Names of the tasks offered in the two option tables.
  pc_items text[] not null,
  hm_items text[] not null,
  ihss boolean not null,
  relative boolean not null,
  evv_needed boolean not null,
  -- The aggregator's service code, which is not the billing code.
  aggregator_code text,
  pay_category text check (pay_category in ('HealthMaintenance', 'Homemaker', 'Medicaid 131', 'PCP/RPCP')),
  position int not null,
  rev int not null default 0
);

-- What changes by law or contract: the row with the latest valid_from that is not in the future counts.
create table care_plan_type_terms (
  type_id int not null references care_plan_types,
  valid_from date not null,
  procedure_code text,
  modifiers text[] not null default '{}' check (cardinality(modifiers) <= 4),
  unit_rule text not null default 'up' check (unit_rule in ('up', 'nearest', 'down')),
  -- Cents per unit of 15 minutes, inside and outside area; null until the agency enters its rate.
  rate int check (rate >= 0),
  addrate int check (addrate >= 0),
  source text not null,
  primary key (type_id, valid_from)
);

-- Colorado (health first) as it stood before Community First Choice; members moved from 2025-07-01 on with other modifiers,
-- so an agency checks these rows against its HCPF billing manual before the first claim.
insert into care_plan_types
  (code, name, pc_items, hm_items, ihss, relative, evv_needed, aggregator_code, pay_category, position)
select code, name,
  case tasks when 'care' then care when 'health' then health else '{}' end,
  case tasks when 'care' then home when 'home' then home else '{}' end,
  ihss, relative, aggregator_code is not null, aggregator_code, pay_category, position
from (values
  ('PCP', 'Personal Care', 'care', false, false, 'PRSNL', 'PCP/RPCP', 1),
  ('RPCP', 'Relative Personal Care', 'care', false, true, 'PRSNL', 'PCP/RPCP', 2),
  ('HMK', 'Homemaker', 'home', false, false, 'HMKR', 'Homemaker', 3),
  ('IHSSPC', 'IHSS Personal Care', 'care', true, false, 'IHSS', 'PCP/RPCP', 4),
  ('IHSSRPC', 'IHSS Relative Personal Care', 'care', true, true, 'IHSS', 'PCP/RPCP', 5),
  ('IHSSHMK', 'IHSS Homemaker', 'home', true, false, 'IHSS', 'Homemaker', 6),
  ('IHSSHMA', 'IHSS Health Maintenance', 'health', true, false, 'IHSS', 'HealthMaintenance', 7),
  ('PRIVATE', 'Private Pay', 'care', false, false, null, null, 8)
) as type (code, name, tasks, ihss, relative, aggregator_code, pay_category, position)
cross join (values (
  -- 10 CCR 2505-10 8.7537, personal care
  array['Bathing', 'Dressing', 'Hair care', 'Mouth care', 'Nail care', 'Shaving', 'Skin care', 'Feeding', 'Mobility',
    'Transfers', 'Positioning', 'Bladder care', 'Bowel care', 'Medication reminder', 'Accompanying'],
  -- 10 CCR 2505-10 8.7527, homemaker
  array['Meal preparation', 'Floor care', 'Laundry', 'Dishwashing', 'Bed making', 'Bathroom cleaning', 'Kitchen cleaning',
    'Dusting', 'Trash removal', 'Shopping'],
  -- health maintenance activities of In-Home Support Services
  array['Skin care', 'Hair care', 'Nail care', 'Mouth care', 'Shaving', 'Dressing', 'Feeding', 'Exercise', 'Transfers',
    'Bowel care', 'Bladder care', 'Medical management', 'Respiratory care', 'Medication assistance', 'Bathing', 'Mobility',
    'Accompanying', 'Positioning']
)) as tasks (care, home, health);

insert into care_plan_type_terms (type_id, valid_from, procedure_code, modifiers, source)
select type.id, date '2020-01-01', terms.procedure_code, terms.modifiers,
  case when terms.procedure_code is null then 'Private agreement: no procedure code.'
    else 'HCBS EBD waiver and IHSS before Community First Choice; not yet compared with the HCPF billing manual.' end
from care_plan_types type join (values
  ('PCP', 'T1019', array['U1']),
  ('RPCP', 'T1019', array['U1', 'HR']),
  ('HMK', 'S5130', array['U1']),
  ('IHSSPC', 'T1019', array['U1', 'KX']),
  ('IHSSRPC', 'T1019', array['U1', 'HR', 'KX']),
  ('IHSSHMK', 'S5130', array['U1', 'KX']),
  ('IHSSHMA', 'H0038', array['U1']),
  ('PRIVATE', null, '{}'::text[])
) as terms (code, procedure_code, modifiers) using (code);

create table care_plans (
  id int generated always as identity primary key,
  provider_id int not null references people,
  client_id int not null references people,
  type_id int not null references care_plan_types,
  start_date date not null check (start_date >= '1900-01-01'),
  end_date date check (end_date >= start_date),
  remarks text check (char_length(remarks) <= 285),
  create_reason text not null check (char_length(create_reason) between 1 and 63),
  status text not null check (status in ('Active', 'Archive', 'Deleted')),
  archive_info text,
  delete_info text,
  excluded date,
  -- A temporary plan names the plan it covers (covidBy).
  covers_id int references care_plans,
  json jsonb not null,
  created timestamptz not null,
  modified timestamptz not null,
  modified_by text not null,
  rev int not null default 0,
  check (provider_id <> client_id),
  check (status <> 'Archive' or (end_date is not null and archive_info is not null)),
  check (status <> 'Deleted' or delete_info is not null),
  check (covers_id is null or end_date is not null)
);
create index care_plans_provider on care_plans (provider_id);
create index care_plans_client on care_plans (client_id);
create index care_plans_covers on care_plans (covers_id) where covers_id is not null;

create function care_plans_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('carePlans', 'all');
  return null;
end $$;
create trigger care_plans_revision after insert or update on care_plans
  for each statement execute function care_plans_changed();
create trigger care_plans_no_delete before delete on care_plans
  for each statement execute function refuse_delete();
