-- Which of the claims of a batch a change is of: events of one claim wait for each other, and for none of another claim.
alter table webhook_deliveries add column claim text;

create or replace function webhooks_note_changes() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks where removed is null) then return null; end if;
  -- Subject 0: the change names no record.
  insert into webhook_deliveries (webhook_id, change_id, kind, entity, subject_id, claim, action, at)
    select hook.id, log.id, webhook_kind(log.entity), log.entity, coalesce(log.entity_id, 0),
      case when log.entity = 'claims' then log.changes -> 'claim' ->> 1 end, log.action, log.at
    from new_rows log join webhooks hook on hook.removed is null and webhook_kind(log.entity) = any(hook.kinds)
    where log.action in ('insert', 'update', 'delete')
    order by log.id, hook.id;
  -- Nobody waits for anybody: while another change queues the job, the timed one finds what this one leaves.
  if found and pg_try_advisory_xact_lock(hashtext('webhooks')) then
    perform queue_job('webhooks', 'webhooks now', '{}', null, null, null);
  end if;
  return null;
end $$;
