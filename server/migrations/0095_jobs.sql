-- What a request queues carries its id, so that the log of the job leads back to the request.
create function job_payload(payload jsonb) returns json language sql stable as $$
  select jsonb_strip_nulls(
    payload || jsonb_build_object('request', nullif(current_setting('homecare.request', true), '')))::json
$$;

create or replace function messaging_wake(wanted text, at timestamptz) returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    perform graphile_worker.add_job('messaging', job_payload('{}'),
      job_key => 'messaging ' || wanted, run_at => at, max_attempts => 3);
  end if;
end $$;

create or replace function aggregator_wake(wanted text, at timestamptz) returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    perform graphile_worker.add_job('aggregator', job_payload('{}'),
      job_key => 'aggregator ' || wanted, run_at => at, max_attempts => 3);
  end if;
end $$;

create or replace function bulk_send_wake(bulk_id int) returns void language plpgsql as $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    perform graphile_worker.add_job('bulk-messages', job_payload(jsonb_build_object('id', bulk_id)),
      job_key => 'bulk send ' || bulk_id);
  end if;
end $$;
