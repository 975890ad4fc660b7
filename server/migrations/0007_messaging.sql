-- Templates, the queue of messages (which is the send log) and links that confirm an e-mail address.

create table message_templates (
  id int generated always as identity primary key,
  name text not null check (btrim(name) <> ''),
  text text not null,
  updated timestamptz not null,
  updated_by text not null,
  rev int not null default 0
);
create unique index message_templates_name on message_templates (lower(name));

create table messages (
  id int generated always as identity primary key,
  channel text not null check (channel in ('SMS', 'Email')),
  -- +1 and ten digits, or an address.
  recipient text not null check (recipient !~ '[[:cntrl:]]'),
  -- Whose phone or address it was: the person, the client of the case manager, or the candidate.
  person_id int references people,
  candidate_id int,
  subject text check (subject !~ '[[:cntrl:]]'),
  text text not null,
  image text,
  -- A secret that takes the place of %link% when the message is sent; sealed, and removed then.
  sealed_link bytea,
  status text not null default 'waiting'
    check (status in ('waiting', 'sending', 'sent', 'recorded', 'failed', 'unknown')),
  -- Number or address that it was sent from.
  sender text,
  error text,
  -- One request of a user, and the place in its list: repeated, it queues nothing twice.
  request text not null,
  place int not null,
  created timestamptz not null,
  created_by text not null,
  account_id int,
  sent timestamptz,
  unique (request, place),
  check (num_nonnulls(person_id, candidate_id) = 1),
  check (channel <> 'SMS' or (recipient ~ '^\+1\d{10}$' and subject is null)),
  check (image is null or channel = 'SMS'),
  check (sealed_link is null or status in ('waiting', 'sending'))
);
create index messages_created on messages (created);
create index messages_person on messages (person_id, id);
create index messages_waiting on messages (id) where status in ('waiting', 'sending');
create trigger messages_no_delete before delete on messages for each statement execute function refuse_delete();

-- The link of the last confirmation mail of a person; an earlier one ends with it. Only the hash of its token is kept.
create table email_confirmations (
  person_id int primary key references people,
  token_hash bytea not null unique,
  -- The address it confirms: another one since then, and the link is no longer valid.
  email text not null,
  message_id int not null references messages,
  expires timestamptz not null,
  used timestamptz
);
