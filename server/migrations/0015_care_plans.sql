-- Wrong codes of the plan override, counted per user: five in 15 minutes close it for 15 minutes (decisions.md, Care plans).
create table plan_override_failures (
  account_id int primary key,
  failures int not null check (failures > 0),
  -- Of the first failure; from the fifth on of that one, so that the lock lasts its full time.
  window_start timestamptz not null
);

-- Cards of a plan: does one end after a chosen day?
create index work_plan_period on work (care_plan_id, end_period) where deleted is null;
