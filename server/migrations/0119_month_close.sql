-- Month close: cards for all. One press is a run, one client of it an item, done in one transaction with its cards.

create table month_runs (
  id int generated always as identity primary key,
  month date not null check (extract(day from month) = 1),
  state text not null default 'cards' check (state in ('cards', 'claims', 'done', 'undone')),
  with_claims boolean not null,
  -- The file that it made, and why it made none.
  batch_id int references claim_batches,
  info text,
  started timestamptz not null,
  started_by text not null,
  account_id int not null references accounts,
  ended timestamptz,
  undone timestamptz,
  undone_by text,
  check ((state in ('cards', 'claims')) = (ended is null)),
  check ((state = 'undone') = (undone is not null)),
  check ((undone is null) = (undone_by is null))
);
create index month_runs_month on month_runs (month, id);
-- One at a time.
create unique index month_runs_running on month_runs ((true)) where ended is null;
create trigger month_runs_no_delete before delete on month_runs for each statement execute function refuse_delete();

create table month_run_items (
  run_id int not null references month_runs,
  place int not null,
  client_id int not null references people,
  state text not null default 'waiting' check (state in ('waiting', 'made', 'stopped', 'nothing')),
  -- Why its cards were not made.
  cause text,
  reason text,
  -- Minutes that its visits ran longer than planned.
  above int not null default 0 check (above >= 0),
  primary key (run_id, place),
  check ((state = 'stopped') = (cause is not null)),
  check ((cause is null) = (reason is null))
);
create index month_run_items_client on month_run_items (client_id);
create trigger month_run_items_no_delete before delete on month_run_items
  for each statement execute function refuse_delete();

create table month_run_cards (
  run_id int not null references month_runs,
  card_id int primary key references work,
  -- kept: changed by hand before the run was taken back.
  state text not null default 'made' check (state in ('made', 'undone', 'kept'))
);
create index month_run_cards_run on month_run_cards (run_id);
create trigger month_run_cards_no_delete before delete on month_run_cards
  for each statement execute function refuse_delete();

-- Without the tables of the job queue (before the first start) nobody waits.
create function month_run_wake(run_id int) returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    perform graphile_worker.add_job('month-close', job_payload(jsonb_build_object('id', run_id)),
      job_key => 'month run ' || run_id);
  end if;
end $$;
