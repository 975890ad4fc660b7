-- Schedule: the secret address under which a caregiver's calendar reads their visits. One each; a new one ends the old one.

create table calendar_feeds (
  provider_id int primary key references people,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created timestamptz not null,
  created_by text not null,
  fetched timestamptz
);
