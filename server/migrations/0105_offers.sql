-- Offers: who was asked to take an open visit, when, and what they answered.

create table offers (
  id int generated always as identity primary key,
  plan_id int not null references care_plans,
  day date not null,
  provider_id int not null references people,
  wave int not null check (wave >= 1),
  code text not null check (code ~ '^\d{4}$'),
  -- Of the link in the text.
  token_hash bytea not null unique check (length(token_hash) = 32),
  channel text not null check (channel in ('text', 'phone')),
  sent_at timestamptz not null,
  sent_by text not null,
  -- As it was told: what the caregiver would earn, and how far it is.
  pay_cents int check (pay_cents >= 0),
  overtime_minutes int not null default 0 check (overtime_minutes >= 0),
  miles numeric(6, 1),
  extra_minutes int,
  visits_here int not null default 0,
  opened_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'covered', 'taken', 'refused', 'declined', 'closed')),
  answered_at timestamptz,
  -- What they wrote: often about health.
  words text check (char_length(words) <= 2000),
  -- The cover that this yes made: one offer each.
  cover_id int unique references care_plans,
  -- A text that was not understood is answered once.
  unclear_at timestamptz,
  check ((state = 'covered') = (cover_id is not null)),
  check (state in ('waiting', 'closed') or answered_at is not null)
);
create unique index offers_code on offers (code) where state = 'waiting';
create unique index offers_waiting on offers (plan_id, day, provider_id) where state = 'waiting';
create index offers_visit on offers (plan_id, day);
create index offers_provider on offers (provider_id, sent_at);
create trigger offers_no_delete before delete on offers for each statement execute function refuse_delete();

-- How far the asking for a visit has come.
create table offer_rounds (
  plan_id int not null references care_plans,
  day date not null,
  wave int not null default 0 check (wave >= 0),
  -- Of the settings when it began.
  settings jsonb not null,
  -- Whom the office chose; null: the best.
  chosen int[],
  is_automatic boolean not null,
  started_at timestamptz not null,
  started_by text not null,
  next_at timestamptz,
  paused_at timestamptz,
  paused_by text,
  ended_at timestamptz,
  ended_why text,
  primary key (plan_id, day),
  check ((paused_at is null) = (paused_by is null)),
  check ((ended_at is null) = (ended_why is null)),
  check (ended_at is null or next_at is null)
);
create index offer_rounds_live on offer_rounds (next_at) where ended_at is null;
create trigger offer_rounds_no_delete before delete on offer_rounds for each statement execute function refuse_delete();

-- Texts of caregivers, kept with the text itself until they are read: none is lost when the server stops.
create table offer_texts (
  message_id int primary key references messages,
  handled_at timestamptz
);
create index offer_texts_waiting on offer_texts (message_id) where handled_at is null;
create trigger offer_texts_no_delete before delete on offer_texts for each statement execute function refuse_delete();

-- Off until somebody switches it on: without a row the settings to begin with count.
create table autopilot (
  only_one boolean primary key default true check (only_one),
  settings jsonb not null,
  updated timestamptz not null,
  updated_by text not null,
  rev int not null default 0
);

-- A text that sounds as if a caregiver cannot come. It sets nothing.
create table call_out_proposals (
  id int generated always as identity primary key,
  provider_id int not null references people,
  message_id int not null unique references messages,
  words text not null,
  at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  check ((closed_at is null) = (closed_by is null))
);
create index call_out_proposals_open on call_out_proposals (at) where closed_at is null;
create index call_out_proposals_provider on call_out_proposals (provider_id);
create trigger call_out_proposals_no_delete before delete on call_out_proposals for each statement execute function refuse_delete();

create function offers_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('offers', 'all');
  return null;
end $$;
create trigger offers_revision after insert or update on offers for each statement execute function offers_changed();
create trigger offer_rounds_revision after insert or update on offer_rounds
  for each statement execute function offers_changed();
create trigger call_out_proposals_revision after insert or update on call_out_proposals
  for each statement execute function offers_changed();

-- The job as soon as possible: a text came in.
create function offers_wake() returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    perform graphile_worker.add_job('offers', job_payload('{}'), job_key => 'offers now', max_attempts => 3);
  end if;
end $$;
