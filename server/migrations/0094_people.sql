-- Two records of one person are merged into one, and that can be undone for 30 days. Pairs that somebody has looked at and
-- that are two people are not told of as doubles again.

alter table people
  -- The record that this one was merged into: it is in no list any more, and its link leads there.
  add column merged_into int references people,
  add check (merged_into is null or cur = 'n'),
  add check (merged_into <> id);
create index people_merged on people (merged_into) where merged_into is not null;

create table people_merges (
  id int generated always as identity primary key,
  kept_id int not null references people,
  away_id int not null references people,
  merged timestamptz not null,
  merged_by text not null,
  -- Columns of the record that stayed which the merge changed, before and after; the whole row of the other one.
  kept_before jsonb not null check (jsonb_typeof(kept_before) = 'object'),
  kept_after jsonb not null check (jsonb_typeof(kept_after) = 'object'),
  away_before jsonb not null check (jsonb_typeof(away_before) = 'object'),
  -- 'table.column' → the keys of the rows that were moved, and columns of rows that were changed otherwise.
  moved jsonb not null check (jsonb_typeof(moved) = 'object'),
  changed jsonb not null check (jsonb_typeof(changed) = 'array'),
  undone timestamptz,
  undone_by text,
  check (kept_id <> away_id),
  check ((undone is null) = (undone_by is null))
);
create unique index people_merges_away on people_merges (away_id) where undone is null;
create index people_merges_kept on people_merges (kept_id);
create trigger people_merges_no_delete before delete on people_merges for each statement execute function refuse_delete();

create table people_apart (
  low_id int not null references people,
  high_id int not null references people,
  said timestamptz not null,
  said_by text not null,
  primary key (low_id, high_id),
  check (low_id < high_id)
);

-- Whoever writes a row for a record while it is being merged waits for the merge, and then does its work once more
-- (40001 is tried again) with the record that stayed.
create function refuse_merged() returns trigger language plpgsql as $$
declare
  found boolean;
begin
  execute format('select exists (select from after_rows join people gone on gone.id = any(array[%s]) where gone.merged_into is not null)',
    (select string_agg(format('after_rows.%I', name), ', ') from unnest(tg_argv) as name)) into found;
  if found then
    raise exception 'the record was merged into another one' using errcode = '40001';
  end if;
  return null;
end $$;
create trigger care_plans_merged after insert on care_plans
  referencing new table as after_rows for each statement execute function refuse_merged('provider_id', 'client_id');
create trigger visits_merged after insert on visits
  referencing new table as after_rows for each statement execute function refuse_merged('provider_id', 'client_id');
create trigger work_merged after insert on work
  referencing new table as after_rows for each statement execute function refuse_merged('provider_id', 'client_id');
create trigger claims_merged after insert on claims
  referencing new table as after_rows for each statement execute function refuse_merged('client_id');
create trigger client_pars_merged after insert on client_pars
  referencing new table as after_rows for each statement execute function refuse_merged('client_id');
create trigger person_files_merged after insert on person_files
  referencing new table as after_rows for each statement execute function refuse_merged('person_id');
