-- Archives of everything that an agency has, made when an admin asks for one (docs/agency-archive.md).
create table agency_exports (
  id int generated always as identity primary key,
  account_id int not null references accounts,
  asked timestamptz not null,
  asked_by text not null,
  state text not null check (state in ('waiting', 'ready', 'failed', 'removed')),
  file_key text references stored_files,
  size bigint,
  made timestamptz,
  error text,
  check ((state = 'ready') = (file_key is not null and size is not null and made is not null) or state = 'removed')
);
create unique index agency_exports_waiting on agency_exports ((true)) where state = 'waiting';
