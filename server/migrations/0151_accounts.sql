-- An account is opened by a passkey in place of its password.

create table passkeys (
  id int generated always as identity primary key,
  account_id int not null references accounts,
  credential_id text not null,
  public_key bytea not null,
  sign_count bigint not null default 0,
  -- What its owner calls it.
  name text not null,
  created timestamptz not null,
  last_used timestamptz
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_account on passkeys (account_id);

-- Questions that were answered: none is answered twice. What was asked and never answered is nowhere.
create table passkey_answers (
  question_hash bytea primary key,
  expires timestamptz not null
);

-- null: the session began with the password.
alter table sessions add column proof text;
