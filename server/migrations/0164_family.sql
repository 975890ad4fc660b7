-- A client's family: whom the office has invited to their page, and what was agreed with each.
create table family_members (
  id int generated always as identity primary key,
  -- It names them in the logs and is deleted from its first moment on: nobody signs in with it.
  account_id int not null unique references accounts,
  client_id int not null references people,
  name text not null,
  relation text not null,
  email text not null,
  language text not null check (language in ('en', 'es')),
  agreed text[] not null,
  agreed_by text not null,
  invited timestamptz not null,
  invited_by text not null,
  ended timestamptz,
  ended_by text,
  rev int not null default 0,
  check ((ended is null) = (ended_by is null))
);
create index family_members_client on family_members (client_id);
create index family_members_email on family_members (lower(email)) where ended is null;

-- Links by which they come in, each once.
create table family_links (
  token_hash bytea primary key,
  member_id int not null references family_members,
  made timestamptz not null,
  expires timestamptz not null,
  used timestamptz
);
create index family_links_member on family_links (member_id) where used is null;
