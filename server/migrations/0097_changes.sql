-- Which rows each revision of a list changed: whoever holds an older answer gets these rows alone. A revision without an entry,
-- or with rows null, changed too many or is too old: then the list is read whole.
create table revision_rows (
  kind text not null,
  key text not null,
  rev bigint not null,
  rows int[],
  at timestamptz not null default now(),
  primary key (kind, key, rev)
);
create index revision_rows_at on revision_rows (at);

-- Raises the revision of each key once and notes its rows, in the order of the keys: two writers never wait for each other.
-- The row of the counter is locked until the change is visible, so a revision is never seen before a lower one.
create function bump_revisions(of_kind text, keys text[], ids int[]) returns void language sql as $$
  with changed as (
    select key, array_agg(distinct id) as rows from unnest(keys, ids) as each (key, id) group by key
  ), bumped as (
    insert into revisions as counter (kind, key, rev) select of_kind, key, 1 from changed order by key
    on conflict (kind, key) do update set rev = counter.rev + 1 returning counter.key, counter.rev
  )
  insert into revision_rows (kind, key, rev, rows)
    select of_kind, key, rev, case when cardinality(rows) <= 500 then rows end from bumped join changed using (key)
$$;

-- People: 'all' for their own list; 'named' for lists that show a person's name, phone, language or address beside something else.
drop trigger people_revision on people;
drop function people_changed();
create function people_inserted() returns trigger language plpgsql as $$
begin
  perform bump_revisions('people', array_agg('all'::text), array_agg(id)) from after_rows;
  return null;
end $$;
create function people_updated() returns trigger language plpgsql as $$
begin
  perform bump_revisions('people', array_agg('all'::text), array_agg(id)) from after_rows;
  perform bump_revisions('people', array_agg('named'::text), array_agg(newer.id))
    from after_rows newer join before_rows older using (id)
    where (newer.last_name, newer.first_name, newer.middle_name, newer.language, newer.phone, newer.address, newer.address2,
        newer.city, newer.state, newer.postal_code, newer.address_latitude, newer.address_longitude,
        newer.address_approximate, newer.merged_into)
      is distinct from (older.last_name, older.first_name, older.middle_name, older.language, older.phone, older.address,
        older.address2, older.city, older.state, older.postal_code, older.address_latitude, older.address_longitude,
        older.address_approximate, older.merged_into);
  return null;
end $$;
create trigger people_insert_revision after insert on people
  referencing new table as after_rows for each statement execute function people_inserted();
create trigger people_update_revision after update on people
  referencing old table as before_rows new table as after_rows for each statement execute function people_updated();

drop trigger care_plans_revision on care_plans;
create or replace function care_plans_changed() returns trigger language plpgsql as $$
begin
  perform bump_revisions('carePlans', array_agg('all'::text), array_agg(id)) from after_rows;
  return null;
end $$;
create trigger care_plans_insert_revision after insert on care_plans
  referencing new table as after_rows for each statement execute function care_plans_changed();
create trigger care_plans_update_revision after update on care_plans
  referencing new table as after_rows for each statement execute function care_plans_changed();

-- A visit that moves changes the list of the day that it leaves too.
create or replace function visits_inserted() returns trigger language plpgsql as $$
begin
  perform bump_revisions('visits', array_agg(to_char(date, 'YYYY-MM-DD')), array_agg(id)) from after_rows;
  return null;
end $$;
create or replace function visits_updated() returns trigger language plpgsql as $$
begin
  perform bump_revisions('visits', array_agg(to_char(date, 'YYYY-MM-DD')), array_agg(id))
    from (select id, date from before_rows union select id, date from after_rows) as changed;
  return null;
end $$;
create or replace function visit_attempts_inserted() returns trigger language plpgsql as $$
begin
  perform bump_revisions('visits', array_agg(to_char(visits.date, 'YYYY-MM-DD')), array_agg(visits.id))
    from after_rows join visits on visits.id = after_rows.visit_id;
  return null;
end $$;
