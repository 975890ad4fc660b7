-- Visits (EVV): one per plan and planned day; and attempts to check in or out that moved nothing.

create table visits (
  id int generated always as identity primary key,
  care_plan_id int not null references care_plans,
  -- Never changes; date is where the visit stands now, plan times are local to the site.
  planned_day date not null,
  date date not null,
  plan_start time not null,
  plan_end time not null,
  client_id int not null references people,
  provider_id int not null references people,
  status text not null default 'Planned' check (status in ('Planned', 'Active', 'Complete')),
  aggregator_status text check (aggregator_status in ('Pending', 'Success', 'Failed')),
  start_at timestamptz,
  end_at timestamptz,
  -- Evidence of each end: where the phone was, how far from the client, by whose clock.
  start_latitude float8,
  start_longitude float8,
  start_accuracy float8,
  start_distance float8,
  start_device_at timestamptz,
  start_received_at timestamptz,
  start_late boolean not null default false,
  start_location_error boolean not null default false,
  end_latitude float8,
  end_longitude float8,
  end_accuracy float8,
  end_distance float8,
  end_device_at timestamptz,
  end_received_at timestamptz,
  end_late boolean not null default false,
  end_location_error boolean not null default false,
  -- The client's point that the last position was compared with: it may be corrected later.
  place_latitude float8,
  place_longitude float8,
  start_edited boolean not null default false,
  end_edited boolean not null default false,
  bill_visit boolean not null default true,
  iobse text check (iobse ~ '^11[01]{3}$'),
  change_code int check (change_code between 1 and 16),
  change_reason text check (char_length(change_reason) <= 254),
  notes text,
  -- WorkingTime, TravelTime, Care and Home of the weekday, copied from the plan.
  tasks jsonb not null,
  created timestamptz not null,
  edited timestamptz,
  edited_by text,
  edited_via text check (edited_via in ('app', 'admin', 'call')),
  -- A visit that a plan no longer has is hidden, not lost; it comes back with the plan.
  removed timestamptz,
  rev int not null default 0,
  unique (care_plan_id, planned_day),
  check (plan_start <> plan_end),
  check ((status = 'Planned') = (start_at is null) and (status = 'Complete') = (end_at is not null)),
  check (end_at >= start_at),
  check (removed is null or status = 'Planned')
);
create index visits_date on visits (date) where removed is null;
create index visits_provider on visits (provider_id, date) where removed is null;
create index visits_client on visits (client_id, date) where removed is null;

-- Each changed day has a new revision, so an unchanged day answers 304. Days in order: two writers never wait for each other.
create function visits_inserted() returns trigger language plpgsql as $$
begin
  insert into revisions (kind, key, rev)
    select distinct 'visits', to_char(date, 'YYYY-MM-DD'), 1 from after_rows order by 2
    on conflict (kind, key) do update set rev = revisions.rev + 1;
  return null;
end $$;
create function visits_updated() returns trigger language plpgsql as $$
begin
  insert into revisions (kind, key, rev)
    select distinct 'visits', to_char(date, 'YYYY-MM-DD'), 1
    from (select date from before_rows union select date from after_rows) as days order by 2
    on conflict (kind, key) do update set rev = revisions.rev + 1;
  return null;
end $$;
create trigger visits_insert_revision after insert on visits
  referencing new table as after_rows for each statement execute function visits_inserted();
create trigger visits_update_revision after update on visits
  referencing old table as before_rows new table as after_rows for each statement execute function visits_updated();
create trigger visits_no_delete before delete on visits for each statement execute function refuse_delete();

-- A check-in or check-out that came outside its window or in the wrong state: kept for the office, never dropped.
create table visit_attempts (
  id int generated always as identity primary key,
  visit_id int not null references visits,
  account_id int,
  move text not null check (move in ('Check-In', 'Check-Out')),
  at timestamptz not null,
  received_at timestamptz not null,
  device_at timestamptz,
  late boolean not null,
  latitude float8,
  longitude float8,
  accuracy float8,
  distance float8,
  location_error boolean not null,
  refusal text not null
);
create index visit_attempts_visit on visit_attempts (visit_id);
create trigger visit_attempts_append_only before update or delete on visit_attempts
  for each statement execute function refuse_change();
