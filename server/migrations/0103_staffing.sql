-- Staffing: call-outs, the lock of a visit that is offered or covered, and what happened to it.

-- A caregiver cannot come to visits that start in a span; its end is excluded.
create table call_outs (
  id int generated always as identity primary key,
  provider_id int not null references people,
  from_at timestamptz not null,
  until_at timestamptz not null,
  -- In the caregiver's or the office's words: often about health.
  note text check (char_length(note) <= 500),
  via text not null check (via in ('office', 'phone', 'text')),
  called_at timestamptz not null,
  called_by text not null,
  withdrawn_at timestamptz,
  withdrawn_by text,
  rev int not null default 0,
  check (from_at < until_at),
  check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index call_outs_until on call_outs (until_at) where withdrawn_at is null;
create index call_outs_provider on call_outs (provider_id);
create trigger call_outs_no_delete before delete on call_outs for each statement execute function refuse_delete();
create function call_outs_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('callOuts', 'all');
  return null;
end $$;
create trigger call_outs_revision after insert or update on call_outs
  for each statement execute function call_outs_changed();

-- Held by whoever offers or covers a visit: one cover each, whoever comes first. The plan is the regular one.
create table open_visits (
  plan_id int not null references care_plans,
  day date not null,
  -- When it was first known to be open, and the cover that stands now.
  opened_at timestamptz not null,
  cover_id int references care_plans,
  covered_at timestamptz,
  covered_via text check (covered_via in ('office', 'offer', 'plan')),
  -- Overtime that the cover added, as it was known then.
  overtime_minutes int check (overtime_minutes >= 0),
  primary key (plan_id, day),
  check ((cover_id is null) = (covered_at is null)),
  check ((cover_id is null) = (covered_via is null))
);
create unique index open_visits_cover on open_visits (cover_id, day);
create trigger open_visits_no_delete before delete on open_visits for each statement execute function refuse_delete();

-- The history of a visit on its way to somebody who comes; only ever added to.
create table visit_events (
  id bigint generated always as identity primary key,
  plan_id int not null references care_plans,
  day date not null,
  at timestamptz not null,
  kind text not null,
  provider_id int references people,
  -- Null: the caregiver's own answer.
  who text,
  words text
);
create index visit_events_visit on visit_events (plan_id, day);
create trigger visit_events_no_delete before delete on visit_events for each statement execute function refuse_delete();
create function visit_events_added() returns trigger language plpgsql as $$
begin
  perform bump_revision('visitEvents', 'all');
  return null;
end $$;
create trigger visit_events_revision after insert on visit_events
  for each statement execute function visit_events_added();
