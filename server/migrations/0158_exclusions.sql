-- Screening of people against the lists of those who are excluded from federal health care programs.

create table exclusion_screenings (
  id int generated always as identity primary key,
  list text not null check (list in ('LEIE', 'SAM')),
  file_name text not null,
  sha256 bytea not null,
  -- People on the list, people who were compared, and findings that no earlier screening had.
  listed int not null,
  screened int not null,
  found int not null,
  at timestamptz not null,
  by text not null
);
create trigger exclusion_screenings_no_delete before delete on exclusion_screenings
  for each statement execute function refuse_delete();

-- Who may be whom: once for each entry of a list, whatever month's file has it.
create table exclusion_findings (
  id int generated always as identity primary key,
  list text not null check (list in ('LEIE', 'SAM')),
  person_id int not null references people,
  entry_key text not null,
  -- As the public file has it.
  entry jsonb not null,
  score int not null check (score between 0 and 100),
  reasons jsonb not null,
  found_at timestamptz not null,
  -- The latest screening that had it.
  screening_id int not null references exclusion_screenings,
  decision text check (decision in ('cleared', 'confirmed')),
  decided_at timestamptz,
  decided_by text,
  memo text,
  unique (list, person_id, entry_key),
  check ((decision is null) = (decided_at is null))
);
create index exclusion_findings_person on exclusion_findings (person_id);
create trigger exclusion_findings_no_delete before delete on exclusion_findings
  for each statement execute function refuse_delete();
