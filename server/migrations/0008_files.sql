-- Documents of people. The bytes lie in the file store under random names; a name of the wire is only ever looked up here.

-- One row for each stored file of any feature: what the store holds and no row names is swept away.
create table stored_files (
  key text primary key check (key ~ '^[0-9a-f]{2}/[0-9a-f]{62}$'),
  size int not null check (size >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  created timestamptz not null default now()
);

create table person_files (
  id int generated always as identity primary key,
  person_id int not null references people,
  name text not null check (name <> ''),
  stored_key text not null unique references stored_files,
  created timestamptz not null default now(),
  created_by text not null,
  -- A deleted file is hidden from every call; its bytes stay (R21).
  deleted timestamptz,
  deleted_by text
);
create unique index person_files_name on person_files (person_id, lower(name)) where deleted is null;

create trigger stored_files_no_delete before delete on stored_files for each statement execute function refuse_delete();
create trigger person_files_no_delete before delete on person_files for each statement execute function refuse_delete();
