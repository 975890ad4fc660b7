-- Questions about eligibility (270), answers (271), and entries that can be corrected.

alter table eligibility_entries
  add column source text not null default 'manual' check (source in ('manual', 'answer')),
  add column rev int not null default 0,
  add column modified timestamptz,
  add column modified_by text,
  add column deleted timestamptz;

-- A question about many members. Its bytes belong to the transaction that gave its numbers.
create table eligibility_requests (
  id int generated always as identity primary key,
  interchange int not null unique,
  group_number int not null unique,
  usage text not null check (usage in ('T', 'P')),
  day date not null,
  file_name text not null,
  file bytea not null,
  -- Clients that were left out, and why; those of the first file of several.
  refused jsonb not null default '[]' check (jsonb_typeof(refused) = 'array'),
  created timestamptz not null,
  created_by text not null
);
create trigger eligibility_requests_no_delete before delete on eligibility_requests
  for each statement execute function refuse_delete();

-- Who was asked about under which number of ours (TRN): answers come back with it.
create table eligibility_members (
  request_id int not null references eligibility_requests,
  place int not null,
  client_id int not null references people,
  medicaid text not null,
  primary key (request_id, place)
);
create trigger eligibility_members_no_delete before delete on eligibility_members
  for each statement execute function refuse_delete();

-- Files from the payer. The same bytes a second time are the same file.
create table eligibility_answers (
  id int generated always as identity primary key,
  name text not null,
  sha256 bytea not null unique,
  stored_key text not null unique references stored_files (key),
  entered int not null,
  refused int not null,
  known int not null,
  unmatched jsonb not null default '[]' check (jsonb_typeof(unmatched) = 'array'),
  remarks jsonb not null default '[]' check (jsonb_typeof(remarks) = 'array'),
  received timestamptz not null,
  received_by text not null
);
create trigger eligibility_answers_no_delete before delete on eligibility_answers
  for each statement execute function refuse_delete();

alter table eligibility_entries
  add column answer_id int references eligibility_answers,
  -- The member's own segments of the file.
  add column raw text,
  -- Our number of the question.
  add column trace text,
  -- The same answer in another file is not entered twice.
  add column answer_key bytea unique,
  add check ((source = 'answer') = (answer_id is not null));
create index eligibility_entries_trace on eligibility_entries (trace) where trace is not null;
create index eligibility_entries_answer on eligibility_entries (answer_id) where answer_id is not null;
