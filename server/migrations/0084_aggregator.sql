-- A record that is not meant for the aggregator, such as a private client's, is closed as 'Not sent' and shows no status.
alter table aggregator_records drop constraint aggregator_records_status_check;
alter table aggregator_records add constraint aggregator_records_status_check
  check (status in ('Planned', 'Pending', 'Success', 'Failed', 'Not sent'));

-- As in 0067, and 'Not sent' shows nothing.
create or replace function aggregator_records_shown() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_material = off as $$
begin
  update people set aggregator_status = newest.shown
    from (select record_id, case status when 'Planned' then 'Pending' when 'Not sent' then null else status end as shown
      from after_rows row where type <> 'Visit' and id = (select later.id from aggregator_records later
        where later.type = row.type and later.record_id = row.record_id order by later.id desc limit 1)) as newest
    where people.id = newest.record_id and people.aggregator_status is distinct from newest.shown;
  update visits set aggregator_status = newest.shown, aggregator_message = newest.words
    from (select record_id, case status when 'Planned' then 'Pending' when 'Not sent' then null else status end as shown,
        case status when 'Failed' then message end as words from after_rows row
      where type = 'Visit' and id = (select later.id from aggregator_records later
        where later.type = row.type and later.record_id = row.record_id order by later.id desc limit 1)) as newest
    where visits.id = newest.record_id
      and (visits.aggregator_status, visits.aggregator_message) is distinct from (newest.shown, newest.words);
  return null;
end $$;

-- As in 0055, and 'Not sent' shows nothing.
create or replace function aggregator_records_withdrawn() returns trigger language plpgsql as $$
begin
  update visits set aggregator_status = newest.status, aggregator_message = newest.words
    from (select gone.record_id, left_over.status, left_over.words
      from (select distinct record_id from before_rows where type = 'Visit') as gone
        left join lateral (select
            case status when 'Planned' then 'Pending' when 'Not sent' then null else status end as status,
            case status when 'Failed' then message end as words
          from aggregator_records record where record.type = 'Visit' and record.record_id = gone.record_id
          order by record.id desc limit 1) as left_over on true) as newest
    where visits.id = newest.record_id;
  return null;
end $$;

-- Private clients that earlier releases showed as Failed for a number that they do not have.
update aggregator_records record set status = 'Not sent', message = 'Not sent: private pay.'
  from people client
  where record.type = 'Client' and record.status = 'Failed' and record.sends = 0 and client.id = record.record_id
    and client.private_client and client.medicaid is null;
