-- As in 0018, and linear in the rows of a statement whatever the statistics say. Before the first visit was sent they
-- know of none, and the planner compared each new row with all others: 6,400 rows read 44 million.
create or replace function aggregator_records_shown() returns trigger language plpgsql
  -- Each row is looked up by its index, also where a plan was made while the tables were small.
  set enable_seqscan = off set enable_bitmapscan = off set enable_material = off as $$
begin
  update people set aggregator_status = newest.shown
    from (select record_id, case status when 'Planned' then 'Pending' else status end as shown from after_rows row
      where type <> 'Visit' and id = (select later.id from aggregator_records later
        where later.type = row.type and later.record_id = row.record_id order by later.id desc limit 1)) as newest
    where people.id = newest.record_id and people.aggregator_status is distinct from newest.shown;
  update visits set aggregator_status = newest.shown, aggregator_message = newest.words
    from (select record_id, case status when 'Planned' then 'Pending' else status end as shown,
        case status when 'Failed' then message end as words from after_rows row
      where type = 'Visit' and id = (select later.id from aggregator_records later
        where later.type = row.type and later.record_id = row.record_id order by later.id desc limit 1)) as newest
    where visits.id = newest.record_id
      and (visits.aggregator_status, visits.aggregator_message) is distinct from (newest.shown, newest.words);
  return null;
end $$;
