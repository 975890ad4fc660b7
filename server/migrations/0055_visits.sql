-- Missed visits that staff closed with a reason, reasons that were given for a visit as it stands, and bulk actions that
-- can be undone.

alter table visits
  -- Why nobody came (domain: visits/closing.ts). It stays Planned, is no exception and is sent nowhere.
  add column closed_code text check (closed_code in ('hospital', 'refused', 'cancelled', 'absent')),
  add column closed_memo text check (char_length(closed_memo) <= 254),
  add column closed_by text,
  add column closed timestamptz,
  -- Who answered for its length, overlap or late check as they are; a change of its times asks again.
  add column explained_by text,
  add column explained timestamptz,
  add check (closed_code is null or status = 'Planned'),
  add check ((closed_code is null) = (closed is null) and (closed is null) = (closed_by is null)),
  add check (closed_memo is null or closed_code is not null),
  add check ((explained is null) = (explained_by is null));

-- What one bulk action changed, and how each visit was before: undone by who did it.
create table visit_bulks (
  id int generated always as identity primary key,
  account_id int not null,
  action text not null check (action in ('send', 'close', 'reopen', 'reason')),
  made timestamptz not null,
  undone timestamptz,
  items jsonb not null check (jsonb_typeof(items) = 'array')
);

-- A record that never left may be withdrawn; what was sent stays in the log for ever.
drop trigger aggregator_records_no_delete on aggregator_records;
create trigger aggregator_records_no_delete before delete on aggregator_records
  for each row when (old.status <> 'Planned' or old.sends > 0) execute function refuse_delete();

-- The visit shows again what its newest record says that is left; none shows nothing.
create function aggregator_records_withdrawn() returns trigger language plpgsql as $$
begin
  update visits set aggregator_status = newest.status, aggregator_message = newest.words
    from (select gone.record_id, left_over.status, left_over.words
      from (select distinct record_id from before_rows where type = 'Visit') as gone
        left join lateral (select case status when 'Planned' then 'Pending' else status end as status,
            case status when 'Failed' then message end as words
          from aggregator_records record where record.type = 'Visit' and record.record_id = gone.record_id
          order by record.id desc limit 1) as left_over on true) as newest
    where visits.id = newest.record_id;
  return null;
end $$;
create trigger aggregator_records_deleted after delete on aggregator_records
  referencing old table as before_rows for each statement execute function aggregator_records_withdrawn();
