-- Every job is queued here. add_job adds nothing, and says so by a row of nulls, when a worker takes the job of the same key
-- between two of its statements: that run may have read before this transaction, so the job is added again.
create function queue_job(job text, key text, payload jsonb, at timestamptz, turn text, tries int) returns void
language plpgsql as $$
begin
  -- Without the tables of the queue (before the first start) nobody waits: the timed job finds what was left.
  if to_regclass('graphile_worker._private_jobs') is null then return; end if;
  loop
    exit when (graphile_worker.add_job(job, job_payload(payload), queue_name => turn, run_at => at,
      max_attempts => tries, job_key => key)).id is not null;
  end loop;
end $$;

drop function messaging_wake;
drop function aggregator_wake;
drop function bulk_send_wake;
drop function offers_wake;
drop function month_run_wake;
