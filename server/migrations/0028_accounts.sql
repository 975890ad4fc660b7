-- Second factors, sessions that can be named, and the one-time link at which someone chooses a first password.

alter table accounts
  -- Told with every session, so it stands here and not only in second_factors.
  add column second_factor boolean not null default false;

alter table sessions add column id int generated always as identity unique;

create table second_factors (
  account_id int primary key references accounts,
  -- Sealed with the site's key, which is not in the database.
  secret bytea not null,
  created timestamptz not null,
  -- None: begun, and no code of the app was shown yet.
  confirmed timestamptz,
  -- Time step of the last code that was taken: neither it nor an earlier one is taken again (RFC 6238, 5.2).
  last_step int not null default 0
);

create table recovery_codes (
  account_id int not null references accounts,
  -- HMAC by the site's key.
  code_hmac bytea not null,
  used timestamptz,
  primary key (account_id, code_hmac)
);

-- Only the hash of a token is kept; what was used or has ended is removed.
create table password_links (
  token_hash bytea primary key,
  account_id int not null references accounts,
  expires timestamptz not null
);
create index password_links_account on password_links (account_id);
