-- Covers that were made or taken back, of which those have not heard yet whom it concerns: they hear of all of one press at once.
create table cover_news (
  id int generated always as identity primary key,
  -- One press of the office.
  press uuid not null,
  kind text not null check (kind in ('covered', 'uncovered')),
  plan_id int not null references care_plans,
  day date not null,
  cover_id int not null references care_plans,
  -- When its caregiver was to come.
  date date not null,
  plan_start time not null,
  plan_end time not null
);
