-- A caregiver stays signed in on their own phone: a random token in a cookie, opened by a passkey or a PIN.

create table phones (
  id int generated always as identity primary key,
  account_id int not null references accounts,
  token_hash bytea not null unique,
  agent text,
  created timestamptz not null,
  last_used timestamptz not null,
  expires timestamptz not null,
  ended timestamptz,
  -- One of the two opens it.
  pin_hash text,
  credential_id text,
  public_key bytea,
  sign_count bigint not null default 0,
  -- Wrong PINs since the last right one.
  tries int not null default 0,
  -- Asked of the passkey, once, for some minutes.
  challenge text,
  challenge_expires timestamptz,
  check ((pin_hash is null) <> (credential_id is null)),
  check ((credential_id is null) = (public_key is null))
);
create index phones_account on phones (account_id) where ended is null;

alter table sessions
  add column phone_id int references phones,
  -- Begun with the phone's passkey or PIN, not with the password.
  add column unlocked boolean not null default false,
  -- Of a passkey that is being added.
  add column challenge text,
  add column challenge_expires timestamptz;
create index sessions_phone on sessions (phone_id) where ended is null;
