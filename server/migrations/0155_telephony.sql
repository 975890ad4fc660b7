-- Check-in by a telephone call.

-- The number by which a caregiver is known to the menu, and their PIN.
create table telephony_pins (
  person_id int primary key references people,
  number text not null unique check (number ~ '^[0-9]{3,8}$'),
  pin_hash text not null,
  -- Tries since the last right one: counted before the PIN is looked at.
  tries int not null default 0,
  set_at timestamptz not null,
  set_by text not null
);

-- A device at a client's home that shows a code, another one each day.
create table telephony_devices (
  id int generated always as identity primary key,
  client_id int not null references people,
  secret bytea not null,
  added timestamptz not null,
  added_by text not null,
  removed timestamptz
);
create index telephony_devices_client on telephony_devices (client_id) where removed is null;

create table telephony_calls (
  id int generated always as identity primary key,
  -- The provider's name of the call.
  sid text not null unique,
  caller text not null,
  called text not null,
  began timestamptz not null,
  ended timestamptz,
  -- The last answer that was taken, and what the menu keeps until the next one.
  step int not null default 0,
  state jsonb not null,
  provider_id int references people,
  visit_id int references visits,
  move text check (move in ('Check-In', 'Check-Out')),
  place text check (place in ('phone', 'device', 'unknown')),
  outcome text,
  -- Names of the tasks that were said to be done.
  tasks jsonb not null default '[]',
  seen timestamptz,
  seen_by text
);
create index telephony_calls_began on telephony_calls (began);
create trigger telephony_calls_no_delete before delete on telephony_calls for each statement execute function refuse_delete();

-- What was said after each answer: one that comes again hears the same.
create table telephony_steps (
  call_id int not null references telephony_calls,
  step int not null,
  answer text not null,
  primary key (call_id, step)
);

-- Which PIN an answer tried: one that comes again is not another try.
create table telephony_tries (
  call_id int not null references telephony_calls,
  step int not null,
  person_id int not null references people,
  primary key (call_id, step)
);

alter table visits
  add column start_call_id int references telephony_calls,
  add column end_call_id int references telephony_calls;
create index visits_start_call on visits (start_call_id) where start_call_id is not null;
create index visits_end_call on visits (end_call_id) where end_call_id is not null;

-- A call records an attempt once.
alter table visit_attempts add column call_id int references telephony_calls;
create unique index visit_attempts_call on visit_attempts (call_id, visit_id, move) where call_id is not null;
