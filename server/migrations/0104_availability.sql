-- When caregivers can work, their time off, their skills, what clients require, and who wants whom.

-- The agency's own list.
create table skills (
  id int generated always as identity primary key,
  name text not null
);
create unique index skills_name on skills (lower(name));

create table caregiver_hours (
  id int generated always as identity primary key,
  provider_id int not null unique references people,
  -- {"Mon": [{"from": "08:00", "to": "16:00"}], …}; null: at any time.
  windows jsonb,
  wished_minutes int check (wished_minutes between 0 and 10080),
  most_minutes int check (most_minutes between 1 and 10080),
  farthest_miles int check (farthest_miles between 1 and 500),
  updated timestamptz not null,
  updated_by text not null,
  rev int not null default 0,
  check (wished_minutes <= most_minutes)
);

create table caregiver_skills (
  provider_id int not null references people,
  skill_id int not null references skills,
  primary key (provider_id, skill_id)
);
create index caregiver_skills_skill on caregiver_skills (skill_id);

create table client_needs (
  id int generated always as identity primary key,
  client_id int not null unique references people,
  required_skills int[] not null default '{}',
  languages text[] not null default '{}',
  wished_languages text[] not null default '{}',
  updated timestamptz not null,
  updated_by text not null,
  rev int not null default 0
);

create table pair_preferences (
  id int generated always as identity primary key,
  provider_id int not null references people,
  client_id int not null references people,
  side text not null check (side in ('client', 'caregiver')),
  kind text not null check (kind in ('preferred', 'never')),
  reason text,
  updated timestamptz not null,
  updated_by text not null,
  rev int not null default 0,
  unique (provider_id, client_id, side)
);
create index pair_preferences_client on pair_preferences (client_id);

create table time_off (
  id int generated always as identity primary key,
  provider_id int not null references people,
  from_day date not null,
  through_day date not null,
  from_time time,
  through_time time,
  reason text,
  status text not null check (status in ('Requested', 'Approved', 'Declined')),
  requested timestamptz not null,
  requested_by text not null,
  decided timestamptz,
  decided_by text,
  updated timestamptz not null,
  updated_by text not null,
  rev int not null default 0,
  check (through_day >= from_day),
  check (num_nulls(from_time, through_time) = 2
    or (num_nulls(from_time, through_time) = 0 and from_day = through_day and from_time < through_time)),
  check ((status = 'Requested') = (decided is null) and num_nulls(decided, decided_by) in (0, 2))
);
create index time_off_provider on time_off (provider_id, through_day);
create index time_off_through on time_off (through_day);

-- One revision for what changes seldom and is read as a whole.
create function availability_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('availability', 'all');
  return null;
end $$;
create trigger skills_revision after insert or update or delete on skills
  for each statement execute function availability_changed();
create trigger caregiver_hours_revision after insert or update or delete on caregiver_hours
  for each statement execute function availability_changed();
create trigger caregiver_skills_revision after insert or update or delete on caregiver_skills
  for each statement execute function availability_changed();
create trigger client_needs_revision after insert or update or delete on client_needs
  for each statement execute function availability_changed();
create trigger pair_preferences_revision after insert or update or delete on pair_preferences
  for each statement execute function availability_changed();

-- Time off: 'all' for the office's list, the ID of the caregiver for their own.
create function time_off_changed() returns trigger language plpgsql as $$
begin
  perform bump_revisions('timeOff', array_agg(key), array_agg(id)) from (
    select 'all' as key, id from changed_rows union select provider_id::text, id from changed_rows) as changed;
  return null;
end $$;
create function time_off_updated() returns trigger language plpgsql as $$
begin
  perform bump_revisions('timeOff', array_agg(key), array_agg(id)) from (
    select 'all' as key, id from after_rows
    union select provider_id::text, id from before_rows
    union select provider_id::text, id from after_rows) as changed;
  return null;
end $$;
create trigger time_off_insert_revision after insert on time_off
  referencing new table as changed_rows for each statement execute function time_off_changed();
create trigger time_off_update_revision after update on time_off
  referencing old table as before_rows new table as after_rows for each statement execute function time_off_updated();
create trigger time_off_delete_revision after delete on time_off
  referencing old table as changed_rows for each statement execute function time_off_changed();
