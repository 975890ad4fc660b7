-- What the sending of the aggregator's queue needs.

-- A number is given at each send, not when the row is made. It rises with the time, so that it also rises after a restored
-- backup (design notes, aggregator 1.3).
alter table aggregator_records alter column sequence_id drop default;
alter table aggregator_records alter column sequence_id drop not null;
drop sequence aggregator_sequence;
update aggregator_records set sequence_id = null where status = 'Planned';

alter table aggregator_records
  -- The last sending; Pending without a uuid: sent or about to be, its receipt is not known.
  add column sent_at timestamptz,
  -- When the status is asked for next.
  add column poll_at timestamptz,
  -- Sendings of this row, and those of them that failed: such a row goes alone, after the others.
  add column sends int not null default 0,
  add column tries int not null default 0,
  -- Calls of a visit as they were sent: they never change afterwards (design notes, aggregator 1.5).
  add column calls jsonb;
create index aggregator_records_next on aggregator_records (type, tries, id) where status in ('Planned', 'Pending');
create index aggregator_records_uuid on aggregator_records (uuid) where status = 'Pending';

-- The aggregator does not answer or refuses everybody: nothing is sent until then. One row at most.
create table aggregator_pauses (
  one boolean primary key default true check (one),
  until timestamptz not null,
  failures int not null,
  reason text not null
);

-- The job as soon as possible, or at a time. Without the tables of the job queue (before the first start) nobody waits.
create function aggregator_wake(wanted text, at timestamptz) returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    perform graphile_worker.add_job('aggregator', job_key => 'aggregator ' || wanted, run_at => at, max_attempts => 3);
  end if;
end $$;

-- Example visits of earlier releases showed a status that nobody had answered.
update visits set aggregator_status = null where aggregator_status is not null
  and not exists (select from aggregator_records where type = 'Visit' and record_id = visits.id);
