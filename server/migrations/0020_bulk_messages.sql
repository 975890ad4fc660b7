-- Bulk texts and e-mails: one send is one job, which puts a message for each person into the queue.

create table bulk_sends (
  id int generated always as identity primary key,
  channel text not null check (channel in ('SMS', 'Email')),
  state text not null default 'waiting'
    check (state in ('waiting', 'queueing', 'done', 'cancelled', 'failed')),
  -- As typed: placeholders are filled in for each person.
  subject text check (subject !~ '[[:cntrl:]]'),
  text text not null,
  image text,
  total int not null check (total > 0),
  queued int not null default 0,
  skipped int not null default 0,
  -- Why it failed.
  info text,
  created timestamptz not null,
  created_by text not null,
  account_id int not null references accounts,
  ended timestamptz,
  check (queued + skipped <= total),
  check ((channel = 'Email') = (subject is not null)),
  check (image is null or channel = 'SMS'),
  check ((state in ('waiting', 'queueing')) = (ended is null)),
  check (info is null or state = 'failed')
);
create index bulk_sends_account on bulk_sends (account_id, id);
create index bulk_sends_running on bulk_sends (id) where ended is null;
create trigger bulk_sends_no_delete before delete on bulk_sends for each statement execute function refuse_delete();

-- Who stood on the send list, and what became of it for each.
create table bulk_recipients (
  bulk_id int not null references bulk_sends,
  place int not null,
  person_id int not null references people,
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'skipped')),
  -- Why this person was skipped.
  reason text,
  message_id int unique references messages,
  primary key (bulk_id, place),
  unique (bulk_id, person_id),
  check ((state = 'skipped') = (reason is not null)),
  check ((state = 'queued') = (message_id is not null))
);
create index bulk_recipients_person on bulk_recipients (person_id);
create trigger bulk_recipients_no_delete before delete on bulk_recipients
  for each statement execute function refuse_delete();

-- Without the tables of the job queue (before the first start) nobody waits.
create function bulk_send_wake(bulk_id int) returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    perform graphile_worker.add_job('bulk-messages', json_build_object('id', bulk_id),
      job_key => 'bulk send ' || bulk_id);
  end if;
end $$;
