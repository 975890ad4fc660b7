-- Who looked at what and when (docs/rules/access-log.md). Append-only, as the change log is.

-- One row for each record that an answer showed, one without a record for a long list. Rows of one look have one request.
create table access_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account_id int not null,
  address text not null,
  call text not null,
  way text not null check (way in ('opened', 'listed', 'changed')),
  subject text,
  subject_id int,
  rows int,
  filter jsonb,
  request text not null,
  check ((subject is null) = (subject_id is null))
);
-- Rows come in the order of their time: a range of days is found by the pages that hold it, in an index of a few kilobytes a year.
create index access_log_at on access_log using brin (at) with (pages_per_range = 32);
create index access_log_subject on access_log (subject, subject_id, id) where subject is not null;

create trigger access_log_append_only before update or delete on access_log
  for each statement execute function refuse_change();
create trigger access_log_no_truncate before truncate on access_log
  for each statement execute function refuse_change();

-- How far each journal was written into the log: moved in the statement that writes its rows, so that none is written twice.
create table access_journals (
  name text primary key,
  position bigint not null,
  at timestamptz not null default now()
);
