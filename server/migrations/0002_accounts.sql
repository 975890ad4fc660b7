create table accounts (
  id int generated always as identity primary key,
  login text not null,
  password_hash text not null,
  full_name text not null,
  role text not null check (role in ('admin', 'user', 'provider', 'evv')),
  initials text not null,
  provider_id int,
  email text,
  phone text,
  reset_password boolean not null default true,
  -- A password set by someone else ends by itself (R9).
  password_expires timestamptz,
  created timestamptz not null default now(),
  deleted timestamptz,
  rev int not null default 0
);
create unique index accounts_login on accounts (lower(login)) where deleted is null;

create table sessions (
  token_hash bytea primary key,
  account_id int not null references accounts,
  created timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  address text,
  agent text,
  ended timestamptz
);
create index sessions_account on sessions (account_id) where ended is null;

-- Failed logins per account and per address, shared by all instances (R8).
create table login_failures (
  kind text not null check (kind in ('account', 'address')),
  key text not null,
  failures int not null,
  window_start timestamptz not null,
  total int not null,
  primary key (kind, key)
);
