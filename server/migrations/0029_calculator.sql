-- The IHSS calculator: names and norms of its tasks and caps of providers as dated data, and what was calculated.

-- The row with the latest valid_from that is not after the start date counts.
create table calculator_norms (
  code int not null check (code between 101 and 110 or code between 201 and 215 or code between 301 and 318),
  valid_from date not null,
  name text not null check (char_length(name) between 1 and 60),
  -- Null: the norm is set individually (IND).
  minutes int check (minutes between 1 and 1440),
  per text check (per in ('room', 'event', 'week')),
  source text not null,
  rev int not null default 0,
  primary key (code, valid_from),
  check (minutes is not null or per is null)
);

create table calculator_caps (
  kind text not null check (kind in ('providerDay', 'providerWeek', 'relativeWeek')),
  valid_from date not null,
  -- Null: no cap from that day on.
  minutes int check (minutes between 1 and 10080),
  source text not null,
  rev int not null default 0,
  primary key (kind, valid_from)
);

insert into calculator_norms (code, valid_from, name, minutes, per, source)
select code, date '2020-01-01', name, minutes, per,
  case when minutes is null then 'No norm is known: set individually.' else 'Task worksheet' end
from (values
  (101, 'Floor care', 15, 'room'), (102, 'Bathroom cleaning', null, null), (103, 'Kitchen cleaning', null, null),
  (104, 'Trash removal', null, null), (105, 'Meal preparation', 30, 'event'), (106, 'Dishwashing', null, null),
  (107, 'Bed making', null, null), (108, 'Laundry', null, null), (109, 'Shopping', 120, 'week'),
  (110, 'Dusting', null, null),
  (201, 'Eating', null, null), (202, 'Respiratory assistance', null, null), (203, 'Skin care', null, null),
  (204, 'Bladder and bowel care', null, null), (205, 'Hygiene', null, null), (206, 'Dressing', null, null),
  (207, 'Transfers', null, null), (208, 'Mobility', null, null), (209, 'Positioning', null, null),
  (210, 'Medication reminder', null, null), (211, 'Medical equipment', null, null), (212, 'Bathing', null, null),
  (213, 'Accompanying', null, null), (214, 'Protective oversight', null, null), (215, 'Hair care', null, null),
  (301, 'Skin care', null, null), (302, 'Hair care', null, null), (303, 'Nail care', null, null),
  (304, 'Mouth care', null, null), (305, 'Shaving', null, null), (306, 'Dressing', null, null),
  (307, 'Feeding', null, null), (308, 'Exercise', null, null), (309, 'Transfers', null, null),
  (310, 'Bowel care', null, null), (311, 'Bladder care', null, null), (312, 'Medical management', null, null),
  (313, 'Respiratory care', null, null), (314, 'Bathing', null, null), (315, 'Medication assistance', null, null),
  (316, 'Accompanying', null, null), (317, 'Mobility', null, null), (318, 'Positioning', null, null)
) as norm (code, name, minutes, per);

insert into calculator_caps (kind, valid_from, minutes, source) values
  ('providerDay', '2020-01-01', 960, 'One caregiver at most 16 hours a day; secondary source, compare with the state''s notice.'),
  ('providerWeek', '2026-07-01', 5040, 'One caregiver at most 84 hours a week, July to December 2026; secondary source.'),
  ('providerWeek', '2027-01-01', 4200, 'One caregiver at most 70 hours a week, January to June 2027; secondary source.'),
  ('providerWeek', '2027-07-01', 3360, 'One caregiver at most 56 hours a week from July 2027 on; secondary source.'),
  ('relativeWeek', '2020-01-01', 2400, '10 CCR 2505-10 8.552: a family member at most 40 hours of attendant care in 7 days.');

-- Tasks of the calculator that the option tables of IHSS personal care did not have, so that a care plan can take them over.
update care_plan_types type set pc_items = type.pc_items || array(
    select task.name from unnest(array['Eating', 'Respiratory assistance', 'Bladder and bowel care', 'Hygiene',
      'Medical equipment', 'Protective oversight']) with ordinality as task (name, place)
    where lower(task.name) not in (select lower(item) from unnest(type.pc_items) item) order by task.place)
where type.code in ('IHSSPC', 'IHSSRPC');

create table calculator_runs (
  id int generated always as identity primary key,
  at timestamptz not null,
  by text not null,
  client_id int not null references people,
  request jsonb not null,
  asked int not null,
  placed int not null,
  optimal boolean not null,
  -- What Calc List says of it, and the change with which everything would fit.
  result text not null,
  change text
);
create table calculator_files (
  -- Without its ending: each is a PDF and a JSON file.
  name text primary key,
  run_id int not null references calculator_runs,
  content jsonb not null,
  -- Plans and services that the times were compared with, in words.
  compared text[] not null
);
create index calculator_files_run on calculator_files (run_id);
create trigger calculator_runs_no_delete before delete on calculator_runs
  for each statement execute function refuse_delete();
create trigger calculator_files_no_delete before delete on calculator_files
  for each statement execute function refuse_delete();
