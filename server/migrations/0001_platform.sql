-- What every feature stands on: the change log, revisions of polled data, settings, idempotency keys.

-- Append-only: who changed or read what, when, from where, old and new (R21).
create table change_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id int,
  actor text not null,
  role text not null,
  address text,
  call text not null,
  entity text not null,
  entity_id int,
  action text not null check (action in ('insert', 'update', 'delete', 'read', 'run', 'login', 'refused')),
  changes jsonb not null default '{}'
);
create index change_log_entity on change_log (entity, entity_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger change_log_append_only before update or delete on change_log
  for each statement execute function refuse_change();
create trigger change_log_no_truncate before truncate on change_log
  for each statement execute function refuse_change();

-- A counter for each polled list: raised in the transaction of the change, so an unchanged list answers 304.
create table revisions (
  kind text not null,
  key text not null,
  rev bigint not null,
  primary key (kind, key)
);
create function bump_revision(kind text, key text) returns void language sql as $$
  insert into revisions values (kind, key, 1) on conflict on constraint revisions_pkey do update set rev = revisions.rev + 1
$$;

create table settings (
  key text primary key,
  value jsonb not null,
  rev int not null default 0
);

-- The same key of the same account within 24 hours answers the first result again.
create table idempotency_keys (
  account_id int not null,
  key text not null,
  call text not null,
  answer jsonb,
  created timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_keys_created on idempotency_keys (created);

create table update_notes (
  id int generated always as identity primary key,
  note text not null,
  created timestamptz not null default now()
);

-- Job workers by the process they live in: a process holds an advisory lock on its number as long as it lives, so the
-- others can free the jobs of a killed one (the queue itself would wait four hours).
create table job_workers (
  worker_id text primary key,
  process bigint not null,
  created timestamptz not null default now()
);
