-- Addresses of other programs, which hear of changes (docs/rules/webhooks.md).
create table webhooks (
  id int generated always as identity primary key,
  name text not null,
  url text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  -- Old and new values travel too; else ids alone.
  with_data boolean not null,
  -- What signs, sealed by the key of the site.
  secret bytea not null,
  created timestamptz not null,
  created_by text not null,
  -- Since when changes wait and nothing is sent.
  paused timestamptz,
  -- Until when nothing is tried, because nobody answered.
  quiet_until timestamptz,
  removed timestamptz
);
create unique index webhooks_name on webhooks (lower(name)) where removed is null;

-- One change for one of these addresses. Written in the transaction of the change, sent by a job.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id int not null references webhooks,
  -- Of the change log.
  change_id bigint not null,
  kind text not null,
  entity text not null,
  subject_id int not null,
  action text not null,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'parked')),
  tries int not null default 0,
  -- When it is tried next; null: at once.
  next_at timestamptz,
  -- Of the last try.
  status int,
  error text,
  tried timestamptz
);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, entity, subject_id, id) where state = 'waiting';
create index webhook_deliveries_next on webhook_deliveries (next_at nulls first, id) where state = 'waiting';
create index webhook_deliveries_listed on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_over on webhook_deliveries (tried) where state <> 'waiting';

-- As `KINDS_OF_ENTITIES` of the domain says it.
create function webhook_kind(entity text) returns text language sql immutable as $$
  select case entity
    when 'person' then 'people'
    when 'carePlan' then 'plans'
    when 'visit' then 'visits'
    when 'claims' then 'claims'
    when 'work' then 'claims'
    when 'payment' then 'payments'
    when 'invoice' then 'payments'
    when 'offer' then 'offers'
    when 'offerRound' then 'offers'
  end
$$;

create function webhooks_note_changes() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks where removed is null) then return null; end if;
  insert into webhook_deliveries (webhook_id, change_id, kind, entity, subject_id, action, at)
    select hook.id, log.id, webhook_kind(log.entity), log.entity, coalesce(log.entity_id, 0), log.action, log.at
    from new_rows log join webhooks hook on hook.removed is null and webhook_kind(log.entity) = any(hook.kinds)
    where log.action in ('insert', 'update', 'delete')
    order by log.id, hook.id;
  -- Nobody waits for anybody: while another change queues the job, the timed one finds what this one leaves.
  if found and pg_try_advisory_xact_lock(hashtext('webhooks')) then
    perform queue_job('webhooks', 'webhooks now', '{}', null, null, null);
  end if;
  return null;
end $$;
create trigger change_log_webhooks after insert on change_log
  referencing new table as new_rows for each statement execute function webhooks_note_changes();
