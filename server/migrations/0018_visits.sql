-- Review hints of check-ins and check-outs, and the aggregator's own words at a visit that it refused.

alter table visits
  -- What staff should look at: move, kind and value of each (domain: visits/review.ts). Never blocks.
  add column review_hints jsonb not null default '[]' check (jsonb_typeof(review_hints) = 'array'),
  -- Initials of who has looked at them; a later check with hints of its own empties it.
  add column review_seen_by text,
  add column review_seen timestamptz,
  add column aggregator_message text,
  add check ((review_seen_by is null) = (review_seen is null)),
  add check (aggregator_message is null or aggregator_status = 'Failed');
create index visits_to_review on visits (date) where review_hints <> '[]' and review_seen_by is null;

-- As in 0006, and a refused visit shows why.
create or replace function aggregator_records_shown() returns trigger language plpgsql as $$
begin
  update people set aggregator_status = newest.shown
    from (select record_id, case status when 'Planned' then 'Pending' else status end as shown from after_rows row
      where type <> 'Visit' and not exists (select from aggregator_records later
        where later.type = row.type and later.record_id = row.record_id and later.id > row.id)) as newest
    where people.id = newest.record_id and people.aggregator_status is distinct from newest.shown;
  update visits set aggregator_status = newest.shown, aggregator_message = newest.words
    from (select record_id, case status when 'Planned' then 'Pending' else status end as shown,
        case status when 'Failed' then message end as words from after_rows row
      where type = 'Visit' and not exists (select from aggregator_records later
        where later.type = row.type and later.record_id = row.record_id and later.id > row.id)) as newest
    where visits.id = newest.record_id
      and (visits.aggregator_status, visits.aggregator_message) is distinct from (newest.shown, newest.words);
  return null;
end $$;

update visits set aggregator_message = newest.message
  from (select distinct on (record_id) record_id, status, message from aggregator_records
    where type = 'Visit' order by record_id, id desc) as newest
  where visits.id = newest.record_id and visits.aggregator_status = 'Failed' and newest.status = 'Failed';
