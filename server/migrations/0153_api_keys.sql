-- Keys of other programs. Each acts as an account of its own, which nobody signs in with: it is deleted from its first moment on.
create table api_keys (
  id int generated always as identity primary key,
  account_id int not null unique references accounts,
  name text not null,
  role text not null check (role in ('admin', 'user')),
  token_hash bytea not null unique,
  calls text[] not null,
  per_minute int not null check (per_minute > 0),
  created timestamptz not null,
  created_by text not null,
  expires timestamptz not null,
  last_used timestamptz,
  -- The minute of the last call, and how many calls there were in it.
  minute timestamptz,
  uses int not null default 0,
  revoked timestamptz,
  revoked_by text,
  check ((revoked is null) = (revoked_by is null))
);
create unique index api_keys_name on api_keys (lower(name)) where revoked is null;
