-- Failed sign-ins are counted by account and place together: who fails far away closes nothing for its owner. A device on which
-- an account was opened before counts by itself.

drop table login_failures;
create table login_failures (
  kind text not null,
  -- Folded login, known or not; '' where all accounts count together.
  login text not null,
  -- Address, network or device; '' where all places count together.
  place text not null,
  failures int not null,
  window_start timestamptz not null,
  primary key (kind, login, place)
);
create index login_failures_login on login_failures (login);
create index login_failures_window on login_failures (window_start);

-- No right in itself: a browser that shows the token is known for the account, and needs the password all the same.
create table known_devices (
  token_hash bytea not null,
  account_id int not null references accounts,
  last_used timestamptz not null,
  primary key (token_hash, account_id)
);
create index known_devices_account on known_devices (account_id);
create index known_devices_last_used on known_devices (last_used);
