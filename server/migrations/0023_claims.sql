-- Claims (837P) and what the payer answered: TA1, 999, 277CA, 835. Money in cents.

-- As claims name the diagnosis; the words stay in `diagnosis`.
alter table people add column icd10 text check (char_length(icd10) <= 8);

-- Prior authorisations (PAR) of a client for a type; both days included.
create table client_pars (
  id int generated always as identity primary key,
  client_id int not null references people,
  type_id int not null references care_plan_types,
  number text not null check (char_length(number) between 1 and 30),
  from_date date not null,
  through_date date not null,
  -- Authorised in all; null: not entered.
  units int check (units > 0),
  modified timestamptz not null,
  modified_by text not null,
  deleted timestamptz,
  rev int not null default 0,
  check (from_date <= through_date)
);
create unique index client_pars_number on client_pars (client_id, type_id, number, from_date) where deleted is null;
create trigger client_pars_no_delete before delete on client_pars for each statement execute function refuse_delete();

-- The last numbers given. Its one row is held to the end of every transaction that makes a file or posts an answer: numbers
-- have no gaps, and no two of them work on the same cards.
create table claim_numbers (
  one boolean primary key default true check (one),
  batch int not null,
  interchange int not null,
  group_number int not null
);
insert into claim_numbers (batch, interchange, group_number) values (0, 0, 0);

-- A file of claims. Its bytes belong to the transaction that gave its numbers.
create table claim_batches (
  id int primary key,
  kind text not null check (kind in ('Billed', 'Denied', 'Corrected', 'Void')),
  -- Month of calculation.
  month date not null check (extract(day from month) = 1),
  interchange int not null unique,
  group_number int not null unique,
  usage text not null check (usage in ('T', 'P')),
  file_name text not null,
  file bytea not null,
  -- Transactions: control number, reference, claims.
  sets jsonb not null check (jsonb_typeof(sets) = 'array'),
  -- Clients that were left out, and what each lacked.
  refused jsonb not null default '[]' check (jsonb_typeof(refused) = 'array'),
  claims int not null,
  lines int not null,
  units int not null,
  amount bigint not null,
  created timestamptz not null,
  created_by text not null
);
create trigger claim_batches_no_delete before delete on claim_batches for each statement execute function refuse_delete();

create table claims (
  -- Batch and number in it.
  id text primary key,
  batch_id int not null references claim_batches,
  number int not null,
  client_id int not null references people,
  place text not null,
  par text,
  frequency text not null check (frequency in ('1', '7', '8')),
  -- The payer's number of the claim that this one replaces or takes back, and our own of it.
  original text,
  replaces text references claims,
  charge bigint not null,
  units int not null,
  -- Days with their codes, units and charge, and the cards they came from.
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),

  -- The last answer that took it in, or refused it.
  accepted_by text check (accepted_by in ('TA1', '999', '277CA')),
  refused_by text check (refused_by in ('TA1', '999', '277CA')),
  refused_reason text,
  icn text,
  -- By remittances; null: none yet.
  paid bigint,
  reversed boolean not null default false,
  reason text,
  problem text,

  -- Who looks after a denial.
  owner_id int references accounts,
  note text check (char_length(note) <= 1000),
  rev int not null default 0,
  unique (batch_id, number)
);
create index claims_client on claims (client_id);
create index claims_replaces on claims (replaces) where replaces is not null;
create trigger claims_no_delete before delete on claims for each statement execute function refuse_delete();

-- What a card has in a claim, and what came of it.
create table claim_cards (
  claim_id text not null references claims,
  card_id int not null references work,
  units int not null,
  charge bigint not null,
  -- Another claim asks for its money.
  superseded boolean not null default false,
  refused_by text check (refused_by in ('TA1', '999', '277CA')),
  refused_reason text,
  paid bigint,
  reversed boolean not null default false,
  reason text,
  problem text,
  -- Payments that count in `paid`.
  posted text[] not null default '{}',
  primary key (claim_id, card_id)
);
create index claim_cards_card on claim_cards (card_id);
create trigger claim_cards_no_delete before delete on claim_cards for each statement execute function refuse_delete();

-- Files from the payer. The same bytes a second time are the same file.
create table claim_answer_files (
  id int generated always as identity primary key,
  name text not null,
  kinds text[] not null,
  sha256 bytea not null unique,
  stored_key text not null unique references stored_files (key),
  -- waiting: read and kept, its payments are posted later.
  state text not null check (state in ('waiting', 'posted')),
  -- Payments of an 835: number, day, amount, provider adjustments.
  payments jsonb not null default '[]' check (jsonb_typeof(payments) = 'array'),
  -- What belongs to no claim, or to a deleted card; what could be read all the same.
  unmatched jsonb not null default '[]' check (jsonb_typeof(unmatched) = 'array'),
  remarks jsonb not null default '[]' check (jsonb_typeof(remarks) = 'array'),
  received timestamptz not null,
  received_by text not null
);
create trigger claim_answer_files_no_delete before delete on claim_answer_files
  for each statement execute function refuse_delete();

create table claim_answers (
  id int generated always as identity primary key,
  file_id int not null references claim_answer_files,
  claim_id text not null references claims,
  source text not null check (source in ('TA1', '999', '277CA', '835')),
  outcome text not null check (outcome in ('accepted', 'refused', 'paid', 'taken back')),
  reason text,
  icn text,
  paid bigint,
  problem text,
  -- Of a payment: the same one is never posted twice.
  key text unique,
  -- Paid and why less, by line.
  lines jsonb
);
create index claim_answers_claim on claim_answers (claim_id, id);
create index claim_answers_file on claim_answers (file_id);
create trigger claim_answers_no_delete before delete on claim_answers for each statement execute function refuse_delete();
