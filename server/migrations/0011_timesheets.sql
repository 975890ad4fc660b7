-- Errors of scanned timesheets: one row per plan, month and half (specification part 2, section 3).
create table scan_errors (
  id int generated always as identity primary key,
  plan_id int not null references care_plans,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  -- 0 is the first half, 1 the second.
  period int not null check (period in (0, 1)),
  -- 1 Signature, 2 Date, 3 Initials, 4 Time, 5 Incorrect Timesheet, 6 Original.
  errors int[] not null check (cardinality(errors) > 0 and errors <@ array[1, 2, 3, 4, 5, 6]),
  archived boolean not null default false,
  created timestamptz not null,
  created_by text not null,
  rev int not null default 0,
  unique (plan_id, month, period)
);

create function scan_errors_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('scanErrors', 'all');
  return null;
end $$;
create trigger scan_errors_revision after insert or update or delete on scan_errors
  for each statement execute function scan_errors_changed();
