-- The books' own check: each run with what it found. Results hold numbers of records, never names.

create table book_runs (
  id int generated always as identity primary key,
  asked timestamptz not null,
  -- Initials; null: by night.
  asked_by text,
  ended timestamptz,
  failed text check (char_length(failed) <= 300),
  -- Steps that are done, of all.
  done int not null default 0 check (done >= 0),
  steps int not null default 0 check (done <= steps),
  broken_count int not null default 0 check (broken_count >= 0),
  results jsonb not null default '[]' check (jsonb_typeof(results) = 'array')
);
-- One at a time.
create unique index book_runs_open on book_runs ((ended is null)) where ended is null;
