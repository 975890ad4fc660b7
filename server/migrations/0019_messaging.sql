-- Delivery: what workers, callbacks of the text messaging provider and incoming texts need.

alter table messages
  -- An incoming text: sender is the phone, recipient our own number. It lands in the same log.
  add column direction text not null default 'out' check (direction in ('out', 'in')),
  -- Attempts that began, and the moment before which no other one begins.
  add column tries int not null default 0,
  add column not_before timestamptz,
  -- Which worker holds the row, and until when it does.
  add column lease text,
  add column leased_until timestamptz,
  -- The provider's own name of the message.
  add column sid text unique,
  -- An incoming text that nobody has read yet has none.
  add column read_at timestamptz,
  add column read_by text,
  -- The row that was sent in place of this one.
  add column again_id int references messages,
  drop constraint messages_status_check,
  drop constraint messages_check,
  drop constraint messages_check1,
  add constraint messages_status check (status in ('waiting', 'sending', 'queued', 'sent', 'delivered', 'undelivered',
    'failed', 'unknown', 'recorded', 'received')),
  -- A text may come from a number that belongs to nobody.
  add constraint messages_owner check (num_nonnulls(person_id, candidate_id) = 1
    or (direction = 'in' and num_nonnulls(person_id, candidate_id) = 0)),
  add constraint messages_number check (direction = 'in' or channel <> 'SMS' or (recipient ~ '^\+1\d{10}$' and subject is null)),
  add constraint messages_incoming check ((direction = 'in') = (status = 'received')),
  add constraint messages_incoming_facts check (direction = 'out' or (channel = 'SMS' and num_nonnulls(sender, sid) = 2)),
  add constraint messages_sending check (status <> 'sending' or leased_until is not null);
create index messages_due on messages (channel, tries, id) where status = 'waiting';
create index messages_unread on messages (sender) where direction = 'in' and read_at is null;
create index messages_sender on messages (sender, id) where direction = 'in';
create index messages_recipient on messages (recipient, id) where direction = 'out' and channel = 'SMS';

-- Each callback once, whatever its order: the status of an outgoing text, or an incoming one.
create table message_events (
  sid text not null,
  event text not null,
  message_id int not null references messages,
  error_code int,
  at timestamptz not null,
  primary key (sid, event)
);
create index message_events_message on message_events (message_id);

-- Numbers that answered STOP: no text goes there until they answer START.
create table message_opt_outs (
  number text primary key check (number ~ '^\+\d{3,15}$'),
  stopped timestamptz not null
);

-- The provider does not answer or refuses everybody: nothing of the channel is sent until then.
create table message_pauses (
  channel text primary key check (channel in ('SMS', 'Email')),
  until timestamptz not null,
  failures int not null,
  reason text not null
);

-- Unread texts are polled: see 0001, revisions.
create function messages_unread_changed() returns trigger language plpgsql as $$
begin
  perform bump_revision('messages', 'unread');
  return null;
end $$;
create trigger messages_text_came after insert on messages for each row
  when (new.direction = 'in') execute function messages_unread_changed();
create trigger messages_text_read after update of read_at on messages for each row
  when (old.read_at is distinct from new.read_at) execute function messages_unread_changed();

-- The job as soon as possible, or at a time. Without the tables of the job queue (before the first start) nobody waits.
create function messaging_wake(wanted text, at timestamptz) returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    perform graphile_worker.add_job('messaging', job_key => 'messaging ' || wanted, run_at => at, max_attempts => 3);
  end if;
end $$;
