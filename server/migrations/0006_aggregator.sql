-- The aggregator's queue, which is its log too (design notes, Aggregator): what was planned, sent and answered.

-- Rises with each send, whatever the record: the aggregator refuses a number that it has seen (design notes, aggregator 1.3).
create sequence aggregator_sequence;

create table aggregator_records (
  id int generated always as identity primary key,
  type text not null check (type in ('Visit', 'Client', 'Provider')),
  record_id int not null,
  status text not null default 'Planned' check (status in ('Planned', 'Pending', 'Success', 'Failed')),
  -- Saved again while under way: queued once more when the outcome is in.
  resend boolean not null default false,
  -- Stored before it is used.
  sequence_id bigint not null unique default nextval('aggregator_sequence'),
  uuid text,
  message text,
  -- Requests and answers, each one JSON text.
  json jsonb not null default '[]' check (jsonb_typeof(json) = 'array'),
  created timestamptz not null,
  created_by text not null,
  modified timestamptz not null,
  check (not resend or status = 'Pending')
);
-- A record is planned or under way at most once.
create unique index aggregator_records_open on aggregator_records (type, record_id) where status in ('Planned', 'Pending');
create index aggregator_records_record on aggregator_records (type, record_id, id desc);
create index aggregator_records_waiting on aggregator_records (id) where status in ('Planned', 'Pending');
create trigger aggregator_records_no_delete before delete on aggregator_records
  for each statement execute function refuse_delete();

-- The status that a person or visit shows is that of its newest row, Planned shown as Pending: nobody can forget to write it.
-- Whoever queues or moves a row locks its person or visit first, so that a save and a send never wait for each other.
create function aggregator_records_shown() returns trigger language plpgsql as $$
begin
  update people set aggregator_status = newest.shown
    from (select record_id, case status when 'Planned' then 'Pending' else status end as shown from after_rows row
      where type <> 'Visit' and not exists (select from aggregator_records later
        where later.type = row.type and later.record_id = row.record_id and later.id > row.id)) as newest
    where people.id = newest.record_id and people.aggregator_status is distinct from newest.shown;
  update visits set aggregator_status = newest.shown
    from (select record_id, case status when 'Planned' then 'Pending' else status end as shown from after_rows row
      where type = 'Visit' and not exists (select from aggregator_records later
        where later.type = row.type and later.record_id = row.record_id and later.id > row.id)) as newest
    where visits.id = newest.record_id and visits.aggregator_status is distinct from newest.shown;
  return null;
end $$;
create trigger aggregator_records_inserted after insert on aggregator_records
  referencing new table as after_rows for each statement execute function aggregator_records_shown();
create trigger aggregator_records_updated after update on aggregator_records
  referencing new table as after_rows for each statement execute function aggregator_records_shown();
