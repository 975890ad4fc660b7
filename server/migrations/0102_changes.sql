-- Care plans, errors of scanned timesheets, candidates and entries of eligibility note which rows changed, too (see 0097).

-- A plan that moves to another pair of people, or covers another plan, changes what is listed beside the plans that it leaves.
create function care_plans_updated() returns trigger language plpgsql as $$
begin
  perform bump_revisions('carePlans', array_agg('all'::text), array_agg(id)) from (
    select id from after_rows
    union
    select other.id from (select id, provider_id, client_id from before_rows
        except select id, provider_id, client_id from after_rows) as moved
      join care_plans other on other.provider_id = moved.provider_id and other.client_id = moved.client_id
    union
    select covers_id from (select id, covers_id from before_rows except select id, covers_id from after_rows) as uncovered
      where covers_id is not null
  ) as changed;
  return null;
end $$;
drop trigger care_plans_update_revision on care_plans;
create trigger care_plans_update_revision after update on care_plans
  referencing old table as before_rows new table as after_rows for each statement execute function care_plans_updated();

-- By the plan that the errors stand beside; the list of errors itself is read whole.
drop trigger scan_errors_revision on scan_errors;
create or replace function scan_errors_changed() returns trigger language plpgsql as $$
begin
  perform bump_revisions('scanErrors', array_agg('all'::text), array_agg(plan_id)) from changed_rows;
  return null;
end $$;
create trigger scan_errors_insert_revision after insert on scan_errors
  referencing new table as changed_rows for each statement execute function scan_errors_changed();
create trigger scan_errors_update_revision after update on scan_errors
  referencing new table as changed_rows for each statement execute function scan_errors_changed();
create trigger scan_errors_delete_revision after delete on scan_errors
  referencing old table as changed_rows for each statement execute function scan_errors_changed();

drop trigger candidates_revision on candidates;
create or replace function candidates_changed() returns trigger language plpgsql as $$
begin
  perform bump_revisions('candidates', array_agg('all'::text), array_agg(id)) from changed_rows;
  return null;
end $$;
create trigger candidates_insert_revision after insert on candidates
  referencing new table as changed_rows for each statement execute function candidates_changed();
create trigger candidates_update_revision after update on candidates
  referencing new table as changed_rows for each statement execute function candidates_changed();

drop trigger eligibility_entries_revision on eligibility_entries;
create or replace function eligibility_entries_changed() returns trigger language plpgsql as $$
begin
  perform bump_revisions('eligibility', array_agg('all'::text), array_agg(id)) from changed_rows;
  return null;
end $$;
create trigger eligibility_entries_insert_revision after insert on eligibility_entries
  referencing new table as changed_rows for each statement execute function eligibility_entries_changed();
create trigger eligibility_entries_update_revision after update on eligibility_entries
  referencing new table as changed_rows for each statement execute function eligibility_entries_changed();

-- Care plans are listed by whole names, and a row shows them without the middle one: whoever holds the list cannot tell the
-- places of two people who are called alike, nor where a last name with a comma ends.
create index people_comma on people (id) where last_name like '%, %';

-- After a restore all counters go on from a number that none had before: a tag of the time that was lost says nothing then,
-- neither of keys that the backup has nor of those that it lacks.
create function first_revision() returns bigint language sql stable as $$
  select 1 + coalesce((select rev from revisions where kind = 'restored' and key = 'all'), 0)
$$;
create or replace function bump_revision(kind text, key text) returns void language sql as $$
  insert into revisions values (kind, key, first_revision())
    on conflict on constraint revisions_pkey do update set rev = revisions.rev + 1
$$;
create or replace function bump_revisions(of_kind text, keys text[], ids int[]) returns void language sql as $$
  with changed as (
    select key, array_agg(distinct id) as rows from unnest(keys, ids) as each (key, id) group by key
  ), bumped as (
    insert into revisions as counter (kind, key, rev) select of_kind, key, first_revision() from changed order by key
    on conflict (kind, key) do update set rev = counter.rev + 1 returning counter.key, counter.rev
  )
  insert into revision_rows (kind, key, rev, rows)
    select of_kind, key, rev, case when cardinality(rows) <= 500 then rows end from bumped join changed using (key)
$$;
